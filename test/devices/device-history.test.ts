import fc from 'fast-check';
import pg from 'pg';
import { DEVICE_TRANSITIONS } from '../../src/domain/devices/index.ts';
import { DEVICE_STATUSES } from '../../src/model/enums.ts';
import { beat } from '../heartbeats/signed-heartbeats.ts';
import { draft, provision } from '../inventory/support.ts';
import { pair } from '../pairing/support.ts';
import { rest, saleBody } from '../sales/support.ts';
import { cleanTestApp, type Sql, type TestApp } from '../support/app.ts';
import type { Caller, Json, Reply } from '../support/callers.ts';
import { addSecret, type MadeDevice, makeCustomerRow, makeDevice } from '../support/factories/device.ts';

const RUNS = 10;
const MAX_STEPS = 40;
const DEVICES = 2;

let app: TestApp;
let admin: Caller;
/** Changes rows without an event, where a test makes the state that it begins with. */
let byHand: pg.Pool;
let customers: readonly string[];

/** Refuses, at the end of a transaction, a change of a status or an owner without its entry in the history. */
const REFUSE = `create function refuse_unexplained() returns trigger language plpgsql as $$
  declare
    before_status text := case when tg_op = 'UPDATE' then old.status end;
    before_owner uuid := case when tg_op = 'UPDATE' then old.owner_id end;
  begin
    if current_setting('test.by_hand', true) = 'on' or exists (
      select from device_event e
       where e.device_id = new.id and e.to_status = new.status and e.from_status is not distinct from before_status
         and case when before_owner is distinct from new.owner_id
                  then e.from_owner_id is not distinct from before_owner and e.to_owner_id is not distinct from new.owner_id
                  else e.from_owner_id is not distinct from e.to_owner_id end
         -- Of this transaction or one of its savepoints.
         and pg_xact_status(e.xmin::text::xid8) = 'in progress') then
      return null;
    end if;
    raise exception 'device % changed from % to % without an entry in its history', new.id, before_status, new.status;
  end $$`;

beforeAll(async () => {
  app = await cleanTestApp();
  admin = await app.as('SUPER_ADMIN');
  await app.sql(REFUSE);
  await app.sql(
    `create constraint trigger explained_insert after insert on device deferrable initially deferred for each row execute function refuse_unexplained()`,
  );
  await app.sql(
    `create constraint trigger explained_update after update on device deferrable initially deferred for each row
       when ((old.status, old.owner_id) is distinct from (new.status, new.owner_id)) execute function refuse_unexplained()`,
  );
  byHand = new pg.Pool({ connectionString: app.database.url, max: 1, options: '-c test.by_hand=on' });
  byHand.on('error', () => undefined);
  customers = [(await makeCustomerRow(app)).id, (await makeCustomerRow(app)).id];
});
afterAll(async () => {
  await byHand.end();
  await app.stop();
});

const sql: Sql = async (text, values = []) => (await byHand.query(text, [...values])).rows;

/** A READY device with the entry that its provisioning would have written. */
async function newDevice(): Promise<MadeDevice> {
  const device = await makeDevice({ ...app, sql });
  await sql(
    `insert into device_event (id, device_id, at, cause, to_status) values (gen_random_uuid(), $1, $2, 'provisionBatch', 'READY')`,
    [device.id, app.clock.now()],
  );
  return device;
}

