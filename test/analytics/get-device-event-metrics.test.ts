import { deviceEventQuestions } from '../../src/persistence/analytics/event-datasets.ts';
import type { TestApp } from '../support/app.ts';
import { makeDevice } from '../support/factories/device.ts';
import { askOf, itFollowsTheRules, NOW, shortOf, startAnalytics } from './question-support.ts';

const ASKING = { set: deviceEventQuestions, field: 'deviceEventMetrics' };

let app: TestApp;

beforeAll(async () => {
  app = await startAnalytics();
  const { id } = await makeDevice(app, { status: 'READY' });
  await app.sql(
    `insert into device_event (id, device_id, at, cause, from_status, to_status)
     values (gen_random_uuid(), $1, $2::timestamptz - interval '9 days', 'provisionBatch', null, 'READY'),
            (gen_random_uuid(), $1, $2::timestamptz - interval '2 days', 'createSale', 'READY', 'SOLD'),
            (gen_random_uuid(), $1, $2::timestamptz - interval '1 day', 'transferDevice', 'SOLD', 'SOLD'),
            (gen_random_uuid(), $1, $2::timestamptz, 'returnDevice', 'SOLD', 'RETURNED')`,
    [id, NOW],
  );
});
afterAll(() => app.stop());

describe('getDeviceEventMetrics: a question about the changes of devices', () => {
  itFollowsTheRules(() => app, {
    ...ASKING,
    list: 'getDevice',
    guards: {
      OWNER: 'getCustomer',
      DEVICE: 'getDevice',
      TO_OWNER: 'getCustomer',
      FROM_OWNER: 'getCustomer',
      ACTOR: 'listAdminOptions',
    },
    across: { getDevice: { device: { model: { eq: 'L' } } } },
  });

  it('a question about the changes of devices counts them by what they are, and each device once', async () => {
    const admin = await app.as('ADMIN');
    const measures = [{ as: 'devices', distinct: 'DEVICE' }];
    const answer = await askOf(admin, ASKING, { metrics: ['EVENTS', 'MOVED'], measures });
    expect(shortOf(answer)).toEqual([[4, 3, 1]]);
  });

  it('a status of a device lasts until the next one, whatever else happens between', async () => {
    const measures = [{ as: 'days', sum: { from: 'AT', to: 'LEFT_AT' } }];
    const answer = await askOf(await app.as('ADMIN'), ASKING, { measures, dimensions: ['TO_STATUS'] });
    expect(shortOf(answer)).toEqual([
      ['READY', 7],
      ['RETURNED', null],
      ['SOLD', 2],
    ]);
  });
});
