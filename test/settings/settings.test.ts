import { cleanTestApp, type TestApp } from '../support/app.ts';
import type { Caller, Json } from '../support/callers.ts';

const PATH = '/v1/admin/settings';
const SYSTEM = {
  maximumMacsPerDevice: 5,
  heartbeatTimeoutSeconds: 600,
  pairingCertificateDays: 90,
  defaultFirmwareChannel: 'BETA',
  defaultRolloutPercentage: 25,
};
const BUSINESS = {
  onlineThresholdMinutes: 15,
  activeThresholdDays: 60,
  companyName: 'Karvon MChJ',
  defaultCurrency: 'UZS',
  defaultDevicePrice: 1_500_000,
  orderNumberPrefix: 'KV',
};

let app: TestApp;
let admin: Caller;
beforeAll(async () => {
  app = await cleanTestApp();
  admin = await app.as('ADMIN');
});
afterAll(() => app.stop());

/** By action alone: an entry that should not be there may name no target. */
const entries = (action: string) =>
  app.sql('select target_kind, target_id, changes from audit_entry where action = $1 order by id', [action]);

const records = {
  system: { target: 'system', path: PATH, body: SYSTEM, action: 'updateSystemSettings' },
  business: { target: 'business', path: `${PATH}/business`, body: BUSINESS, action: 'updateBusinessSettings' },
} as const;

describe('getSettings: the settings', () => {
  it('the settings are both records, as the first start made them', async () => {
    const reply = await admin.rest('GET', PATH);
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      system: {
        maximumMacsPerDevice: 3,
        heartbeatTimeoutSeconds: 300,
        pairingCertificateDays: 365,
        defaultFirmwareChannel: 'STABLE',
        defaultRolloutPercentage: 10,
        revision: 1,
        updatedAt: expect.any(String),
      },
      business: {
        onlineThresholdMinutes: 10,
        activeThresholdDays: 30,
        companyName: 'Karvon',
        defaultCurrency: 'UZS',
        defaultDevicePrice: 0,
        orderNumberPrefix: 'KRV',
        revision: 1,
        updatedAt: expect.any(String),
      },
    });
  });
});

function describeReplacing({ target, path, body, action }: (typeof records)[keyof typeof records]) {
  const shown = async (): Promise<Json> => (await admin.rest('GET', PATH)).body[target];

  it('settings are replaced as a whole, with one audit entry that lists the changes', async () => {
    const { revision, updatedAt: _then, ...before } = await shown();
    app.clock.advance(1000);
    const reply = await admin.rest('PUT', path, body);
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({ ...body, revision: revision + 1, updatedAt: app.clock.now().toISOString() });
    expect(await shown()).toEqual(reply.body);
    const changed = Object.entries(body).filter(([field, value]) => before[field] !== value);
    expect(await entries(action)).toEqual([
      {
        target_kind: 'Settings',
        target_id: target,
        changes: Object.fromEntries(changed.map(([field, value]) => [field, { from: before[field], to: value }])),
      },
    ]);
  });

  it('set to the same values change nothing and write no entry', async () => {
    const before = await shown();
    app.clock.advance(1000);
    const reply = await admin.rest('PUT', path, body);
    expect([reply.status, reply.body]).toEqual([200, before]);
    expect(await entries(action)).toHaveLength(1);
  });

  it.each(Object.keys(body))('settings fail with 400 without %s', async (field) => {
    const { [field]: _missing, ...rest } = body as Json;
    const reply = await admin.rest('PUT', path, rest);
    expect([reply.status, reply.body.error.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(reply.body.error.message).toContain(`${field} is required`);
  });

  it('settings fail with 409 for a stale revision', async () => {
    const { revision } = await shown();
    const stale = await admin.rest('PUT', path, body, { 'if-match': `"${revision - 1}"` });
    expect([stale.status, stale.body.error.code]).toEqual([409, 'REVISION_CONFLICT']);
    expect((await admin.rest('PUT', path, body, { 'if-match': `"${revision}"` })).status).toBe(200);
  });

  it('settings lose none of many concurrent changes', async () => {
    const { revision } = await shown();
    const field = target === 'system' ? 'defaultRolloutPercentage' : 'activeThresholdDays';
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, index) => admin.rest('PUT', path, { ...body, [field]: 30 + index })),
    );
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    expect(new Set(replies.map((reply) => reply.body.revision)).size).toBe(8);
    expect((await shown()).revision).toBe(revision + 8);
  });
}

