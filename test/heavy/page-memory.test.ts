import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { temporaryFolder } from '../support/run.ts';
import { type Service, startService } from '../support/service.ts';

const VISITORS = 100;
const MB = 1024 * 1024;
/** The page itself, and the buffers of a hundred connections. Each visitor's own page would be 900 MB and more. */
const GROWTH_BYTES = 150 * MB;

let database: TestDatabase;
let service: Service;
let visitors: Socket[];

beforeAll(async () => {
  database = await createTestDatabase();
  service = await startService({ DATABASE_URL: database.url, DATA_DIR: temporaryFolder('page') });
});
afterAll(async () => {
  await service.stop('SIGKILL');
  await database.drop();
});
beforeEach(() => {
  visitors = [];
});
afterEach(() => {
  for (const visitor of visitors) visitor.destroy();
});

it.each(['gzip', 'identity'])(
  'a hundred clients that do not read the page (%s) share one copy of it in memory',
  async (coding) => {
    expect((await ask(coding)).status).toBe(200);
    const before = residentBytes();
    visitors = await Promise.all(Array.from({ length: VISITORS }, () => visit(coding)));
    expect(residentBytes() - before).toBeLessThan(GROWTH_BYTES);
    expect((await service.client().rest('GET', '/health')).status).toBe(200);
  },
);

function ask(coding: string) {
  return service.client().rest('GET', '/graphql', undefined, { accept: 'text/html', 'accept-encoding': coding });
}

/** Asks for the page and reads no further than to its first bytes. */
async function visit(coding: string): Promise<Socket> {
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(`GET /graphql HTTP/1.1\r\nHost: a\r\nAccept: text/html\r\nAccept-Encoding: ${coding}\r\n\r\n`);
  await once(socket, 'readable');
  return socket;
}

function residentBytes(): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${service.pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) * 1024;
}
