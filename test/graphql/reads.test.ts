import { fillWithCustomers } from '../csv/support.ts';
import { type RunningApp, sharedTestApp } from '../support/app.ts';
import type { Caller } from '../support/callers.ts';
import { addPresence, makeDevice } from '../support/factories/device.ts';
import { makeInstallation } from '../support/factories/installation.ts';
import { makePreorder } from '../support/factories/preorder.ts';
import { makeRelease } from '../support/factories/release.ts';
import { makeSale } from '../support/factories/sale.ts';
import { statementsOf, statementTextsOf } from '../support/statements.ts';

let app: RunningApp;
let admin: Caller;

beforeAll(async () => {
  app = await sharedTestApp();
  admin = await app.as('SUPER_ADMIN');
  await fillWithCustomers(app, 100);
});
afterAll(() => app.stop());

const DEEP = `query Deep($take: Int!) {
  devices(first: $take) {
    totalCount
    nodes {
      id serial batchCode
      claimCode { status lastFour }
      events { nodes { id toStatus } }
      batch { id code createdBy { name } devices(first: 5) { totalCount nodes { id claimCode { lastFour } batch { code } } } }
      availableActions { operation to allowed blockedBy }
    }
  }
}`;

describe('a nested query', () => {
  it('a nested query costs the same number of statements for one device and for thirty', async () => {
    for (let made = 0; made < 30; made += 1) await makeDevice(app);
    const counts: number[] = [];
    for (const take of [1, 30]) {
      counts.push(
        await statementsOf(async () => {
          const { body } = await admin.gql(DEEP, { take });
          expect(body.errors).toBeUndefined();
          expect(body.data.devices.nodes).toHaveLength(take);
        }),
      );
    }
    expect(counts[0]).toBeGreaterThan(0);
    expect(counts[1]).toBe(counts[0]);
    expect(counts[1]).toBeLessThanOrEqual(12);
  });

  // A count needs a resolver: of the edge, or of the record, which PostgreSQL does not write then.
  it.each(['sales(first: 20) { totalCount nodes { id } }', 'sales(first: 20) { nodes { id } } devices { totalCount }'])(
    'a nested query reads at most 500 records along an edge in one statement, so that other requests go on in between: %s',
    async (edges) => {
      const query = `{ customers(first: 100) { nodes { id ${edges} } } }`;
      const texts = await statementTextsOf(async () => {
        const { body } = await admin.gql(query);
        expect(body.data.customers.nodes).toHaveLength(100);
      });
      const pages = texts.filter((text) => text.includes('as parent (id, place)') && text.includes('"cursorPlace"'));
      expect(pages).toHaveLength(4);
    },
  );

  it('a nested query counts the total only when it is asked for', async () => {
    const counts = async (fields: string) => {
      const texts = await statementTextsOf(() => admin.gql(`{ devices(first: 1) { ${fields} } }`));
      return texts.filter((text) => /count\(\*\)|from tally/.test(text)).length;
    };
    expect(await counts('nodes { id }')).toBe(0);
    expect(await counts('nodes { id availableActions { operation } }')).toBe(0);
    expect(await counts('totalCount nodes { id }')).toBe(1);
    expect(await counts('totalCount nodes { id availableActions { operation } }')).toBe(1);
    expect(
      await counts(
        '...T nodes { id } } } fragment T on DeviceConnection { totalCount ... on DeviceConnection { __typename',
      ),
    ).toBe(1);
  });
});

