import { cleanTestApp, type TestApp } from '../support/app.ts';
import type { Caller, Json } from '../support/callers.ts';
import { addClaimCode, makeDevice } from '../support/factories/device.ts';

const NOW = new Date('2026-11-21T10:00:00.000Z');
const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);

let app: TestApp;
let admin: Caller;

beforeAll(async () => {
  app = await cleanTestApp(NOW);
  admin = await app.as('VIEWER');
});
afterAll(() => app.stop());
beforeEach(() => app.sql('delete from device'));

const list = (query = '') => admin.rest('GET', `/v1/admin/claim-codes${query}`);
const fours = (body: Json) => body.items.map(({ lastFour }: { lastFour: string }) => lastFour);

describe('listClaimCodes: the list of claim codes', () => {
  it('the list of claim codes returns them masked, newest first', async () => {
    const device = await makeDevice(app, { codeStatus: null });
    const claimed = await addClaimCode(app, device, { status: 'CLAIMED', createdAt: at(-20) });
    const fresh = await addClaimCode(app, device, { createdAt: at(-10), expiresAt: at(60) });
    const { status, body, text } = await list();
    expect(status).toBe(200);
    expect(body).toMatchObject({ total: 2, skip: 0, take: 50 });
    expect(body.items).toEqual([
      {
        id: expect.any(String),
        deviceId: device.id,
        serial: device.serial,
        lastFour: fresh.slice(-4),
        maskedCode: `******-******-******-**${fresh.slice(-4)}`,
        status: 'AVAILABLE',
        expiresAt: at(60).toISOString(),
        claimedAt: null,
        createdAt: at(-10).toISOString(),
      },
      expect.objectContaining({ lastFour: claimed.slice(-4), status: 'CLAIMED', claimedAt: at(-20).toISOString() }),
    ]);
    for (const code of [claimed, fresh]) expect(text).not.toContain(code.slice(0, 6));
  });

  it('the list of claim codes derives EXPIRED from the current time, both in the results and in the filter', async () => {
    const made: Record<string, string> = {};
    for (const [name, code] of Object.entries({
      open: {},
      later: { expiresAt: at(0.001) },
      now: { expiresAt: at(0) },
      claimed: { status: 'CLAIMED', expiresAt: at(-5) },
      gone: { status: 'VOID', expiresAt: at(-5) },
    } as const)) {
      made[name] = (await addClaimCode(app, await makeDevice(app, { codeStatus: null }), code)).slice(-4);
    }
    const found = async (status: string) => {
      const { body } = await list(`?status=${status}`);
      expect(body.items.every((item: Json) => item.status === status)).toBe(true);
      expect(body.total).toBe(body.items.length);
      return fours(body).sort();
    };
    expect(await found('AVAILABLE')).toEqual([made.open, made.later].sort());
    expect(await found('EXPIRED')).toEqual([made.now]);
    expect(await found('CLAIMED')).toEqual([made.claimed]);
    expect(await found('VOID')).toEqual([made.gone]);
    expect((await list()).body.total).toBe(5);
  });

  it('the list of claim codes accepts skip and take as strings', async () => {
    for (let count = 0; count < 3; count++) await makeDevice(app);
    const all = fours((await list()).body);
    const { body } = await list('?skip=1&take=1');
    expect(body).toMatchObject({ total: 3, skip: 1, take: 1 });
    expect(fours(body)).toEqual([all[1]]);
    expect((await list('?take=100')).status).toBe(200);
  });

  it.each([
    ['status', '?status=LOST', 'AVAILABLE, CLAIMED, EXPIRED, VOID'],
    ['status', '?status=available', 'AVAILABLE'],
    ['take', '?take=0', 'take'],
    ['take', '?take=101', 'take'],
    ['take', '?take=ten', 'take'],
    ['skip', '?skip=-1', 'skip'],
    ['search', '?search=x', 'search'],
    ['status', '?status=VOID&status=CLAIMED', ''],
  ])('the list of claim codes fails with 400 and names %s for %s', async (field, query, hint) => {
    const { status, body } = await list(query);
    expect(status).toBe(400);
    expect(body.error.message).toContain(field);
    expect(body.error.message).toContain(hint);
  });

  it.each(['OPERATIONS', 'SALES', 'FIRMWARE_MANAGER'] as const)(
    'the list of claim codes fails with 403 for %s',
    async (role) => {
      expect((await (await app.as(role)).rest('GET', '/v1/admin/claim-codes')).status).toBe(403);
    },
  );
});
