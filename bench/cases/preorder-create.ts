import { randomUUID } from 'node:crypto';
import { startBenchServer } from '../bench-server.ts';
import type { BenchCase, BenchContext } from '../case.ts';
import { createKarvonDatabase, startKarvonOn } from '../commerce-place.ts';
import { type Contender, compare } from '../compare.ts';
import { packRequests, type RequestPool, serializeRequest } from '../request-pool.ts';
import { openPreorders } from '../seed-commerce.ts';

const CONNECTIONS = 16;
/** Prepared requests per second of a run; a faster server ends its run earlier. */
const MADE_PER_SECOND = 5_000;
const REQUEST_BYTES = 640;

/** Orders of new customers, each from its own network: a network is limited to five a minute. */
function createOrders(): (count: number) => RequestPool {
  let made = 0;

  function next(): string {
    made += 1;
    return serializeRequest({
      method: 'POST',
      path: '/v1/public/preorders',
      headers: {
        'idempotency-key': randomUUID(),
        'x-forwarded-for': `10.${(made >> 16) & 0xff}.${(made >> 8) & 0xff}.${made & 0xff}`,
      },
      body: JSON.stringify({
        fullName: `Dilnoza Karimova ${made}`,
        phone: `+99890${String(made).padStart(7, '0')}`,
        region: 'Samarkand',
        quantity: 1,
        locale: 'uz',
      }),
    });
  }

  return (count) => packRequests(count, REQUEST_BYTES, next);
}

async function startKarvonContender(context: BenchContext): Promise<Contender> {
  const karvon = await startKarvonOn(context, 'preorders', { TRUSTED_PROXIES: '1' });
  await openPreorders(karvon.databaseUrl);
  return { name: 'Karvon', port: karvon.port, pid: karvon.process.pid };
}

async function startByHand(context: BenchContext): Promise<Contender> {
  const databaseUrl = await createKarvonDatabase(context, 'preorders_by_hand');
  await openPreorders(databaseUrl);
  return startBenchServer('handwritten', 'preorder-per-request.ts', { DATABASE_URL: databaseUrl });
}

/** All orders lock the one settings row, so the result mostly compares how long a transaction locks it. */
export const preorderCreate: BenchCase = {
  name: 'preorder-create',
  title: `preorders with new idempotency keys, each answered after its commit, ${CONNECTIONS} connections`,
  run: async (context) => {
    const { rounds, warmUpMs, durationMs, baselinesOnly } = context.options;
    const byHand = await startByHand(context);
    const karvon = baselinesOnly ? [] : [await startKarvonContender(context)];
    const orders = createOrders();
    const medians = await compare({
      contenders: [byHand, ...karvon],
      rounds,
      connections: CONNECTIONS,
      warmUpMs,
      durationMs,
      expectedStatus: 201,
      requests: () => orders(Math.ceil(((warmUpMs + durationMs) / 1_000) * MADE_PER_SECOND)),
      repeat: false,
      progress: context.progress,
    });
    const ceiling = medians[0]?.perSecond ?? Number.NaN;
    return {
      rows: medians.map(({ name, ...numbers }) => ({ what: name, ...numbers, ratio: numbers.perSecond / ceiling })),
      targets: [],
    };
  },
};
