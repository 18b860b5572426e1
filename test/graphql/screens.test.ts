import { readFileSync } from 'node:fs';
import { buildSchema, type DocumentNode, TypeInfo, validate, visit, visitWithTypeInfo } from 'graphql';
import { PREORDER_STATUSES } from '../../src/model/enums.ts';
import { AuditEntry } from '../../src/persistence/audit/audit-entry.entity.ts';
import { cleanTestApp, type TestApp } from '../support/app.ts';
import type { Json } from '../support/callers.ts';
import { ROLES } from '../support/contract.ts';
import { insertDenseRows } from '../support/dense-rows.ts';
import { type Everything, makeEverything } from '../support/everything.ts';
import { makeCustomerRow, makeDevice } from '../support/factories/device.ts';
import { insertRow } from '../support/factories/insert.ts';
import { makeInstallation } from '../support/factories/installation.ts';
import { makePreorder } from '../support/factories/preorder.ts';
import { makeRelease } from '../support/factories/release.ts';
import { makeSale } from '../support/factories/sale.ts';
import { clientDocuments, type ScreenIds, screens, screenVariables } from '../support/screens.ts';
import { statementTextsOf } from '../support/statements.ts';

/** Statements of a screen at most, with the look-up of the session; however many rows there are. */
const STATEMENTS: Readonly<Record<string, number>> = {
  customer: 12,
  device: 19,
  devices: 3,
  inventory: 12,
  // Its sales report asks whether the customers of the range are kept, and reads kept figures without workers (ADR 29).
  overview: 17,
  preorder: 12,
  'preorder-board': 20,
  releases: 5,
  rollout: 21,
  sale: 9,
  'sale-list': 4,
  search: 10,
  settings: 5,
  'silent-buyers': 3,
  team: 7,
};
const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));

let app: TestApp;
let ids: Everything;
/** Lists of 24 records each. */
let dense: ScreenIds;

beforeAll(async () => {
  app = await cleanTestApp();
  ids = await makeEverything(app, (await app.as('SUPER_ADMIN')).admin.id);
  await makeDevice(app, { serial: 'KRV-READY' });
  const buyer = await makeCustomerRow(app);
  for (const _ of [1, 2]) await makeSale(app, { customerId: buyer.id });
  await makeRelease(app, { version: '9.0.0-krv' });
  for (const status of PREORDER_STATUSES) await makePreorder(app, { status, customerId: ids.customer });
  const [release] = await app.sql('select * from release where id = $1', [ids.release]);
  for (const status of ['FAILED', 'ROLLED_BACK'] as const) {
    await makeInstallation(app, await makeDevice(app), release, { status });
  }
  await insertRow(app.sql, AuditEntry, {
    ...{
      at: app.clock.now(),
      actorType: 'DEVICE',
      actorId: ids.device,
      actorLabel: 'KRV-1',
      action: 'recordHeartbeat',
    },
    ...{ targetKind: 'Device', targetId: ids.device, requestId: 'r', ip: '192.0.2.1', transport: 'REST' },
  });
  dense = await insertDenseRows(app.sql, 24, (await app.as('SUPER_ADMIN')).admin.id);
});
afterAll(() => app.stop());

/** The fields of a document that have fields of their own: by their keys in the answer, the names in the schema. */
function composites(document: DocumentNode): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  const types = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(types, {
      Field(node) {
        if (!node.selectionSet) return;
        const key = node.alias?.value ?? node.name.value;
        found.set(key, [...(found.get(key) ?? []), `${types.getParentType()?.name}.${node.name.value}`]);
      },
    }),
  );
  return found;
}

/** The keys of an answer at which no record of it has anything. */
function missingIn(data: Json, keys: ReadonlySet<string>): string[] {
  const empty = new Set<string>();
  const shown = new Set<string>();
  const look = (value: Json): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, member] of Object.entries(value)) {
      const isEmpty = member === null || (Array.isArray(member) && member.length === 0);
      (isEmpty ? empty : shown).add(key);
      look(member);
    }
  };
  look(data);
  return [...empty].filter((key) => keys.has(key) && !shown.has(key));
}

it.each(clientDocuments.map((each) => [each.name, each] as const))('%s fits the schema', (_name, { document }) => {
  expect(validate(schema, document).map(({ message }) => message)).toEqual([]);
});

it('every screen has the roles that the contract lets read it', () => {
  const roles = Object.fromEntries(screens.map((screen) => [screen.file, screen.roles.length]));
  expect(roles).toEqual({
    ...{ customer: 5, device: 6, devices: 6, inventory: 5, overview: ROLES.length, 'preorder-board': 6, preorder: 6 },
    ...{ releases: 4, rollout: 4, sale: 5, 'sale-list': 5, search: ROLES.length, settings: 3, team: 4 },
    ...{ 'silent-buyers': 5 },
  });
});

describe.each(screens.map((screen) => [screen.file, screen] as const))('the screen %s', (file, screen) => {
  it.each(screen.roles)('a screen shows %s everything but hidden edges, without an error', async (role) => {
    const caller = await app.as(role);
    const { status, body } = await caller.gql(screen.text, screenVariables(screen, role, ids));
    expect([status, body.errors]).toEqual([200, undefined]);
    const fields = composites(screen.document);
    const missing = missingIn(body.data, new Set(fields.keys()));
    const hidden: readonly string[] = body.extensions.hidden ?? [];
    expect(missing.filter((key) => !fields.get(key)?.some((name) => hidden.includes(name)))).toEqual([]);
    const [{ count }] = await app.sql('select count(*)::int from audit_entry where actor_id = $1', [caller.admin.id]);
    expect(count).toBe(0);
  });

  it('a screen is refused for the roles that do not use it', async () => {
    for (const role of ROLES.filter((each) => !screen.roles.includes(each))) {
      const { body } = await (await app.as(role)).gql(screen.text, screenVariables(screen, role, ids));
      expect([role, body.errors[0].extensions.code]).toEqual([role, 'ROLE_FORBIDDEN']);
    }
  });

  it('a screen sends its few statements, however long its lists are', async () => {
    const admin = await app.as('SUPER_ADMIN');
    for (const shown of [ids, dense]) {
      const sent = await statementTextsOf(() => admin.gql(screen.text, screenVariables(screen, 'SUPER_ADMIN', shown)));
      expect(sent.length > (STATEMENTS[file] ?? 0) ? sent : []).toEqual([]);
    }
  });
});

it('the sale list shows each of its roles the sales to customers of one country, and their totals', async () => {
  const screen = screens.find(({ file }) => file === 'sale-list') as (typeof screens)[number];
  const [{ total, currency }] = await app.sql('select total::int, currency from sale where id = $1', [ids.sale]);
  await app.sql(`update customer set country = 'Kazakhstan' where id = $1`, [ids.customer]);
  for (const role of screen.roles) {
    const filter = { customer: { country: { eq: 'Kazakhstan' } } };
    const { body } = await (await app.as(role)).gql(screen.text, { filter });
    expect([role, body.errors]).toEqual([role, undefined]);
    const { edges, totalCount, totals } = body.data.sales;
    expect([edges.map(({ node }: Json) => node.id), totalCount]).toEqual([[ids.sale], 1]);
    expect(totals).toEqual([{ currency, count: 1, total, refundedTotal: 1_000 }]);
  }
});
