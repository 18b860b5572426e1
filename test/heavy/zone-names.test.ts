import { describeNamesOf } from '../analytics/zone-names.ts';
import { type DebianPostgres, debianBinaries, startPrimary } from '../support/debian-postgres.ts';

if (!debianBinaries) process.stderr.write('Debian’s PostgreSQL is not installed: it is not asked for time zones.\n');
if (!debianBinaries && process.env.CI) {
  it('Debian’s PostgreSQL is installed', () => {
    throw new Error('pg_basebackup is not installed here: see .ci/run');
  });
}

(debianBinaries ? describe : describe.skip)('the name of a time zone, with Debian’s PostgreSQL,', () => {
  let server: DebianPostgres;
  beforeAll(async () => {
    server = await startPrimary();
  });
  afterAll(() => server.stop());

  describeNamesOf(() => server.url);
});
