import { readFileSync } from 'node:fs';
import { buildSchema, type GraphQLField, type GraphQLObjectType, getNamedType, isLeafType } from 'graphql';
import { startTestApp, type TestApp } from '../support/app.ts';
import type { Caller } from '../support/callers.ts';
import { makePreorder } from '../support/factories/preorder.ts';
import { makeSale } from '../support/factories/sale.ts';

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));

let app: TestApp;
let admin: Caller;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.as('SUPER_ADMIN');
  const createdBy = admin.admin.id;
  await makeSale(app, { paymentStatus: 'UNPAID' });
  const { id } = await makeSale(app, { createdBy, refundedTotal: 300_000 });
  await app.sql('update inventory_batch set created_by = $1', [createdBy]);
  await makePreorder(app, { status: 'CONFIRMED', assignedAdminId: createdBy });
  await app.sql('update preorder set deposit_amount = 100000');
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

it.each(['batches', 'customers', 'sales', 'preorders', 'team'])(
  'a field of %s is the same alone as among all others',
  async (list) => {
    const nodes = async (selection: string) => {
      const { body } = await admin.gql(`{ ${list} { nodes { ${selection} } } }`);
      expect(body.errors).toBeUndefined();
      return body.data[list].nodes;
    };
    const selections = selectionsOf(list);
    const whole = await nodes(selections.join(' '));
    expect(whole).not.toHaveLength(0);
    const apart = await Promise.all(selections.map(nodes));
    expect(whole.map((_: unknown, at: number) => Object.assign({}, ...apart.map((rows) => rows[at])))).toEqual(whole);
  },
);
