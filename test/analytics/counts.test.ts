import { v7 as uuidv7 } from 'uuid';
import type { Locale, PreorderStatus, ProductColor } from '../../src/model/enums.ts';
import { Preorder } from '../../src/persistence/preorders/preorder.entity.ts';
import { cleanTestApp, type TestApp } from '../support/app.ts';
import type { Caller, Json } from '../support/callers.ts';
import { addClaimCode, addPresence, makeDevice } from '../support/factories/device.ts';
import { insertRow } from '../support/factories/insert.ts';
import { statementsOf } from '../support/statements.ts';
import { aSale, openShop, putSales } from './sale-rows.ts';

const NOW = new Date('2026-11-21T10:00:00Z');
const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;

let app: TestApp;
let manager: Caller;
let viewer: Caller;

beforeEach(async () => {
  app = await cleanTestApp(NOW);
  manager = await app.as('FIRMWARE_MANAGER');
  viewer = await app.as('VIEWER');
});
afterEach(() => app.stop());

const ago = (milliseconds: number) => new Date(NOW.getTime() - milliseconds);

async function read(by: Caller, path: string): Promise<Json> {
  const { status, body } = await by.rest('GET', path);
  expect([status, body.error]).toEqual([200, undefined]);
  expect(body.generatedAt).toBe(NOW.toISOString());
  return body;
}

const positive = (counts: Json) => counts.filter(({ count }: Json) => count > 0);

interface PreorderFacts {
  status?: PreorderStatus;
  quantity?: number;
  source?: string | null;
  locale?: Locale;
  color?: ProductColor | null;
  region?: string | null;
  currency?: string;
  price?: number | null;
  deleted?: boolean;
}

async function addPreorder(facts: PreorderFacts = {}) {
  const id = uuidv7();
  await insertRow(app.sql, Preorder, {
    id,
    number: id,
    keyHash: Buffer.from(id),
    fingerprint: Buffer.from(id),
    status: facts.status ?? 'NEW',
    fullName: 'Malika Yusupova',
    phone: '+998901234567',
    region: facts.region,
    quantity: facts.quantity ?? 1,
    locale: facts.locale ?? 'uz',
    utmSource: facts.source,
    productColor: facts.color,
    productName: 'Lamp',
    currency: facts.currency ?? 'UZS',
    fullPrice: facts.price,
    deletedAt: facts.deleted ? NOW : null,
    createdAt: NOW,
    updatedAt: NOW,
  });
}

async function addViews(count: number, source: string | null, locale: string, day = '2026-11-20') {
  for (let at = 0; at < count; at += 1) {
    await app.sql(
      'insert into preorder_view_event (session_hash, day, locale, utm_source, created_at) values ($1, $2, $3, $4, $5)',
      [Buffer.from(uuidv7()), day, locale, source, NOW],
    );
  }
}

