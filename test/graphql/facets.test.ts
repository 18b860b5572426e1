import { type GraphQLEnumType, getNamedType, isEnumType, isNonNullType } from 'graphql';
import { buildOpenSchema } from '../../src/graphql/schema/schema.ts';
import { cleanTestApp, type TestApp } from '../support/app.ts';
import type { Caller, Json } from '../support/callers.ts';
import { insertDenseRows } from '../support/dense-rows.ts';
import { makeDevice } from '../support/factories/device.ts';
import { makeSale } from '../support/factories/sale.ts';
import { statementTextsOf } from '../support/statements.ts';

const schema = buildOpenSchema();
/** Counts of one document: each may read a table. */
const COUNTS = 20;

let app: TestApp;
let admin: Caller;

beforeAll(async () => {
  app = await cleanTestApp();
  admin = await app.as('SUPER_ADMIN');
  await insertDenseRows(app.sql, 6, admin.admin.id);
  for (const sale of [
    { paymentStatus: 'PAID', salesChannel: 'WEBSITE' },
    { paymentStatus: 'PAID', salesChannel: 'TELEGRAM' },
    { paymentStatus: 'UNPAID', salesChannel: 'WEBSITE' },
    { paymentStatus: 'UNPAID', salesChannel: 'RESELLER' },
  ] as const) {
    await makeSale(app, sale);
  }
  await makeDevice(app, { codeStatus: 'AVAILABLE', codeExpiresAt: new Date(app.clock.now().getTime() - 1_000) });
  await app.sql('analyze');
});
afterAll(() => app.stop());

async function ask(query: string, variables: object = {}, who = admin): Promise<Json> {
  const { status, body } = await who.gql(query, { ...variables });
  expect([status, body.errors]).toEqual([200, undefined]);
  return body.data;
}

/** The values of one facet that some record has. */
function countsIn(facets: Json, field: string): Json {
  const { values } = facets.find((facet: Json) => facet.field === field);
  return Object.fromEntries(
    values.filter(({ count }: Json) => count > 0).map(({ value, count }: Json) => [value, count]),
  );
}

/** The lists with facets that need no argument, with the fields that they are counted by. */
const LISTS = Object.values(schema.getQueryType()?.getFields() ?? {}).flatMap((list) => {
  const type = getNamedType(list.type);
  const facets = 'getFields' in type ? type.getFields().facets : undefined;
  const fields = facets && 'args' in facets ? getNamedType(facets.args[0]?.type) : undefined;
  if (!isEnumType(fields) || list.args.some(({ type: each }) => isNonNullType(each))) return [];
  return [[list.name, fields] as const];
});

const camel = (name: string) =>
  name.toLowerCase().replace(/_([a-z])/g, (_whole, letter: string) => letter.toUpperCase());

