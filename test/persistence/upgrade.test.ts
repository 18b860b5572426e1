import 'reflect-metadata';
import { coerceInputValue, isInputObjectType } from 'graphql';
import pg from 'pg';
import { buildOpenSchema } from '../../src/graphql/schema/schema.ts';
import { memberName } from '../../src/model/enums.ts';
import { foldSaleHours } from '../../src/persistence/analytics/sale-hours.ts';
import { countSharedPhones } from '../../src/persistence/customers/customer-repository.ts';
import { rollUpDays } from '../../src/persistence/devices/device-days.ts';
import { migrate } from '../../src/persistence/migrate.ts';
import { closeOrm, createOrm } from '../../src/persistence/orm.ts';
import { foldTallies } from '../../src/persistence/tallies.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../support/database.ts';
import { miscounted } from './tally-races.ts';

/** The last migration before days of devices and links of sales to preorders. */
const BEFORE = '2026-11-22e-failed-installations';
const CREATED = new Date('2026-09-01T00:00:00Z');
const CHANGED = new Date('2026-10-20T12:00:00Z');

let database: TestDatabase;
let pool: pg.Pool;
const sql = async (text: string, values: readonly unknown[] = []) => (await pool.query(text, [...values])).rows;
const id = (name: string) => `md5('${name}')::uuid`;

async function migrateTo(name: string): Promise<void> {
  const orm = await createOrm({
    url: database.url,
    poolMax: 2,
    statementTimeoutMs: 0,
    lockTimeoutMs: 0,
    entities: false,
  });
  await orm.migrator.up({ to: name });
  await orm.close(true);
}

/** Devices with each kind of history that there can be, a sale, a preorder of the same customer, and heartbeats. */
async function insertOldRows(): Promise<void> {
  await sql(
    `insert into customer (id, full_name, created_at, updated_at) values (${id('customer')}, 'Aziza', $1, $1)`,
    [CREATED],
  );
  await sql(
    `insert into inventory_batch (id, code, model, hardware_revision, quantity, status, created_at, updated_at)
     values (${id('batch')}, 'LOT-1', 'LAMP1', 'rev-b', 9, 'COMPLETED', $1, $1)`,
    [CREATED],
  );
  const device = (name: string, ordinal: number, status: string, owner: string) =>
    sql(
      `insert into device (id, serial, batch_id, batch_ordinal, model, hardware_revision, status, owner_id, created_at, updated_at)
       values (${id(name)}, '${name}', ${id('batch')}, ${ordinal}, 'LAMP1', 'rev-b', '${status}', ${owner}, $1, $2)`,
      [CREATED, CHANGED],
    );
  const event = (name: string, at: string, from: string, to: string, owners = 'null, null') =>
    sql(
      `insert into device_event (id, device_id, at, cause, from_status, to_status, from_owner_id, to_owner_id)
       values (gen_random_uuid(), ${id(name)}, '${at}', 'test', ${from}, ${to}, ${owners})`,
    );
  await device('whole', 1, 'ACTIVE', id('customer'));
  await event('whole', '2026-09-01T00:00:00Z', 'null', `'READY'`);
  await event('whole', '2026-09-02T00:00:00Z', `'READY'`, `'SOLD'`, `null, ${id('customer')}`);
  await event('whole', '2026-09-03T00:00:00Z', `'SOLD'`, `'CLAIMED'`, `${id('customer')}, ${id('customer')}`);
  await event('whole', '2026-09-04T00:00:00Z', `'CLAIMED'`, `'ACTIVE'`);
  await device('empty', 2, 'READY', 'null');
  await device('unexplained', 3, 'SOLD', id('customer'));
  await device('beginless', 4, 'REPAIR', 'null');
  await event('beginless', '2026-09-01T00:00:00Z', `'RETURNED'`, `'REPAIR'`);
  await sql(
    `insert into sale (id, number, customer_id, device_id, unit_price, discount, total, currency, payment_status, status, sales_channel,
                       sold_at, created_by, revision, created_at, updated_at)
     values (${id('sale')}, 'KRV-1', ${id('customer')}, ${id('whole')}, 5, 0, 5, 'UZS', 'PAID', 'PAID', 'DIRECT', $1, ${id('admin')}, 1, $1, $1)`,
    [CREATED],
  );
  await sql(
    `insert into preorder (id, number, key_hash, fingerprint, customer_id, status, quantity, locale, product_name, currency, revision, created_at, updated_at)
     values (${id('preorder')}, 'PRE-1', 'k', 'f', ${id('customer')}, 'FULFILLED', 1, 'uz', 'Lamp', 'UZS', 1, $1, $1)`,
    [CREATED],
  );
  await sql(
    `insert into heartbeat (device_id, received_at, timestamp_ms, firmware_version, app_version, uptime, status)
     select ${id('whole')}, timestamptz '2026-10-20T00:00:00Z' + n * interval '5 minutes', n, '1.2.3', '1', 100000 + n * 300, 'healthy'
       from generate_series(0, 575) n`,
  );
  await sql(
    `insert into device_presence (device_id, last_seen_at, last_timestamp_ms, firmware_version, app_version, uptime, status)
     values (${id('whole')}, '2026-10-21T23:55:00Z', 575, '1.2.3', '1', 272500, 'healthy')`,
  );
}

const TABLES = [
  'customer',
  'inventory_batch',
  'device',
  'sale',
  'preorder',
  'heartbeat',
  'device_event',
  'device_presence',
];
const everyRow = async (): Promise<Record<string, object[]>> =>
  Object.fromEntries(
    await Promise.all(
      TABLES.map(async (table) => [
        table,
        (await sql(`select to_jsonb(t) as row from ${table} t`)).map(({ row }) => row),
      ]),
    ),
  );