describe('getOperationsAnalytics: operations analytics', () => {
  it('counts devices by last heartbeat and by status, exact at each threshold', async () => {
    await app.sql('update business_settings set online_threshold_minutes = 10, active_threshold_days = 30');
    const seen = async (lastSeenAt: Date, presence: { firmwareVersion?: string; status?: string } = {}) =>
      addPresence(app, (await makeDevice(app, { status: 'ACTIVE' })).id, { lastSeenAt, ...presence });
    await seen(ago(10 * MINUTE_MS), { firmwareVersion: '2.0.0' });
    await seen(ago(10 * MINUTE_MS + 1));
    await seen(NOW, { status: 'shutdown' });
    await seen(ago(30 * DAY_MS));
    await seen(ago(30 * DAY_MS + 1));
    await makeDevice(app, { hardwareRevision: 'rev-c' });
    const late = await makeDevice(app, { status: 'RETIRED', codeStatus: null });
    await addClaimCode(app, late, { expiresAt: NOW });

    const { devices, batches, claimCodes, ...thresholds } = await read(viewer, '/v1/admin/analytics/operations');
    expect(thresholds).toMatchObject({ onlineThresholdMinutes: 10, activeThresholdDays: 30 });
    expect(devices).toMatchObject({ total: 7, online: 1, offline: 4, neverSeen: 2, active: 4 });
    expect(devices.byStatus).toHaveLength(10);
    expect(positive(devices.byStatus)).toEqual([
      { status: 'READY', count: 1 },
      { status: 'ACTIVE', count: 5 },
      { status: 'RETIRED', count: 1 },
    ]);
    expect(devices.byHardwareRevision).toEqual([
      { hardwareRevision: 'rev-b', devices: 6, online: 1, active: 4 },
      { hardwareRevision: 'rev-c', devices: 1, online: 0, active: 0 },
    ]);
    expect(devices.byFirmwareVersion).toEqual([
      { firmwareVersion: '1.0.0', devices: 4, online: 0 },
      { firmwareVersion: '2.0.0', devices: 1, online: 1 },
    ]);
    expect([batches.total, positive(batches.byStatus)]).toEqual([7, [{ status: 'COMPLETED', count: 7 }]]);
    expect([claimCodes.total, positive(claimCodes.byStatus)]).toEqual([
      7,
      [
        { status: 'AVAILABLE', count: 1 },
        { status: 'CLAIMED', count: 5 },
        { status: 'EXPIRED', count: 1 },
      ],
    ]);
  });
});

describe('getPreorderAnalytics: preorder analytics', () => {
  it('compares preorders with visitors of the same source and locale, including aggregated days', async () => {
    await addPreorder({ source: 'instagram', quantity: 3, color: 'BLACK', region: 'Samarkand' });
    await addPreorder({ source: 'instagram', locale: 'ru', status: 'CANCELLED', color: 'WHITE' });
    await addPreorder({ source: '', status: 'FULFILLED', quantity: 2, color: 'BLACK' });
    await addPreorder({ source: 'friends' });
    await addPreorder({ source: 'instagram', deleted: true });
    await addViews(4, 'instagram', 'uz');
    await addViews(1, 'instagram', 'ru');
    await addViews(2, null, 'uz');
    await addViews(1, 'telegram', 'en');
    await app.sql(
      `insert into preorder_view_day (day, utm_source, locale, sessions)
       values ('2026-01-01', '', 'uz', 3), ('2026-01-01', 'instagram', 'uz', 5)`,
    );
    const { funnel, bySource, byLocale, byColor, byRegion } = await read(viewer, '/v1/admin/preorders/analytics');
    expect(funnel).toMatchObject({ uniqueViews: 16, preorders: 4, quantity: 7, conversion: 4 / 16 });
    expect(funnel.byStatus).toHaveLength(8);
    expect(positive(funnel.byStatus)).toEqual([
      { status: 'NEW', count: 2 },
      { status: 'FULFILLED', count: 1 },
      { status: 'CANCELLED', count: 1 },
    ]);
    expect(bySource).toEqual([
      { source: 'instagram', uniqueViews: 10, preorders: 2, quantity: 4, conversion: 0.2 },
      { source: 'friends', uniqueViews: 0, preorders: 1, quantity: 1, conversion: null },
      { source: null, uniqueViews: 5, preorders: 1, quantity: 2, conversion: 0.2 },
      { source: 'telegram', uniqueViews: 1, preorders: 0, quantity: 0, conversion: 0 },
    ]);
    expect(byLocale).toEqual([
      { locale: 'uz', uniqueViews: 14, preorders: 3, quantity: 6, conversion: 3 / 14 },
      { locale: 'ru', uniqueViews: 1, preorders: 1, quantity: 1, conversion: 1 },
      { locale: 'en', uniqueViews: 1, preorders: 0, quantity: 0, conversion: 0 },
    ]);
    expect(byColor).toEqual([
      { color: 'BLACK', preorders: 2, quantity: 5 },
      { color: 'WHITE', preorders: 1, quantity: 1 },
      { color: null, preorders: 1, quantity: 1 },
    ]);
    expect(byRegion).toEqual([
      { region: null, preorders: 3, quantity: 4 },
      { region: 'Samarkand', preorders: 1, quantity: 3 },
    ]);
  });

  it('has a null conversion rate without views', async () => {
    await addPreorder();
    const { funnel, byLocale } = await read(viewer, '/v1/admin/preorders/analytics');
    expect(funnel).toMatchObject({ uniqueViews: 0, preorders: 1, conversion: null });
    expect(byLocale).toMatchObject([{ locale: 'uz', conversion: null }]);
  });

  it('expects price times quantity of open preorders, per currency', async () => {
    await addPreorder({ price: 1_500_000_000, quantity: 20 });
    await addPreorder({ price: 10, status: 'DEPOSIT_PAID' });
    await addPreorder({ price: 100, status: 'CANCELLED' });
    await addPreorder({ price: 1000, status: 'FULFILLED', quantity: 2 });
    await addPreorder({ price: null });
    await addPreorder({ price: 7, currency: 'USD' });
    const { revenue } = await read(viewer, '/v1/admin/preorders/analytics');
    expect(revenue).toEqual([
      { currency: 'USD', expected: 7, fulfilled: 0 },
      { currency: 'UZS', expected: 30_000_000_010, fulfilled: 2000 },
    ]);
  });

  it.each([
    [null, 3, null],
    [10, 4, 6],
    [10, 12, 0],
  ])('returns for a capacity of %p and %p reserved that %p are left', async (capacity, reserved, remaining) => {
    await app.sql('update preorder_settings set preorder_capacity = $1, reserved = $2', [capacity, reserved]);
    const { capacity: shown } = await read(viewer, '/v1/admin/preorders/analytics');
    expect(shown).toEqual({ capacity, reserved, remaining });
  });
});

