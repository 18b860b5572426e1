import { randomBytes } from 'node:crypto';
import { newId } from '../../src/persistence/columns.ts';
import { Customer } from '../../src/persistence/customers/customer.entity.ts';
import { Device } from '../../src/persistence/devices/device.entity.ts';
import { DevicePresence } from '../../src/persistence/devices/device-presence.entity.ts';
import { Installation } from '../../src/persistence/installations/installation.entity.ts';
import { Batch } from '../../src/persistence/inventory/batch.entity.ts';
import { Preorder } from '../../src/persistence/preorders/preorder.entity.ts';
import { Refund } from '../../src/persistence/sales/refund.entity.ts';
import { Sale } from '../../src/persistence/sales/sale.entity.ts';
import type { RunningApp } from '../support/app.ts';
import { insertAdmin } from '../support/factories/admin.ts';
import { insertRow, insertRows } from '../support/factories/insert.ts';
import { makeRelease } from '../support/factories/release.ts';
import { NOW } from './question-support.ts';

const HOUR_MS = 3_600_000;
const ago = (hours: number) => new Date(NOW.getTime() - hours * HOUR_MS);

/** One of some values, by a number. */
function pick<Value>(values: readonly Value[], at: number): Value {
  return values[at % values.length] as Value;
}

/** A business of two years in which no two figures are alike: 110 sales of 12 devices, 40 preorders, 40 installations. */
export async function openBusiness(app: RunningApp): Promise<void> {
  const { sql } = app;
  const admins = [await insertAdmin(sql, NOW, { name: 'Dilnoza' }), await insertAdmin(sql, NOW, { name: 'Bekzod' })];
  const countries = ['Uzbekistan', 'Uzbekistan', 'Kazakhstan', 'Germany', null, ''];
  const times = { createdAt: NOW, updatedAt: NOW };
  const customers = await insertRows(
    sql,
    Customer,
    countries.map((country, at) => ({ fullName: `Customer ${at}`, country, source: 'sale', ...times })),
  );
  const devices: string[] = [];
  for (const [at, model] of ['LAMP1', 'LAMP2', 'CLOCK1'].entries()) {
    const hardwareRevision = `rev-${pick(['a', 'b'], at)}`;
    const batch = { code: `B-${at}`, model, hardwareRevision, quantity: 8, status: 'COMPLETED' as const, ...times };
    const batchId = await insertRow(sql, Batch, batch);
    const made = Array.from({ length: 8 }, (_, n) => {
      const activatedAt = n < 3 ? ago(24 * (2 + 31 * n) + 8 * at) : null;
      return {
        serial: `SERIAL-${at}-${n}`,
        batchId,
        batchOrdinal: n + 1,
        model,
        hardwareRevision,
        status: n < 4 ? ('SOLD' as const) : pick(['READY', 'INVENTORY', 'RETURNED'] as const, n + at),
        claimedAt: activatedAt,
        activatedAt,
        createdAt: ago(24 * (3 + 57 * n + at)),
        updatedAt: NOW,
      };
    });
    devices.push(...(await insertRows(sql, Device, made)));
  }
  await insertRows(
    sql,
    DevicePresence,
    devices.slice(0, 20).map((deviceId, at) => {
      const lastSeenAt = ago(at % 3 === 0 ? 0.02 : at * at * 3);
      return {
        deviceId,
        lastSeenAt,
        lastTimestampMs: lastSeenAt.getTime(),
        firmwareVersion: pick(['1.0.0', '2.0.0'], at),
        appVersion: '1',
        uptime: 1,
        wifiRssi: at % 5 === 0 ? null : -50 - at * 2,
        temperature: at % 4 === 0 ? null : 30 + at * 2,
        status: at % 7 === 6 ? 'shutdown' : 'healthy',
      };
    }),
  );
  await putBusinessSales(app, devices, customers, admins);
  await putPreorders(app, customers, admins);
  const releases = [
    await makeRelease(app, { version: '2.0.0', hardwareRevision: 'rev-a' }),
    await makeRelease(app, { version: '2.0.0', hardwareRevision: 'rev-b' }),
    await makeRelease(app, { version: '2.1.0', hardwareRevision: 'rev-b' }),
  ];
  await insertRows(
    sql,
    Installation,
    Array.from({ length: 40 }, (_, at) => {
      const failed = at % 4 === 1;
      return {
        deviceId: pick(devices, at),
        releaseId: pick(releases, at).id,
        attempt: at + 1,
        status: failed ? pick(['FAILED', 'ROLLED_BACK'] as const, (at - 1) / 4) : ('SUCCESS' as const),
        failureSource: failed ? ('DEVICE' as const) : null,
        failureCode: failed ? pick(['DOWNLOAD_NETWORK', 'FLASH_WRITE', 'BATTERY_LOW'], at) : null,
        verification: failed ? null : ('UNVERIFIED' as const),
        startedAt: ago(at * 20),
        finishedAt: new Date(ago(at * 20).getTime() + (at * 41 + 7) * 1000),
        createdAt: ago(at * 20 + 1),
        updatedAt: NOW,
      };
    }),
  );
}