describe('the facets of a list', () => {
  it('the facets of a list are there for every list with fields of closed sets of values', () => {
    expect(LISTS.map(([name]) => name)).toEqual(
      expect.arrayContaining([
        'sales',
        'devices',
        'preorders',
        'batches',
        'claimCodes',
        'installations',
        'auditEntries',
      ]),
    );
  });

  it.each(LISTS)('the facets of %s count as totalCount does for each value', async (list, type: GraphQLEnumType) => {
    const fields = type.getValues().map(({ name }) => name);
    const data = await ask(`{ ${list} { facets(fields: [${fields.join()}]) { field values { value count } } } }`);
    const { facets } = data[list];
    expect(facets.map(({ field }: Json) => field)).toEqual(fields);
    const own = fields.flatMap((field) => {
      const { values } = facets.find((facet: Json) => facet.field === field);
      return values.flatMap(({ value, count }: Json) => (value === null ? [] : [{ field, value, count }]));
    });
    for (let at = 0; at < own.length; at += COUNTS) {
      const some = own.slice(at, at + COUNTS);
      // A filter decides alone which batches are listed: all of them.
      const counted = some.map(
        ({ field, value }: Json, index: number) =>
          `t${index}: ${list}(filter: { ${camel(field)}: { eq: ${value} } }) { totalCount }`,
      );
      const totals = await ask(`{ ${counted.join(' ')} }`);
      expect(some.map(({ field, value, count }: Json) => [field, value, count])).toEqual(
        some.map(({ field, value }: Json, index: number) => [field, value, totals[`t${index}`].totalCount]),
      );
    }
  });

  it('the facets of a list leave out a condition on their own field, and no other, so that tabs show what the others have', async () => {
    const { sales } =
      await ask(`{ sales(filter: { paymentStatus: { eq: PAID }, and: [{ salesChannel: { in: [WEBSITE, TELEGRAM] } }] }) {
      totalCount facets(fields: [PAYMENT_STATUS, SALES_CHANNEL]) { field values { value count } } } }`);
    expect(sales.totalCount).toBe(2);
    expect(countsIn(sales.facets, 'PAYMENT_STATUS')).toEqual({ PAID: 2, UNPAID: 1 });
    const [{ paid }] = await app.sql(`select count(*)::int as paid from sale where payment_status = 'PAID'`);
    const channels = countsIn(sales.facets, 'SALES_CHANNEL');
    expect(channels).toMatchObject({ WEBSITE: 1, TELEGRAM: 1 });
    expect(Object.values<number>(channels).reduce((sum, count) => sum + count)).toBe(paid);
  });

  it('the facets of a list keep a condition on their own field that not every record has to meet', async () => {
    const { sales } = await ask(`{ sales(filter: { not: { paymentStatus: { eq: PAID } } }) {
      facets(fields: [PAYMENT_STATUS]) { field values { value count } } } }`);
    expect(countsIn(sales.facets, 'PAYMENT_STATUS')).toEqual({ UNPAID: 2 });
  });

  it('the facets of a list count what a search finds, in any of its tables', async () => {
    const [{ serial, full_name: name }] = await app.sql(
      `select d.serial, c.full_name from sale s join device d on d.id = s.device_id join customer c on c.id = s.customer_id where s.sales_channel = 'TELEGRAM'`,
    );
    const query = `query ($text: String) { sales(search: $text) { totalCount facets(fields: [SALES_CHANNEL]) { field values { value count } } } }`;
    for (const text of [serial, name]) {
      const { sales } = await ask(query, { text });
      const counts = countsIn(sales.facets, 'SALES_CHANNEL');
      expect(counts.TELEGRAM).toBe(1);
      expect(Object.values<number>(counts).reduce((sum, count) => sum + count)).toBe(sales.totalCount);
    }
  });

  it('the facets of claim codes and their number know which have expired, which no tally does', async () => {
    const { claimCodes } = await ask(`{ claimCodes(filter: { status: { eq: EXPIRED } }) {
      totalCount facets(fields: [STATUS]) { field values { value count } } } }`);
    expect([claimCodes.totalCount, countsIn(claimCodes.facets, 'STATUS').EXPIRED]).toEqual([1, 1]);
  });

  it('the facets of batches count the archived ones, which are not listed unless they are asked for', async () => {
    await app.sql(`update inventory_batch set status = 'ARCHIVED' where code = 'DENSE-2'`);
    const { batches } = await ask(
      '{ batches { totalCount facets(fields: [STATUS]) { field values { value count } } } }',
    );
    const counts = countsIn(batches.facets, 'STATUS');
    expect(counts.ARCHIVED).toBe(1);
    expect(Object.values<number>(counts).reduce((sum, count) => sum + count)).toBe(batches.totalCount + 1);
  });

  it('the facets of a list are read in one statement, for all aliases together', async () => {
    const texts = await statementTextsOf(async () => {
      await ask(`{ sales(filter: { paymentStatus: { eq: PAID } }) { a: facets(fields: [STATUS]) { values { count } }
        b: facets(fields: [PAYMENT_STATUS, SALES_CHANNEL]) { values { count } } } }`);
    });
    expect(texts.filter((text) => text.includes('grouping(') || text.includes('as field')).length).toBe(1);
  });

  it('the facets of a nested list are of each record, under its own filter', async () => {
    const { customers } =
      await ask(`{ customers(first: 50) { nodes { id sales(filter: { paymentStatus: { eq: PAID } }) {
      totalCount facets(fields: [PAYMENT_STATUS, SALES_CHANNEL]) { field values { value count } } } } } }`);
    for (const { id, sales } of customers.nodes) {
      const rows = await app.sql(
        `select payment_status as value, count(*)::int from sale where customer_id = $1 group by 1`,
        [id],
      );
      expect(countsIn(sales.facets, 'PAYMENT_STATUS')).toEqual(
        Object.fromEntries(rows.map(({ value, count }) => [value, count])),
      );
      const channels = Object.values<number>(countsIn(sales.facets, 'SALES_CHANNEL'));
      expect(channels.reduce((sum, count) => sum + count, 0)).toBe(sales.totalCount);
    }
  });

  it('the facets of a list cost less than a count of each value', async () => {
    const costOf = async (selection: string) =>
      (await admin.gql(`{ sales(first: 1) { ${selection} } }`)).body.extensions.cost.requested;
    const none = await costOf('__typename');
    // Seven channels: each value is one.
    expect((await costOf('facets(fields: [SALES_CHANNEL]) { field }')) - none).toBe(100 + 1 + 7);
    expect(await costOf('facets(fields: [STATUS, SALES_CHANNEL]) { field }')).toBeLessThan(
      2 * (await costOf('totalCount')),
    );
  });

  it('the facets of a list cost the filter and the search that they repeat, once for all and once for each of their own', async () => {
    const costOf = async (fields: string, args: string) => {
      const selection = fields ? `facets(fields: [${fields}]) { field }` : '__typename';
      return (await admin.gql(`{ sales(first: 1, ${args}) { ${selection} } }`)).body.extensions.cost.requested;
    };
    const PRICES = { STATUS: 100 + 1 + 6, SALES_CHANNEL: 100 + 1 + 7 };
    const search = 'search: "aziza"';
    const none = await costOf('', search);
    expect((await costOf('STATUS, SALES_CHANNEL', search)) - none).toBe(PRICES.STATUS + PRICES.SALES_CHANNEL + 500);
    const own = 'search: "aziza", filter: { and: [{ status: { eq: PAID } }] }';
    // The filter: its part, and the condition in it.
    const repeated = 2 * (500 + 1 + 10);
    const difference = (await costOf('STATUS, SALES_CHANNEL', own)) - (await costOf('', own));
    expect(difference).toBe(PRICES.STATUS + PRICES.SALES_CHANNEL + repeated);
  });

  it('the facets of a list count only what the caller may see', async () => {
    const create = `mutation ($input: CreateSavedQuestionInput!) { createSavedQuestion(input: $input) { savedQuestion { id } } }`;
    await ask(create, { input: { name: 'Mine', question: { sales: { metrics: ['ORDERS'] } }, shared: false } });
    const query = '{ savedQuestions { facets(fields: [SHARED]) { field values { value count } } } }';
    expect(countsIn((await ask(query)).savedQuestions.facets, 'SHARED')).toEqual({ false: 1 });
    const other = await app.as('ADMIN');
    expect(countsIn((await ask(query, {}, other)).savedQuestions.facets, 'SHARED')).toEqual({});
  });

  it('the facets of the audit log are none of what is masked for SUPPORT', () => {
    const type = schema.getType('AuditEntryFacetField');
    expect(isEnumType(type) && type.getValues().map(({ name }) => name)).toEqual([
      'ACTOR_TYPE',
      'ACTION',
      'TARGET_KIND',
    ]);
  });
});
