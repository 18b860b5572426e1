import { tmpdir } from 'node:os';
import { curlLine } from '../../fuzz/curl.ts';
import type { Report } from '../../fuzz/report.ts';
import { fuzz, openSession } from '../../fuzz/run.ts';
import { startOwnService, type Target } from '../../fuzz/service.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

/** Fixed, so that CI says the same of the same code; `npm run fuzz` takes a new one each time. */
const SEED = 13;
const RUNS = 6;

let database: TestDatabase;
let service: Target;

beforeAll(async () => {
  database = await createTestDatabase();
  service = await startOwnService(database.url);
});

afterAll(async () => {
  await service?.stop();
  await database?.drop();
});

/** What failed, with the line that repeats it. */
function failuresOf({ failures }: Report): string[] {
  return failures.map(({ check, operation, what, request }) =>
    [`${check}: ${operation}`, what, curlLine(service.url, request, tmpdir())].join('\n'),
  );
}

test('the service answers thousands of random requests as its descriptions say', async () => {
  process.stdout.write(`fuzz: seed ${SEED}, runs ${RUNS}\n`);
  const session = await openSession(service);
  const report = await fuzz(session, { seed: SEED, runs: RUNS });
  session.wire.close();
  process.stdout.write(`fuzz: ${report.requests} requests\n`);
  expect(failuresOf(report)).toEqual([]);
  expect([report.unreached, [...report.unprepared], report.endedBy]).toEqual([[], [], undefined]);
  expect(report.requests).toBeGreaterThan(RUNS * 300);
});
