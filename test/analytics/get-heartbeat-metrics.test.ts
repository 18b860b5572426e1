import { heartbeatQuestions } from '../../src/persistence/analytics/event-datasets.ts';
import type { TestApp } from '../support/app.ts';
import type { Caller } from '../support/callers.ts';
import { ROLES } from '../support/contract.ts';
import { makeDevice } from '../support/factories/device.ts';
import { contractRoles } from '../support/graphql-reads.ts';
import { askOf, type Question, refusalOf, send, shortOf, startAnalytics } from './question-support.ts';

const ASKING = { set: heartbeatQuestions, field: 'heartbeatMetrics' };
const WEEK = { from: '2026-11-15', to: '2026-11-21' };

let app: TestApp;
let admin: Caller;

beforeAll(async () => {
  app = await startAnalytics();
  admin = await app.as('ADMIN');
  const [first, second] = [await makeDevice(app, {}), await makeDevice(app, {})];
  await app.sql(
    `insert into heartbeat (device_id, received_at, timestamp_ms, firmware_version, app_version, uptime, wifi_rssi, temperature, status)
     values ($1, '2026-11-20T04:00:00Z', 1, '1.0.0', '1.0.0', 60, -60, 40, 'healthy'), ($1, '2026-11-20T05:00:00Z', 2, '2.0.0', '1.0.0', 60, -80, 50, 'healthy'),
            ($2, '2026-11-21T05:00:00Z', 3, '2.0.0', '1.0.0', 60, null, null, 'hot'), ($2, '2026-11-10T05:00:00Z', 4, '2.0.0', '1.0.0', 60, -70, 20, 'hot')`,
    [first.id, second.id],
  );
});
afterAll(() => app.stop());

describe('getHeartbeatMetrics: a question about the heartbeats of a few days', () => {
  it('a question about heartbeats counts them by what they report, with measures of their numbers', async () => {
    const answer = await askOf(admin, ASKING, {
      metrics: ['HEARTBEATS', 'DEVICES'],
      measures: [
        { as: 'signal', avg: { number: 'WIFI_RSSI' } },
        { as: 'hottest', max: { number: 'TEMPERATURE' } },
      ],
      dimensions: ['FIRMWARE_VERSION'],
      grain: 'DAY',
      fill: 'NONE',
      range: WEEK,
    });
    expect(shortOf(answer)).toEqual([
      ['2026-11-20', '1.0.0', 1, 1, -60, 40],
      ['2026-11-20', '2.0.0', 1, 1, -80, 50],
      ['2026-11-21', '2.0.0', 1, 1, null, null],
    ]);
    expect(answer.totals).toEqual([3, 2, -70, 50]);
  });

  it('a question about heartbeats needs a range of seven days at most, which applies to the heartbeats', async () => {
    const one = { metrics: ['HEARTBEATS'] };
    const per = { by: ['DEVICE'], values: [{ as: 'beats' }, { as: 'last', last: 'RECEIVED_AT' }] };
    const wrong: readonly (readonly [string, Question])[] = [
      ['query.range', one],
      ['query.range', { ...one, range: { from: '2026-11-14', to: '2026-11-21' } }],
      ['query.range', { ...one, range: { preset: 'LAST_30_DAYS' } }],
      ['query.range', { per, measures: [{ as: 'devices' }] }],
      ['query.per.time', { per: { ...per, time: 'last' }, measures: [{ as: 'devices' }], range: WEEK }],
    ];
    for (const [member, question] of wrong) {
      expect([question, ...(await refusalOf(admin, ASKING, question))]).toEqual([
        question,
        400,
        'VALIDATION_FAILED',
        member,
      ]);
    }
    const { body } = await send(admin, ASKING, one);
    expect(body.errors[0].extensions.fields[0].message).toBe('is required, of at most 7 days');
    expect((await askOf(admin, ASKING, { ...one, range: WEEK })).totals).toEqual([3]);
    // In October, a week of New York has an hour more.
    const autumn = { range: { from: '2026-10-28', to: '2026-11-03' }, timezone: 'America/New_York' };
    expect((await askOf(admin, ASKING, { ...one, ...autumn })).totals).toEqual([0]);
    const silent = { per, measures: [{ as: 'devices', where: [{ each: 'beats', gte: 2 }] }], range: WEEK };
    expect((await askOf(admin, ASKING, silent)).totals).toEqual([1]);
  });

  it('a question about heartbeats costs 500 for each day of its range, and those of the range that it is compared with', async () => {
    const costOf = async (query: Question) => {
      const document = 'query ($query: HeartbeatQuestion!) { heartbeatMetrics(query: $query) { totals } }';
      return (await admin.gql(document, { query: { metrics: ['HEARTBEATS'], ...query } })).body.extensions.cost
        .requested;
    };
    const per = { by: ['DEVICE'], values: [{ as: 'beats' }] };
    const prices: readonly (readonly [number, Question])[] = [
      [500, { range: { preset: 'TODAY' } }],
      [500, { range: { from: '2026-11-20T04:00:00Z', to: '2026-11-20T05:00:00Z' } }],
      [1_000, { range: { from: '2026-11-20', to: '2026-11-21' } }],
      [3_500, { range: { preset: 'LAST_7_DAYS', from: null, to: null } }],
      [3_500, { range: WEEK, timezone: 'America/New_York' }],
      // A week of New York that has an hour more, and a day.
      [3_500, { range: { from: '2026-10-28', to: '2026-11-03' }, timezone: 'America/New_York' }],
      [500, { range: { from: '2026-11-01', to: '2026-11-01' }, timezone: 'America/New_York' }],
      // The week began on Monday, and it is Saturday.
      [3_000, { range: { preset: 'THIS_WEEK' } }],
      [7_000, { range: WEEK, compareTo: 'PREVIOUS_PERIOD' }],
      [7_000, { range: WEEK, metrics: [], measures: [{ as: 'devices' }], per }],
      // What is refused for another reason says that reason.
      [500, {}],
      [3_500, { range: { preset: 'LAST_90_DAYS' } }],
      [500, { range: { from: '2026-11-21', to: '2026-11-01' } }],
      [500, { range: WEEK, timezone: 'Mars/Olympus' }],
    ];
    for (const [price, question] of prices) {
      expect([question, await costOf(question)]).toEqual([question, price + 1]);
    }
    const { body } = await admin.gql(
      '{ salesMetrics(query: { metrics: [ORDERS], range: { preset: LAST_7_DAYS } }) { totals } }',
    );
    expect(body.extensions.cost.requested).toBe(501);
  });

  it('a question about heartbeats is for the roles that see devices, and for those of what it names', async () => {
    for (const role of ROLES) {
      const who = await app.as(role);
      const may = contractRoles('getDevice').includes(role);
      const [status] = await refusalOf(who, ASKING, { metrics: ['HEARTBEATS'], range: WEEK });
      expect([role, status]).toEqual([role, may ? 200 : 403]);
      if (!may) continue;
      const owner = await refusalOf(who, ASKING, {
        metrics: ['HEARTBEATS'],
        dimensions: ['OWNER_REGION'],
        range: WEEK,
      });
      expect([role, owner[0]]).toEqual([role, contractRoles('getCustomer').includes(role) ? 200 : 403]);
    }
  });
});
