import { isDeepStrictEqual } from 'node:util';
import { startBenchServer } from '../bench-server.ts';
import type { BenchCase, BenchContext } from '../case.ts';
import { startKarvonOn } from '../commerce-place.ts';
import { type Contender, compare } from '../compare.ts';
import { type PlainRequest, packRequests, type RequestPool, serializeRequest } from '../request-pool.ts';
import { seedSales, seedTeam } from '../seed-commerce.ts';

const SALES = 20_000;
const TAKE = 100;
const CONNECTIONS = 16;
/** Admins per transport: at 120 calls a minute each, together 2,000 calls a second. */
const TEAM = 1_000;
const REQUEST_BYTES = 512;

const PAGE: PlainRequest = { method: 'GET', path: `/v1/admin/sales?take=${TAKE}` };
const QUERY: PlainRequest = {
  method: 'POST',
  path: '/graphql',
  body: JSON.stringify({
    query: `{ sales(first: ${TAKE}) { nodes { id number total customer { fullName } device { serial } } } }`,
  }),
};

/** The request as each of these admins sends it. */
function fromEach(cookies: readonly string[], request: PlainRequest): RequestPool {
  return packRequests(cookies.length, REQUEST_BYTES, (index) =>
    serializeRequest({ ...request, headers: { cookie: cookies[index] ?? '' } }),
  );
}

/** The text of an answer. */
async function ask(port: number, cookie: string, { method, path, body }: PlainRequest): Promise<string> {
  const headers = { cookie, 'content-type': 'application/json' };
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers, body });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return text;
}

interface Page {
  readonly items: readonly { readonly id: string }[];
}

interface Answer {
  readonly data?: { readonly sales?: { readonly nodes: Page['items'] } };
}

/** Checks that all servers return the same page. */
async function assertSameAnswers(karvon: Contender, byHand: Contender, cookie: string): Promise<void> {
  const page: Page = JSON.parse(await ask(karvon.port, cookie, PAGE));
  const pageByHand: Page = JSON.parse(await ask(byHand.port, cookie, PAGE));
  if (page.items.length !== TAKE || !isDeepStrictEqual(page, pageByHand))
    throw new Error('the servers returned different pages');
  const text = await ask(karvon.port, cookie, QUERY);
  const { data }: Answer = JSON.parse(text);
  const ids = data?.sales?.nodes.map(({ id }) => id).join();
  if (ids !== page.items.map(({ id }) => id).join())
    throw new Error(`GraphQL returned another page: ${text.slice(0, 200)}`);
}

async function startContenders(context: BenchContext) {
  const { databaseUrl, port, process: owned } = await startKarvonOn(context, 'sales_list');
  context.progress(`inserting ${SALES} sales`);
  await seedSales(databaseUrl, SALES);
  const [cookies, typedCookies] = [await seedTeam(databaseUrl, TEAM), await seedTeam(databaseUrl, TEAM)];
  const karvon: Contender = { name: 'Karvon, REST', port, pid: owned.pid };
  const typed: Contender = { ...karvon, name: 'Karvon, GraphQL', requests: fromEach(typedCookies, QUERY) };
  const byHand = await startBenchServer('handwritten', 'sales-list.ts', { DATABASE_URL: databaseUrl });
  await assertSameAnswers(karvon, byHand, cookies[0] ?? '');
  return { byHand, karvon, typed, pages: fromEach(cookies, PAGE) };
}

/** The first page of sales, requested by as many admins as the rate limits require. */
export const salesList: BenchCase = {
  name: 'sales-list',
  title: `${TAKE} of ${SALES.toLocaleString('en-US')} sales with customer and device, ${CONNECTIONS} connections`,
  run: async (context) => {
    const { rounds, warmUpMs, durationMs, baselinesOnly } = context.options;
    const { byHand, karvon, typed, pages } = await startContenders(context);
    const medians = await compare({
      contenders: [byHand, ...(baselinesOnly ? [] : [karvon, typed])],
      rounds,
      connections: CONNECTIONS,
      warmUpMs,
      durationMs,
      expectedStatus: 200,
      requests: () => pages,
      repeat: true,
      progress: context.progress,
    });
    const ceiling = medians[0]?.perSecond ?? Number.NaN;
    return {
      rows: medians.map(({ name, ...numbers }) => ({ what: name, ...numbers, ratio: numbers.perSecond / ceiling })),
      targets: [],
    };
  },
};
