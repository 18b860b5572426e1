import { randomBytes } from 'node:crypto';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeDevice } from '../support/factories/device.ts';
import { beat } from './signed-heartbeats.ts';

const LIMIT = 120;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ limits: 'real' });
});
afterAll(() => app.stop());

describe('the rate limit of a device', () => {
  it('the rate limit of a device is not used up by a thousand wrong proofs of others', async () => {
    const device = await makeDevice(app);
    const forger = { serial: device.serial, secret: randomBytes(32) };
    const statuses: number[] = [];
    for (let sent = 0; sent < 1_000; sent += 50) {
      const replies = await Promise.all(Array.from({ length: 50 }, () => beat(app, forger)));
      statuses.push(...replies.map(({ status }) => status));
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(LIMIT);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1_000 - LIMIT);
    const reply = await beat(app, device);
    expect(reply.status).toBe(201);
    expect(reply.headers.ratelimit).toBe(`"default";r=${LIMIT - 1};t=60`);
  });

  it('the rate limit of a device allows 120 heartbeats a minute, and is independent of other devices', async () => {
    const [device, neighbour] = [await makeDevice(app), await makeDevice(app)];
    const now = app.clock.now().getTime();
    const replies = await Promise.all(
      Array.from({ length: LIMIT }, (_, index) => beat(app, device, { timestamp: now - index })),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
    const refused = await beat(app, device);
    expect([refused.status, refused.body.error.code]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await beat(app, neighbour)).status).toBe(201);
  });
});
