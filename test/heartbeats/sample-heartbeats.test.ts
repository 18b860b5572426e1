import { startApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { createLogger } from '../../src/log.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { addPresence, makeDevice } from '../support/factories/device.ts';
import { temporaryFolder } from '../support/run.ts';
import { until } from '../support/until.ts';

const dataDir = temporaryFolder('sample-heartbeats');
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { DATA_DIR: dataDir } });
});
afterAll(() => app.stop());

/** A device that was last heard so long before the present. */
async function heard(minutesAgo: number, status = 'healthy'): Promise<string> {
  const { id } = await makeDevice(app, { status: 'ACTIVE' });
  await addPresence(app, id, { lastSeenAt: new Date(Date.now() - minutesAgo * 60_000), status });
  return id;
}

it('the devices that were online when a sample stopped are online again with its next start, and no others', async () => {
  const online = [await heard(60), await heard(65)];
  await heard(75);
  await heard(60, 'shutdown');
  const recent = () =>
    app.sql(
      `select p.device_id as id, p.firmware_version as version, p.uptime >= 7200 as on, count(h.*)::int as heartbeats
         from device_presence p left join heartbeat h on h.device_id = p.device_id
        where p.last_seen_at > now() - interval '10 minutes' group by 1, 2, 3`,
    );
  const revoked = await heard(60);
  await app.sql(`update device set status = 'REVOKED', previous_status = 'ACTIVE' where id = $1`, [revoked]);
  expect(await recent()).toEqual([]);
  const config = readConfig({ PORT: '0', DATABASE_URL: app.database.url, DATA_DIR: dataDir });
  const settings = { ...config, databaseUrl: app.database.url };
  const sample = await startApp(settings, createLogger('silent'), { jobs: true, isSample: true });
  await until(async () => (await recent()).length > 0);
  await sample.stop();
  const found = await recent();
  expect(found.map(({ id }) => id).sort()).toEqual([...online].sort());
  for (const row of found) expect(row).toMatchObject({ version: '1.0.0', on: true, heartbeats: 1 });
});
