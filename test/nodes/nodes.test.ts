import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { buildSchema, type GraphQLInterfaceType } from 'graphql';
import { type RunningApp, sharedTestApp } from '../support/app.ts';
import type { Caller, Json } from '../support/callers.ts';
import { ROLES } from '../support/contract.ts';
import { type Everything, makeEverything } from '../support/everything.ts';
import { makeDevice } from '../support/factories/device.ts';
import { insertServiceAccount } from '../support/factories/service-account.ts';
import { contractRoles, dataOf, errorOf } from '../support/graphql-reads.ts';
import { statementTextsOf } from '../support/statements.ts';

const NODE = 'query ($id: ID!) { node(id: $id) { __typename id } }';
const NODES = 'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }';
const MAX_IDS = 100;

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));
const types = schema.getPossibleTypes(schema.getType('Node') as GraphQLInterfaceType).map(({ name }) => name);

/** Operations of the contract; the roles of each of them may read an object of the type. */
const READ_BY: Readonly<Record<string, readonly string[]>> = {
  Admin: ['listTeam'],
  AdminOption: ['listAdminOptions'],
  AuditEntry: ['listAuditEntries'],
  Batch: ['getBatch'],
  BusinessSettings: ['getSettings'],
  ClaimCode: ['listClaimCodes'],
  Customer: ['getCustomer'],
  CustomerNote: ['getCustomer'],
  Device: ['getDevice'],
  DeviceClaimCode: ['listClaimCodes'],
  DeviceEvent: ['getDevice'],
  Installation: ['getDevice', 'getRelease'],
  InstallationEvent: ['getDevice', 'getRelease'],
  MaintenanceGrant: ['getDevice'],
  OfferDecision: ['getDevice'],
  Pairing: ['getDevice'],
  Preorder: ['getPreorder'],
  PreorderEvent: ['getPreorder'],
  PreorderSettings: ['getPreorderSettings'],
  Presence: ['getDevice'],
  Refund: ['getSale'],
  Release: ['getRelease'],
  ReleaseEvent: ['getRelease'],
  Sale: ['getSale'],
  // Beyond the contract: for those who see the team.
  ServiceAccount: ['listTeam'],
  StoredFile: ['getRelease'],
  SystemSettings: ['getSettings'],
};
const mayRead = (type: string, role: (typeof ROLES)[number]) =>
  READ_BY[type]?.some((operation) => contractRoles(operation).includes(role));

/** Everything that has an id, from wherever it can be reached. */
const EVERYWHERE = `query ($device: ID!, $customer: ID!, $sale: ID!, $preorder: ID!, $release: ID!) {
  device(id: $device) { ...N presence { ...N } claimCode { ...N } offerDecision { ...N } batch { ...N }
    events { nodes { ...N } } installations { nodes { ...N events { nodes { ...N } } } } pairings { nodes { ...N } } maintenanceGrants { nodes { ...N } } }
  customer(id: $customer) { ...N notes { nodes { ...N author { ...N } } } }
  sale(id: $sale) { ...N refunds { nodes { ...N } } }
  preorder(id: $preorder) { ...N history { nodes { ...N } } }
  release(id: $release) { ...N firmware { ...N } package { ...N } events { nodes { ...N } } }
  settings { system { ...N } business { ...N } } preorderSettings { ...N }
  auditEntries { nodes { ...N } } claimCodes { nodes { ...N } } team { nodes { ...N } } serviceAccounts { nodes { ...N } }
} fragment N on Node { __typename id }`;

let app: RunningApp;
let admin: Caller;
let ids: Everything;
/** An id of each type. */
let idOf: Readonly<Record<string, string>>;

