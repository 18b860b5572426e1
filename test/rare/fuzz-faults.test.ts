import { CHECKS } from '../../fuzz/checks.ts';
import { fuzz, openSession, type Session } from '../../fuzz/run.ts';
import { startOwnService, type Target } from '../../fuzz/service.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type FaultyProxy, startFaultyProxy } from '../support/faulty-proxy.ts';
import { PLANTED_FAULTS } from './planted-faults.ts';

const SEED = 20_260_910;
const RUNS = 20;

let database: TestDatabase;
let service: Target;
let proxy: FaultyProxy;
let session: Session;

beforeAll(async () => {
  database = await createTestDatabase();
  service = await startOwnService(database.url);
  proxy = await startFaultyProxy(service.url);
  session = await openSession({ ...service, url: proxy.url });
});

afterAll(async () => {
  session?.wire.close();
  await proxy?.close();
  await service?.stop();
  await database?.drop();
});

describe('the fuzzer', () => {
  test('the fuzzer has a planted fault for each of its checks', () => {
    expect(new Set(PLANTED_FAULTS.map(({ check }) => check))).toEqual(new Set(CHECKS));
  });

  test('the fuzzer finds nothing where no fault is planted', async () => {
    proxy.plant(undefined);
    for (const only of new Set(PLANTED_FAULTS.map((fault) => fault.only.source))) {
      const report = await fuzz(session, { seed: SEED, runs: RUNS, only: new RegExp(only) });
      expect([only, report.failures, report.unreached]).toEqual([only, [], []]);
    }
  });

  test.each(PLANTED_FAULTS)('the fuzzer finds $what, and calls it $check', async ({ check, operation, only, make }) => {
    proxy.plant(make());
    const report = await fuzz(session, { seed: SEED, runs: RUNS, only });
    expect(report.failures.map((failure) => [failure.operation, failure.check])).toContainEqual([operation, check]);
  });
});
