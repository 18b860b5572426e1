import type { EntitySchema } from '@mikro-orm/postgresql';
import { Customer } from '../../src/persistence/customers/customer.entity.ts';
import { Device } from '../../src/persistence/devices/device.entity.ts';
import { DevicePresence } from '../../src/persistence/devices/device-presence.entity.ts';
import { Release } from '../../src/persistence/firmware/release.entity.ts';
import { Installation } from '../../src/persistence/installations/installation.entity.ts';
import { Batch } from '../../src/persistence/inventory/batch.entity.ts';
import { Preorder } from '../../src/persistence/preorders/preorder.entity.ts';
import { Sale } from '../../src/persistence/sales/sale.entity.ts';
import type { Sql } from './app.ts';
import { LAMP, NO_BYTES, ONE_LAMP, PAID_SALE, PAUSED_RELEASE } from './computed-values.ts';
import { type Computed, insertComputed } from './factories/insert.ts';

/** Devices of one batch at most, as the schema checks it. */
export const BATCH_SIZE = 500;

/** How the rows of a business of this many customers are computed: the first customer is a reseller, who has every second thing. */
function computedRows(sql: Sql, count: number) {
  const when = `timestamptz '2026-01-01T00:00:00Z' + n * interval '1 second'`;
  const id = (kind: string, number = 'n') => `md5('${kind}-' || ${number})::uuid`;
  return {
    insert: <Entity extends EntitySchema>(entity: Entity, from: string, values: Computed<Entity>) =>
      insertComputed(sql, entity, from, values),
    numbers: `generate_series(1, ${count}) n`,
    when,
    id,
    buyer: id('customer', 'case when n % 2 = 0 then 1 else n end'),
    times: { createdAt: when, updatedAt: when },
  };
}

/**
 * A business of this many customers, devices and sales, made by statements. Ids follow from the numbers: `idOf(sql, 'device', 7)`.
 */
export async function insertManySales(sql: Sql, count: number): Promise<void> {
  const { insert, numbers, when, id, buyer, times } = computedRows(sql, count);
  await insert(Customer, numbers, {
    id: id('customer'),
    fullName: `'Customer ' || md5(n::text)`,
    email: `n || '@example.com'`,
    phone: `'+99890' || n`,
    phoneCanonical: `'99890' || n`,
    company: `'Company ' || n % 1000`,
    city: `'City ' || n % 100`,
    source: `'admin'`,
    ...times,
  });
  await insert(Batch, `generate_series(0, ${Math.floor(count / BATCH_SIZE)}) n`, {
    id: id('batch'),
    code: `'B-' || n`,
    ...LAMP,
    quantity: `${BATCH_SIZE}`,
    status: `'COMPLETED'`,
    ...times,
  });
  await insert(Device, numbers, {
    id: id('device'),
    serial: `'KRV-' || upper(substr(md5(n::text), 1, 12))`,
    batchId: id('batch', `n / ${BATCH_SIZE}`),
    batchOrdinal: `n % ${BATCH_SIZE} + 1`,
    ...LAMP,
    status: `'CLAIMED'`,
    ownerId: buyer,
    claimedAt: when,
    ...times,
  });
  await insert(Sale, numbers, {
    id: id('sale'),
    number: `'KRV-2026-' || n`,
    customerId: buyer,
    deviceId: id('device'),
    ...PAID_SALE,
    soldAt: when,
    createdBy: id('admin'),
    ...times,
  });
  await sql('analyze');
}

/** The same, with presences, preorders, and as many installations of one release. */
export async function insertManyRows(sql: Sql, count: number): Promise<void> {
  await insertManySales(sql, count);
  const { insert, numbers, when, id, buyer, times } = computedRows(sql, count);
  await insert(DevicePresence, numbers, {
    deviceId: id('device'),
    lastSeenAt: when,
    lastTimestampMs: 'n',
    firmwareVersion: `'1.' || n % 50 || '.0'`,
    appVersion: `'2.0.0'`,
    uptime: '1',
    status: `'healthy'`,
  });
  await insert(Preorder, numbers, {
    id: id('preorder'),
    number: `'PRE-' || n`,
    keyHash: `decode(md5('k' || n), 'hex')`,
    fingerprint: NO_BYTES,
    customerId: buyer,
    status: `'NEW'`,
    fullName: `'Customer ' || md5(n::text)`,
    phone: `'+99890' || n`,
    email: `n || '@example.com'`,
    region: `'Toshkent'`,
    city: `'City ' || n % 100`,
    ...ONE_LAMP,
    ...times,
  });
  await insert(Release, 'generate_series(1, 100) n', {
    id: id('release'),
    version: `'2.0.' || n`,
    buildNumber: 'n',
    ...PAUSED_RELEASE,
    createdBy: id('admin'),
    ...times,
  });
  await insert(Installation, numbers, {
    id: id('installation'),
    deviceId: id('device'),
    releaseId: id('release', '1'),
    attempt: '1',
    status: `case n % 3 when 0 then 'FAILED' else 'SUCCESS' end`,
    failureSource: `case n % 3 when 0 then 'DEVICE' end`,
    failureCode: `case n % 3 when 0 then 'UNKNOWN' end`,
    ...times,
  });
  await sql('analyze');
}

/** The id that `insertManyRows` gave to the row of that number. */
export async function idOf(sql: Sql, kind: string, number: number): Promise<string> {
  const [row] = await sql('select md5($1)::uuid as id', [`${kind}-${number}`]);
  return String(row.id);
}