describe('updateSystemSettings: the system settings', () => describeReplacing(records.system));
describe('updateBusinessSettings: the business settings', () => describeReplacing(records.business));

const ranges: readonly [path: string, body: Json, field: string, good: readonly unknown[], bad: readonly unknown[]][] =
  [
    [PATH, SYSTEM, 'maximumMacsPerDevice', [1, 10], [0, 11, 1.5, '3', null]],
    [PATH, SYSTEM, 'heartbeatTimeoutSeconds', [60, 86_400], [59, 86_401]],
    [PATH, SYSTEM, 'pairingCertificateDays', [7, 730], [6, 731]],
    [PATH, SYSTEM, 'defaultFirmwareChannel', ['INTERNAL', 'BETA', 'STABLE'], ['stable', 'ALPHA', '']],
    [PATH, SYSTEM, 'defaultRolloutPercentage', [0, 100], [-1, 101]],
    [PATH, SYSTEM, 'companyName', [], ['Karvon']],
    [`${PATH}/business`, BUSINESS, 'onlineThresholdMinutes', [1, 1440], [0, 1441]],
    [`${PATH}/business`, BUSINESS, 'activeThresholdDays', [1, 365], [0, 366]],
    [`${PATH}/business`, BUSINESS, 'companyName', ['ab', 'ü'.repeat(120)], ['a', 'ü'.repeat(121), ' a ']],
    [`${PATH}/business`, BUSINESS, 'defaultCurrency', ['UZS', 'USD'], ['US', 'USDT', '', '€€€', 'U$D']],
    [`${PATH}/business`, BUSINESS, 'defaultDevicePrice', [0, 2_000_000_000], [-1, 2_000_000_001, 0.5]],
    [`${PATH}/business`, BUSINESS, 'orderNumberPrefix', ['KV', '№ 1/2-ÜÖÄ.x'], ['K', 'K'.repeat(13)]],
    [`${PATH}/business`, BUSINESS, 'revision', [], [1]],
  ];

it.each(ranges)('the settings of %s enforce the range of %3$s', async (path, body, field, good, bad) => {
  for (const value of good) {
    const reply = await admin.rest('PUT', path, { ...body, [field]: value });
    expect([value, reply.status, reply.body[field]]).toEqual([value, 200, value]);
  }
  for (const value of bad) {
    const reply = await admin.rest('PUT', path, { ...body, [field]: value });
    expect([value, reply.status, reply.body.error?.code]).toEqual([value, 400, 'VALIDATION_FAILED']);
    expect(reply.body.error.message).toContain(field);
  }
});

it('the settings trim white space around strings', async () => {
  const reply = await admin.rest('PUT', `${PATH}/business`, {
    ...BUSINESS,
    orderNumberPrefix: '  KX  ',
    companyName: ' Karvon ',
  });
  expect(reply.body).toMatchObject({ orderNumberPrefix: 'KX', companyName: 'Karvon' });
});

it.each(['SUPER_ADMIN', 'ADMIN', 'OPERATIONS', 'SALES', 'SUPPORT', 'FIRMWARE_MANAGER', 'VIEWER'] as const)(
  'the settings are accessible to %s as the contract specifies',
  async (role) => {
    const caller = await app.as(role);
    const writes = ['SUPER_ADMIN', 'ADMIN'].includes(role) ? 200 : 403;
    expect((await caller.rest('GET', PATH)).status).toBe(role === 'VIEWER' ? 200 : writes);
    expect((await caller.rest('PUT', PATH, SYSTEM)).status).toBe(writes);
    expect((await caller.rest('PUT', `${PATH}/business`, BUSINESS)).status).toBe(writes);
  },
);

it('the settings fail with 401 without a session', async () => {
  expect((await app.rest('GET', PATH)).status).toBe(401);
  expect((await app.rest('PUT', PATH, SYSTEM)).status).toBe(401);
  expect((await app.rest('PUT', `${PATH}/business`, BUSINESS)).status).toBe(401);
});
