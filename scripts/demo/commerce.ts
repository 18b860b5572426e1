import { randomUUID } from 'node:crypto';
import { Client } from './client.ts';
import type { Service } from './service.ts';
import { must, type Story } from './story.ts';

const PRICE = 1_200_000;
const DISCOUNT = 100_000;
const TOTAL = PRICE - DISCOUNT;
const CURRENCY = 'UZS';

interface Sale {
  readonly id: string;
  readonly number: string;
  readonly status: string;
  readonly total: number;
  readonly refundedTotal: number;
}

interface Figures {
  readonly orders: number;
  readonly revenue: number;
  readonly refunded: number;
  readonly netRevenue: number;
}

interface Dashboard {
  readonly device: { readonly status: string; readonly ownerId: string | null };
  readonly sale: Sale & { readonly refunds: { readonly nodes: readonly { readonly amount: number }[] } };
  readonly preorder: {
    readonly status: string;
    readonly history: { readonly nodes: readonly { readonly toStatus: string }[] };
  };
}

/** A preorder on the public site, a sale, a refund with a returned device, and the analytics of all three. */
export async function sellAndRefund(story: Story, service: Service, deviceId: string): Promise<void> {
  const admin = new Client(service.url);
  const visitor = new Client(service.url);
  await admin.rest('POST', '/v1/admin/auth/login', { email: service.email, password: service.password });
  const phone = `+99890${String(Math.floor(Math.random() * 10_000_000)).padStart(7, '0')}`;

  story.chapter('The public site');
  await story.step(
    'the admin opens preorders',
    () =>
      admin.rest<{ preOrderEnabled: boolean }>('PUT', '/v1/admin/preorder-settings', {
        preOrderEnabled: true,
        productName: 'Karvon Lamp',
        currency: CURRENCY,
        fullPrice: PRICE,
        depositAmount: 200_000,
        expectedDeliveryTextUz: 'Bir oy ichida',
        expectedDeliveryTextEn: 'Within a month',
        expectedDeliveryTextRu: 'В течение месяца',
        maxQuantityPerOrder: 5,
        preorderCapacity: 1_000,
        allowManualDepositConfirmation: true,
      }),
    ({ preOrderEnabled }) => (preOrderEnabled ? 'open' : 'closed'),
  );
  const order = {
    fullName: 'Aziza Karimova',
    phone,
    region: 'Toshkent',
    locale: 'uz',
    productColor: 'LAVENDER',
    utmSource: 'instagram',
  };
  const key = { 'idempotency-key': randomUUID() };
  const placed = await story.step(
    'a visitor orders one lamp',
    () => visitor.rest<{ number: string; status: string }>('POST', '/v1/public/preorders', order, key),
    ({ number, status }) => `${number}, ${status}`,
  );
  await story.step(
    'the visitor retries after a lost reply: the same idempotency key returns the same preorder',
    () => visitor.rest<{ number: string }>('POST', '/v1/public/preorders', order, key),
    ({ number }) => {
      must(number === placed.number, `expected ${placed.number}, got ${number}`);
      return number;
    },
  );
  const preorder = await story.step(
    'the admin finds the preorder and confirms it after a phone call',
    async () => {
      const { items } = await admin.rest<{ items: { id: string }[] }>(
        'GET',
        `/v1/admin/preorders?search=${placed.number}`,
      );
      const found = items[0];
      if (!found) throw new Error('the list does not contain the preorder');
      return admin.rest<{ id: string; status: string; customerId: string | null; customer?: { id: string } | null }>(
        'PATCH',
        `/v1/admin/preorders/${found.id}/status`,
        { status: 'CONFIRMED', note: 'Spoke on the phone' },
      );
    },
    ({ status }) => status,
  );

  story.chapter('The shop');
  const before = await figuresOf(admin);
  const sale = await story.step(
    `the admin sells her a lamp for ${TOTAL} ${CURRENCY}; her phone number finds the existing customer`,
    () =>
      admin.rest<Sale & { customer: { id: string; fullName: string } }>(
        'POST',
        '/v1/admin/sales',
        {
          customer: { fullName: 'Aziza Karimova', phone },
          deviceId,
          unitPrice: PRICE,
          discount: DISCOUNT,
          currency: CURRENCY,
          paymentStatus: 'PAID',
          salesChannel: 'INSTAGRAM',
        },
        { 'idempotency-key': randomUUID() },
      ),
    ({ number, status, customer }) => `${number}, ${status}, ${customer.fullName}`,
  );
  must(sale.total === TOTAL, `expected a total of ${TOTAL}, got ${sale.total}`);
  const customers = await admin.rest<{ total: number }>(
    'GET',
    `/v1/admin/customers?search=${encodeURIComponent(phone)}`,
  );
  must(customers.total === 1, `expected one customer with this phone, found ${customers.total}`);
  await story.step(
    'a second sale of the same lamp is rejected',
    () =>
      admin
        .rest('POST', '/v1/admin/sales', {
          customer: { fullName: 'Somebody Else' },
          deviceId,
          unitPrice: PRICE,
          paymentStatus: 'PAID',
          salesChannel: 'DIRECT',
        })
        .then(
          () => 'the lamp was sold twice',
          (error: Error) => error.message,
        ),
    (error) => {
      must(error.includes('409'), `expected a 409, got ${error}`);
      return error.replace('POST /v1/admin/sales: ', '');
    },
  );
  await story.step(
    'the admin refunds the full amount; the customer returns the lamp',
    () =>
      admin.rest<Sale>('POST', `/v1/admin/sales/${sale.id}/refund`, {
        amount: TOTAL,
        reason: 'Changed her mind',
        deviceDisposition: 'RETURNED',
      }),
    ({ status, refundedTotal }) => `${status}, ${refundedTotal} refunded`,
  );

  story.chapter('The dashboard');
  await story.step(
    'one GraphQL query shows the device, the sale and the preorder',
    () =>
      admin.graphql<Dashboard>(
        `query Commerce($device: ID!, $sale: ID!, $preorder: ID!) {
           device(id: $device) { status ownerId }
           sale(id: $sale) { status total refundedTotal refunds { nodes { amount } } customer { fullName } }
           preorder(id: $preorder) { status history { nodes { toStatus } } }
         }`,
        { device: deviceId, sale: sale.id, preorder: preorder.id },
      ),
    ({ device, sale: sold, preorder: order }) => {
      must(device.status === 'RETURNED' && device.ownerId === null, `the device is ${device.status}`);
      must(sold.status === 'REFUNDED' && sold.refunds.nodes.length === 1, `the sale is ${sold.status}`);
      must(order.status === 'CONFIRMED', `the preorder is ${order.status}`);
      return `device ${device.status}, sale ${sold.status}, preorder ${order.status}`;
    },
  );
  await story.step(
    "today's sales analytics changed by exactly this sale",
    () => figuresOf(admin),
    (after) => {
      must(after.orders - before.orders === 1, `orders changed by ${after.orders - before.orders}`);
      must(after.refunded - before.refunded === TOTAL, `refunds changed by ${after.refunded - before.refunded}`);
      must(after.netRevenue === before.netRevenue, `net revenue changed by ${after.netRevenue - before.netRevenue}`);
      return `orders +1, refunded +${TOTAL}, net revenue +0 ${CURRENCY}`;
    },
  );
}

async function figuresOf(admin: Client): Promise<Figures> {
  const { totals } = await admin.rest<{ totals: Figures }>(
    'GET',
    `/v1/admin/analytics/sales?range=today&currency=${CURRENCY}`,
  );
  return totals;
}
