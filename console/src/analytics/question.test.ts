import assert from 'node:assert/strict';
import { it } from 'node:test';
import { changed, fileOf, instead, memberOf, otherParts, questionOf, recordsByCurrency } from './question.ts';

it('a change keeps the parts without a field, and drops orders and comparisons that have lost their ground', () => {
  const question = {
    metrics: ['REVENUE', 'ORDERS'],
    range: { preset: 'THIS_QUARTER' },
    compareTo: 'PREVIOUS_PERIOD',
    orderBy: [{ metric: 'REVENUE', direction: 'DESC' }],
    having: [{ metric: 'ORDERS', gte: 3 }],
  };
  assert.deepEqual(changed(question, { metrics: ['ORDERS'] }), {
    metrics: ['ORDERS'],
    range: { preset: 'THIS_QUARTER' },
    compareTo: 'PREVIOUS_PERIOD',
    having: [{ metric: 'ORDERS', gte: 3 }],
  });
  assert.equal(changed(question, { range: undefined }).compareTo, undefined);
  assert.deepEqual(otherParts({ ...question, top: { first: 3 } }), ['top']);
});

it('an address without a question has none, and names of data sets follow the API', () => {
  assert.equal(questionOf('[1]'), undefined);
  assert.equal(questionOf('{'), undefined);
  assert.deepEqual(questionOf('{"metrics":["ORDERS"]}'), { metrics: ['ORDERS'] });
  assert.equal(memberOf('FLEET_DAYS'), 'fleetDays');
  assert.match(
    fileOf('fleetDayMetrics', { metrics: ['DEVICES'] }, 'csv'),
    /^\/v1\/admin\/exports\/fleet-day-metrics\?/,
  );
});

it('a number that is removed takes the formulas, conditions and orders along that name it', () => {
  const question = {
    metrics: ['ORDERS'],
    measures: [{ as: 'avgTotal', avg: { number: 'TOTAL' } }],
    formulas: [
      { as: 'ratio', divide: [{ measure: 'avgTotal' }, { metric: 'ORDERS' }] },
      { as: 'share', shareOfTotal: { measure: 'ratio' } },
      { as: 'twice', add: [{ metric: 'ORDERS' }, { metric: 'ORDERS' }] },
    ],
    having: [
      { measure: 'share', gt: 1 },
      { metric: 'ORDERS', gt: 2 },
    ],
    orderBy: [{ measure: 'ratio', direction: 'DESC' }],
  };
  assert.deepEqual(changed(question, { measures: [] }), {
    metrics: ['ORDERS'],
    formulas: [{ as: 'twice', add: [{ metric: 'ORDERS' }, { metric: 'ORDERS' }] }],
    having: [{ metric: 'ORDERS', gt: 2 }],
  });
  assert.deepEqual(changed(question, {}), question);
});

it('the records of a question by currency are those that it counts', () => {
  const where = [{ dimension: 'CUSTOMER_CITY', in: ['Tashkent'] }];
  const range = { preset: 'LAST_30_DAYS' };
  const asked = {
    metrics: ['REVENUE'],
    dimensions: ['MODEL'],
    limit: 5,
    compareTo: 'PREVIOUS_YEAR',
    grain: 'DAY',
    where,
    range,
  };
  assert.deepEqual(recordsByCurrency(asked, 'ORDERS'), { where, range, metrics: ['ORDERS'], dimensions: ['CURRENCY'] });
});

it('a series that was cut is asked for again as a whole, groups that were cut for those with most, and what the question says stays', () => {
  const cut = { truncated: true, rowCount: 2_160 };
  const hourly = { metrics: ['ORDERS'], grain: 'HOUR' };
  assert.equal(instead(hourly, { truncated: false, rowCount: 2_160 }), undefined);
  assert.deepEqual(instead(hourly, cut), { ...hourly, limit: 2_160 });
  assert.deepEqual(instead(hourly, { ...cut, rowCount: 8_760 }), { ...hourly, limit: 5_000 });
  assert.equal(instead({ ...hourly, limit: 500 }, cut), undefined);
  const cities = { metrics: ['REVENUE', 'ORDERS'], dimensions: ['CUSTOMER_CITY'], limit: 10 };
  assert.deepEqual(instead(cities, cut), { ...cities, orderBy: [{ metric: 'REVENUE', direction: 'DESC' }] });
  assert.equal(instead({ ...cities, orderBy: [{ dimension: 'CUSTOMER_CITY' }] }, cut), undefined);
  assert.equal(instead({ ...cities, dimensions: ['DEVICE_AGE_IN_DAYS'] }, cut), undefined);
});
