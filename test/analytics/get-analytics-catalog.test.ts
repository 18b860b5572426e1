import { questionSets } from '../../src/domain/analytics/question-sets.ts';
import { fixedLists } from '../../src/graphql/schema/bounds.ts';
import { buildOpenSchema } from '../../src/graphql/schema/schema.ts';
import type { TestApp } from '../support/app.ts';
import type { Json } from '../support/callers.ts';
import { ROLES } from '../support/contract.ts';
import { dataOf, errorOf } from '../support/graphql-reads.ts';
import { startAnalytics } from './question-support.ts';

const CATALOG = `{ analyticsCatalog { dataSets { dataSet field description times allowed
  metrics { key label description type unit formula additive cumulative needs allowed }
  dimensions { key label description type needs allowed } numbers { key label description type unit needs allowed }
  moments { key label description needs allowed } } } }`;

let app: TestApp;

beforeAll(async () => {
  app = await startAnalytics();
});
afterAll(() => app.stop());

const read = async (role: (typeof ROLES)[number]): Promise<Json[]> =>
  (await dataOf(await app.as(role), CATALOG)).analyticsCatalog.dataSets;

describe('getAnalyticsCatalog: the catalog of analysts', () => {
  it('the catalog of analysts is for every admin, and for nobody else', async () => {
    expect((await app.gql(CATALOG)).body.errors[0].extensions.code).toBe('ADMIN_AUTH_REQUIRED');
    for (const role of ROLES) expect(await read(role)).toHaveLength(questionSets.length);
    const unknown = await errorOf(await app.as('VIEWER'), '{ analyticsCatalog { secrets } }');
    expect(unknown).toEqual([400, 'GRAPHQL_VALIDATION_FAILED', 'AnalyticsCatalog.secrets']);
  });

  it('the catalog of analysts names what the schema takes, each with its meaning', async () => {
    const schema = buildOpenSchema();
    const fields = schema.getQueryType()?.getFields() ?? {};
    for (const { field, metrics, dimensions, numbers, moments, times, description } of await read('VIEWER')) {
      const [argument] = fields[field]?.args ?? [];
      expect([field, argument?.name]).toEqual([field, 'query']);
      expect(description).toMatch(/\.$/);
      const prefix = String(argument?.type).replace('Question!', '');
      const valuesOf = (name: string) => {
        const type = schema.getType(`${prefix}${name}`) as Json;
        return type.getValues().map((value: Json) => value.name);
      };
      const keys = (list: Json[]) => list.map(({ key }) => key).sort();
      expect(keys(metrics)).toEqual(valuesOf('Metric').sort());
      expect(keys(dimensions)).toEqual(valuesOf('Dimension').sort());
      expect(keys(numbers)).toEqual(numbers.length === 0 ? [] : valuesOf('Number').sort());
      expect(keys(moments)).toEqual(valuesOf('Moment').sort());
      expect([...times].sort()).toEqual(valuesOf('Time').sort());
      for (const { key, label, description } of [...metrics, ...dimensions, ...numbers, ...moments]) {
        expect([key, label.toUpperCase().replaceAll(' ', '_')]).toEqual([key, key]);
        expect(description).toMatch(/\.$/);
      }
      expect(metrics.length).toBeLessThanOrEqual(fixedLists['CatalogDataSet.metrics'] ?? 0);
      expect(dimensions.length).toBeLessThanOrEqual(fixedLists['CatalogDataSet.dimensions'] ?? 0);
      expect(numbers.length).toBeLessThanOrEqual(fixedLists['CatalogDataSet.numbers'] ?? 0);
      expect(moments.length).toBeLessThanOrEqual(fixedLists['CatalogDataSet.moments'] ?? 0);
    }
  });

  /** A question about heartbeats needs a range. */
  const rangeOf = (field: string) => (field === 'heartbeatMetrics' ? ', range: { preset: TODAY }' : '');

  it('the catalog of analysts allows exactly what a question may name, in every role', async () => {
    for (const role of ROLES) {
      const who = await app.as(role);
      for (const { field, allowed, metrics, dimensions, numbers, moments } of await read(role)) {
        const first = metrics[0].key;
        // All of them for one role; for each other one of those that need the same.
        const some = (all: Json[]) =>
          role === ROLES[0] ? all : [...new Map(all.map((one) => [`${one.needs} ${one.allowed}`, one])).values()];
        const asked = [
          [allowed, `metrics: [${first}]`],
          ...some(metrics).map((metric) => [metric.allowed, `metrics: [${metric.key}]`]),
          ...some(dimensions).map(({ key, allowed }) => [allowed, `metrics: [${first}], dimensions: [${key}]`]),
          ...some(numbers).map(({ key, allowed }) => [allowed, `measures: [{ as: "a", max: { number: ${key} } }]`]),
          ...some(moments).map(({ key, allowed }) => [
            allowed,
            `measures: [{ as: "a", max: { from: ${key}, to: NOW } }]`,
          ]),
        ];
        for (let at = 0; at < asked.length; at += 12) {
          const together = asked.slice(at, at + 12);
          const queries = together.map(
            ([, members], n) => `q${n}: ${field}(query: { ${members}${rangeOf(field)}, limit: 1 }) { rowCount }`,
          );
          const { body } = await who.gql(`{ ${queries.join(' ')} }`);
          expect(together.map(([, members], n) => [members, body.data?.[`q${n}`] != null])).toEqual(
            together.map(([isAllowed, members]) => [members, isAllowed]),
          );
        }
      }
    }
  });

  it('the catalog of analysts says which metrics add up, and which can be cumulative', async () => {
    const [sales] = await read('ADMIN');
    const found = Object.fromEntries(sales.metrics.map((one: Json) => [one.key, [one.additive, one.cumulative]]));
    expect(found).toMatchObject({
      ORDERS: [true, true],
      NET_REVENUE: [true, true],
      AVERAGE_ORDER_VALUE: [false, true],
      REFUND_RATE: [false, true],
      CUSTOMERS: [false, false],
      MEDIAN_DAYS_TO_ACTIVATION: [false, false],
    });
    const units = sales.metrics.map(({ key, unit }: Json) => [key, unit]);
    expect(units).toEqual(
      expect.arrayContaining([
        ['ORDERS', 'count'],
        ['REVENUE', null],
        ['REFUND_RATE', 'share'],
        ['MEDIAN_DAYS_TO_ACTIVATION', 'days'],
      ]),
    );
  });
});
