import fc from 'fast-check';
import { deviceQuestions } from '../../src/persistence/analytics/device-datasets.ts';
import { newId } from '../../src/persistence/columns.ts';
import { Device } from '../../src/persistence/devices/device.entity.ts';
import { DevicePresence } from '../../src/persistence/devices/device-presence.entity.ts';
import { Batch } from '../../src/persistence/inventory/batch.entity.ts';
import type { TestApp } from '../support/app.ts';
import type { Caller } from '../support/callers.ts';
import { makeCustomerRow } from '../support/factories/device.ts';
import { insertRow, insertRows } from '../support/factories/insert.ts';
import { bucketName, medianOf } from './plain-count.ts';
import { askOf, itFollowsTheRules, NOW, type Question, shortOf, startAnalytics } from './question-support.ts';

const ASKING = { set: deviceQuestions, field: 'deviceMetrics' };
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

let app: TestApp;
let admin: Caller;
let batchId: string;

beforeAll(async () => {
  app = await startAnalytics();
  admin = await app.as('ADMIN');
  batchId = await insertRow(app.sql, Batch, {
    code: 'B-1',
    model: 'LAMP1',
    hardwareRevision: 'rev-b',
    quantity: 100,
    status: 'COMPLETED',
    createdAt: NOW,
    updatedAt: NOW,
  });
});
afterAll(() => app.stop());

const ask = (question: Question) => askOf(admin, ASKING, question);

const device = fc.record({
  revision: fc.constantFrom('rev-a', 'rev-b'),
  ageDays: fc.integer({ min: 0, max: 500 }),
  activatedDaysAgo: fc.option(fc.integer({ min: 0, max: 90 }), { nil: null }),
  /** Null before the first heartbeat. */
  presence: fc.option(
    fc.record({
      minutesAgo: fc.oneof(fc.integer({ min: 0, max: 10 }), fc.integer({ min: 0, max: 60 * 24 * 60 })),
      version: fc.constantFrom('1.0.0', '2.0.0'),
      wifiRssi: fc.option(fc.integer({ min: -120, max: 0 }), { nil: null }),
      temperature: fc.option(fc.integer({ min: -40, max: 125 }), { nil: null }),
      status: fc.constantFrom('healthy', 'healthy', 'shutdown'),
    }),
    { nil: null },
  ),
});
type Made = typeof device extends fc.Arbitrary<infer One> ? One : never;

async function putDevices(made: readonly Made[]): Promise<void> {
  await app.sql('delete from device');
  const ids = await insertRows(
    app.sql,
    Device,
    made.map(({ revision, ageDays, activatedDaysAgo }, at) => {
      const activatedAt = activatedDaysAgo === null ? null : new Date(NOW.getTime() - activatedDaysAgo * DAY_MS);
      const createdAt = new Date(NOW.getTime() - ageDays * DAY_MS);
      return {
        id: newId(),
        serial: `SERIAL-${at}`,
        batchId,
        batchOrdinal: at + 1,
        model: 'LAMP1',
        hardwareRevision: revision,
        status: 'READY' as const,
        claimedAt: activatedAt,
        activatedAt,
        createdAt,
        updatedAt: createdAt,
      };
    }),
  );
  await insertRows(
    app.sql,
    DevicePresence,
    made.flatMap(({ presence }, at) => {
      if (!presence) return [];
      const lastSeenAt = new Date(NOW.getTime() - presence.minutesAgo * MINUTE_MS);
      return [
        {
          deviceId: ids[at] ?? '',
          lastSeenAt,
          lastTimestampMs: lastSeenAt.getTime(),
          firmwareVersion: presence.version,
          appVersion: '1',
          uptime: 1,
          status: presence.status,
          wifiRssi: presence.wifiRssi,
          temperature: presence.temperature,
        },
      ];
    }),
  );
}

