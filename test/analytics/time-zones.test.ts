import { isTimeZone, replacementOf } from '../../src/model/time-zones.ts';
import { salesQuestions } from '../../src/persistence/analytics/sales-dataset.ts';
import type { TestApp } from '../support/app.ts';
import type { Caller, Json } from '../support/callers.ts';
import { makeSale } from '../support/factories/sale.ts';
import { dataOf, errorOf } from '../support/graphql-reads.ts';
import { bucketName } from './plain-count.ts';
import { askOf, send, shortOf, startAnalytics } from './question-support.ts';
import { describeNamesOf } from './zone-names.ts';

const ASKING = { set: salesQuestions, field: 'salesMetrics' };

/** Names that are read differently here and there, with one that is not. */
const REPLACED = [
  ['EET', 'Europe/Athens'],
  ['CET', 'Europe/Brussels'],
  ['MET', 'Europe/Brussels'],
  ['WET', 'Europe/Lisbon'],
  ['EST', 'America/Panama'],
  ['MST', 'America/Phoenix'],
  ['HST', 'Pacific/Honolulu'],
  ['PST', 'America/Los_Angeles'],
  ['pst', 'America/Los_Angeles'],
  ['CST', 'America/Chicago'],
  ['BST', 'Europe/London'],
  ['IST', 'Asia/Kolkata'],
  ['EST5EDT', 'America/New_York'],
  ['GMT', 'UTC'],
  ['Zulu', 'UTC'],
  ['Japan', 'Asia/Tokyo'],
  ['Turkey', 'Europe/Istanbul'],
  ['US/Pacific', 'America/Los_Angeles'],
] as const;

let app: TestApp;
let admin: Caller;

beforeAll(async () => {
  app = await startAnalytics();
  admin = await app.as('SUPER_ADMIN');
  await makeSale(app, { soldAt: new Date('2026-07-01T20:30:00Z') });
});
afterAll(() => app.stop());

describe('the name of a time zone', () => {
  describeNamesOf(() => app.database.url);

  it.each(REPLACED)('%s is refused, and %s named instead', async (name, replacement) => {
    expect([isTimeZone(name), replacementOf(name), isTimeZone(replacement)]).toEqual([false, replacement, true]);
    const { body } = await send(admin, ASKING, { metrics: ['ORDERS'], timezone: name });
    const [error] = body.errors;
    expect([error.extensions.code, error.extensions.fields[0].path]).toEqual(['VALIDATION_FAILED', 'query.timezone']);
    expect(error.extensions.fields[0].message).toContain(replacement);
    const file = `/v1/admin/exports/sales?format=spreadsheet&timeZone=${encodeURIComponent(name)}`;
    const { status, text } = await admin.rest('GET', file);
    expect([status, text]).toEqual([400, expect.stringContaining(replacement)]);
  });

  it.each([
    ['MSK', 'Europe/Moscow'],
    ['cest', 'Europe/Berlin'],
    ['EDT', 'America/New_York'],
    ['UZT', 'Asia/Tashkent'],
  ])('%s, which Node does not know, is refused, and %s named instead', async (name, replacement) => {
    expect([replacementOf(name), isTimeZone(replacement)]).toEqual([undefined, true]);
    const { body } = await send(admin, ASKING, { metrics: ['ORDERS'], timezone: name });
    expect(body.errors[0].extensions.fields).toMatchObject([
      { path: 'query.timezone', message: expect.stringContaining(replacement) },
    ]);
  });

  it('the name of a time zone is valid in ASCII letters of any case only', () => {
    const written = ['Asia/Karachi', 'ASIA/karachi', 'Asia/\u212aarachi'];
    expect(written.map(isTimeZone)).toEqual([true, true, false]);
  });

  it.each(['', 'Mars/Olympus', 'Asia/Karachi ', '+05:00', 'Etc/Unknown', 'SystemV/EST5', '__proto__', `UTC'; --`])(
    '%p is none, and has no replacement',
    (name) => {
      expect([isTimeZone(name), replacementOf(name)]).toEqual([false, undefined]);
    },
  );

  it.each(['UTC', 'utc', 'Etc/GMT+5', 'asia/tashkent', 'Asia/Calcutta', 'America/Argentina/Buenos_Aires'])(
    '%s is one, and needs no replacement',
    (name) => {
      expect([isTimeZone(name), replacementOf(name)]).toEqual([true, undefined]);
    },
  );
});

describe('a question that was saved with an abbreviation', () => {
  const create = `mutation ($input: CreateSavedQuestionInput!) { createSavedQuestion(input: $input) { savedQuestion { id } } }`;
  const query = { metrics: ['ORDERS'], grain: 'DAY', range: { from: '2026-07-01', to: '2026-07-02' } };

  it('a question that was saved with an abbreviation keeps answering, in the time zone that replaces it', async () => {
    const input = { name: 'Orders', question: { sales: query } };
    const { id } = (await dataOf(admin, create, { input })).createSavedQuestion.savedQuestion;
    await app.sql(`update saved_question set query = query || '{"timezone":"EET"}' where id = $1`, [id]);
    const ask = `{ askSavedQuestion(id: "${id}") { timezone rows { bucketLabel dimensions metrics } } }`;
    const { askSavedQuestion: answer } = await dataOf(admin, ask);
    const athens = await askOf(admin, ASKING, { ...query, timezone: 'Europe/Athens' });
    expect([answer.timezone, shortOf(answer)]).toEqual(['Europe/Athens', shortOf(athens)]);
    // It can be renamed as it is.
    const change = `mutation { updateSavedQuestion(id: "${id}", input: { name: "All orders" }) { savedQuestion { name question } } }`;
    expect((await dataOf(admin, change)).updateSavedQuestion.savedQuestion).toEqual({
      name: 'All orders',
      question: { sales: { ...query, timezone: 'EET' } },
    });
    const instead = `{ askSavedQuestion(id: "${id}", timezone: "CET") { timezone } }`;
    expect(await errorOf(admin, instead)).toMatchObject([400, 'VALIDATION_FAILED', 'query.timezone']);
  });

  it('a question that was saved with an abbreviation cannot be saved any more', async () => {
    const input = { name: 'Orders', question: { sales: { ...query, timezone: 'EET' } } };
    expect(await errorOf(admin, create, { input })).toMatchObject([
      400,
      'VALIDATION_FAILED',
      'question.sales.timezone',
    ]);
  });
});

describe('buckets', () => {
  it('buckets are those of Node, whatever time zones PostgreSQL knows', async () => {
    const statements: Json = await askOf(admin, ASKING, {
      metrics: ['ORDERS', 'CUSTOMERS'],
      grain: 'DAY',
      timezone: 'Europe/Berlin',
      range: { from: '2026-03-28', to: '2026-03-30' },
      compareTo: 'PREVIOUS_YEAR',
    });
    expect(`${statements.sql} ${JSON.stringify(statements.sqlParameters)}`).not.toMatch(/Berlin|time zone|date_trunc/i);
    const starts = statements.rows.map(({ bucketStart }: Json) => new Date(bucketStart));
    expect(starts.map((start: Date) => bucketName('DAY', start, 'Europe/Berlin'))).toEqual([
      '2026-03-28',
      '2026-03-29',
      '2026-03-30',
    ]);
  });
});
