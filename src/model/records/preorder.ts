import { many, one } from '../edge.ts';
import { LOCALES, PAYMENT_METHODS, PREORDER_STATUSES, PRODUCT_COLORS } from '../enums.ts';
import {
  answer,
  boolean,
  deletion,
  email,
  id,
  integer,
  money,
  oneOf,
  parts,
  phone,
  record,
  revision,
  type Stored,
  shown,
  text,
  time,
  type View,
} from '../record.ts';
import { adminBy } from './admin.ts';
import { CustomerNoteRecord } from './customer.ts';

/** Maximum quantity of one order; the settings can lower it. */
export const MAX_PREORDER_QUANTITY = 20;

const status = (description: string) => oneOf('PreorderStatus', PREORDER_STATUSES, description);

export const PreorderRecord = record(
  'Preorder',
  'An order from the public site, at the terms when it was placed.',
  {
    id: id('The id.').csv().readBy('getPreorder'),
    number: text('The number on the customer’s receipt: `PRE-261121-7K3M9Q`.').code().filter().sort().search().csv(),
    status: status('The stage of the preorder, from the order to its delivery.').filter().sort().csv().dimension(),
    customerId: id('The customer who ordered.').nullable().filter().csv(),
    fullName: text('The name as given with the order.', 2, 120)
      .named()
      .nullable()
      .input()
      .filter()
      .sort()
      .search()
      .csv()
      .personal(),
    phone: phone('The number as given with the order.', 8, 32).nullable().input().filter().search().csv().personal(),
    email: email('In lower case.', 160, 3).nullable().input().filter().search().csv().personal(),
    region: text('The customer’s region, as given with the order.', 2, 80)
      .named()
      .nullable()
      .input()
      .filter()
      .sort()
      .csv()
      .personal()
      .dimension(),
    city: text('The customer’s city, as given with the order.', 2, 80)
      .named()
      .nullable()
      .input()
      .filter()
      .sort()
      .csv()
      .personal()
      .dimension(),
    telegramUsername: text('The Telegram user name, without its `@`.').nullable().csv().personal(),
    note: text('The customer’s own note.', 1, 500).lines().nullable().input().csv().personal(),
    productColor: oneOf('ProductColor', PRODUCT_COLORS, 'The color that the customer wants.')
      .nullable()
      .input()
      .filter()
      .csv()
      .dimension(),
    paymentMethod: oneOf('PaymentMethod', PAYMENT_METHODS, 'How the customer wants to pay.')
      .nullable()
      .input()
      .filter()
      .csv()
      .dimension(),
    quantity: integer('The number of devices ordered.', 1, MAX_PREORDER_QUANTITY)
      .input()
      .filter()
      .sort()
      .csv()
      .summed(),
    locale: oneOf('Locale', LOCALES, 'The language of the page that the order came from.')
      .input()
      .filter()
      .sort()
      .csv()
      .dimension(),
    utmSource: text('The campaign’s `utm_source`.').typed().nullable().filter().sort().csv().dimension(),
    utmMedium: text('The campaign’s `utm_medium`.').typed().nullable().filter().csv().dimension(),
    utmCampaign: text('The campaign’s `utm_campaign`.').typed().nullable().filter().csv().dimension(),
    utmContent: text('The campaign’s `utm_content`.').nullable().csv(),
    utmTerm: text('The campaign’s `utm_term`.').nullable().csv(),
    referrer: text('The address of the page that linked to the site.').nullable().csv(),
    productName: text('The product, as it was offered with the order.').typed().csv().dimension(),
    currency: text('The currency of the prices, three letters.').currency().filter().csv().dimension(),
    fullPrice: money('The full price promised with the order, in whole currency units; null when none was.')
      .nullable()
      .csv()
      .summed('`fullPrice` times `quantity`.'),
    depositAmount: money('The deposit promised with the order, in whole currency units; null when none was.')
      .nullable()
      .csv()
      .summed('`depositAmount` times `quantity`.'),
    assignedAdminId: id('The admin who looks after the preorder; null when nobody does.').nullable().filter().csv(),
    firstContactedAt: time('When the customer was first contacted.').nullable().filter().csv(),
    depositPaidAt: time('When the deposit was confirmed.').nullable().filter().sort().csv(),
    fulfilledAt: time('When the order was delivered.').nullable().filter().sort().csv().dimension(),
    cancelledAt: time('When the preorder was cancelled.').nullable().filter().sort().csv().dimension(),
    refundDue: boolean('Cancelled after a deposit was paid: a refund is due.').filter().csv().dimension(),
    revision: revision().csv(),
    createdAt: time('When the order was placed.').filter().sort().csv().dimension(),
    updatedAt: time('When the preorder was last changed.').filter().sort().csv(),
  },
  {
    customer: one('Customer', 'customerId', 'The customer who ordered.').needs('getCustomer'),
    assignedAdmin: adminBy('assignedAdminId', 'The admin who looks after the preorder; null when nobody does.'),
    sales: many('Sale', 'preorderId', 'The sales that it became, the newest first.').needs('getSale'),
    history: many('PreorderEvent', 'preorderId', 'The latest history, newest first.')
      .by('at', 'DESC')
      .open('getPreorder shows it to the same roles'),
  },
);

