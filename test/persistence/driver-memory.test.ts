import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

const run = promisify(execFile);
const SCRIPT = new URL('./read-and-discard.ts', import.meta.url).pathname;
/** The second flag keeps collections of everything away, which would tidy up what the young ones left. */
const FLAGS = ['--expose-gc', '--initial-old-space-size=500'];
/** The script reads 30 MB after its first look. */
const FEW_BYTES = 5_000_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

// docs/adr/0009: without the patch of the driver every result waits for a collection of everything.
describe('query results are collected in the young generation', () => {
  it.each(['pool', 'client'])(
    'query results are collected in the young generation when a %s sent the query',
    async (sender) => {
      const { stdout } = await run(process.execPath, [...FLAGS, SCRIPT, database.url, sender]);
      expect(Number(stdout)).toBeLessThan(FEW_BYTES);
    },
  );
});
