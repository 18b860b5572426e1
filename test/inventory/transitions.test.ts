import { cleanTestApp, type TestApp } from '../support/app.ts';
import type { Caller } from '../support/callers.ts';
import { contract } from '../support/contract.ts';
import { BATCHES, draft, provision } from './support.ts';

const STATUSES = contract.enums.BatchStatus as readonly string[];

/** What an update, provisioning and archiving may do from where. */
const UPDATES: Readonly<Record<string, readonly string[]>> = {
  DRAFT: ['READY', 'CANCELLED'],
  READY: ['DRAFT', 'CANCELLED'],
  PROVISIONING: ['CANCELLED'],
};
const PROVISIONS = ['DRAFT', 'READY', 'PROVISIONING'];
const ARCHIVES = ['COMPLETED', 'CANCELLED', 'ARCHIVED'];

let app: TestApp;
let admin: Caller;
beforeAll(async () => {
  app = await cleanTestApp();
  admin = await app.as('ADMIN');
});
afterAll(() => app.stop());

async function batchIn(status: string) {
  const batch = await draft(admin, { quantity: 1 });
  await app.sql('update inventory_batch set status = $2 where id = $1', [batch.id, status]);
  return batch;
}

async function statusOf(id: string) {
  const [row] = await app.sql('select status from inventory_batch where id = $1', [id]);
  return row.status;
}

const entriesOf = async (id: string, action: string) =>
  (await app.sql('select 1 from audit_entry where target_id = $1 and action = $2', [id, action])).length;

describe.each(STATUSES)('a batch that is %s', (from) => {
  it.each(STATUSES)('a batch can be updated to %s exactly if the table allows it', async (to) => {
    const batch = await batchIn(from);
    const reply = await admin.rest('PATCH', `${BATCHES}/${batch.id}`, { status: to });
    const legal = UPDATES[from]?.includes(to) ?? false;
    if (legal || from === to) {
      expect([reply.status, reply.body.status]).toEqual([200, to]);
      expect(await statusOf(batch.id)).toBe(to);
    } else {
      expect([reply.status, reply.body.error.code]).toEqual([409, 'INVALID_TRANSITION']);
      expect(reply.body.error.message).toContain(`from ${from} to ${to}`);
      expect(await statusOf(batch.id)).toBe(from);
    }
    expect(await entriesOf(batch.id, 'updateBatch')).toBe(legal ? 1 : 0);
  });

  it('a batch can be provisioned exactly if the table allows it', async () => {
    const batch = await batchIn(from);
    const legal = PROVISIONS.includes(from);
    const reply = await provision(admin, batch.id);
    expect(reply.status).toBe(legal ? 201 : 409);
    expect(await statusOf(batch.id)).toBe(legal ? 'COMPLETED' : from);
    expect(await entriesOf(batch.id, 'provisionBatch')).toBe(legal ? 1 : 0);
  });

  it('a batch can be archived exactly if the table allows it', async () => {
    const batch = await batchIn(from);
    const legal = ARCHIVES.includes(from);
    const reply = await admin.rest('POST', `${BATCHES}/${batch.id}/archive`);
    expect([reply.status, reply.body.error?.code]).toEqual(legal ? [201, undefined] : [409, 'INVALID_TRANSITION']);
    expect(await statusOf(batch.id)).toBe(legal ? 'ARCHIVED' : from);
    expect(await entriesOf(batch.id, 'archiveBatch')).toBe(legal && from !== 'ARCHIVED' ? 1 : 0);
  });
});

describe('archiveBatch: archiving a batch', () => {
  it('archiving a batch again returns the same response without a change', async () => {
    const batch = await batchIn('CANCELLED');
    const first = await admin.rest('POST', `${BATCHES}/${batch.id}/archive`);
    app.clock.advance(1000);
    const second = await admin.rest('POST', `${BATCHES}/${batch.id}/archive`, {});
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(first.body.archivedAt).not.toBeNull();
    expect(second.body).toEqual(first.body);
  });

  it('archiving a batch does not change its devices', async () => {
    const batch = await draft(admin);
    await provision(admin, batch.id);
    const devices = () => app.sql('select * from device where batch_id = $1 order by id', [batch.id]);
    const before = await devices();
    expect((await admin.rest('POST', `${BATCHES}/${batch.id}/archive`)).status).toBe(201);
    expect(await devices()).toEqual(before);
  });
});

describe('updateBatch: cancelling a batch left in PROVISIONING', () => {
  async function leftOver() {
    const batch = await draft(admin, { quantity: 4 });
    const { body } = await provision(admin, batch.id);
    await app.sql(`update inventory_batch set status = 'PROVISIONING', provisioned_at = null where id = $1`, [
      batch.id,
    ]);
    return { id: batch.id, devices: body.devices };
  }

  it('cancelling a batch left in PROVISIONING retires the unowned devices and voids their claim codes', async () => {
    const { id, devices } = await leftOver();
    await app.sql(`update device set status = 'SOLD' where id = $1`, [devices[0].id]);
    await app.sql(`update device set status = 'REVOKED' where id = $1`, [devices[1].id]);
    await app.sql(`update device set status = 'REPAIR', previous_status = 'READY' where id = $1`, [devices[2].id]);
    const reply = await admin.rest('PATCH', `${BATCHES}/${id}`, { status: 'CANCELLED' });
    expect(reply.status).toBe(200);
    const stored = await app.sql(
      `select d.status, d.previous_status as previous, c.status as code, d.revision, d.updated_at = $2 as now
         from device d join claim_code c on c.device_id = d.id where d.batch_id = $1 order by d.batch_ordinal`,
      [id, app.clock.now()],
    );
    const retired = { status: 'RETIRED', previous: null, code: 'VOID', revision: 2, now: true };
    expect(stored).toEqual([
      { status: 'SOLD', previous: null, code: 'AVAILABLE', revision: 1, now: expect.any(Boolean) },
      retired,
      retired,
      retired,
    ]);
    const events = await app.sql(
      `select from_status, to_status, actor_id from device_event where cause = 'updateBatch' and device_id = any($1) order by id`,
      [devices.map((device: { id: string }) => device.id)],
    );
    expect(events).toEqual(
      ['REVOKED', 'REPAIR', 'READY'].map((from) => ({
        from_status: from,
        to_status: 'RETIRED',
        actor_id: admin.admin.id,
      })),
    );
    const [entry] = await app.sql(`select detail from audit_entry where action = 'updateBatch' and target_id = $1`, [
      id,
    ]);
    expect(entry.detail).toEqual({ retiredDevices: 3 });
  });

  it('cancelling a batch left in PROVISIONING fails with 403 for OPERATIONS and records the attempt', async () => {
    const { id } = await leftOver();
    const operations = await app.as('OPERATIONS');
    const reply = await operations.rest('PATCH', `${BATCHES}/${id}`, { status: 'CANCELLED' });
    expect([reply.status, reply.body.error.code]).toEqual([403, 'ROLE_FORBIDDEN']);
    expect(await statusOf(id)).toBe('PROVISIONING');
    expect(await entriesOf(id, 'updateBatch')).toBe(0);
    expect(await entriesOf(id, 'accessDenied')).toBe(1);
    const [denied] = await app.sql(`select detail from audit_entry where action = 'accessDenied' and target_id = $1`, [
      id,
    ]);
    expect(denied.detail).toEqual({ operation: 'updateBatch', role: 'OPERATIONS', to: 'CANCELLED' });
    const [{ retired }] = await app.sql(
      `select count(*)::int as retired from device where batch_id = $1 and status = 'RETIRED'`,
      [id],
    );
    expect(retired).toBe(0);
  });
});