describe('getOverview: the overview', () => {
  it('summarizes devices, customers, sales of three periods by currency, and preorders', async () => {
    const shop = await openShop(app);
    await putSales(app, shop, [
      aSale('2026-11-20T19:00:00Z', { unitPrice: 100, refunded: 40 }),
      aSale('2026-11-21T09:00:00Z', { unitPrice: 7, currency: 'USD' }),
      aSale('2026-11-21T09:00:00Z', { unitPrice: 5, currency: 'EUR', status: 'CANCELLED' }),
      aSale('2026-11-20T18:59:59.999Z', { unitPrice: 10 }),
      aSale('2026-11-14T18:59:59.999Z', { unitPrice: 1000 }),
      aSale('2026-10-22T18:59:59.999Z', { unitPrice: 9999 }),
    ]);
    await addPresence(app, shop.devices[0]?.id ?? '', {});
    await addPreorder({ status: 'CONFIRMED' });
    await app.sql('update preorder_settings set preorder_capacity = 5, reserved = 2');

    const { devices, customers, sales, preorders, timezone } = await read(manager, '/v1/admin/overview');
    expect(timezone).toBe('Asia/Tashkent');
    expect(devices).toMatchObject({ total: 3, online: 1 });
    expect(positive(devices.byStatus)).toEqual([{ status: 'SOLD', count: 3 }]);
    expect(customers).toEqual({ total: 3 });
    const usd = { currency: 'USD', orders: 1, revenue: 7, refunded: 0, netRevenue: 7 };
    const uzs = (orders: number, revenue: number) => ({
      currency: 'UZS',
      orders,
      revenue,
      refunded: 40,
      netRevenue: revenue - 40,
    });
    expect(sales).toEqual({
      today: [uzs(1, 100), usd],
      last7Days: [uzs(2, 110), usd],
      last30Days: [uzs(3, 1110), usd],
    });
    expect(preorders).toMatchObject({ total: 1, capacity: 5, reserved: 2, remaining: 3 });
    expect(positive(preorders.byStatus)).toEqual([{ status: 'CONFIRMED', count: 1 }]);
  });

  it('lists recent activity without personal data', async () => {
    const { email } = manager.admin;
    await app.sql('insert into customer (id, full_name, email, created_at, updated_at) values ($1, $2, $3, $4, $4)', [
      uuidv7(),
      'Aziza Karimova',
      'aziza@example.com',
      NOW,
    ]);
    await addPreorder();
    const entry = async (action: string, at: Date) =>
      app.sql(
        `insert into audit_entry (id, at, actor_type, actor_id, actor_label, action, target_kind, target_id, changes, request_id, ip, transport)
         values ($1::uuid, $2, 'ADMIN', $1::text, $3, $4, 'Customer', 'aziza@example.com', '{"fullName":{"to":"Aziza Karimova"}}', 'request-1', '192.0.2.7', 'REST')`,
        [uuidv7(), at, email, action],
      );
    await entry('updateCustomer', ago(2000));
    await entry('loginFailed', ago(100));
    await entry('accessDenied', ago(50));
    await entry('refundSale', ago(1000));
    for (let minute = 1; minute < 20; minute += 1) await entry('createCustomer', ago(minute * MINUTE_MS));

    const { text, body } = await manager.rest('GET', '/v1/admin/overview');
    expect(body.recentActivity).toHaveLength(10);
    // The newest is the first admin, whom the start made.
    expect(body.recentActivity.slice(1, 4)).toEqual([
      { at: ago(1000).toISOString(), action: 'refundSale', actorType: 'ADMIN', targetKind: 'Customer' },
      { at: ago(2000).toISOString(), action: 'updateCustomer', actorType: 'ADMIN', targetKind: 'Customer' },
      { at: ago(MINUTE_MS).toISOString(), action: 'createCustomer', actorType: 'ADMIN', targetKind: 'Customer' },
    ]);
    for (const personal of ['Aziza', 'Malika', 'example.com', '998', '192.0.2', email]) {
      expect(text).not.toContain(personal);
    }
  });

  it('executes four statements besides the one that reads the session', async () => {
    const count = await statementsOf(() => read(manager, '/v1/admin/overview'));
    expect(count).toBe(1 + 4);
  });
});