beforeAll(async () => {
  app = await sharedTestApp();
  admin = await app.as('SUPER_ADMIN');
  ids = await makeEverything(app, admin.admin.id);
  await insertServiceAccount(app, admin.admin.id);
  await app.sql(
    `insert into claim_code (id, device_id, code_hash, sealed, last_four, status, created_at)
     select gen_random_uuid(), $1, decode(md5('code'), 'hex'), decode('00', 'hex'), '1234', 'AVAILABLE', now()
     where not exists (select 1 from claim_code where device_id = $1 and status <> 'VOID')`,
    [ids.device],
  );
  const found = typedIn(await dataOf(admin, EVERYWHERE, { ...ids }));
  idOf = Object.fromEntries(found.map(({ __typename, id }) => [__typename, id]));
});
afterAll(() => app.stop());

function typedIn(value: Json): { __typename: string; id: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  return [...(value.__typename ? [value] : []), ...Object.values(value).flatMap(typedIn)];
}
/** Each call leaves fewer. */
const withoutCount = (body: Json) => JSON.stringify(body).replace(/"remaining":\d+/, '');
const nodeOf = async (id: string, who = admin): Promise<Json> => (await dataOf(who, NODE, { id })).node;
const nodesOf = async (list: readonly string[], who = admin): Promise<Json[]> =>
  (await dataOf(who, NODES, { ids: list })).nodes;

