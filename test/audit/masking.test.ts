import { catalog } from '../../src/domain/catalog.ts';
import {
  built,
  callerOf,
  callGraphql,
  callRest,
  NO_RECORD,
  OWN_HISTORY,
  onGraphql,
  readRootFields,
} from '../contract/calls.ts';
import type { Example } from '../contract/example.ts';
import { exampleOf } from '../contract/examples.ts';
import { startContractApp } from '../contract/firmware-examples.ts';
import { names } from '../contract/names.ts';
import { liveClient } from '../graphql/live-client.ts';
import type { TestApp } from '../support/app.ts';
import type { Caller, Json } from '../support/callers.ts';
import type { ContractOperation } from '../support/contract.ts';
import { until } from '../support/until.ts';

/** In every text that a caller may write. */
const CANARY = 'qz7canaryx';
const REQUEST_ID = { 'x-request-id': `${CANARY}-998901234567`, 'user-agent': `${CANARY}/1.0` };

let app: TestApp;
let admin: Caller;
let masked: readonly Caller[];
/** Makes texts that have to be unique so. */
let count = 0;
/** Inputs of writes that were accepted with a canary in them. */
const planted = new Set<string>();
const heard: string[] = [];
let client: ReturnType<typeof liveClient>;

beforeAll(async () => {
  app = await startContractApp();
  admin = await app.as('ADMIN');
  masked = [await app.as('SUPPORT'), await app.as('VIEWER')];
  client = liveClient(app.url, (masked[1] as Caller).cookie);
  const live = await client.listen(
    'subscription { auditEntryAdded { event auditEntry { action actorLabel serviceAccountName changes detail reason requestId ip } } }',
  );
  await plantEverywhere();
  await admin.rest('POST', '/v1/admin/customers', { fullName: 'The last one', email: 'last@karvon.test' });
  await until(() =>
    live.events.some((event) => event.auditEntry?.action === 'createCustomer' && live.events.length > 50),
  );
  heard.push(...live.events.map((event) => JSON.stringify(event)));
});
afterAll(async () => {
  client.close();
  await app.stop();
});

/** The free texts of an input: neither a value of an enumeration nor of a grammar. */
function textsOf(id: string): { readonly name: string; readonly value: string }[] {
  const operation = catalog.find(({ name }) => name === names[id]?.operation);
  const properties: Json = operation?.input.properties ?? {};
  return Object.entries<Json>(properties).flatMap(([name, schema]) => {
    const isFree = schema.type === 'string' && !schema.enum && !schema.const && !schema.format && !schema.pattern;
    const room = (schema.maxLength ?? 40) - CANARY.length;
    return isFree && room >= 0
      ? [{ name, value: CANARY + String(count++).padStart(12, '9').slice(-Math.max(room, 1)).slice(0, room) }]
      : [];
  });
}

