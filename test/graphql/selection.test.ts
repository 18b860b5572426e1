import { readFileSync } from 'node:fs';
import { buildSchema, type GraphQLField, type GraphQLObjectType, getNamedType, isLeafType } from 'graphql';
import type { AdminRole } from '../../src/model/enums.ts';
import { type RunningApp, sharedTestApp } from '../support/app.ts';
import { makeInstallation } from '../support/factories/installation.ts';
import { makePreorder } from '../support/factories/preorder.ts';
import { makeRelease } from '../support/factories/release.ts';
import { makeSale } from '../support/factories/sale.ts';

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));

let app: RunningApp;
beforeAll(async () => {
  app = await sharedTestApp();
  const { id: createdBy } = (await app.as('SUPER_ADMIN')).admin;
  await makeSale(app, { paymentStatus: 'UNPAID' });
  const { id, deviceId } = await makeSale(app, { createdBy, refundedTotal: 300_000 });
  await makeInstallation(app, { id: deviceId }, await makeRelease(app), { status: 'FAILED' });
  await app.sql(
    `insert into device_event (id, device_id, at, cause, to_status)
     values (gen_random_uuid(), $1, now(), 'createSale', 'SOLD')`,
    [deviceId],
  );
  await app.sql('update inventory_batch set created_by = $1', [createdBy]);
  await makePreorder(app, { status: 'CONFIRMED', assignedAdminId: createdBy });
  await app.sql('update preorder set deposit_amount = 100000');
  await app.sql(
    `insert into audit_entry (id, at, actor_type, actor_label, action, request_id, ip, transport)
     values (gen_random_uuid(), now(), 'DEVICE', 'KRV-0001', 'recordHeartbeat', 'request', '203.0.113.9', 'REST')`,
  );
  await app.sql(
    `insert into refund (id, sale_id, amount, reason, created_by, created_at)
     values (gen_random_uuid(), $1, 300000, 'scratched', $2, now())`,
    [id, createdBy],
  );
});
afterAll(() => app.stop());

/** The fields of the records of a list, each with all that can be selected of it without more arguments. */
function selectionsOf(list: string): string[] {
  const connection = typeOf(schema.getQueryType()?.getFields()[list]);
  return Object.values(typeOf(connection.getFields().nodes).getFields()).map((field) => {
    if (isLeafType(getNamedType(field.type))) return field.name;
    const leaves = Object.values(typeOf(field).getFields()).filter(({ type }) => isLeafType(getNamedType(type)));
    return `${field.name} { ${leaves.map(({ name }) => name).join(' ')} }`;
  });
}

const typeOf = (field: GraphQLField<unknown, unknown> | undefined) =>
  getNamedType(field?.type) as unknown as GraphQLObjectType;

it.each<[string, AdminRole]>([
  ['batches', 'SUPER_ADMIN'],
  ['customers', 'SUPER_ADMIN'],
  ['sales', 'SUPER_ADMIN'],
  ['preorders', 'SUPER_ADMIN'],
  ['team', 'SUPER_ADMIN'],
  ['refunds', 'SUPER_ADMIN'],
  ['deviceEvents', 'SUPER_ADMIN'],
  ['installations', 'SUPER_ADMIN'],
  ['auditEntries', 'SUPPORT'],
])('a field of %s is the same for %s alone as among all others', async (list, role) => {
  const caller = await app.as(role);
  const nodes = async (selection: string) => {
    const { body } = await caller.gql(`{ ${list} { nodes { ${selection} } } }`);
    expect(body.errors).toBeUndefined();
    return body.data[list].nodes;
  };
  const selections = selectionsOf(list);
  const whole = await nodes(selections.join(' '));
  expect(whole).not.toHaveLength(0);
  const apart = await Promise.all(selections.map(nodes));
  expect(whole.map((_: unknown, at: number) => Object.assign({}, ...apart.map((rows) => rows[at])))).toEqual(whole);
});