describe('getNode: the object with an id', () => {
  it('the object with an id is of every type that has an id to be read by, as the contract has an operation for it', () => {
    expect(types.sort()).toEqual(Object.keys(READ_BY).sort());
    expect(Object.keys(idOf).sort()).toEqual(types.sort());
  });

  it.each(ROLES)(
    'the object with an id is for %s what the contract lets the role read, and for all else null as for no object',
    async (role) => {
      const caller = await app.as(role);
      const nothing = await caller.gql(NODE, { id: randomUUID() });
      expect([nothing.status, nothing.body.data]).toEqual([200, { node: null }]);
      for (const [type, id] of Object.entries(idOf)) {
        const { status, body } = await caller.gql(NODE, { id });
        // An admin has one id, whether as a member of the team or as an option.
        const isAdmin = type === 'AdminOption' && mayRead('Admin', role);
        if (mayRead(type, role)) {
          expect([status, body.errors]).toEqual([200, undefined]);
          expect(body.data.node).toEqual({ __typename: isAdmin ? 'Admin' : type, id });
          continue;
        }
        const isOption = type === 'Admin' && mayRead('AdminOption', role);
        if (isOption) expect(body.data.node).toEqual({ __typename: 'AdminOption', id });
        else expect([type, status, withoutCount(body)]).toEqual([type, 200, withoutCount(nothing.body)]);
      }
      expect(await app.sql('select 1 from audit_entry where actor_id = $1', [caller.admin.id])).toEqual([]);
    },
  );

  it('the object with an id is looked up only in the tables of what the role may read', async () => {
    const manager = await app.as('FIRMWARE_MANAGER');
    const [, lookUp = '', ...reads] = await statementTextsOf(() => nodeOf(ids.customer, manager));
    expect(lookUp).toContain('from release ');
    for (const table of ['customer', 'device', 'sale', 'preorder', 'admin', 'audit_entry'])
      expect(lookUp).not.toMatch(new RegExp(`from ${table} `));
    expect(reads).toEqual([]);
  });

  it('the object with an id answers the same for what is no id at all', async () => {
    const strange = [
      '',
      ' ',
      'x',
      'presence:',
      `presence:${ids.device}:`,
      `:${ids.device}`,
      `customer:${ids.customer}`,
    ];
    const others = ['settings:', 'settings:secret', '__proto__'];
    expect(await nodesOf([...strange, ...others])).toEqual([...strange, ...others].map(() => null));
    const misplaced = [`presence:${ids.customer}`, `firmware:${ids.device}`];
    expect(await nodesOf(misplaced)).toEqual([null, null]);
    expect(await statementTextsOf(() => nodesOf(misplaced))).toHaveLength(1 + 1);
    const { id: silent } = await makeDevice(app);
    expect(await nodesOf([silent, `presence:${silent}`])).toEqual([{ __typename: 'Device', id: silent }, null]);
  });

  it('the object with an id has the id that it was found by, in upper case too', async () => {
    expect(await nodeOf(ids.customer.toUpperCase())).toEqual({ __typename: 'Customer', id: ids.customer });
    expect(await nodeOf(`presence:${ids.device.toUpperCase()}`)).toMatchObject({ id: `presence:${ids.device}` });
  });

  it('the object with an id is gone when its record is deleted', async () => {
    const { id } = (await dataOf(admin, '{ preorders { nodes { id } } }')).preorders.nodes[0];
    await app.sql('update preorder set deleted_at = now() where id = $1', [id]);
    expect(await nodeOf(id)).toBeNull();
    await app.sql('update preorder set deleted_at = null where id = $1', [id]);
    expect(await nodeOf(id)).toEqual({ __typename: 'Preorder', id });
  });

  it('the object with an id reads the selected columns of its own type alone', async () => {
    const query = `query ($id: ID!) { node(id: $id) { id ... on Customer { fullName } ... on Sale { total notes } ...C ...D } }
      fragment C on Node { ... on Customer { city } } fragment D on Device { serial owner { email } }`;
    const texts = await statementTextsOf(() => dataOf(admin, query, { id: ids.customer }));
    expect(texts).toHaveLength(1 + 1 + 1);
    expect(texts[2]).toMatch(/^select c\.id as "id", c\.full_name as "fullName", c\.city as "city",/);
    expect(texts[2]).not.toMatch(/email|phone|total|serial|notes/);
    const { node } = await dataOf(admin, query, { id: ids.customer });
    expect(Object.keys(node)).toEqual(['id', 'fullName', 'city']);
  });

  it('the object with an id is the same as where it is shown otherwise, with its edges', async () => {
    const device = `serial presence { id online firmwareVersion } claimCode { id lastFour } owner { id fullName }
      events(first: 1) { totalCount nodes { id cause } } activeSale { number refunds { nodes { amount } } } availableActions { operation }`;
    const query = `query ($device: ID!) { device(id: $device) { ${device} } node(id: $device) { ... on Device { ${device} } } }`;
    const { device: shown, node } = await dataOf(admin, query, { device: ids.device });
    expect(shown.claimCode.id).toBe(`claimCode:${ids.device}`);
    expect(shown.activeSale.refunds.nodes).toHaveLength(1);
    expect(node).toEqual(shown);
    const parts = `query ($presence: ID!, $code: ID!, $package: ID!) {
      presence: node(id: $presence) { ... on Presence { id online firmwareVersion } }
      code: node(id: $code) { ... on DeviceClaimCode { id lastFour } }
      package: node(id: $package) { ... on StoredFile { sha256 size } }
      settings: node(id: "settings:business") { ... on BusinessSettings { companyName revision } } }`;
    const read = await dataOf(admin, parts, {
      presence: `presence:${ids.device}`,
      code: `claimCode:${ids.device}`,
      package: `package:${ids.release}`,
    });
    const { settings } = await dataOf(admin, '{ settings { business { companyName revision } } }');
    expect(read).toEqual({
      presence: shown.presence,
      code: shown.claimCode,
      package: { sha256: 'a'.repeat(64), size: 1 },
      settings: settings.business,
    });
  });

  it('the object with an id hides the edges that the role may not follow', async () => {
    const operations = await app.as('OPERATIONS');
    const { body } = await operations.gql(
      'query ($id: ID!) { node(id: $id) { ... on Device { serial owner { id } claimCode { id } } } }',
      { id: ids.device },
    );
    expect(body.data.node).toMatchObject({ owner: null, claimCode: null });
    expect(body.extensions.hidden).toEqual(['Device.claimCode', 'Device.owner']);
  });

  it('the object with an id is an audit entry masked as in the list', async () => {
    await admin.gql(
      'mutation { createAdmin(input: { name: "Ann Other", email: "ann@karvon.test", role: SALES }) { admin { id } } }',
    );
    const support = await app.as('SUPPORT');
    const fields = 'actorLabel ip changes detail';
    const [listed] = (await dataOf(support, `{ auditEntries { nodes { id ${fields} } } }`)).auditEntries.nodes;
    expect(listed.ip).toBe('***');
    for (const some of [fields, 'ip', 'changes']) {
      const { node } = await dataOf(
        support,
        `query ($id: ID!) { node(id: $id) { ... on AuditEntry { ${some} } } }`,
        listed,
      );
      expect(node).toEqual(Object.fromEntries(some.split(' ').map((name) => [name, listed[name]])));
    }
    const { node } = await dataOf(admin, 'query ($id: ID!) { node(id: $id) { ... on AuditEntry { ip } } }', listed);
    expect(node.ip).not.toBe('***');
  });
});