describe('a list of records', () => {
  const statementOf = async (list: string, fields: string, from: string) => {
    const texts = await statementTextsOf(async () => {
      const { body } = await admin.gql(`{ ${list} { nodes { ${fields} } } }`);
      expect(body.errors).toBeUndefined();
    });
    return texts.find((text) => text.includes(`from ${from}`)) ?? '';
  };
  /** The columns of the rows; of JSON that PostgreSQL writes, every column that stands in it, of edges too. */
  const columnsIn = (statement: string) => {
    const [json, from] = statement.split(' as json from ');
    if (from !== undefined) return [...new Set([...(json ?? '').matchAll(/\b[a-z]\.(\w+)/g)].map(([, name]) => name))];
    return [...statement.matchAll(/ as "(\w+)"/g)]
      .map(([, name]) => name)
      .filter((name) => !name?.startsWith('followed'));
  };
  const columnsOf = async (list: string, from: string, fields: string) =>
    columnsIn(await statementOf(list, fields, from));
  const deviceStatement = (fields: string) => statementOf('devices', fields, 'device d');

  it('a list of records reads the selected columns and no other column; of rows the id and the place for the cursor too', async () => {
    await admin.rest('POST', '/v1/admin/customers', { fullName: 'Anna Karimova', notes: 'prefers calls' });
    const columns = (fields: string) => columnsOf('customers', 'customer c', fields);
    expect(await columns('__typename name: fullName ... on Customer { city }')).toEqual(['full_name', 'city']);
    expect(await columns('profileNotes')).toEqual(['id', 'notes', 'cursorPlace']);
    expect(await columns('notes { nodes { content } }')).toEqual(['content', 'created_at', 'id', 'customer_id']);
  });

  it('a list of records reads of a sale what its money and its edges follow from, and no other column', async () => {
    await makeSale(app);
    const columns = (fields: string) => columnsOf('sales', 'sale s', fields);
    expect(await columns('number serial')).toEqual(['number', 'serial']);
    expect(await columns('refundState')).toEqual(['id', 'total', 'refundedTotal', 'cursorPlace']);
    expect(await columns('customer { id } refunds { nodes { amount } }')).toEqual([
      'id',
      'customer_id',
      'amount',
      'created_at',
      'sale_id',
    ]);
  });

  it('a list of records reads of a record what its actions follow from, and no other column', async () => {
    await makeSale(app);
    const actions = 'availableActions { operation allowed }';
    expect(await columnsOf('sales', 'sale s', actions)).toEqual([
      ...[
        'id',
        'status',
        'paymentStatus',
        'preorderId',
        'total',
        'refundedTotal',
        'claimedAt',
        'deviceReleasedAt',
        'cursorPlace',
      ],
    ]);
    expect(await columnsOf('batches', 'inventory_batch b', actions)).toEqual([
      ...['id', 'status', 'deviceCount', 'provisionedAt', 'cursorPlace'],
    ]);
    expect(await columnsOf('customers', 'customer c', actions)).toEqual(['id', 'anonymizedAt', 'cursorPlace']);
    expect(await columnsOf('team', 'admin a', actions)).toEqual(['id', 'status', 'cursorPlace']);
  });

  it('a list of records reads of a preorder what its edges follow from, and no other column', async () => {
    await makePreorder(app);
    const columns = (fields: string) => columnsOf('preorders', 'preorder p', fields);
    expect(await columns('number history { nodes { at } }')).toEqual(['number', 'at', 'id', 'preorder_id']);
    expect(await columns('assignedAdmin { name }')).toEqual(['name', 'assigned_admin_id', 'id']);
    expect(await columns('availableActions { to }')).toEqual([
      'id',
      'status',
      'fullPrice',
      'depositAmount',
      'cursorPlace',
    ]);
  });

  it('a list of records reads what the computed fields and the edges of a device need', async () => {
    await makeDevice(app);
    expect(columnsIn(await deviceStatement('serial batchCode owner { id }'))).toEqual([
      'serial',
      'code',
      'id',
      'owner_id',
    ]);
    expect(columnsIn(await deviceStatement('batch { code } availableActions { to }'))).toEqual([
      'id',
      'status',
      'previousStatus',
      'batchId',
      'cursorPlace',
    ]);
    expect(columnsIn(await deviceStatement('events { nodes { toStatus } }'))).toEqual([
      ...['to_status', 'at', 'id', 'device_id'],
    ]);
    expect(columnsIn(await deviceStatement('presence { online }'))).toEqual(
      expect.arrayContaining(['last_seen_at', 'status']),
    );
  });

  it('a list of records reads the heartbeats of devices only when they are selected', async () => {
    await makeDevice(app);
    const tablesOf = async (fields: string) => {
      const statement = await deviceStatement(fields);
      const plan = await app.sql(`explain (format json) ${statement.replaceAll(/\$\d/g, 'now()')}`);
      return JSON.stringify(plan);
    };
    expect(await tablesOf('presence { online }')).toContain('device_presence');
    expect(await tablesOf('serial')).not.toContain('device_presence');
  });

  it.each([
    [
      'devices',
      [
        'serial previousStatus batchCode presence { online lastSeenAt firmwareVersion status }',
        'batch { code }',
        'owner { id }',
        'claimCode { status lastFour }',
        'events { nodes { id } }',
        'installations { nodes { id } totalCount }',
        'pairings { nodes { id } }',
        'activeSale { id }',
        'availableActions { operation to }',
      ],
    ],
    [
      'releases',
      [
        'version signed signedBy',
        'firmware { sha256 size }',
        'package { sha256 }',
        'targetDevice { serial }',
        'events { nodes { id } }',
        'stats { total }',
        'installations { nodes { id serial version } }',
        'availableActions { operation to }',
      ],
    ],
    ['claimCodes', ['maskedCode', 'status', 'serial']],
  ])('a list of records gives the same part of %s when nothing else is selected', async (list, parts) => {
    const device = await makeDevice(app, { status: 'REPAIR', previousStatus: 'ACTIVE', owner: true, pairings: 1 });
    await addPresence(app, device.id);
    await makeSale(app);
    const release = await makeRelease(app, { channel: 'INTERNAL', targetDeviceId: device.id });
    await makeInstallation(app, device, release);
    const nodesOf = async (fields: string) => {
      const { body } = await admin.gql(`{ ${list}(first: 4) { nodes { ${fields} } } }`);
      expect(body.errors).toBeUndefined();
      return body.data[list].nodes;
    };
    const whole = await nodesOf(`id ${parts.join(' ')}`);
    for (const part of parts) {
      const nodes = await nodesOf(part);
      expect(whole).toMatchObject(nodes);
      expect(nodes.length).toBeGreaterThan(0);
    }
  });
});

