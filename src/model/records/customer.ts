import { latest, many, one } from '../edge.ts';
import { LOCALES } from '../enums.ts';
import {
  boolean,
  email,
  id,
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
import { salesFigures } from './sales-analytics.ts';

/** The maximum length of an address: RFC 5321, 4.5.3.1 (64 octets, `@`, 255 octets). */
const MAX_EMAIL_LENGTH = 320;

export const CustomerRecord = record(
  'Customer',
  'A person or company that preordered, bought or owns a device.',
  {
    id: id('The id.').csv().readBy('getCustomer'),
    fullName: text('The name as given.', 2, 120).named().input().filter().sort().search().csv().personal(),
    email: email('The e-mail address, in lower case; no two customers have the same.', MAX_EMAIL_LENGTH)
      .nullable()
      .input()
      .filter()
      .sort()
      .search()
      .csv()
      .personal(),
    phone: phone('The number as given; no two customers have the same, however it is written.', 5, 32)
      .nullable()
      .input()
      .filter()
      .search()
      .csv()
      .personal(),
    phoneCanonical: text('').nullable().internal(),
    company: text('The company.', 2, 120)
      .named()
      .nullable()
      .input()
      .filter()
      .sort()
      .search()
      .csv()
      .personal()
      .example('Registon Hotel'),
    country: text('The country.', 2, 80).named().nullable().input().filter().sort().csv().personal().dimension(),
    city: text('The city.', 2, 80).named().nullable().input().filter().sort().csv().personal().dimension(),
    region: text('The region.', 2, 80).named().nullable().input().filter().sort().csv().personal().dimension(),
    telegramUsername: text('The Telegram user name, without its `@` or the address `https://t.me/`.', 5, 32)
      .userName()
      .nullable()
      .input()
      .filter()
      .search()
      .csv()
      .personal(),
    preferredLanguage: oneOf('Locale', LOCALES, 'The language to write in.')
      .nullable()
      .input()
      .filter()
      .csv()
      .dimension(),
    // GraphQL shows it as `profileNotes`, because `notes` is the edge to the customer's notes.
    notes: text('Notes about the customer.', 0, 1000).lines().nullable().input().csv().personal().restOnly(),
    source: text('Where the customer came from: a campaign’s utm_source, or `admin`, `sale`, `transfer`, `preorder`.')
      .typed()
      .nullable()
      .filter()
      .sort()
      .csv()
      .dimension(),
    anonymizedAt: time(
      'When the person was erased: the sums and the devices stay, and nothing says whose they are; null for everybody else.',
    ).nullable(),
    sharesPhone: boolean(
      'Whether the phone number is that of an older customer: both had it before numbers were compared by their digits.',
    ).filter(),
    revision: revision(),
    createdAt: time('When the customer was created.').filter().sort().csv().dimension(),
    updatedAt: time('When the customer was last changed.').filter().sort(),
  },
  {
    notes: many('CustomerNote', 'customerId', 'Notes of the staff, newest first.').open(
      'getCustomer shows them to the same roles',
    ),
    devices: many('Device', 'ownerId', 'The newest first.').needs('listDevices'),
    preorders: many('Preorder', 'customerId', 'The newest first.').needs('listPreorders'),
    sales: many('Sale', 'customerId', 'The newest first.').needs('getSale'),
    purchases: latest(
      'CustomerPurchases',
      'customerId',
      'What the customer bought in the default currency of the settings; null for one who bought nothing in it.',
    )
      .by('currency', 'ASC')
      .needs('getSale'),
    purchasesByCurrency: many('CustomerPurchases', 'customerId', 'What the customer bought in each currency.')
      .by('currency', 'ASC')
      .needs('getSale'),
  },
);

export type StoredCustomer = Stored<typeof CustomerRecord>;
export type CustomerView = View<typeof CustomerRecord>;

const { orders, revenue, refunded, netRevenue } = salesFigures;

/** Kept by triggers (ADR 60); currencies are never added up. */
export const CustomerPurchasesRecord = record(
  'CustomerPurchases',
  'What a customer bought in one currency. Money in whole units of `currency`.',
  {
    id: id('Derived from the customer and the currency.'),
    customerId: id('The customer.').filter(),
    currency: text('The currency, three capital letters.', 3, 3).currency().filter().sort(),
    orders: orders.filter().sort(),
    revenue: revenue.filter().sort(),
    refunded: refunded.filter(),
    netRevenue: netRevenue.filter().sort(),
  },
  { customer: one('Customer', 'customerId', 'The customer who bought.').needs('getCustomer') },
);

export const CustomerNoteRecord = record(
  'CustomerNote',
  'A note of the staff about a customer.',
  {
    id: id('The id.').readBy('getCustomer'),
    customerId: id('The customer.'),
    content: text('The text of the note.', 2, 2000).lines().input().personal().example('Asks for the white one'),
    authorId: id('The admin who wrote it.'),
    createdAt: time('When the note was written.'),
  },
  {
    author: adminBy('authorId', 'The admin who wrote the note.'),
    customer: one('Customer', 'customerId', 'The customer whom the note is about.').needs('getCustomer'),
  },
);

export type CustomerNoteView = View<typeof CustomerNoteRecord>;

export const CustomerDetailRecord = shown(CustomerRecord, 'CustomerDetail', 'One customer with the latest notes.', {
  customerNotes: parts(CustomerNoteRecord, 'Notes of the staff about the customer, newest first.'),
});