export type StoredPreorder = Stored<typeof PreorderRecord>;
export type PreorderView = View<typeof PreorderRecord>;

export const PreorderEventRecord = record(
  'PreorderEvent',
  'An entry of a preorder’s history: a change of its status, or of who looks after it.',
  {
    id: id('The id.').readBy('getPreorder'),
    preorderId: id('').internal(),
    at: time('When it happened.').dimension(),
    fromStatus: status('The status before; null when the order was placed.').nullable().dimension(),
    toStatus: status('The status after; the same as `fromStatus` when only the admin changed.').dimension(),
    correction: boolean('The move was one step back, to correct a mistake.').dimension(),
    note: text('The reason, as the admin gave it.', 2, 500).lines().nullable().personal(),
    fromAdminId: id('The admin who looked after the preorder before; null when that did not change.').nullable(),
    toAdminId: id('The admin who looks after it from then on; null when that did not change.').nullable(),
    actorId: id('The admin who made the change; null for the public site.').nullable(),
  },
  {
    fromAdmin: adminBy('fromAdminId', 'The admin who looked after the preorder before; null when that did not change.'),
    toAdmin: adminBy('toAdminId', 'The admin who looks after it from then on; null when that did not change.'),
    actor: adminBy('actorId', 'The admin who made the change; null for the public site.'),
  },
);

export type StoredPreorderEvent = Stored<typeof PreorderEventRecord>;
export type PreorderEventView = View<typeof PreorderEventRecord>;

export const DeletedPreorderRecord = deletion('DeletedPreorder', 'preorder', {
  remainingCustomerId: id(
    'The customer who ordered, where nothing else is known of them: no other preorder, no sale, device, app or note. anonymizeCustomer erases them; null otherwise.',
  ).nullable(),
});

export const PreorderDetailRecord = shown(
  PreorderRecord,
  'PreorderDetail',
  'One preorder with its history and the customer’s notes.',
  {
    history: parts(PreorderEventRecord, 'The latest history, newest first.'),
    customerNotes: parts(
      CustomerNoteRecord,
      'Notes of the staff about the customer, newest first; null for roles that may not read customers.',
    ).nullable(),
  },
);

/** It contains no personal data, so guessing a key reveals none. */
export const PreorderReceiptRecord = answer('PreorderReceipt', 'The answer to an order and to its retries.', {
  number: text('The number of the preorder: `PRE-261121-7K3M9Q`.'),
  status: status('Always NEW, whatever has become of the order.'),
  createdAt: time('When the order was placed.'),
});

export const RecordedViewRecord = answer('RecordedView', 'The answer to a view event.', {
  recorded: boolean('Always true.'),
});