/** The metrics of devices, counted one by one. */
function figuresOf(devices: readonly Made[], onlineMinutes: number, activeDays: number) {
  const seen = devices.flatMap(({ presence }) => presence ?? []);
  const online = seen.filter(({ minutesAgo, status }) => minutesAgo <= onlineMinutes && status !== 'shutdown').length;
  const active = seen.filter(({ minutesAgo }) => minutesAgo <= activeDays * 24 * 60).length;
  const wifi = seen.flatMap(({ wifiRssi }) => wifiRssi ?? []);
  const temperatures = seen.flatMap(({ temperature }) => temperature ?? []);
  const mean = (values: readonly number[]) =>
    values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
  const share = (part: number, of: number) => (of === 0 ? null : part / of);
  const weak = wifi.filter((value) => value <= -75).length;
  const hot = temperatures.filter((value) => value >= 60).length;
  return {
    DEVICES: devices.length,
    ONLINE: online,
    ONLINE_SHARE: share(online, seen.length),
    OFFLINE: seen.length - online,
    ACTIVE: active,
    ACTIVE_SHARE: share(active, devices.length),
    NEVER_SEEN: devices.length - seen.length,
    ACTIVATED: devices.filter(({ activatedDaysAgo }) => activatedDaysAgo !== null).length,
    WEAK_WIFI: weak,
    WEAK_WIFI_SHARE: share(weak, wifi.length),
    AVERAGE_WIFI_RSSI: mean(wifi),
    HOT: hot,
    HOT_SHARE: share(hot, temperatures.length),
    AVERAGE_TEMPERATURE: mean(temperatures),
    MEDIAN_AGE_DAYS: medianOf(devices.map(({ ageDays }) => ageDays)),
  };
}

const rounded = (value: unknown) => (typeof value === 'number' ? Number(value.toPrecision(9)) + 0 : value);

describe('getDeviceMetrics: a question about devices', () => {
  itFollowsTheRules(() => app, {
    ...ASKING,
    list: 'listDevices',
    guards: { ACTIVE_SALE: 'getSale', OWNER: 'getCustomer' },
    across: { getCustomer: { owner: { region: { eq: 'Tashkent' } } } },
  });

  it('a question about devices counts online shares by firmware, signals by revision and retention by the month of activation as by hand', async () => {
    const [{ minutes, days }] = await app.sql(
      'select online_threshold_minutes as minutes, active_threshold_days as days from business_settings',
    );
    const metrics = Object.keys(figuresOf([], minutes, days));
    await fc.assert(
      fc.asyncProperty(fc.array(device, { maxLength: 25, size: 'max' }), async (made) => {
        await putDevices(made);
        const groups: readonly (readonly [Question, (one: Made) => string | null])[] = [
          [{ dimensions: ['FIRMWARE_VERSION'] }, ({ presence }) => presence?.version ?? null],
          [{ dimensions: ['HARDWARE_REVISION'] }, ({ revision }) => revision],
          [
            { grain: 'MONTH', time: 'ACTIVATED_AT', range: { preset: 'LAST_12_MONTHS' }, fill: 'NONE' },
            ({ activatedDaysAgo: ago }) =>
              ago === null ? 'never' : bucketName('MONTH', new Date(NOW.getTime() - ago * DAY_MS), 'Asia/Tashkent'),
          ],
        ];
        for (const [asked, keyOf] of groups) {
          const found = await ask({ metrics: metrics.slice(0, 12), ...asked });
          const more = await ask({ metrics: metrics.slice(12), ...asked });
          const rows = found.rows.map((row: Record<string, unknown[]>, at: number) => [
            asked.grain ? row.bucketLabel : row.dimensions?.[0],
            [...(row.metrics ?? []), ...more.rows[at].metrics].map(rounded),
          ]);
          const expected = [...Map.groupBy(made, keyOf)]
            .filter(([key]) => key !== 'never')
            .map(([key, devices]) => [key, Object.values(figuresOf(devices, minutes, days)).map(rounded)]);
          const byKey = ([one]: unknown[], [other]: unknown[]) => (String(one) < String(other) ? -1 : 1);
          expect(rows.sort(byKey)).toEqual(expected.sort(byKey));
        }
      }),
      { numRuns: 15 },
    );
  });

  it('a question about devices shows the age of stock, and names owners', async () => {
    const ages = [0, 29, 30, 89, 90, 179, 180, 364, 365, 4_000];
    await putDevices(ages.map((ageDays) => ({ revision: 'rev-a', ageDays, activatedDaysAgo: null, presence: null })));
    expect(shortOf(await ask({ metrics: ['DEVICES'], dimensions: ['AGE_IN_DAYS'] }))).toEqual([
      ['0-29', 2],
      ['180-364', 2],
      ['30-89', 2],
      ['365+', 2],
      ['90-179', 2],
    ]);
    const { id } = await makeCustomerRow(app, { fullName: 'Dilnoza' });
    await app.sql(`update device set owner_id = $1 where serial = 'SERIAL-3'`, [id]);
    const { rows } = await ask({ metrics: ['DEVICES'], dimensions: ['OWNER'] });
    expect(rows.map(({ labels, metrics }: Record<string, unknown>) => [labels, metrics])).toEqual(
      expect.arrayContaining([
        [['Dilnoza'], [1]],
        [[null], [9]],
      ]),
    );
  });
});