describe('getNodes: the objects with these ids', () => {
  it('the objects with these ids are in the order of the ids, with null for what is not there, and twice where an id is given twice', async () => {
    const list = [
      ids.sale,
      randomUUID(),
      ids.customer,
      'settings:system',
      ids.sale,
      'nothing',
      `presence:${ids.device}`,
    ];
    expect(await nodesOf(list)).toEqual([
      { __typename: 'Sale', id: ids.sale },
      null,
      { __typename: 'Customer', id: ids.customer },
      { __typename: 'SystemSettings', id: 'settings:system' },
      { __typename: 'Sale', id: ids.sale },
      null,
      { __typename: 'Presence', id: `presence:${ids.device}` },
    ]);
    const sales = await app.as('SALES');
    expect(
      (await nodesOf([ids.release, ids.sale, 'settings:system', ids.batch], sales)).map((node) => node?.id),
    ).toEqual([undefined, ids.sale, undefined, undefined]);
  });

  it('the objects with these ids are looked up in one statement, and read in one for each type', async () => {
    const devices = await Promise.all(Array.from({ length: 5 }, () => makeDevice(app)));
    const list = [...devices.map(({ id }) => id), ids.device, ids.sale, ids.customer];
    const query = `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Device { serial } ... on Sale { number } ... on Customer { fullName } } }`;
    expect(await statementTextsOf(() => dataOf(admin, query, { ids: list }))).toHaveLength(1 + 1 + 3);
    const named = await statementTextsOf(() => nodesOf(list.map(() => randomUUID())));
    expect(named).toHaveLength(1 + 1);
  });

  it('the objects with these ids are none to a hundred, and each costs one and what is selected of the most expensive type', async () => {
    const costOf = async (query: string, list: readonly string[]) =>
      (await admin.gql(query, { ids: list })).body.extensions.cost.requested;
    const many = (length: number) => Array.from({ length }, () => ids.device);
    expect(await nodesOf([])).toEqual([]);
    expect(await nodesOf(many(MAX_IDS))).toHaveLength(MAX_IDS);
    expect([await costOf(NODES, []), await costOf(NODES, many(7)), await costOf(NODES, many(MAX_IDS))]).toEqual([
      0,
      7,
      MAX_IDS,
    ]);
    const expensive = `query ($ids: [ID!]!) { nodes(ids: $ids) { id ... on Sale { customer { id } device { id } }
      ... on Device { events(first: 5) { nodes { id } } } } }`;
    expect(await costOf(expensive, many(7))).toBe(7 * (1 + 1 + 5));
    expect(await errorOf(admin, NODES, { ids: many(MAX_IDS + 1) })).toEqual([400, 'VALIDATION_FAILED', 'ids']);
  });

  it.each([
    ['a list that is no list of ids', { ids: [{}] }],
    ['null among them', { ids: [null] }],
    ['NUL in an id', { ids: ['a\0'] }],
    ['a very long id', { ids: ['a'.repeat(201)] }],
    ['no list', {}],
  ])('the objects with these ids refuse %s with 400', async (_what, variables) => {
    expect((await errorOf(admin, NODES, variables))[0]).toBe(400);
  });
});
