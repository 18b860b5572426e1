import pg from 'pg';
import { cleanTestApp, type TestApp } from '../support/app.ts';
import type { Caller, Json } from '../support/callers.ts';
import { makeSale } from '../support/factories/sale.ts';
import { CUSTOMERS, customer } from './support.ts';

const REFUSED = /are never changed or removed/;

let app: TestApp;
let owner: Caller;
let person: Json;
let saleId: string;
let client: pg.Client;

beforeAll(async () => {
  app = await cleanTestApp();
  owner = await app.as('SUPER_ADMIN');
  person = await customer(owner, { fullName: 'Guarded Person', notes: 'tall' });
  saleId = (await makeSale(app, { customerId: person.id })).id;
  await owner.rest('POST', `/v1/admin/sales/${saleId}/refund`, { amount: 5, reason: 'a scratch' });
  await owner.rest('PATCH', `${CUSTOMERS}/${person.id}`, { notes: 'taller' });
  client = new pg.Client({ connectionString: app.database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await app.stop();
});

const history = () => app.sql(`select a.*, null as refund from audit_entry a order by id`);
const refunds = () => app.sql('select * from refund order by id');

/** What a session may set, beside what would be guessed as the switch of the erasure. */
const SETTINGS = [
  `set karvon.erasing = 'on'`,
  `set karvon.erase = 'true'`,
  `set karvon.anonymize_customer = 'on'`,
  `select set_config('karvon.erasing', 'on', false)`,
  `set session_replication_role = 'origin'`,
];

/** Statements that only the erasure may run, and what looks like it. */
const STATEMENTS: readonly string[] = [
  `update audit_entry set reason = '[erased]'`,
  `update audit_entry set reason = null`,
  `update audit_entry set changes = erased_json(changes)`,
  `update audit_entry set action = 'nothing'`,
  `update audit_entry set at = now()`,
  `delete from audit_entry`,
  `truncate audit_entry`,
  `update refund set reason = '[erased]'`,
  `update refund set amount = 1`,
  `delete from refund`,
  `do $$ begin update audit_entry set reason = '[erased]'; end $$`,
  // The text of a call stack does not help.
  `do $$ begin execute E'update audit_entry set reason = \\'[erased]\\' /* \\nPL/pgSQL function erase_customer() line 40 at SQL statement */'; end $$`,
  `select erase_texts('refund', array(select id from refund), now())`,
  `select erase_texts('audit_entry', array(select id from audit_entry), now())`,
  `with x as (update audit_entry set ip = '[erased]' returning 1) select * from x`,
  `insert into audit_entry select * from audit_entry on conflict (id) do update set reason = '[erased]'`,
  `merge into audit_entry a using audit_entry b on a.id = b.id when matched then update set reason = '[erased]'`,
];

describe('history that nobody changes', () => {
  it.each(STATEMENTS)('history that nobody changes refuses %s', async (statement) => {
    const before = [await history(), await refunds()];
    expect(before[0]?.length).toBeGreaterThan(2);
    for (const setting of ['select 1', ...SETTINGS]) {
      await client.query(setting).catch(() => undefined);
      await expect(client.query(statement)).rejects.toThrow(REFUSED);
      await client.query('discard all');
    }
    expect([await history(), await refunds()]).toEqual(before);
  });

  it('history that nobody changes refuses the trigger of the list to be called as a function', async () => {
    await expect(client.query('select erase_customer()')).rejects.toThrow(/trigger/);
  });

  it('history that nobody changes refuses a change of anything but texts, also from within another trigger', async () => {
    // Whoever may make triggers may also drop those that guard; what they can do by mistake is refused.
    await client.query('create table meddler (id int)');
    await client.query(`create function meddle() returns trigger language plpgsql as $$
      begin update audit_entry set action = '[erased]'; return new; end $$`);
    await client.query('create trigger meddles after insert on meddler for each row execute function meddle()');
    await expect(client.query('insert into meddler values (1)')).rejects.toThrow(REFUSED);
    await client.query(`create or replace function meddle() returns trigger language plpgsql as $$
      begin update refund set amount = 1, reason = '[erased]'; return new; end $$`);
    await expect(client.query('insert into meddler values (1)')).rejects.toThrow(REFUSED);
    await client.query('drop table meddler');
  });

  it('history that nobody changes admits the erasure of one person, and keeps every entry with who did what, when and to which record', async () => {
    const other = await customer(owner, { fullName: 'Other Person', notes: 'short' });
    await owner.rest('PATCH', `${CUSTOMERS}/${other.id}`, { notes: 'shorter' });
    const before = await history();
    await client.query('insert into erased_customer (id, erased_at, applied_at) values ($1, now(), now())', [
      person.id,
    ]);
    const after = await history();
    const facts = (entry: Json) => {
      const { changes: _changes, detail: _detail, reason: _reason, ...rest } = entry;
      return rest;
    };
    expect(after.map(facts)).toEqual(before.map(facts));
    const changed = after.filter((entry, at) => JSON.stringify(entry) !== JSON.stringify(before[at]));
    expect(changed.map(({ action }) => action).sort()).toEqual(['refundSale', 'updateCustomer']);
    expect(changed.find(({ action }) => action === 'updateCustomer').changes).toEqual({
      notes: { from: '[erased]', to: '[erased]' },
    });
    const [{ changes: kept }] = await app.sql(
      `select changes from audit_entry where action = 'updateCustomer' and target_id = $1`,
      [other.id],
    );
    expect(kept).toEqual({ notes: { from: 'short', to: 'shorter' } });
    expect((await refunds()).map(({ amount, reason }) => [Number(amount), reason])).toEqual([[5, '[erased]']]);
  });
});
