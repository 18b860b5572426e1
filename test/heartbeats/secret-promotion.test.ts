import { cleanTestApp, type TestApp } from '../support/app.ts';
import { addSecret, makeDevice } from '../support/factories/device.ts';
import { beat, deviceOf } from './signed-heartbeats.ts';

let app: TestApp;
beforeAll(async () => {
  app = await cleanTestApp();
});
afterAll(() => app.stop());

function secretsOf(deviceId: string) {
  return app.sql('select version, state, activated_at from device_secret where device_id = $1 order by version', [
    deviceId,
  ]);
}

describe('a pending secret', () => {
  it('a pending secret becomes ACTIVE with its first valid proof, and its predecessor is retired', async () => {
    const device = await makeDevice(app);
    const pending = await addSecret(app, device, { version: 2, state: 'PENDING' });
    expect((await beat(app, device)).status).toBe(201);
    expect((await secretsOf(device.id)).map(({ state }) => state)).toEqual(['ACTIVE', 'PENDING']);

    app.clock.advance(1_000);
    expect((await beat(app, { ...device, secret: pending })).status).toBe(201);
    expect(await secretsOf(device.id)).toMatchObject([
      { version: 1, state: 'RETIRED' },
      { version: 2, state: 'ACTIVE', activated_at: app.clock.now() },
    ]);
    expect((await beat(app, device)).body.error.code).toBe('DEVICE_PROOF_INVALID');
    expect((await beat(app, { ...device, secret: pending })).status).toBe(201);
  });

  it('a pending secret makes a device in INVENTORY READY', async () => {
    const device = await makeDevice(app, { status: 'INVENTORY', secretState: 'RETIRED' });
    const secret = await addSecret(app, device, { version: 2, state: 'PENDING' });
    expect((await beat(app, device)).status).toBe(401);
    expect((await beat(app, { ...device, secret })).body.device).toEqual({ status: 'READY' });
    expect(await deviceOf(app, device.id)).toMatchObject({ status: 'READY', revision: 2, updated_at: app.clock.now() });
    expect(
      await app.sql('select cause, from_status, to_status from device_event where device_id = $1', [device.id]),
    ).toEqual([{ cause: 'secretProved', from_status: 'INVENTORY', to_status: 'READY' }]);
  });

  it('a pending secret keeps a device in INVENTORY if only its old secret is used', async () => {
    const device = await makeDevice(app, { status: 'INVENTORY', secretState: 'ACTIVE' });
    expect((await beat(app, device)).body.device).toEqual({ status: 'INVENTORY' });
  });

  it('a pending secret is activated once by fifty concurrent first proofs', async () => {
    const device = await makeDevice(app, { status: 'INVENTORY', secretState: 'ACTIVE' });
    const secret = await addSecret(app, device, { version: 2, state: 'PENDING' });
    const now = app.clock.now().getTime();
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, index) => beat(app, { ...device, secret }, { timestamp: now - index })),
    );
    expect(replies.map(({ status }) => status)).toEqual(Array(50).fill(201));
    expect((await secretsOf(device.id)).map(({ state }) => state)).toEqual(['RETIRED', 'ACTIVE']);
    expect(await deviceOf(app, device.id)).toMatchObject({ status: 'READY', revision: 2 });
  });

  it('a pending secret is not activated by a proof outside the time window', async () => {
    const device = await makeDevice(app);
    const secret = await addSecret(app, device, { version: 2, state: 'PENDING' });
    await beat(app, { ...device, secret }, { timestamp: app.clock.now().getTime() - 300_001 });
    expect((await secretsOf(device.id)).map(({ state }) => state)).toEqual(['ACTIVE', 'PENDING']);
  });

  it('a pending secret is activated by a later proof if an admin has locked the device', async () => {
    const device = await makeDevice(app);
    const secret = await addSecret(app, device, { version: 2, state: 'PENDING' });
    await app.runtime
      .em()
      .fork()
      .transactional(async (em) => {
        await em.execute('select 1 from device where id = ? for update', [device.id]);
        expect((await beat(app, { ...device, secret })).status).toBe(201);
      });
    expect((await secretsOf(device.id)).map(({ state }) => state)).toEqual(['ACTIVE', 'PENDING']);
    await beat(app, { ...device, secret });
    expect((await secretsOf(device.id)).map(({ state }) => state)).toEqual(['RETIRED', 'ACTIVE']);
  });
});
