import type { Locale, PaymentMethod, PreorderStatus, ProductColor } from '../../model/enums.ts';
import { defineList } from '../list-query.ts';
import { sql } from '../sql.ts';

/** A preorder as the list selects it. Money in whole currency units. */
export interface PreorderListRow {
  readonly id: string;
  readonly number: string;
  readonly status: PreorderStatus;
  readonly customerId: string | null;
  readonly fullName: string | null;
  readonly phone: string | null;
  readonly email: string | null;
  readonly region: string | null;
  readonly city: string | null;
  readonly telegramUsername: string | null;
  readonly note: string | null;
  readonly productColor: ProductColor | null;
  readonly paymentMethod: PaymentMethod | null;
  readonly quantity: number;
  readonly locale: Locale;
  readonly utmSource: string | null;
  readonly utmMedium: string | null;
  readonly utmCampaign: string | null;
  readonly utmContent: string | null;
  readonly utmTerm: string | null;
  readonly referrer: string | null;
  readonly productName: string;
  readonly currency: string;
  readonly fullPrice: number | null;
  readonly depositAmount: number | null;
  readonly assignedAdminId: string | null;
  readonly firstContactedAt: Date | null;
  readonly depositPaidAt: Date | null;
  readonly fulfilledAt: Date | null;
  readonly cancelledAt: Date | null;
  readonly refundDue: boolean;
  readonly revision: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const columns = {
  id: 'p.id',
  number: 'p.number',
  status: 'p.status',
  customerId: 'p.customer_id',
  fullName: 'p.full_name',
  phone: 'p.phone',
  email: 'p.email',
  region: 'p.region',
  city: 'p.city',
  telegramUsername: 'p.telegram_username',
  note: 'p.note',
  productColor: 'p.product_color',
  paymentMethod: 'p.payment_method',
  quantity: 'p.quantity',
  locale: 'p.locale',
  utmSource: 'p.utm_source',
  utmMedium: 'p.utm_medium',
  utmCampaign: 'p.utm_campaign',
  utmContent: 'p.utm_content',
  utmTerm: 'p.utm_term',
  referrer: 'p.referrer',
  productName: 'p.product_name',
  currency: 'p.currency',
  fullPrice: 'p.full_price',
  depositAmount: 'p.deposit_amount',
  assignedAdminId: 'p.assigned_admin_id',
  firstContactedAt: 'p.first_contacted_at',
  depositPaidAt: 'p.deposit_paid_at',
  fulfilledAt: 'p.fulfilled_at',
  cancelledAt: 'p.cancelled_at',
  refundDue: 'p.refund_due',
  revision: 'p.revision',
  createdAt: 'p.created_at',
  updatedAt: 'p.updated_at',
} as const satisfies Record<keyof PreorderListRow, string>;

/** Preorders, newest first. Take them together with `notDeleted`. */
export const preorderList = defineList({
  from: 'preorder p',
  columns,
  search: ['p.number', 'p.full_name', 'p.phone', 'p.email'],
  fields: {
    number: { column: 'p.number', type: 'text', notNull: true },
    status: { column: 'p.status', type: 'enum', notNull: true },
    customerId: { column: 'p.customer_id', type: 'id' },
    fullName: { column: 'p.full_name', type: 'text' },
    phone: { column: 'p.phone', type: 'text' },
    email: { column: 'p.email', type: 'text' },
    region: { column: 'p.region', type: 'text' },
    city: { column: 'p.city', type: 'text' },
    productColor: { column: 'p.product_color', type: 'enum' },
    paymentMethod: { column: 'p.payment_method', type: 'enum' },
    quantity: { column: 'p.quantity', type: 'integer', notNull: true },
    locale: { column: 'p.locale', type: 'enum', notNull: true },
    utmSource: { column: 'p.utm_source', type: 'text' },
    utmMedium: { column: 'p.utm_medium', type: 'text' },
    utmCampaign: { column: 'p.utm_campaign', type: 'text' },
    currency: { column: 'p.currency', type: 'text', notNull: true },
    assignedAdminId: { column: 'p.assigned_admin_id', type: 'id' },
    firstContactedAt: { column: 'p.first_contacted_at', type: 'time' },
    depositPaidAt: { column: 'p.deposit_paid_at', type: 'time' },
    fulfilledAt: { column: 'p.fulfilled_at', type: 'time' },
    cancelledAt: { column: 'p.cancelled_at', type: 'time' },
    refundDue: { column: 'p.refund_due', type: 'boolean', notNull: true },
    createdAt: { column: 'p.created_at', type: 'time', notNull: true },
    updatedAt: { column: 'p.updated_at', type: 'time', notNull: true },
  },
  defaultSort: [{ field: 'createdAt', direction: 'DESC' }],
  tieBreak: 'p.id',
});

const written = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The columns of the export, by their names in the file. */
export const preorderExport = {
  ...columns,
  assignedAdmin: '(select a.name from admin a where a.id = p.assigned_admin_id)',
  firstContactedAt: written('p.first_contacted_at'),
  depositPaidAt: written('p.deposit_paid_at'),
  fulfilledAt: written('p.fulfilled_at'),
  cancelledAt: written('p.cancelled_at'),
  createdAt: written('p.created_at'),
  updatedAt: written('p.updated_at'),
};

/** A tombstone is in no list. */
export const notDeleted = sql`p.deleted_at is null`;