async function putBusinessSales(
  { sql }: RunningApp,
  devices: readonly string[],
  customers: readonly string[],
  admins: readonly { readonly id: string }[],
): Promise<void> {
  const made = Array.from({ length: 110 }, (_, at) => {
    // The latter half was sold in the year before.
    const soldAt = at < 70 ? ago(at * 31) : ago(365 * 24 + (at - 75) * 23);
    const unitPrice = 1_000 + at * 37;
    const discount = at % 5 === 0 ? 101 : 0;
    const isCancelled = at % 9 === 4;
    const isRefunded = at % 7 === 0 && !isCancelled;
    return {
      id: newId(),
      number: `MADE-${at}`,
      customerId: pick(customers, at + (at >> 2)),
      deviceId: pick(devices, (at % 3) * 8 + (at % 4)),
      unitPrice,
      discount,
      total: unitPrice - discount,
      currency: at % 11 === 10 ? 'USD' : 'UZS',
      paymentStatus: isCancelled ? ('UNPAID' as const) : ('PAID' as const),
      status: isCancelled ? ('CANCELLED' as const) : ('PAID' as const),
      salesChannel: pick(['DIRECT', 'WEBSITE', 'TELEGRAM'] as const, at >> 1),
      soldAt,
      // Twelve devices are sold over and over; the latest sale keeps each.
      deviceReleasedAt: at < 12 && !isCancelled ? null : new Date(soldAt.getTime() + HOUR_MS),
      refundedTotal: isRefunded ? 100 + at : 0,
      createdBy: pick(admins, at >> 2).id,
      createdAt: soldAt,
      updatedAt: NOW,
    };
  });
  await insertRows(sql, Sale, made);
  await insertRows(
    sql,
    Refund,
    made.flatMap(({ id, refundedTotal, soldAt, createdBy }, at) =>
      refundedTotal === 0
        ? []
        : [
            {
              saleId: id,
              amount: refundedTotal,
              reason: pick(['broken', 'late', 'other'], at),
              deviceDisposition: at % 2 === 0 ? ('RETURNED' as const) : null,
              createdBy,
              createdAt: new Date(soldAt.getTime() + 1),
            },
          ],
    ),
  );
  // Activated some days after their sale, those that were activated at all.
  await sql(
    `update sale s set sold_at = d.activated_at - (mod(length(s.number) + s.unit_price, 9) + 1) * interval '7 hours'
       from device d where d.id = s.device_id and s.device_released_at is null and d.activated_at is not null`,
  );
}

async function putPreorders(
  { sql }: RunningApp,
  customers: readonly string[],
  admins: readonly { readonly id: string }[],
): Promise<void> {
  await insertRows(
    sql,
    Preorder,
    Array.from({ length: 40 }, (_, at) => {
      const createdAt = ago(at * 47 + 3);
      return {
        number: `MADE-${at}`,
        keyHash: randomBytes(32),
        fingerprint: randomBytes(32),
        customerId: pick(customers, at),
        status: at % 6 === 5 ? ('CANCELLED' as const) : ('NEW' as const),
        quantity: 1 + (at % 4),
        locale: pick(['uz', 'ru'] as const, at),
        utmSource: pick(['telegram', 'instagram', null], at),
        productName: 'Lamp',
        currency: 'UZS',
        assignedAdminId: at % 5 === 0 ? null : pick(admins, at).id,
        firstContactedAt: at % 4 === 0 ? null : new Date(createdAt.getTime() + (at + 1) * 13 * 60_000),
        deletedAt: at % 13 === 12 ? NOW : null,
        createdAt,
        updatedAt: NOW,
      };
    }),
  );
  await sql('update preorder_settings set preorder_capacity = 500');
  await sql(
    `insert into preorder_view_event (session_hash, day, utm_source, locale, created_at)
     select decode(md5(n::text), 'hex'), date '2026-11-21' - n % 60, (array['telegram', 'instagram', null])[1 + n % 3],
            (array['uz', 'ru'])[1 + n % 2], now()
       from generate_series(1, 150) n`,
  );
  await sql(
    `insert into preorder_view_day (day, utm_source, locale, sessions)
     select date '2026-09-20' - n, 'telegram', 'uz', n from generate_series(1, 20) n`,
  );
}
