import { type RunningApp, sharedTestApp } from '../support/app.ts';
import type { Caller, Json } from '../support/callers.ts';

const STATUSES = 'INVENTORY, READY, SOLD, CLAIMED, ACTIVE, RETURNED, SUSPENDED, REVOKED, REPAIR, RETIRED';
const RANGES = 'today, 7d, 30d, 90d, year, custom';

let app: RunningApp;
let admin: Caller;

beforeAll(async () => {
  app = await sharedTestApp();
  admin = await app.as('SUPER_ADMIN');
});
afterAll(() => app.stop());

async function problemOf(method: string, path: string, body?: Json): Promise<string> {
  const reply = await admin.rest(method, path, body);
  expect(reply).toMatchObject({ status: 400, body: { error: { code: 'VALIDATION_FAILED' } } });
  expect(Object.keys(reply.body.error).sort()).toEqual(['code', 'message', 'requestId']);
  return reply.body.error.message;
}

const devices = (status: string) => `/v1/admin/devices?status=${encodeURIComponent(status)}`;

describe('a value that is none of an enumeration is repeated on REST, with the one that was meant:', () => {
  it.each([
    ['a mistyped one', devices('ACTVE'), `status must be one of ${STATUSES}, not "ACTVE" (did you mean "ACTIVE"?)`],
    [
      'one in small letters',
      devices('active'),
      `status must be one of ${STATUSES}, not "active" (did you mean "ACTIVE"?)`,
    ],
    [
      'one with a space',
      devices('In Ventory'),
      `status must be one of ${STATUSES}, not "In Ventory" (did you mean "INVENTORY"?)`,
    ],
    ['one that is like two others', devices('RE'), `status must be one of ${STATUSES}, not "RE"`],
    ['one that is like no other', devices('Broken'), `status must be one of ${STATUSES}, not "Broken"`],
    [
      'one with digits',
      '/v1/admin/analytics/sales?range=30D',
      `range must be one of ${RANGES}, not "30D" (did you mean "30d"?)`,
    ],
    [
      'one in the filter of an export',
      `/v1/admin/exports/devices?filter=${encodeURIComponent('{"status":{"in":["SOLD","Sould"]}}')}`,
      `filter.status.in.1 must be one of ${STATUSES}, not "Sould" (did you mean "SOLD"?)`,
    ],
  ])('%s', async (_what, path, problem) => {
    expect(await problemOf('GET', path)).toBe(problem);
  });

  it.each([
    ['{"status":"ACTIVE"}', 'filter.status must be conditions, such as {"eq": "ACTIVE"}'],
    ['{"online":true}', 'filter.online must be conditions, such as {"eq": true}'],
    ['{"serial":"Secret-Harbour-72"}', 'filter.serial must be conditions, such as {"eq": ...}'],
  ])('a value in the place of a condition, as in %s, is answered with the condition', async (filter, problem) => {
    expect(await problemOf('GET', `/v1/admin/exports/devices?filter=${encodeURIComponent(filter)}`)).toBe(problem);
  });

  it('one in a body, beside its other problems', async () => {
    const body = {
      salesChannel: 'Telegramm',
      paymentStatus: 'paid',
      unitPrice: 1,
      customer: { preferredLanguage: 'UZ' },
    };
    const problems = (await problemOf('POST', '/v1/admin/sales', body)).split('; ');
    expect(problems).toEqual(
      expect.arrayContaining([
        'customer.preferredLanguage must be one of uz, en, ru, not "UZ" (did you mean "uz"?)',
        'deviceId is required',
        'paymentStatus must be one of UNPAID, PARTIAL, PAID, REFUNDED, not "paid" (did you mean "PAID"?)',
        'salesChannel must be one of DIRECT, INSTAGRAM, TELEGRAM, WEBSITE, RESELLER, OFFLINE, OTHER, not "Telegramm" (did you mean "TELEGRAM"?)',
      ]),
    );
  });

  it.each([
    ['a number', 5],
    ['a list', ['PAID']],
    ['an empty text', ''],
  ])('%s in its place names the values alone', async (_what, paymentStatus) => {
    const problem = await problemOf('PATCH', `/v1/admin/sales/${admin.admin.id}`, { paymentStatus });
    expect(problem.split('; ')).toContain('paymentStatus must be one of UNPAID, PARTIAL, PAID, REFUNDED');
  });
});

describe('what may be a secret is not repeated on REST:', () => {
  const SECRETS = [
    ['a password', 'Correct-Horse-7-Battery'],
    ['a claim code', '7K3M9Q-2XABCD-EFGH45-6JKMNP'],
    ['a token', `karvon_sa_${'aZ3'.repeat(14)}`],
    ['a hash', 'a1'.repeat(32)],
    ['a text of letters that is longer than any value', 'active'.repeat(1_000)],
    ['a value with very many spaces', `ACT${' '.repeat(5_000)}IVE`],
    ['markup', '<script>ACTIVE</script>'],
  ] as const;

  it.each(SECRETS)('%s', async (_what, secret) => {
    expect(await problemOf('PATCH', `/v1/admin/team/${admin.admin.id}/role`, { role: secret })).not.toContain(
      secret.slice(0, 6),
    );
  });
});
