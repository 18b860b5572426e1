import { abandonEach, randomOf } from '../../fuzz/abandon.ts';
import { fillWithCustomers, openExports, readSlowly } from '../csv/support.ts';
import { type Abandonable, startAbandonable } from '../http/abandoned-support.ts';
import { type DebianPostgres, debianBinaries, startPrimary, startStandby } from '../support/debian-postgres.ts';
import { heldConnections } from '../support/held-resources.ts';
import { openDatabase } from '../support/service.ts';
import { until } from '../support/until.ts';

const SEED = 1_127;
/** More than the sockets between the two ends hold. */
const ROWS = 10_000;
const NOTES = 1_000;
const STILL_MS = 200;

if (!debianBinaries) process.stderr.write('Debian’s PostgreSQL is not installed: no replica is abandoned here.\n');

(debianBinaries ? describe : describe.skip)(
  'requests to a service with a replica that are abandoned at any moment',
  () => {
    let primary: DebianPostgres;
    let standby: DebianPostgres;
    let service: Abandonable;
    beforeAll(async () => {
      primary = await startPrimary();
      standby = await startStandby(primary);
      service = await startAbandonable({
        database: { url: primary.url, drop: async () => undefined },
        env: { DATABASE_REPLICA_URL: standby.url },
      });
    });
    afterAll(async () => {
      await service?.app.stop();
      await standby?.stop();
      await primary?.stop();
    });

    it('requests to a service with a replica that are abandoned at any moment leave nothing on the primary or the replica', async () => {
      await abandonEach(service.app.url, service.requests, { random: randomOf(SEED) });
      await service.nothingIsLeft();
      const pools = service.app.runtime.shares.poolUse().map(({ name }) => name);
      expect(pools).toEqual(expect.arrayContaining(['replica', 'replica analytics', 'replica export']));
      // By the server that runs them: a process of the primary with the same number has nothing to do with it.
      const copy = openDatabase(standby.url);
      const cancels = await copy.sql(`select from pg_stat_activity where query ~ '^select pg_cancel_backend'`);
      expect(cancels.length).toBeGreaterThan(1);
      await copy.pool.end();
    });

    it('an export from the replica that is abandoned between two of its batches gives its connection back', async () => {
      const { app } = service;
      await app.sql('delete from customer');
      await fillWithCustomers(app, ROWS, NOTES);
      const copy = openDatabase(standby.url);
      const reader = await readSlowly(app.url, await app.as('SALES'));
      // It stands still once the sockets are full.
      await until(async () => (await openExports(copy, STILL_MS)) === 1);
      expect(heldConnections(app)).toEqual(['replica export: 1 taken, 0 waiting']);
      reader.hangUp();
      await service.nothingIsLeft();
      await copy.pool.end();
    });
  },
);
