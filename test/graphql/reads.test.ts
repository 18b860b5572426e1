import { startTestApp, type TestApp } from '../support/app.ts';
import type { Caller } from '../support/callers.ts';
import { makeDevice } from '../support/factories/device.ts';
import { statementsOf, statementTextsOf } from '../support/statements.ts';

let app: TestApp;
let admin: Caller;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.as('SUPER_ADMIN');
});
afterAll(() => app.stop());

const DEEP = `query Deep($take: Int!) {
  devices(take: $take) {
    totalCount
    nodes {
      id serial batchCode
      claimCode { status lastFour }
      events { id toStatus }
      batch { id code createdBy { name } devices(take: 5) { totalCount nodes { id claimCode { lastFour } batch { code } } } }
      availableActions { operation to allowed blockedBy }
    }
  }
}`;

describe('a nested query', () => {
  it('costs the same number of statements for one device and for thirty', async () => {
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

  it('counts the total only when it is asked for', async () => {
    const ask = (fields: string) => statementsOf(() => admin.gql(`{ devices(take: 1) { ${fields} } }`));
    const without = await ask('nodes { id }');
    expect(await ask('totalCount nodes { id }')).toBe(without + 1);
    expect(
      await ask(
        '...T nodes { id } } } fragment T on DeviceConnection { totalCount ... on DeviceConnection { __typename',
      ),
    ).toBe(without + 1);
  });
});

describe('a list of records', () => {
  const columnsOf = async (fields: string) => {
    const texts = await statementTextsOf(async () => {
      const { body } = await admin.gql(`{ customers { nodes { ${fields} } } }`);
      expect(body.errors).toBeUndefined();
    });
    const [list = ''] = texts.filter((text) => text.includes('from customer c'));
    return [...list.matchAll(/ as "(\w+)"/g)].map(([, name]) => name);
  };

  it('reads the selected columns, the id and the place for the cursor, and no other column', async () => {
    await admin.rest('POST', '/v1/admin/customers', { fullName: 'Anna Karimova', notes: 'prefers calls' });
    expect(await columnsOf('__typename name: fullName ... on Customer { city }')).toEqual([
      'id',
      'fullName',
      'city',
      'cursorPlace',
    ]);
    expect(await columnsOf('profileNotes')).toEqual(['id', 'notes', 'cursorPlace']);
    expect(await columnsOf('notes { content }')).toEqual(['id', 'cursorPlace']);
  });
});

describe('a connection', () => {
  it('pages by cursor over every device once', async () => {
    const total = (await app.sql('select count(*)::int as n from device'))[0].n;
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const query =
        'query ($after: String) { devices(first: 7, after: $after, sort: [{field: status, direction: ASC}]) { nodes { id } pageInfo { hasNextPage endCursor } } }';
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
    ['first and skip', 'devices(first: 1, skip: 1)'],
    ['after and skip', 'devices(skip: 1, after: "x")'],
    ['a cursor of nobody', 'devices(after: "x")'],
    ['more than a page holds', 'devices(take: 101)'],
    ['more than a page holds, by its other name', 'devices(first: 101)'],
    ['nothing', 'devices(take: 0)'],
    ['a filter that is too deep', `devices(filter: {not: {not: {not: {not: {not: {status: {eq: READY}}}}}}})`],
  ])('refuses %s with 400', async (_what, field) => {
    const { status, body } = await admin.gql(`{ ${field} { nodes { id } } }`);
    expect([status, body.errors[0].extensions.code]).toEqual([400, 'VALIDATION_FAILED']);
  });

  it('filters with typed operators', async () => {
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
  it('have the access rule of the records that they lead to', async () => {
    await makeDevice(app);
    const sales = await app.as('SALES');
    const { status, body } = await sales.gql(
      '{ devices(take: 2) { nodes { serial batch { code } claimCode { lastFour } } } }',
    );
    expect(status).toBe(200);
    expect(body.data.devices.nodes[0]).toEqual({ serial: expect.any(String), batch: null, claimCode: null });
    expect(body.errors.map((error: { extensions: { code: string } }) => error.extensions.code)).toEqual(
      Array(4).fill('ROLE_FORBIDDEN'),
    );
  });
});

describe('viewer', () => {
  it('returns the caller, their permissions and their rate-limit status', async () => {
    const support = await app.as('SUPPORT');
    const { body } = await support.gql(
      '{ viewer { admin { id email } role permissions session { current expiresAt } rateLimit { limit remaining } } sessions { id current } }',
    );
    expect(body.data.viewer).toMatchObject({
      admin: { id: support.admin.id, email: support.admin.email },
      role: 'SUPPORT',
      session: { current: true },
      rateLimit: { limit: 120, remaining: 119 },
    });
    expect(body.data.viewer.permissions).toEqual(expect.arrayContaining(['setDeviceStatus', 'listAuditEntries']));
    expect(body.data.viewer.permissions).not.toContain('createAdmin');
    expect(body.data.sessions).toHaveLength(1);
  });
});

describe('availableActions', () => {
  it('are exactly the transitions that the mutation allows', async () => {
    const device = await makeDevice(app);
    const { body } = await admin.gql(
      'query ($id: ID!) { device(id: $id) { status availableActions { operation to allowed blockedBy } } }',
      { id: device.id },
    );
    const { status, availableActions } = body.data.device;
    const allowed = availableActions.map(({ to }: { to: string }) => to);
    expect(allowed.length).toBeGreaterThan(0);
    for (const to of [
      'INVENTORY',
      'READY',
      'SOLD',
      'CLAIMED',
      'ACTIVE',
      'RETURNED',
      'SUSPENDED',
      'REVOKED',
      'REPAIR',
      'RETIRED',
    ]) {
      if (to === status) continue;
      const fresh = await makeDevice(app);
      const reply = await admin.gql(
        'mutation ($id: ID!, $to: DeviceStatus!) { setDeviceStatus(id: $id, input: {status: $to, reason: "as offered"}) { status } }',
        { id: fresh.id, to },
      );
      expect([to, reply.status]).toEqual([to, allowed.includes(to) ? 200 : 409]);
    }
  });

  it('name the role as the reason for a forbidden action', async () => {
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
