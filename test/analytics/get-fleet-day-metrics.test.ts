import { fleetDayQuestions } from '../../src/persistence/analytics/fleet-days-dataset.ts';
import type { TestApp } from '../support/app.ts';
import type { Caller } from '../support/callers.ts';
import { addDay, groupDays, makeDevice } from '../support/factories/device.ts';
import { askOf, itFollowsTheRules, NOW, type Question, shortOf, startAnalytics } from './question-support.ts';

const ASKING = { set: fleetDayQuestions, field: 'fleetDayMetrics' };
const DAY_MS = 86_400_000;

let app: TestApp;
let admin: Caller;

/** Two devices: one was heard for half of two days, the other for all of one of them. */
beforeAll(async () => {
  app = await startAnalytics();
  admin = await app.as('ADMIN');
  const [first, second] = [await makeDevice(app, {}), await makeDevice(app, {})];
  await addDay(app, first.id, NOW);
  await addDay(app, first.id, new Date(NOW.getTime() - DAY_MS));
  await addDay(app, second.id, NOW);
  await app.sql(
    `update device_day set heard_seconds = 43200, restarts = 2, average_rssi = -80, lowest_free_heap = 1000, firmware_version = '2.0.0',
            highest_temperature = 61.5, average_temperature = 40
      where device_id = $1`,
    [first.id],
  );
  await app.sql('update device_day set average_rssi = -50, lowest_free_heap = 500 where device_id = $1', [second.id]);
  await groupDays(app);
});
afterAll(() => app.stop());

const short = async (question: Question) => shortOf(await askOf(admin, ASKING, question));

describe('getFleetDayMetrics: a question about the days of the fleet', () => {
  itFollowsTheRules(() => app, {
    ...ASKING,
    list: 'getDevice',
    guards: { DEVICE: 'getDevice', OWNER: 'getCustomer' },
    across: {},
  });

  it('a question about the days of the fleet shows the uptime by day and version, and no device counts twice', async () => {
    expect(
      await short({
        metrics: ['UPTIME_SHARE', 'DEVICES', 'DEVICE_DAYS', 'HEARTBEATS', 'RESTARTS'],
        dimensions: ['FIRMWARE_VERSION'],
        grain: 'DAY',
        range: { from: '2026-11-19', to: '2026-11-20' },
        timezone: 'UTC',
      }),
    ).toEqual([
      ['2026-11-19', '1.0.0', null, 0, 0, 0, 0],
      ['2026-11-19', '2.0.0', 0.5, 1, 1, 288, 2],
      ['2026-11-20', '1.0.0', 1, 1, 1, 288, 0],
      ['2026-11-20', '2.0.0', 0.5, 1, 1, 288, 2],
    ]);
    const { totals } = await askOf(admin, ASKING, { metrics: ['UPTIME_SHARE', 'DEVICES', 'DEVICE_DAYS'] });
    expect(totals).toEqual([2 / 3, 2, 3]);
  });

  it('a question about the days of the fleet shows the signal, the temperature and the memory', async () => {
    const metrics = ['AVERAGE_WIFI_RSSI', 'WEAK_WIFI_SHARE', 'HIGHEST_TEMPERATURE', 'HOT_SHARE', 'LOWEST_FREE_HEAP'];
    expect(await short({ metrics })).toEqual([[-70, 2 / 3, 61.5, 1, 500]]);
    expect(await short({ metrics, filter: { firmwareVersion: { eq: '1.0.0' } } })).toEqual([[-50, 0, null, null, 500]]);
  });
});