describe('a connection', () => {
  it('a connection pages by cursor over every device once', async () => {
    const total = (await app.sql('select count(*)::int as n from device'))[0].n;
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const query =
        'query ($after: String) { devices(first: 7, after: $after, sort: [{field: STATUS, direction: ASC}]) { nodes { id } pageInfo { hasNextPage endCursor } } }';
      const {
        body,
      }: {
        body: {
          data: { devices: { nodes: { id: string }[]; pageInfo: { hasNextPage: boolean; endCursor: string | null } } };
        };
      } = await admin.gql(query, { after });
      expect(body).not.toHaveProperty('errors');
      seen.push(...body.data.devices.nodes.map(({ id }) => id));
      after = body.data.devices.pageInfo.endCursor;
    } while (after);
    expect(new Set(seen).size).toBe(total);
    expect(seen).toHaveLength(total);
  });

  it.each([
    ['first and last', 'devices(first: 1, last: 1)'],
    ['skip', 'devices(skip: 1)'],
    ['take', 'devices(take: 1)'],
    ['a cursor of nobody', 'devices(after: "x")'],
    ['more than a page holds', 'devices(first: 101)'],
    ['more than a page holds, at the end', 'devices(last: 101)'],
    ['a cursor of nobody that the page comes before', 'devices(last: 1, before: "x")'],
    ['nothing', 'devices(first: 0)'],
    ['a filter that is too deep', `devices(filter: {not: {not: {not: {not: {not: {status: {eq: READY}}}}}}})`],
  ])('a connection refuses %s with 400', async (_what, field) => {
    const { status, body } = await admin.gql(`{ ${field} { nodes { id } } }`);
    expect([status, body.errors[0].extensions.code]).toEqual([400, expect.stringMatching(/VALIDATION_FAILED$/)]);
  });

  it('a connection filters with typed operators', async () => {
    const device = await makeDevice(app);
    const { body } = await admin.gql(
      `query ($serial: String!) {
         one: devices(filter: {and: [{serial: {eq: $serial}}, {status: {in: [READY]}}]}) { nodes { serial } }
         none: devices(filter: {serial: {in: []}}) { totalCount }
         others: devices(filter: {not: {serial: {eq: $serial}}}) { nodes { serial } }
       }`,
      { serial: device.serial },
    );
    expect(body.data.one.nodes).toEqual([{ serial: device.serial }]);
    expect(body.data.none.totalCount).toBe(0);
    expect(body.data.others.nodes.map(({ serial }: { serial: string }) => serial)).not.toContain(device.serial);
  });
});

describe('edges', () => {
  it('edges that the role may not follow are null and named once, without an error or an audit entry', async () => {
    await makeDevice(app);
    const sales = await app.as('SALES');
    const { status, body } = await sales.gql(
      '{ devices(first: 2) { nodes { serial batch { code } claimCode { lastFour } } } }',
    );
    expect(status).toBe(200);
    expect(body.data.devices.nodes[0]).toEqual({ serial: expect.any(String), batch: null, claimCode: null });
    expect([body.errors, body.extensions.hidden]).toEqual([undefined, ['Device.batch', 'Device.claimCode']]);
    expect(await app.sql('select 1 from audit_entry where actor_id = $1', [sales.admin.id])).toEqual([]);
  });
});

describe('availableActions', () => {
  it('availableActions name the role as the reason for a forbidden action', async () => {
    const device = await makeDevice(app);
    const viewer = await app.as('VIEWER');
    const { body } = await viewer.gql(
      'query ($id: ID!) { device(id: $id) { availableActions { allowed blockedBy } } }',
      { id: device.id },
    );
    for (const action of body.data.device.availableActions)
      expect(action).toEqual({ allowed: false, blockedBy: 'ROLE' });
  });
});