const historyOf = async (name: string) =>
  (
    await sql(
      `select at, cause, from_status, to_status, from_owner_id is not null as had, to_owner_id is not null as has
         from device_event where device_id = ${id(name)} order by at, id`,
    )
  ).map(({ at, cause, from_status, to_status, had, has }) => [
    at.toISOString(),
    cause,
    from_status,
    to_status,
    had,
    has,
  ]);

describe('a database of the version before', () => {
  beforeAll(async () => {
    database = await createEmptyDatabase();
    pool = new pg.Pool({ connectionString: database.url, max: 2 });
    pool.on('error', () => undefined);
    await migrateTo(BEFORE);
    await insertOldRows();
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  it('keeps every row through the upgrade', async () => {
    const before = await everyRow();
    await migrate(database.url);
    const after = await everyRow();
    for (const [table, rows] of Object.entries(before)) {
      expect(rows.length).toBeGreaterThan(0);
      expect([table, after[table]]).toEqual([
        table,
        expect.arrayContaining(rows.map((row: object) => expect.objectContaining(row))),
      ]);
      if (table !== 'device_event') expect(after[table]).toHaveLength(rows.length);
    }
  });

  it('has tallies and sums of sales that equal a recount', async () => {
    expect(await miscounted({ sql })).toEqual([]);
    expect(await sql(`select part from sale_hour where orders = 1 order by 1`)).toHaveLength(8);
  });

  it('repeats in each presence what its device was made with', async () => {
    expect(await sql('select device_created_at, device_hardware_revision from device_presence')).toEqual([
      { device_created_at: CREATED, device_hardware_revision: 'rev-b' },
    ]);
  });

  it('links no sale to a preorder, because nothing proves it', async () => {
    expect(await sql('select from sale where preorder_id is not null')).toEqual([]);
  });

  it('has a history of each device that leads to what it is, and invents nothing else', async () => {
    expect(await historyOf('whole')).toHaveLength(4);
    expect(await historyOf('empty')).toEqual([['2026-09-01T00:00:00.000Z', 'backfill', null, 'READY', false, false]]);
    expect(await historyOf('unexplained')).toEqual([
      ['2026-09-01T00:00:00.000Z', 'backfill', null, 'READY', false, false],
      ['2026-10-20T12:00:00.000Z', 'backfill', 'READY', 'SOLD', false, true],
    ]);
    expect(await historyOf('beginless')).toEqual([
      ['2026-08-31T23:59:59.999Z', 'backfill', null, 'RETURNED', false, false],
      ['2026-09-01T00:00:00.000Z', 'test', 'RETURNED', 'REPAIR', false, false],
    ]);
  });

  it('gets the days of all heartbeats that it still has', async () => {
    // After its last heartbeat the device counts as online for ten minutes.
    await sql('update business_settings set online_threshold_minutes = 10');
    const { days } = await rollUpDays(pool, new Date('2026-10-22T20:00:00Z'), {
      timeZone: 'Asia/Tashkent',
      retentionDays: 400,
    });
    expect(days).toEqual(['2026-10-20', '2026-10-21', '2026-10-22']);
    expect(
      await sql(
        'select heartbeats, heard_seconds, expected_seconds, status, firmware_version from device_day order by starts_at',
      ),
    ).toEqual([
      { heartbeats: 228, heard_seconds: 68_400, expected_seconds: 68_400, status: 'ACTIVE', firmware_version: '1.2.3' },
      { heartbeats: 288, heard_seconds: 86_400, expected_seconds: 86_400, status: 'ACTIVE', firmware_version: '1.2.3' },
      { heartbeats: 60, heard_seconds: 18_300, expected_seconds: 86_400, status: 'ACTIVE', firmware_version: '1.2.3' },
    ]);
  });
});

it.each(['device_presence_revision_index', 'device_presence_hardware_revision_index'])(
  'an index of presences that was made as %s is named after its column',
  async (made) => {
    const copy = await createTestDatabase();
    const client = new pg.Client({ connectionString: copy.url });
    await client.connect();
    await client.query('drop index device_presence_hardware_revision_index');
    await client.query(`create index ${made} on device_presence (device_hardware_revision)`);
    await client.query(`delete from migration where name = '2026-11-26c-presence-hardware-revision'`);
    await migrate(copy.url);
    const { rows } = await client.query(
      `select indexname from pg_indexes where indexdef like '%(device_hardware_revision)'`,
    );
    expect(rows).toEqual([{ indexname: 'device_presence_hardware_revision_index' }]);
    await client.end();
    await copy.drop();
  },
);

describe('installations of the version before silence said little', () => {
  const ENDED = new Date('2026-11-20T00:00:00Z');

  beforeAll(async () => {
    database = await createEmptyDatabase();
    pool = new pg.Pool({ connectionString: database.url, max: 2 });
    pool.on('error', () => undefined);
    await migrateTo('2026-11-26c-presence-hardware-revision');
    await sql(`insert into release (id, source, version, build_number, hardware_revision, security_version, channel, lifecycle, mandatory,
                 release_notes, firmware_sha256, firmware_size, signed_by, rollout_percentage, created_by, created_at, updated_at)
               values (${id('release')}, 'PACKAGE', '2.0.0', 1, 'rev-b', 1, 'STABLE', 'ROLLING_OUT', false, '{}', 'x', 1, '{}', 100,
                 ${id('admin')}, now(), now())`);
    await sql(
      `insert into inventory_batch (id, code, model, hardware_revision, quantity, status, created_at, updated_at)
       values (${id('batch')}, 'LOT-2', 'LAMP1', 'rev-b', 9, 'COMPLETED', now(), now())`,
    );
    const rows = [
      ['stalled', 'FAILED', 'SERVER', 'STALLED_DOWNLOADING', ENDED],
      ['bricked', 'FAILED', 'SERVER', 'STALLED_REBOOTING', ENDED],
      ['reported', 'FAILED', 'DEVICE', 'FLASH_WRITE', null],
      ['stuck', 'QUEUED', null, null, ENDED],
      ['going on', 'DOWNLOADING', null, null, null],
      ['offered', 'AVAILABLE', null, null, null],
    ] as const;
    for (const [ordinal, [name, status, source, code, stuckSince]] of rows.entries()) {
      await sql(
        `insert into device (id, serial, batch_id, batch_ordinal, model, hardware_revision, status, created_at, updated_at)
         values (${id(name)}, '${name}', ${id('batch')}, ${ordinal + 1}, 'LAMP1', 'rev-b', 'ACTIVE', now(), now())`,
      );
      await sql(
        `insert into installation (id, device_id, release_id, attempt, status, failure_source, failure_code, stuck_since, created_at, updated_at)
         values (${id(name)}, ${id(name)}, ${id('release')}, 1, $1, $2, $3, $4, now(), now())`,
        [status, source, code, stuckSince],
      );
    }
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  it('are marked as silent where their device may just have been switched off, and counted as before', async () => {
    const counted = () => sql('select status, count from release_counter where count > 0 order by status');
    const before = await counted();
    expect(before).not.toEqual([]);
    await migrate(database.url);
    const marked = await sql(
      'select d.serial, i.silent, i.unused_leases from installation i join device d on d.id = i.device_id order by d.batch_ordinal',
    );
    expect(marked.map(({ serial, silent, unused_leases }) => [serial, silent, unused_leases])).toEqual([
      ['stalled', true, 0],
      ['bricked', false, 0],
      ['reported', false, 0],
      ['stuck', true, 0],
      ['going on', false, 0],
      ['offered', false, 0],
    ]);
    expect(await counted()).toEqual(before);
  });
});

describe('texts of the version before they had a normal form', () => {
  const at = (day: number) => `2026-09-0${day}T00:00:00Z`;
  const names = new Map<string, string>();
  const add = (name: string, day: number, phone: string | null, canonical: string | null, fullName = name) => {
    names.set(name, fullName);
    return sql(
      `insert into customer (id, full_name, phone, phone_canonical, city, notes, created_at, updated_at)
       values (${id(name)}, $1, $2, $3, $4, $5, $6, $6)`,
      [fullName, phone, canonical, 'Fargʻona\u00a0', 'one\r\n\u200btwo ', at(day)],
    );
  };
  const customerCalled = async (name: string) =>
    (await sql(`select full_name, phone, phone_canonical, city, notes from customer where id = ${id(name)}`))[0];

  beforeAll(async () => {
    database = await createEmptyDatabase();
    pool = new pg.Pool({ connectionString: database.url, max: 2 });
    pool.on('error', () => undefined);
    await migrateTo('2026-11-26f-session-last-use');
    await add('only', 1, '\u202a+998 90 000 00 01\u202c', null, 'Zoe\u0308\u200b  Aliyeva');
    await add('older', 1, 'tel:+998900000002', null);
    await add('younger', 2, '+998900000002', '+998900000002');
    await add('youngest', 3, '９００００００02', null);
    await add('holder', 1, '900000003', '+998900000003');
    await add('late', 2, '90/000/00/03', null);
    await add('word', 1, 'ask\u00a0 Aziza', null);
    await add('invisible', 1, null, null, '\u200b\u200b');
    await sql(
      `insert into customer_note (id, customer_id, content, author_id, created_at)
       values (${id('note')}, ${id('only')}, E'Calls\u00a0 back\u200b', ${id('admin')}, $1)`,
      [at(1)],
    );
    for (const [ordinal, code] of ['LOT\u00a01', 'LOT 1', 'LOT  2'].entries()) {
      await sql(
        `insert into inventory_batch (id, code, model, hardware_revision, quantity, status, created_at, updated_at)
         values (md5($1)::uuid, $1, 'LAMP\u200b1', 'rev-b\u00a0', 9, 'COMPLETED', $2, $2)`,
        [code, at(ordinal + 1)],
      );
    }
    await sql(
      `insert into device (id, serial, batch_id, batch_ordinal, model, hardware_revision, status, created_at, updated_at)
       values (${id('lamp')}, 'lamp', md5('LOT  2')::uuid, 1, 'LAMP\u200b1', 'rev-b\u00a0', 'READY', $1, $1)`,
      [at(1)],
    );
    await sql(
      `insert into device_presence (device_id, last_seen_at, last_timestamp_ms, firmware_version, app_version, uptime, status)
       values (${id('lamp')}, $1, 1, '1.2.3', 'app\u00a0 1', 1, 'healthy')`,
      [at(1)],
    );
    await sql(`update business_settings set company_name = 'Karvon\u00a0 LLC'`);
    await migrate(database.url);
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  it('have it, and phone numbers their canonical form', async () => {
    expect(await customerCalled('only')).toEqual({
      full_name: 'Zo\u00eb Aliyeva',
      phone: '+998 90 000 00 01',
      phone_canonical: '+998900000001',
      city: 'Fargʻona',
      notes: 'one\ntwo',
    });
    expect(await sql('select content from customer_note')).toEqual([{ content: 'Calls back' }]);
    expect(await sql('select company_name from business_settings')).toEqual([{ company_name: 'Karvon LLC' }]);
    expect(await customerCalled('word')).toMatchObject({ phone: 'ask Aziza', phone_canonical: null });
  });

  it('give a shared number to the oldest customer, and the others keep theirs as they were stored', async () => {
    const numbers = async (name: string) => {
      const { phone, phone_canonical } = await customerCalled(name);
      return [phone, phone_canonical];
    };
    expect(await numbers('older')).toEqual(['tel:+998900000002', '+998900000002']);
    expect(await numbers('younger')).toEqual(['+998900000002', null]);
    expect(await numbers('youngest')).toEqual(['９００００００02', null]);
    expect(await numbers('holder')).toEqual(['900000003', '+998900000003']);
    expect(await numbers('late')).toEqual(['90/000/00/03', null]);
    const orm = await createOrm({ url: database.url, poolMax: 1 });
    expect(await countSharedPhones(orm.em)).toBe(3);
    await closeOrm(orm);
  });

  it('lose nobody, and no name', async () => {
    expect(await sql('select count(*)::int from customer')).toEqual([{ count: names.size }]);
    expect(await customerCalled('invisible')).toMatchObject({ full_name: '\u200b\u200b' });
  });

  it('are the same in batches and in what repeats them; a code that another batch has stays', async () => {
    expect(await sql('select code, model, hardware_revision from inventory_batch order by created_at')).toEqual([
      { code: 'LOT\u00a01', model: 'LAMP1', hardware_revision: 'rev-b' },
      { code: 'LOT 1', model: 'LAMP1', hardware_revision: 'rev-b' },
      { code: 'LOT 2', model: 'LAMP1', hardware_revision: 'rev-b' },
    ]);
    expect(
      await sql(
        `select model, d.hardware_revision, device_hardware_revision, app_version
           from device d join device_presence p on p.device_id = d.id`,
      ),
    ).toEqual([
      { model: 'LAMP1', hardware_revision: 'rev-b', device_hardware_revision: 'rev-b', app_version: 'app\u00a0 1' },
    ]);
  });

  it('leave tallies that equal a recount', async () => {
    expect(await miscounted({ sql })).toEqual([]);
  });
});

describe('currencies of the version before they were checked', () => {
  const STORED = ['UZS', 'usd', 'Usd', 'UsD', ' eur', 'U$D', 'УЗС', 'ıUS'];

  beforeAll(async () => {
    database = await createEmptyDatabase();
    pool = new pg.Pool({ connectionString: database.url, max: 2 });
    pool.on('error', () => undefined);
    await migrateTo('2026-11-26f-session-last-use');
    await sql(
      `insert into customer (id, full_name, created_at, updated_at) values (${id('customer')}, 'Aziza', now(), now())`,
    );
    await sql(
      `insert into inventory_batch (id, code, model, hardware_revision, quantity, status, created_at, updated_at)
       values (${id('batch')}, 'LOT-3', 'LAMP1', 'rev-b', 9, 'COMPLETED', now(), now())`,
    );
    for (const [at, currency] of STORED.entries()) {
      await sql(
        `insert into device (id, serial, batch_id, batch_ordinal, model, hardware_revision, status, owner_id, created_at, updated_at)
         values (${id(`device ${at}`)}, 'S${at}', ${id('batch')}, ${at + 1}, 'LAMP1', 'rev-b', 'SOLD', ${id('customer')}, now(), now())`,
      );
      await sql(
        `insert into sale (id, number, customer_id, device_id, unit_price, discount, total, currency, payment_status, status, sales_channel,
                           sold_at, created_by, revision, created_at, updated_at)
         values (${id(`sale ${at}`)}, 'KRV-${at}', ${id('customer')}, ${id(`device ${at}`)}, ${10 ** at}, 0, ${10 ** at}, $1, 'PAID', 'PAID', 'DIRECT',
                 $2, ${id('admin')}, 1, $2, $2)`,
        [currency, CREATED],
      );
    }
    await foldTallies(pool);
    await foldSaleHours(pool);
    await sql(`update business_settings set default_currency = 'eUr'`);
    await migrate(database.url);
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  it('are in capitals where they are three Latin letters, and as they were elsewhere; no row is lost', async () => {
    const found = await sql('select currency, unit_price::int as price, revision from sale order by unit_price');
    expect(found.map(({ currency }) => currency)).toEqual(['UZS', 'USD', 'USD', 'USD', 'EUR', 'U$D', 'УЗС', 'ıUS']);
    expect(found.map(({ price }) => price)).toEqual(STORED.map((_, at) => 10 ** at));
    expect(await sql('select default_currency from business_settings')).toEqual([{ default_currency: 'EUR' }]);
  });

  it('have tallies, hours and sums that equal a recount, before and after they are folded', async () => {
    expect(await miscounted({ sql })).toEqual([]);
    await foldTallies(pool);
    await foldSaleHours(pool);
    expect(await miscounted({ sql })).toEqual([]);
    const [usd] = await sql(`select sum(gross)::int as gross from sale_hour where part = 'ALL' and currency = 'USD'`);
    expect(usd).toEqual({ gross: 1_110 });
  });
});

/** By an index alone, whose entries are of the forms as they were when it was built. */
const byIndex = async (condition: string) => {
  const client = await pool.connect();
  await client.query('begin; set local enable_seqscan = off');
  const { rows } = await client.query<{ name: string }>(
    `select full_name as name from customer where ${condition} order by 1`,
  );
  await client.query('rollback');
  client.release();
  return rows.map(({ name }) => name);
};

describe('names and phone numbers of the version before dotless letters and quotation marks', () => {
  beforeAll(async () => {
    database = await createEmptyDatabase();
    pool = new pg.Pool({ connectionString: database.url, max: 2 });
    pool.on('error', () => undefined);
    await migrateTo('2026-11-26t-erased-customers');
    const rows = [
      ['Işık Yılmaz', '"+998 90 000 00 11"', null],
      ['Ali', "'+998900000012", null],
      ['Vali', '+998900000012', '+998900000012'],
      ['Guli', 'ask Guli', null],
      ['Lola', null, null],
    ];
    for (const [at, [name, phone, canonical]] of rows.entries()) {
      await sql(
        `insert into customer (id, full_name, phone, phone_canonical, created_at, updated_at)
         values (md5($1)::uuid, $1, $2, $3, $4::timestamptz + $5 * interval '1 day', $4)`,
        [name, phone, canonical, CREATED, at],
      );
    }
    await migrate(database.url);
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  it('are found as they are searched for from then on', async () => {
    expect(await byIndex(`search_form(full_name) like '%işik yilmaz%'`)).toEqual(['Işık Yılmaz']);
    expect(await byIndex(`phone_form(phone) like '%998900000011%'`)).toEqual(['Işık Yılmaz']);
  });

  it('belong to the oldest customer who has the number, and the others keep theirs', async () => {
    const found = await sql(
      'select full_name as name, phone, phone_canonical as canonical from customer order by created_at',
    );
    expect(found.map(({ name, phone, canonical }) => [name, phone, canonical])).toEqual([
      ['Işık Yılmaz', '"+998 90 000 00 11"', '+998900000011'],
      ['Ali', "'+998900000012", '+998900000012'],
      ['Vali', '+998900000012', null],
      ['Guli', 'ask Guli', null],
      ['Lola', null, null],
    ]);
    const orm = await createOrm({ url: database.url, poolMax: 1 });
    expect(await countSharedPhones(orm.em)).toBe(1);
    await closeOrm(orm);
  });
});

describe('names and phone numbers of the version before compatible letters', () => {
  beforeAll(async () => {
    database = await createEmptyDatabase();
    pool = new pg.Pool({ connectionString: database.url, max: 2 });
    pool.on('error', () => undefined);
    await migrateTo('2026-11-27w-customer-purchases');
    const rows = [
      ['Oˈtkir ﬁrma', 'моб: 90 000 00 21', null],
      ['Ali', '+44 (0)20 7946 0018', '+4402079460018'],
      ['Vali', '+442079460018', '+442079460018'],
      ['Guli', 'ask Guli', null],
      ['Lola', null, null],
    ];
    for (const [at, [name, phone, canonical]] of rows.entries()) {
      await sql(
        `insert into customer (id, full_name, phone, phone_canonical, created_at, updated_at)
         values (md5($1)::uuid, $1, $2, $3, $4::timestamptz + $5 * interval '1 day', $4)`,
        [name, phone, canonical, CREATED, at],
      );
    }
    await migrate(database.url);
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  it('are found and sorted as from then on', async () => {
    expect(await byIndex(`search_form(full_name) like '%o''tkir firma%'`)).toEqual(['Oˈtkir ﬁrma']);
    expect(await byIndex(`phone_form(phone) like '998900000021%'`)).toEqual(['Oˈtkir ﬁrma']);
    expect(await byIndex(`name_key(left(full_name, 200)) collate "name_order" = name_key('Oʻtkir ﬁrma')`)).toEqual([
      'Oˈtkir ﬁrma',
    ]);
  });

  it('belong to the oldest customer who has the number, and the others keep theirs', async () => {
    const found = await sql('select full_name as name, phone_canonical as canonical from customer order by created_at');
    expect(found.map(({ name, canonical }) => [name, canonical])).toEqual([
      ['Oˈtkir ﬁrma', '+998900000021'],
      ['Ali', '+442079460018'],
      ['Vali', null],
      ['Guli', null],
      ['Lola', null],
    ]);
  });
});

describe('phone numbers of the version before signs around a number', () => {
  beforeAll(async () => {
    database = await createEmptyDatabase();
    pool = new pg.Pool({ connectionString: database.url, max: 2 });
    pool.on('error', () => undefined);
    await migrateTo('2026-11-28a-installations-that-wait');
    const rows = [
      ['Oʿtkir Aliyev', '№ 90 000 00 31', null],
      ['Ali Valiyev', '📞 +998 90 000 00 32', null],
      ['Vali Aliyev', '+998900000032', '+998900000032'],
      ['Guli Oripova', 'Телефон рақами: 90 000 00 33;', null],
      ['Lola Sobirova', '8 10 998 90 000 00 34', '+810998900000034'],
      ['Sora Karimova', '+998 71 200 00 00 #12', null],
      ['Nodir Umarov', '+998900000035', '+998900000035'],
    ];
    for (const [at, [name, phone, canonical]] of rows.entries()) {
      await sql(
        `insert into customer (id, full_name, phone, phone_canonical, created_at, updated_at)
         values (md5($1)::uuid, $1, $2, $3, $4::timestamptz + $5 * interval '1 day', $4)`,
        [name, phone, canonical, CREATED, at],
      );
    }
    await migrate(database.url);
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  it('are found as from then on', async () => {
    expect(await byIndex(`search_form(full_name) like '%o''tkir%'`)).toEqual(['Oʿtkir Aliyev']);
    expect(await byIndex(`phone_form(phone) like '%998900000031%'`)).toEqual(['Oʿtkir Aliyev']);
  });

  it('belong to the oldest customer who has the number, and the others keep theirs', async () => {
    const found = await sql(
      'select full_name as name, phone, phone_canonical as canonical from customer order by created_at',
    );
    expect(found.map(({ name, phone, canonical }) => [name, phone, canonical])).toEqual([
      ['Oʿtkir Aliyev', '№ 90 000 00 31', '+998900000031'],
      ['Ali Valiyev', '📞 +998 90 000 00 32', '+998900000032'],
      ['Vali Aliyev', '+998900000032', null],
      ['Guli Oripova', 'Телефон рақами: 90 000 00 33;', '+998900000033'],
      ['Lola Sobirova', '8 10 998 90 000 00 34', '+998900000034'],
      ['Sora Karimova', '+998 71 200 00 00 #12', null],
      ['Nodir Umarov', '+998900000035', '+998900000035'],
    ]);
  });
});

describe('phone numbers and user names of the version before digits of every script', () => {
  beforeAll(async () => {
    database = await createEmptyDatabase();
    pool = new pg.Pool({ connectionString: database.url, max: 2 });
    pool.on('error', () => undefined);
    await migrateTo('2026-11-28p-signs-around-a-number');
    const rows = [
      ['Oybek Aliyev', '९० ००० ०० ४१', null, 'https://t.me/oybek_a'],
      ['Vali Aliyev', '𝟵𝟬 000 00 42', null, 'T.me/vali_a'],
      ['Ali Valiyev', '+998900000042', '+998900000042', 'ali_v'],
      ['Sora Karimova', '+998 71 200 00 00 доб. 12', null, 't.me/+AbCdEf12345'],
      ['Nodir–Umar «Usta»', '+998900000043', '+998900000043', null],
    ];
    for (const [at, [name, phone, canonical, telegram]] of rows.entries()) {
      await sql(
        `insert into customer (id, full_name, phone, phone_canonical, telegram_username, created_at, updated_at)
         values (md5($1)::uuid, $1, $2, $3, $6, $4::timestamptz + $5 * interval '1 day', $4)`,
        [name, phone, canonical, CREATED, at, telegram],
      );
    }
    await migrate(database.url);
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  it('are found as from then on', async () => {
    expect(await byIndex(`phone_form(phone) like '%998900000041%'`)).toEqual(['Oybek Aliyev']);
    expect(await byIndex(`phone_form(phone) like '998712000000x12%'`)).toEqual(['Sora Karimova']);
    expect(await byIndex(`search_form(full_name) like '%nodir-umar "usta"%'`)).toEqual(['Nodir–Umar «Usta»']);
    // Why that upgrade makes no index anew.
    const others = `select sign from unnest($1::text[]) sign where show_trgm('a' || sign || 'b') <> show_trgm('a-b')`;
    expect(await sql(others, [[...'\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212«»“”„‟']])).toEqual([]);
  });

  it('belong to the oldest customer who has the number, and user names have no address', async () => {
    const found = await sql(
      'select full_name as name, phone_canonical as canonical, telegram_username as telegram from customer order by created_at',
    );
    expect(found.map(({ name, canonical, telegram }) => [name, canonical, telegram])).toEqual([
      ['Oybek Aliyev', '+998900000041', 'oybek_a'],
      ['Vali Aliyev', '+998900000042', 'vali_a'],
      ['Ali Valiyev', null, 'ali_v'],
      ['Sora Karimova', null, 't.me/+AbCdEf12345'],
      ['Nodir–Umar «Usta»', '+998900000043', null],
    ]);
  });

  it('are searched for in texts of others that an index finds', async () => {
    const { rows } = await pool.query(
      `select indexname as name from pg_indexes where indexdef like '%has_contact(%' order by 1`,
    );
    expect(rows.map(({ name }) => name)).toEqual([
      'audit_entry_reason_contact_index',
      'customer_note_content_contact_index',
      'customer_notes_contact_index',
      'device_event_reason_contact_index',
      'installation_event_failure_reason_contact_index',
      'installation_failure_reason_contact_index',
      'pairing_device_name_contact_index',
      'preorder_event_note_contact_index',
      'preorder_note_contact_index',
      'refund_reason_contact_index',
      'sale_cancel_reason_contact_index',
      'sale_notes_contact_index',
    ]);
  });
});

describe('phone numbers of the version before zeros around the country code', () => {
  beforeAll(async () => {
    database = await createEmptyDatabase();
    pool = new pg.Pool({ connectionString: database.url, max: 2 });
    pool.on('error', () => undefined);
    await migrateTo('2026-11-29a-names-as-they-are-written');
    const rows = [
      ['Aziza', '0998 90 000 00 51', '+0998900000051'],
      ['Bobur', '+998900000051', '+998900000051'],
      ['Dilnoza', '+998 0 90 000 00 52', '+9980900000052'],
      ['Erkin', '8 90 000 00 52', '+8900000052'],
    ];
    for (const [at, [name, phone, canonical]] of rows.entries()) {
      await sql(
        `insert into customer (id, full_name, phone, phone_canonical, created_at, updated_at)
         values (md5($1)::uuid, $1, $2, $3, $4::timestamptz + $5 * interval '1 day', $4)`,
        [name, phone, canonical, CREATED, at],
      );
    }
    await migrate(database.url);
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  it('belong to the oldest customer who has the number, and the index has its form', async () => {
    const found = await sql('select full_name as name, phone_canonical as canonical from customer order by created_at');
    expect(found.map(({ name, canonical }) => [name, canonical])).toEqual([
      ['Aziza', '+998900000051'],
      ['Bobur', null],
      ['Dilnoza', '+998900000052'],
      ['Erkin', '+8900000052'],
    ]);
    expect(await byIndex(`phone_form(phone) like '998900000051%'`)).toEqual(['Aziza', 'Bobur']);
  });
});

describe('the tallies of the version before fewer were kept', () => {
  beforeAll(async () => {
    database = await createEmptyDatabase();
    pool = new pg.Pool({ connectionString: database.url, max: 2 });
    pool.on('error', () => undefined);
    await migrateTo('2026-11-26x-dotless-and-quoted');
    await sql(
      `insert into customer (id, full_name, city, preferred_language, created_at, updated_at)
       values (${id('customer')}, 'Aziza', 'Nukus', 'uz', now(), now())`,
    );
    await sql(
      `insert into inventory_batch (id, code, model, hardware_revision, quantity, status, created_at, updated_at)
       values (${id('batch')}, 'LOT-4', 'LAMP1', 'rev-b', 9, 'COMPLETED', now(), now())`,
    );
    await sql(
      `insert into device (id, serial, batch_id, batch_ordinal, model, hardware_revision, status, owner_id, claimed_at, created_at, updated_at)
       values (${id('device')}, 'S1', ${id('batch')}, 1, 'LAMP1', 'rev-b', 'CLAIMED', ${id('customer')}, now(), now(), now())`,
    );
    await sql(
      `insert into sale (id, number, customer_id, device_id, unit_price, discount, total, currency, payment_status, status, sales_channel,
                         sold_at, created_by, revision, claimed_at, created_at, updated_at)
       values (${id('sale')}, 'KRV-1', ${id('customer')}, ${id('device')}, 5, 0, 5, 'UZS', 'PAID', 'PAID', 'DIRECT',
               now(), ${id('admin')}, 1, now(), now(), now())`,
    );
    // Some are folded, and some are changes still.
    await foldTallies(pool);
    await sql(`update sale set unit_price = 7, total = 7`);
    await sql(`update customer set city = 'Samarqand', preferred_language = 'ru'`);
    await migrate(database.url);
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  it('are those that are kept now, and equal a recount after writes, a fold and a recount of all', async () => {
    expect(await miscounted({ sql })).toEqual([]);
    await sql(`update customer set city = 'Urganch', preferred_language = 'uz'`);
    await sql(`update device set claimed_at = null, status = 'READY', owner_id = null`);
    await sql(`update sale set unit_price = 9, total = 9, claimed_at = null`);
    expect(await miscounted({ sql })).toEqual([]);
    await foldTallies(pool);
    await sql('select tally_recount()');
    expect(await miscounted({ sql })).toEqual([]);
    const subjects = await sql('select distinct subject from tally order by 1');
    expect(subjects.map(({ subject }) => subject)).toEqual(expect.arrayContaining(['customer', 'device', 'sale']));
  });
});

describe('what the version before kept for reports', () => {
  beforeAll(async () => {
    database = await createEmptyDatabase();
    pool = new pg.Pool({ connectionString: database.url, max: 2 });
    pool.on('error', () => undefined);
    await migrateTo('2026-11-26x-dotless-and-quoted');
    await sql(
      `insert into customer (id, full_name, created_at, updated_at) values (${id('customer')}, 'Aziza', now(), now())`,
    );
    await sql(
      `insert into inventory_batch (id, code, model, hardware_revision, quantity, status, created_at, updated_at)
       values (${id('batch')}, 'LOT-4', 'LAMP1', 'rev-b', 9, 'COMPLETED', now(), now())`,
    );
    await sell(1);
    await foldTallies(pool);
    await foldSaleHours(pool);
    await sell(2);
    await sql(`insert into preorder_view_day (day, utm_source, locale, sessions) values ('2026-01-01', '', 'uz', 3)`);
    await order('first');
    await migrate(database.url);
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  async function sell(ordinal: number): Promise<void> {
    await sql(
      `insert into device (id, serial, batch_id, batch_ordinal, model, hardware_revision, status, owner_id, created_at, updated_at)
       values (md5($1)::uuid, $1, ${id('batch')}, $2, 'LAMP1', 'rev-b', 'SOLD', ${id('customer')}, now(), now())`,
      [`device ${ordinal}`, ordinal],
    );
    await sql(
      `insert into sale (id, number, customer_id, device_id, unit_price, discount, total, currency, payment_status, status, sales_channel,
                         sold_at, created_by, revision, created_at, updated_at)
       values (md5($1)::uuid, $1, ${id('customer')}, md5($1)::uuid, 10, 1, 9, 'UZS', 'PAID', 'PAID', 'DIRECT', $2, ${id('admin')}, 1, $2, $2)`,
      [`device ${ordinal}`, CREATED],
    );
  }

  const order = (name: string) =>
    sql(
      `insert into preorder (id, number, key_hash, fingerprint, customer_id, status, quantity, locale, product_name, utm_source, region, currency,
                             full_price, revision, created_at, updated_at)
       values (md5($1::text)::uuid, $1, convert_to($1, 'UTF8'), convert_to($1, 'UTF8'), ${id('customer')}, 'NEW', 2, 'uz', 'Lamp', 'site', 'Nukus', 'UZS', 5, 1, $2, $2)`,
      [name, CREATED],
    );

  it('is gone with its triggers', async () => {
    const left = await sql(
      `select relname as name from pg_class where relname = 'presence_tally'
       union all select tgname from pg_trigger where tgname ~ '^(sale_batch|preorder_view_.*_tally)'
       union all select subject from (select subject from tally union all select subject from tally_change) t
        where subject ~ '^(sale_batch|preorder_(view|source|region))'`,
    );
    expect(left).toEqual([]);
  });

  it('leaves tallies and hours that equal a recount, by triggers and by the function of the database', async () => {
    expect(await miscounted({ sql })).toEqual([]);
    await sell(3);
    await order('second');
    await sql(`update preorder set full_price = null, utm_source = null where number = 'first'`);
    await sql(`update sale set status = 'CANCELLED', payment_status = 'UNPAID' where number = 'device 2'`);
    await sql(`delete from sale where number = 'device 1'`);
    expect(await miscounted({ sql })).toEqual([]);
    await sql('select tally_recount()');
    expect(await sql('select from tally_change union all select from sale_hour_change')).toEqual([]);
    expect(await miscounted({ sql })).toEqual([]);
    const hours = await sql(`select sum(orders)::int as orders from sale_hour where part in ('ALL', 'ALL_DAY')`);
    expect(hours).toEqual([{ orders: 2 }]);
    await sql('truncate sale cascade');
    expect(await miscounted({ sql })).toEqual([]);
  });
});

describe('saved questions of the version in which null was a value', () => {
  beforeAll(async () => {
    database = await createEmptyDatabase();
    pool = new pg.Pool({ connectionString: database.url, max: 2 });
    pool.on('error', () => undefined);
    await migrateTo('2026-11-26z-c-no-view-tallies');
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  it('ask for what has no value as before', async () => {
    const metrics = ['ORDERS'];
    const none = { eq: null };
    const other = { metrics, filter: { status: { eq: 'PAID' }, or: [] }, limit: 5 };
    const asked = {
      metrics,
      filter: {
        claimedAt: none,
        or: [{ cancelledAt: { eq: null, gte: '2026-01-01' } }, { not: { customer: { city: none } } }, other.filter],
      },
    };
    const kept = [
      ['asked', asked],
      ['other', other],
    ] as const;
    for (const [name, query] of kept) {
      await sql(
        `insert into saved_question (id, name, data_set, query, shared, owner_id, created_at, updated_at)
         values (${id(name)}, '${name}', 'SALES', $1, true, ${id('admin')}, $2, $2)`,
        [query, CREATED],
      );
      await sql(
        `insert into saved_question_revision (id, question_id, number, name, query, changed_by_id, changed_at)
         values (${id(name)}, ${id(name)}, 1, '${name}', $1, ${id('admin')}, $2)`,
        [query, CREATED],
      );
    }
    await migrate(database.url);
    const isNone = { isNull: true };
    const changed = {
      metrics,
      filter: {
        claimedAt: isNone,
        or: [
          { cancelledAt: { isNull: true, gte: '2026-01-01' } },
          { not: { customer: { city: isNone } } },
          other.filter,
        ],
      },
    };
    for (const table of ['saved_question', 'saved_question_revision']) {
      expect(await sql(`select query from ${table} order by name`)).toEqual([{ query: changed }, { query: other }]);
    }
  });
});

describe('the saved questions of the version before one spelling of periods', () => {
  const STORED = [
    { metrics: ['ORDERS'], grain: 'DAY', range: { preset: 'LAST_MONTH' } },
    { metrics: ['ORDERS'], range: { preset: 'LAST_30_DAYS' }, filter: { or: [{ createdBy: { eq: null } }, {}] } },
    { metrics: ['ORDERS'], filter: { customerName: { contains: '"createdBy": LAST_MONTH' } } },
  ];
  const EXPECTED = [
    { metrics: ['ORDERS'], grain: 'DAY', range: { preset: 'PREVIOUS_MONTH' } },
    { metrics: ['ORDERS'], range: { preset: 'LAST_30_DAYS' }, filter: { or: [{ createdById: { isNull: true } }, {}] } },
    STORED[2],
  ];

  beforeAll(async () => {
    database = await createEmptyDatabase();
    pool = new pg.Pool({ connectionString: database.url, max: 2 });
    pool.on('error', () => undefined);
    await migrateTo('2026-11-26z-c-no-view-tallies');
    for (const [at, query] of STORED.entries()) {
      await sql(
        `insert into saved_question (id, name, data_set, query, shared, owner_id, created_at, updated_at)
         values (${id(`question ${at}`)}, $1, 'SALES', $2, true, ${id('admin')}, now(), now())`,
        [String(at), JSON.stringify(query)],
      );
      await sql(
        `insert into saved_question_revision (id, question_id, number, name, query, changed_by_id, changed_at)
         values (${id(`revision ${at}`)}, ${id(`question ${at}`)}, 1, $1, $2, ${id('admin')}, now())`,
        [String(at), JSON.stringify(query)],
      );
    }
    await migrate(database.url);
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  it.each(['saved_question', 'saved_question_revision'])('are spelled as they are asked now in %s', async (table) => {
    const rows = await sql(`select query from ${table} order by name`);
    expect(rows.map(({ query }) => query)).toEqual(EXPECTED);
  });

  it('are sent again as they are answered, in the typed input of today', async () => {
    const type = buildOpenSchema().getType('QuestionInput');
    if (!isInputObjectType(type)) throw new Error('QuestionInput is no input.');
    const rows = await sql('select data_set, query from saved_question order by name');
    for (const { data_set, query } of rows) {
      const given = { [memberName(data_set)]: query };
      const problems: string[] = [];
      coerceInputValue(given, type, (path, _value, { message }) => problems.push(`${path.join('.')}: ${message}`));
      expect([given, problems]).toEqual([given, []]);
    }
  });
});
