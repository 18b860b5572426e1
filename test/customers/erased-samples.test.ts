import pg from 'pg';
import { resampleErased } from '../../src/persistence/customers/erased-samples.ts';
import { cleanTestApp, type TestApp } from '../support/app.ts';
import type { Caller, Json } from '../support/callers.ts';
import { addNote, CUSTOMERS, customer } from './support.ts';

let app: TestApp;
let owner: Caller;
let pool: pg.Pool;
beforeAll(async () => {
  app = await cleanTestApp();
  owner = await app.as('SUPER_ADMIN');
  pool = new pg.Pool({ connectionString: app.database.url, max: 1 });
});
afterAll(async () => {
  await pool.end();
  await app.stop();
});

/** What the planner knows of values of the tables of the service. */
const samples = async () =>
  JSON.stringify(await app.sql(`select s::text as sample from pg_stats s where schemaname = 'public'`));

/** Where texts of people are kept. */
const WITH_TEXTS = [
  'customer',
  'customer_note',
  'preorder',
  'preorder_event',
  'sale',
  'refund',
  'device_event',
  'pairing',
  'audit_entry',
  'inventory_batch',
  'saved_question',
  'saved_question_revision',
  'saved_view',
  'idempotency_key',
  'tally',
];

it('the samples of the planner are drawn anew after an erasure, and only then', async () => {
  const person: Json = await customer(owner, { fullName: 'Sampled Person', city: 'Sampledville' });
  await customer(owner, { fullName: 'Somebody Else', city: 'Xiva' });
  await addNote(owner, person.id, 'Sampled note');
  for (const table of WITH_TEXTS) await app.sql(`analyze ${table}`);
  expect(await samples()).toContain('Sampled Person');
  expect(await resampleErased(pool)).toEqual([]);
  expect(await samples()).toContain('Sampledville');

  // The clock of the test stands where the service started.
  app.clock.set(new Date(Date.now() + 1));
  const erased = await owner.rest('POST', `${CUSTOMERS}/${person.id}/anonymize`, { reason: 'CUSTOMER_REQUEST' });
  expect(erased.status).toBe(201);
  expect(await samples()).toContain('Sampled Person');
  expect(await resampleErased(pool)).toEqual(WITH_TEXTS);
  expect(await samples()).not.toMatch(/Sampled/);
  expect(await resampleErased(pool)).toEqual([]);
});