async function plantEverywhere(): Promise<void> {
  const roots = await readRootFields(app);
  /** Calls an operation with these texts. @returns whether it was accepted */
  async function plant(
    operation: ContractOperation,
    transport: string,
    texts: ReturnType<typeof textsOf>,
  ): Promise<boolean> {
    const by = await callerOf(app, operation);
    const example = await exampleOf(operation.id, app, by);
    const own = Object.fromEntries(texts.map(({ name, value }) => [name, value]));
    const given: Example = {
      ...example,
      ...(texts.length > 0 && { body: { ...example.body, ...own } }),
      headers: { ...REQUEST_ID, ...example.headers },
    };
    const reply =
      transport === 'REST'
        ? await callRest(by ?? app, operation, given)
        : await callGraphql(by ?? app, roots, operation, given);
    const isAccepted = reply.status === operation.success || (transport === 'GRAPHQL' && !reply.body.errors);
    if (isAccepted) for (const { name } of [{ name: '' }, ...texts]) planted.add(`${operation.id} ${name}`.trim());
    return isAccepted;
  }
  const writes = built.filter(({ method, id }) => method !== 'GET' && ![...OWN_HISTORY, ...NO_RECORD].includes(id));
  for (const operation of writes) {
    const on = onGraphql.includes(operation) ? ['REST', 'GRAPHQL'] : ['REST'];
    for (const transport of on) {
      // All of its texts at once, or else one after the other.
      if (await plant(operation, transport, textsOf(operation.id))) continue;
      for (const some of [[], ...textsOf(operation.id).map((text) => [text])]) await plant(operation, transport, some);
    }
  }
  const boss = await app.as('SUPER_ADMIN');
  const documents: [string, Json][] = [
    [
      'mutation ($input: CreateSavedQuestionInput!) { createSavedQuestion(input: $input) { savedQuestion { id } } }',
      {
        input: {
          name: `${CANARY} question`,
          description: `${CANARY} description`,
          shared: true,
          question: { sales: { metrics: ['ORDERS'], filter: { customer: { fullName: { eq: `${CANARY} filter` } } } } },
        },
      },
    ],
    [
      'mutation ($input: CreateServiceAccountInput!) { createServiceAccount(input: $input) { serviceAccount { id } token } }',
      {
        input: {
          name: `${CANARY} script`,
          role: 'ADMIN',
          expiresAt: new Date(app.clock.now().getTime() + 86_400_000).toISOString(),
        },
      },
    ],
  ];
  documents.push([
    'mutation ($input: CreateSavedViewInput!) { createSavedView(input: $input) { savedView { id } } }',
    { input: { name: `${CANARY} view`, view: { sales: { search: `${CANARY} search`, columns: ['number'] } } } },
  ]);
  const made: Json[] = [];
  for (const [document, variables] of documents) {
    const reply = await boss.gql(document, variables, REQUEST_ID);
    expect(reply.body.errors ?? []).toEqual([]);
    made.push(reply.body.data);
  }
  const changed = await boss.gql(
    'mutation ($id: ID!, $input: UpdateSavedQuestionInput!) { updateSavedQuestion(id: $id, input: $input) { savedQuestion { id } } }',
    {
      id: made[0].createSavedQuestion.savedQuestion.id,
      input: {
        name: `${CANARY} again`,
        question: { sales: { metrics: ['ORDERS'], filter: { number: { contains: CANARY } } } },
      },
    },
    REQUEST_ID,
  );
  expect(changed.body.errors ?? []).toEqual([]);
  const viewed = await boss.gql(
    'mutation ($id: ID!, $input: UpdateSavedViewInput!) { updateSavedView(id: $id, input: $input) { savedView { id } } }',
    {
      id: made[2].createSavedView.savedView.id,
      input: {
        name: `${CANARY} seen`,
        view: { sales: { filter: { number: { contains: CANARY } }, columns: ['number', 'total'] } },
      },
    },
    REQUEST_ID,
  );
  expect(viewed.body.errors ?? []).toEqual([]);
  const bearer = { authorization: `Bearer ${made[1].createServiceAccount.token}`, ...REQUEST_ID };
  const scripted = await app.rest(
    'POST',
    '/v1/admin/customers',
    { fullName: `${CANARY} Person`, email: 'x@karvon.test' },
    bearer,
  );
  expect(scripted.status).toBe(201);
  const filter = (value: unknown) => encodeURIComponent(JSON.stringify(value));
  for (const path of [
    `customers?search=${CANARY}&source=${CANARY}`,
    `sales?search=${CANARY}&filter=${filter({ and: [{ number: { contains: CANARY } }, { customer: { city: { in: [CANARY] } } }] })}`,
    `devices?filter=${filter({ model: { contains: CANARY }, serial: { eq: CANARY } })}&format=spreadsheet`,
    `audit?action=${CANARY}`,
    `sales-metrics?query=${filter({ metrics: ['ORDERS'], filter: { customer: { fullName: { eq: CANARY } } } })}`,
  ]) {
    expect([path, (await admin.rest('GET', `/v1/admin/exports/${path}`, undefined, REQUEST_ID)).status]).toEqual([
      path,
      200,
    ]);
  }
  await app.sql(
    `insert into audit_entry (id, at, actor_type, actor_id, actor_label, action, target_kind, target_id, changes, detail, reason, request_id, ip, transport)
     values (gen_random_uuid(), $1, 'PUBLIC', $2, $2, 'setDeviceStatus', 'Device', $2, $3, $4, $2, $2, '203.0.113.9', 'REST')`,
    [
      app.clock.now(),
      `${CANARY} anywhere`,
      JSON.stringify({ status: { from: CANARY, to: [CANARY] }, aNewField: { from: CANARY, to: { [CANARY]: CANARY } } }),
      JSON.stringify({
        aNewField: CANARY,
        quantity: CANARY,
        deviceId: CANARY,
        expiresAt: `2026-11-26 ${CANARY}`,
        nested: { [`${CANARY} key`]: [{ [CANARY]: [CANARY] }] },
        filter: { [CANARY]: { eq: CANARY }, status: { eq: CANARY }, createdAt: { during: CANARY, withinLast: CANARY } },
        sort: [{ field: CANARY, direction: CANARY }],
        fields: [CANARY, `serial.${CANARY}`],
      }),
    ],
  );
}