describe('analytics over GraphQL', () => {
  it('equal those over REST', async () => {
    await makeDevice(app, { status: 'ACTIVE' });
    await addPreorder({ source: 'instagram', color: 'BLACK', price: 5 });
    await addViews(2, 'instagram', 'en');
    const { body } = await viewer.gql(`{
      overview {
        generatedAt timezone defaultCurrency devices { total online byStatus { status count } } customers { total }
        sales { today { currency orders revenue refunded netRevenue } last7Days { currency orders revenue refunded netRevenue } last30Days { currency orders revenue refunded netRevenue } }
        preorders { total byStatus { status count } capacity reserved remaining }
        recentActivity { at action actorType targetKind }
      }
      operationsAnalytics {
        generatedAt onlineThresholdMinutes activeThresholdDays
        devices { total online offline neverSeen active byStatus { status count } byHardwareRevision { hardwareRevision devices online active } byFirmwareVersion { firmwareVersion devices online } }
        batches { total byStatus { status count } } claimCodes { total byStatus { status count } }
      }
      preorderAnalytics {
        generatedAt funnel { uniqueViews preorders quantity conversion byStatus { status count } }
        bySource { source uniqueViews preorders quantity conversion } byLocale { locale uniqueViews preorders quantity conversion }
        byColor { color preorders quantity } byRegion { region preorders quantity }
        capacity { capacity reserved remaining } revenue { currency expected fulfilled }
      }
    }`);
    expect(body.errors).toBeUndefined();
    expect(body.data).toEqual({
      overview: await read(viewer, '/v1/admin/overview'),
      operationsAnalytics: await read(viewer, '/v1/admin/analytics/operations'),
      preorderAnalytics: await read(viewer, '/v1/admin/preorders/analytics'),
    });
  });
});
