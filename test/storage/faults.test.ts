import { spawnSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { legacyBinary, legacyFields, uploadLegacy } from '../firmware/releases.ts';
import { beat } from '../heartbeats/signed-heartbeats.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeDevice } from '../support/factories/device.ts';
import { temporaryFolder } from '../support/run.ts';

let app: TestApp;
afterEach(() => app.stop());

describe('an unavailable storage', () => {
  it('an unavailable storage makes only uploads fail, leaves no partial release and degrades /health', async () => {
    const path = join(temporaryFolder('broken'), 'file');
    writeFileSync(path, '');
    app = await startTestApp({ env: { OBJECT_STORAGE_PATH: path } });
    const device = await makeDevice(app, { status: 'ACTIVE' });
    const reply = await uploadLegacy(await app.as('SUPER_ADMIN'), legacyFields(), legacyBinary(1_000));
    expect([reply.status, reply.body.error.code, reply.headers['retry-after']]).toEqual([
      503,
      'STORAGE_UNAVAILABLE',
      '10',
    ]);
    expect(reply.text).not.toContain(path);
    expect(await app.sql('select 1 from release')).toEqual([]);
    expect(await app.sql(`select 1 from audit_entry where action = 'uploadLegacyRelease'`)).toEqual([]);
    const health = await app.rest('GET', '/health');
    expect([health.status, health.body.status, health.body.checks]).toEqual([
      200,
      'degraded',
      { api: true, database: true, objectStorage: false },
    ]);
    expect((await beat(app, device)).status).toBe(201);
  });
});

const disk = temporaryFolder('small-disk');
const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', disk]).status === 0;
afterAll(() => {
  if (isMounted) spawnSync('umount', ['-l', disk]);
});

(isMounted ? describe : describe.skip)('a storage without room', () => {
  it('a storage without room answers with an error, keeps its objects and accepts what still fits', async () => {
    const folder = join(disk, 'objects');
    app = await startTestApp({ env: { OBJECT_STORAGE_PATH: folder } });
    const root = await app.as('SUPER_ADMIN');
    // While it is taken in, an upload needs its room twice: for the form, and for the image.
    expect((await uploadLegacy(root, legacyFields(), legacyBinary(900_000))).status).toBe(201);
    const reply = await uploadLegacy(root, legacyFields(), legacyBinary(900_000));
    expect([reply.status, reply.body.error.code, reply.headers['retry-after']]).toEqual([503, 'STORAGE_FULL', '10']);
    expect(readdirSync(join(folder, '.staging'))).toEqual([]);
    expect((await uploadLegacy(root, legacyFields(), legacyBinary(100_000))).status).toBe(201);
    expect(await app.sql('select 1 from release')).toHaveLength(2);
  });
});
