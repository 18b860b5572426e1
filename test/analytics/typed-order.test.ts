import { customerQuestions } from '../../src/persistence/analytics/customers-dataset.ts';
import { preorderQuestions } from '../../src/persistence/analytics/preorder-datasets.ts';
import { order, place, setTerms } from '../preorders/support.ts';
import type { TestApp } from '../support/app.ts';
import type { Caller, Json } from '../support/callers.ts';
import { askOf, type Question, shortOf, startAnalytics } from './question-support.ts';

/** As people of Uzbekistan sort them; two spellings of one city are two groups, because the stored value is what is counted. */
const CITIES = [
  'Denov',
  'samarqand',
  'Samarqand',
  'Zarafshon',
  "O'rtachirchiq",
  'Oʻrtachirchiq',
  'Gʻijduvon',
  'Shahrisabz',
  'Chirchiq',
  'Андижон',
  'Карши',
  'Қарши',
  'Ўзган',
  'Урганч',
];
const SOURCES = ['Google', 'instagram', 'Telegram', 'yandex', 'Zen'];

const CUSTOMERS = { set: customerQuestions, field: 'customerMetrics' };
const PREORDERS = { set: preorderQuestions, field: 'preorderMetrics' };

let app: TestApp;
let admin: Caller;
beforeAll(async () => {
  app = await startAnalytics();
  admin = await app.as('SUPER_ADMIN');
  await setTerms(admin);
  for (const [at, city] of mixed(CITIES).entries()) {
    expect(await admin.rest('POST', '/v1/admin/customers', { fullName: `Somebody ${at}`, city })).toMatchObject({
      status: 201,
    });
  }
  expect(await admin.rest('POST', '/v1/admin/customers', { fullName: 'Nobody knows where' })).toMatchObject({
    status: 201,
  });
  for (const utmSource of mixed(SOURCES)) expect((await place(app, order({ utmSource }))).status).toBe(201);
});
afterAll(() => app.stop());

function mixed(sorted: readonly string[]): string[] {
  return sorted.map((_, at) => sorted[(at * 3 + 2) % sorted.length] ?? '');
}

async function citiesOf(question: Question): Promise<(string | null)[]> {
  const answer = await askOf(admin, CUSTOMERS, { metrics: ['CUSTOMERS'], dimensions: ['CITY'], ...question });
  return shortOf(answer).map((row: Json) => row.at(-2));
}

describe('groups of words that people typed are in the order of names, whatever their case and apostrophe:', () => {
  // Those who ordered have no city, like the one of whom nothing is known.
  it('ascending, with those that have none at the end', async () => {
    expect(await citiesOf({})).toEqual([...CITIES, null]);
    expect(await citiesOf({ orderBy: [{ dimension: 'CITY', direction: 'ASC' }] })).toEqual([...CITIES, null]);
  });

  it('descending, with those that have none at the end', async () => {
    const found = await citiesOf({ orderBy: [{ dimension: 'CITY', direction: 'DESC' }] });
    expect(found).toEqual([...CITIES.toReversed(), null]);
  });

  it('groups of typed words are in the order of names where their figures are equal', async () => {
    const found = await citiesOf({ orderBy: [{ metric: 'CUSTOMERS', direction: 'ASC' }] });
    expect(found).toEqual([...CITIES, null]);
  });

  it('groups of typed words are in the order of names in each bucket of a series, and only those that `having` leaves', async () => {
    const range = { from: '2026-11-20', to: '2026-11-21' };
    const days = { grain: 'DAY', range, having: [{ metric: 'CUSTOMERS', lte: 1 }] };
    // Those without a city are more than one on the second day.
    expect(await citiesOf(days)).toEqual([...CITIES, null, ...CITIES]);
  });

  it('groups of typed words are in the order of names without those that `having` leaves out', async () => {
    expect(await citiesOf({ having: [{ metric: 'CUSTOMERS', lte: 1 }] })).toEqual(CITIES);
    expect(await citiesOf({ having: [{ metric: 'CUSTOMERS', gte: 2 }] })).toEqual([null]);
  });

  it('groups of typed words are in the order of names among the first ones of a `top`, before the rest', async () => {
    const found = await citiesOf({ top: { count: 3 }, orderBy: [{ dimension: 'CITY' }] });
    expect(found).toHaveLength(4);
    expect(found.at(-1)).toBeNull();
    const shown = found.slice(0, 2);
    expect(shown).toEqual(CITIES.filter((city) => shown.includes(city)));
  });

  it('groups of typed words are in the order of names with two such dimensions', async () => {
    const { rows } = await askOf(admin, CUSTOMERS, { metrics: ['CUSTOMERS'], dimensions: ['SOURCE', 'CITY'] });
    const cities = rows.filter(({ dimensions: [source] }: Json) => source === 'admin');
    expect(cities.map(({ dimensions }: Json) => dimensions[1])).toEqual([...CITIES, null]);
  });

  it('groups of typed words are in the order of names in a file', async () => {
    const query = JSON.stringify({ metrics: ['CUSTOMERS'], dimensions: ['CITY'] });
    const { status, text } = await admin.rest(
      'GET',
      `/v1/admin/exports/customer-metrics?format=ndjson&query=${encodeURIComponent(query)}`,
    );
    expect(status).toBe(200);
    const rows = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(rows.map((row) => Object.values(row)[0])).toEqual([...CITIES, null]);
  });

  it('campaigns', async () => {
    const answer = await askOf(admin, PREORDERS, { metrics: ['PREORDERS'], dimensions: ['UTM_SOURCE'] });
    expect(shortOf(answer)).toEqual(SOURCES.map((source) => [source, 1]));
  });
});
