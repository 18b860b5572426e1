import pg from 'pg';
import { startContractApp } from '../contract/firmware-examples.ts';
import type { TestApp } from '../support/app.ts';
import { openPreorders } from '../support/factories/preorder.ts';
import { waiters } from '../support/lock-waiters.ts';
import { until } from '../support/until.ts';
import { type LockCase, STALE } from './lock-cases.ts';
import { lockRows } from './lock-rows.ts';

let app: TestApp;
let holders: pg.Pool;
beforeAll(async () => {
  // Near this limit, those who ask for firmware wait for each other.
  app = await startContractApp({ env: { MAX_CONCURRENT_DOWNLOADS: '100' } });
  holders = new pg.Pool({ connectionString: app.database.url, max: 1 });
  await openPreorders(app);
});
afterAll(async () => {
  await holders.end();
  await app.stop();
});

/** The statement of the waiter: a lock, and no write that waits for the same row. */
const LOCKING = `query ~ 'for (no key )?(update|share)' or query ~ 'for key share' or query ~ 'pg_advisory_xact_lock'`;

it.each(lockRows)(
  '$lock of $place waits for a transaction that has it, and decides by what was committed',
  async (row) => {
    const { key, send } = await row.prepare(app);
    const holder = await holders.connect();
    try {
      await holder.query('begin');
      const { rows } = await holder.query(...holding(row, key));
      const answer = send(row.change?.set === STALE ? { 'if-match': `"${rows[0]?.revision}"` } : {});
      let early: unknown;
      const answered = answer.then((reply) => {
        early = reply;
      });
      await until(async () => early !== undefined || (await waiters(app.sql, LOCKING)) > 0);
      expect(`answered before: ${JSON.stringify(early)}`).toBe('answered before: undefined');
      if (row.change) await holder.query(...changing(row, row.change.set, key));
      await holder.query('commit');
      await answered;
      const { status, body } = await answer;
      expect(body?.error?.code).toBe(row.change?.code);
      if (!row.change) expect(status).toBeLessThan(300);
    } finally {
      await holder.query('rollback');
      holder.release();
    }
  },
);

type Statement = [text: string, values: string[]];

function holding({ held }: LockCase, key: string): Statement {
  if (typeof held !== 'string') return advisory(held(key));
  if (held.startsWith('select ')) return [held, [key]];
  if (held.includes(' where ')) return [`select * from ${held} for update`, [key]];
  return held.endsWith('_settings') ? [`select * from ${held} for update`, []] : advisory(held);
}

function advisory(name: string): Statement {
  return ['select pg_advisory_xact_lock(hashtextextended($1, 0))', [`karvon:${name}`]];
}

function changing({ held }: LockCase, set: string, key: string): Statement {
  const [table, condition] = String(held).split(' where ');
  return condition ? [`update ${table} set ${set} where ${condition}`, [key]] : [`update ${table} set ${set}`, []];
}