/** Every way to read the audit log, as text. */
async function everythingShown(caller: Caller): Promise<string> {
  const texts: string[] = [];
  for (let skip = 0; ; skip += 100) {
    const { text, body } = await caller.rest('GET', `/v1/admin/audit?take=100&skip=${skip}`);
    texts.push(text);
    if (body.items.length < 100) break;
  }
  for (const format of ['csv', 'ndjson', 'spreadsheet']) {
    texts.push((await caller.rest('GET', `/v1/admin/exports/audit?format=${format}`)).text);
  }
  texts.push((await caller.rest('GET', '/v1/admin/exports/audit?fields=reason,detail,changes,requestId')).text);
  const fields = [
    'actorLabel',
    'changes',
    'detail',
    'reason',
    'requestId',
    'ip',
    'serviceAccountName',
    'actorId targetId',
  ];
  const ids: string[] = [];
  for (const selected of ['id', ...fields, fields.join(' ')]) {
    let after: string | null = null;
    do {
      const document = `query ($after: String) { auditEntries(first: 100, after: $after) { nodes { ${selected} } edges { node { ${selected} } } pageInfo { endCursor hasNextPage } } }`;
      const { body }: { body: Json } = await caller.gql(document, { after });
      const { nodes, edges, pageInfo } = body.data.auditEntries;
      texts.push(JSON.stringify([nodes, edges]));
      if (selected === 'id') ids.push(...nodes.map(({ id }: Json) => id));
      after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
    } while (after);
  }
  const ofNode = `... on AuditEntry { ${fields.join(' ')} }`;
  for (let at = 0; at < ids.length; at += 100) {
    const page = await caller.gql(`query ($ids: [ID!]!) { nodes(ids: $ids) { ${ofNode} } }`, {
      ids: ids.slice(at, at + 100),
    });
    texts.push(page.text);
  }
  texts.push((await caller.gql(`{ node(id: "${ids[0]}") { ${ofNode} } }`)).text);
  return texts.join('\n').toLowerCase();
}

/** Where the canary was seen, with what stands around it. */
function seenIn(text: string): string[] {
  return [...new Set([...text.matchAll(new RegExp(`.{0,60}${CANARY}.{0,20}`, 'g'))].map(([found]) => found))].slice(
    0,
    5,
  );
}

describe('free texts in the audit log', () => {
  it('every write that takes a free text was given one', () => {
    expect([...planted].sort()).toEqual(
      expect.arrayContaining([
        'auth.login',
        'customers.create fullName',
        'customers.update notes',
        'devices.setStatus reason',
        'devices.resetClaim reason',
        'devices.transfer reason',
        'firmware.interruptInstallation expectedFailureReason',
        'inventory.create code',
        'inventory.create notes',
        'inventory.update model',
        'pairing.claim deviceName',
        'preorders.addCustomerNote content',
        'preorders.delete reason',
        'preorders.publicCreate note',
        'preorders.putSettings productName',
        'preorders.setStatus note',
        'sales.cancel reason',
        'sales.refund reason',
        'sales.update notes',
        'settings.putBusiness companyName',
        'settings.putBusiness orderNumberPrefix',
        'team.create name',
      ]),
    );
  });

  it('free texts in the audit log are seen by an ADMIN', async () => {
    expect(seenIn(await everythingShown(admin))).not.toEqual([]);
  });

  it('free texts in the audit log are masked for SUPPORT and VIEWER on REST, on GraphQL and in exports', async () => {
    for (const caller of masked)
      expect([caller.admin.role, seenIn(await everythingShown(caller))]).toEqual([caller.admin.role, []]);
  });

  it('free texts in the audit log are masked in live events', () => {
    expect(heard.length).toBeGreaterThan(50);
    expect(seenIn(heard.join('\n').toLowerCase())).toEqual([]);
  });

  it('free texts in the audit log cannot be guessed by a filter or an order of those who see them masked', async () => {
    const document = 'query ($filter: AuditEntryFilter) { auditEntries(filter: $filter) { totalCount nodes { id } } }';
    const filters: Json[] = [
      { requestId: { contains: 'q' } },
      { requestId: { eq: 'some-request' } },
      { not: { requestId: { eq: 'some-request' } } },
      { or: [{ and: [{ requestId: { in: ['some-request'] } }] }] },
    ];
    for (const filter of filters) {
      for (const caller of masked) {
        const { body } = await caller.gql(document, { filter });
        expect([filter, body.errors?.[0].extensions.code]).toEqual([filter, 'ROLE_FORBIDDEN']);
        const path = `/v1/admin/exports/audit?filter=${encodeURIComponent(JSON.stringify(filter))}`;
        expect([filter, (await caller.rest('GET', path)).status]).toEqual([filter, 403]);
      }
      expect((await admin.gql(document, { filter })).body.errors).toBeUndefined();
    }
    for (const caller of masked) {
      const filter = { action: { eq: 'createCustomer' }, not: { actorType: { eq: 'DEVICE' } } };
      expect((await caller.gql(document, { filter })).body.data.auditEntries.totalCount).toBeGreaterThan(0);
    }
  });
});