const device = fc.nat(DEVICES - 1);
const customer = fc.nat(1);
const kinds = ['sell', 'buyer', 'cancel', 'reset', 'transfer', 'claim', 'heartbeat', 'secret'] as const;
const step = fc.oneof(
  ...kinds.map((kind) => ({ weight: 3, arbitrary: fc.record({ kind: fc.constant(kind), device, customer }) })),
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('refund' as const),
      device,
      customer,
      disposition: fc.constantFrom(undefined, 'RETURNED', 'REVOKED'),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('status' as const),
      device,
      customer,
      // Of RETIRED there is no way back.
      to: fc.constantFrom(...DEVICE_STATUSES.filter((status) => status !== 'RETIRED')),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const first = { device: 0, customer: 0 };
/** Each cause of a change that there is. */
const WHOLE_LIFE: Step[] = [
  { ...first, kind: 'sell' },
  { ...first, kind: 'buyer', customer: 1 },
  { ...first, kind: 'cancel' },
  { ...first, kind: 'sell' },
  { ...first, kind: 'claim' },
  { ...first, kind: 'heartbeat' },
  { ...first, kind: 'transfer', customer: 1 },
  { ...first, kind: 'heartbeat' },
  { ...first, kind: 'reset' },
  { ...first, kind: 'status', to: 'SUSPENDED' },
  { ...first, kind: 'refund', disposition: 'RETURNED' },
  { ...first, kind: 'status', to: 'INVENTORY' },
  { ...first, kind: 'secret' },
  { ...first, kind: 'sell' },
];

interface Real {
  readonly device: MadeDevice;
  claimCode: string;
  secret: Buffer;
  secretVersion: number;
  sale: string | undefined;
}

/** Does what a step says; most of it is refused, as the state of the device decides. */
async function play(real: Real, todo: Step): Promise<Reply | undefined> {
  const { id, serial } = real.device;
  const owner = customers[todo.customer] ?? '';
  const path = `/v1/admin/devices/${id}`;
  const body = { reason: 'as told' };
  switch (todo.kind) {
    case 'sell': {
      const reply = await rest.create(admin, saleBody(id, { customer: { id: owner }, paymentStatus: 'UNPAID' }));
      if (reply.status === 201) real.sale = reply.body.id;
      return reply;
    }
    case 'buyer':
      return real.sale ? rest.update(admin, real.sale, { customerId: owner }) : undefined;
    case 'cancel':
      return real.sale ? rest.cancel(admin, real.sale) : undefined;
    case 'refund': {
      if (!real.sale) return undefined;
      await rest.update(admin, real.sale, { paymentStatus: 'PAID' });
      return rest.refund(admin, real.sale, { amount: 1, deviceDisposition: todo.disposition });
    }
    case 'reset': {
      const reply = await admin.rest('POST', `${path}/claim/reset`, body);
      if (reply.status < 400) real.claimCode = reply.body.claimCode;
      return reply;
    }
    case 'transfer': {
      const [{ email }] = (await app.sql('select email from customer where id = $1', [owner])) as [{ email: string }];
      return admin.rest('POST', `${path}/transfer`, { ...body, customerEmail: email });
    }
    case 'status':
      return admin.rest('PATCH', `${path}/status`, { ...body, status: todo.to });
    case 'claim':
      return pair(app, { serial, secret: real.secret, claimCode: real.claimCode });
    case 'heartbeat':
      return beat(app, { serial, secret: real.secret });
    default: {
      real.secretVersion += 1;
      await sql(`update device_secret set state = 'RETIRED' where device_id = $1 and state = 'PENDING'`, [id]);
      const pending = { version: real.secretVersion, state: 'PENDING' } as const;
      real.secret = await addSecret({ ...app, sql }, { id, serial }, pending);
      return beat(app, { serial, secret: real.secret });
    }
  }
}

/** What the history alone says of a device at a time. */
function replay(
  events: readonly Json[],
  until = new Date(8.64e15),
): { readonly status: string | null; readonly owner: string | null } {
  let status: string | null = null;
  let owner: string | null = null;
  for (const event of events) {
    if (event.at > until) break;
    expect(event.from_status).toBe(status);
    status = event.to_status;
    if (event.from_owner_id === event.to_owner_id) continue;
    expect(event.from_owner_id).toBe(owner);
    owner = event.to_owner_id;
  }
  return { status, owner };
}

const eventsOf = (id: string) => app.sql('select * from device_event where device_id = $1 order by at, id', [id]);
const stateOf = async (id: string) =>
  (await app.sql('select status, owner_id as owner from device where id = $1', [id]))[0] as ReturnType<typeof replay>;

describe('the history of a device', () => {
  const causes = new Set<string>();

  it('the history of a device leads, after any calls, to its status and owner, and to those at each time between', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: MAX_STEPS }), async (steps) => {
        const reals: Real[] = [];
        for (let made = 0; made < DEVICES; made += 1) {
          const { claimCode, secret, ...others } = await newDevice();
          const known = { ...others, claimCode, secret };
          reals.push({ device: known, claimCode, secret, secretVersion: 1, sale: undefined });
        }
        const seen: { readonly id: string; readonly at: Date; readonly state: ReturnType<typeof replay> }[] = [];
        for (const todo of steps) {
          app.clock.advance(1_000);
          const real = reals[todo.device] as Real;
          const reply = await play(real, todo);
          expect(reply?.status ?? 200).toBeLessThan(500);
          seen.push({ id: real.device.id, at: app.clock.now(), state: await stateOf(real.device.id) });
        }
        for (const { device: made } of reals) {
          const events = await eventsOf(made.id);
          for (const { cause } of events) causes.add(cause);
          expect(replay(events)).toEqual(await stateOf(made.id));
          for (const { id, at, state } of seen)
            if (id === made.id) expect([at, replay(events, at)]).toEqual([at, state]);
        }
      }),
      { numRuns: RUNS, examples: [[WHOLE_LIFE]] },
    );
  });

  it('the history of a device knew every cause by which a device can change', () => {
    const byAdmin = ['setDeviceStatus'];
    const triggers = new Set(DEVICE_TRANSITIONS.map(({ by }) => by));
    const named: Readonly<Record<string, readonly string[]>> = {
      admin: byAdmin,
      superAdmin: byAdmin,
      proof: ['secretProved'],
      sale: ['createSale', 'updateSale'],
      saleCancel: ['cancelSale'],
      claim: ['claimDevice'],
      heartbeat: ['heartbeat'],
      transfer: ['transferDevice'],
      claimReset: ['resetClaim'],
      refund: ['refundSale'],
    };
    expect([...triggers].filter((trigger) => !(trigger in named))).toEqual([]);
    expect([...causes].sort()).toEqual([...new Set(['provisionBatch', ...Object.values(named).flat()])].sort());
  });

  it('the history of a device begins with its provisioning, and ends with a batch that is cancelled', async () => {
    const batch = await draft(admin, { quantity: 2 });
    const reply = await provision(admin, batch.id);
    expect(reply.status).toBe(201);
    await sql(`update inventory_batch set status = 'PROVISIONING', provisioned_at = null where id = $1`, [batch.id]);
    const cancelled = await admin.rest('PATCH', `/v1/admin/inventory/batches/${batch.id}`, { status: 'CANCELLED' });
    expect(cancelled.status).toBe(200);
    for (const { id } of reply.body.devices) {
      const events = await eventsOf(id);
      expect(events.map(({ cause, to_status }) => [cause, to_status])).toEqual([
        ['provisionBatch', 'READY'],
        ['updateBatch', 'RETIRED'],
      ]);
      expect(replay(events)).toEqual(await stateOf(id));
    }
  });

  it('the history of a device cannot be left out: the database of this test refuses a change without an entry', async () => {
    const { id } = await newDevice();
    const refused = /without an entry in its history/;
    await expect(app.sql(`update device set status = 'REPAIR' where id = $1`, [id])).rejects.toThrow(refused);
    await expect(app.sql('update device set owner_id = $2 where id = $1', [id, customers[0]])).rejects.toThrow(refused);
    await expect(makeDevice(app)).rejects.toThrow(refused);
  });

  it('the history of a device tells which devices were returned and then sold again', async () => {
    const again = await newDevice();
    const once = await newDevice();
    const sell = async ({ id }: MadeDevice) => {
      app.clock.advance(1_000);
      return (await rest.create(admin, saleBody(id))).body.id as string;
    };
    for (const made of [again, once]) {
      const sale = await sell(made);
      app.clock.advance(1_000);
      await rest.refund(admin, sale, { amount: 1, deviceDisposition: 'RETURNED' });
    }
    const real: Real = { device: again, claimCode: '', secret: again.secret, secretVersion: 1, sale: undefined };
    for (const todo of [
      { ...first, kind: 'status', to: 'INVENTORY' } as const,
      { ...first, kind: 'secret' } as const,
    ]) {
      app.clock.advance(1_000);
      await play(real, todo);
    }
    await sell(again);
    const found = await app.sql(
      `select distinct r.device_id from device_event r
        where r.to_status = 'RETURNED' and r.device_id = any($1)
          and exists (select from device_event s where s.device_id = r.device_id and s.to_status = 'SOLD' and s.at > r.at)`,
      [[again.id, once.id]],
    );
    expect(found).toEqual([{ device_id: again.id }]);
  });
});
