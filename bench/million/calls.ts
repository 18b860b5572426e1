import { readdirSync, readFileSync } from 'node:fs';
import type { Facts } from './facts.ts';

/** A call of the service: GraphQL by its query, REST by its path. */
export interface Call {
  readonly name: string;
  readonly query?: string;
  readonly path?: string;
  /** Milliseconds that it may take at the larger size, whatever it takes at the smaller. */
  readonly atMostMs?: number;
}

const OVERVIEW_MS = 300;
const QUESTION_MS = 2_000;

const SALE = 'id number status total soldAt customer { id fullName } device { id serial }';
const DEVICE =
  'id serial status batch { id code } owner { id fullName } presence { lastSeenAt firmwareVersion online }';
const CUSTOMER = 'id fullName email phone region createdAt';

/**
 * The calls that no list implies: screens, look-ups, searches, counts, deep pages and reports. To measure another, add a
 * line; the lists with each of their filters and sorts are made from the schema (derived-calls.ts).
 */
export function namedCalls(facts: Facts): Call[] {
  const { serial, number, email, phone, fullName, preorderNumber, batchCode } = facts;
  const [surname = '', first = ''] = fullName.split(' ').reverse();
  return [
    ...Object.entries({
      overview: `{ overview { devices { total online byStatus { status count } } customers { total }
        sales { today { currency orders revenue } last7Days { currency orders revenue } last30Days { currency orders revenue netRevenue } }
        preorders { total byStatus { status count } capacity reserved remaining } recentActivity { at action } } }`,
    }).map(([name, query]) => ({ name, query, atMostMs: OVERVIEW_MS })),
    { name: 'overview, REST', path: '/v1/admin/overview', atMostMs: OVERVIEW_MS },

    // Reports
    ...['today', '7d', '30d', '90d', 'year'].map((range) => ({
      name: `sales report, ${range}`,
      path: `/v1/admin/analytics/sales?range=${range}`,
      atMostMs: QUESTION_MS,
    })),
    {
      name: 'sales report, three years',
      path: '/v1/admin/analytics/sales?range=custom&from=2024-01-01&to=2026-10-01',
      atMostMs: QUESTION_MS,
    },
    { name: 'sales report, USD', path: '/v1/admin/analytics/sales?range=year&currency=USD', atMostMs: QUESTION_MS },
    { name: 'operations report', path: '/v1/admin/analytics/operations', atMostMs: QUESTION_MS },
    { name: 'preorder report', path: '/v1/admin/preorders/analytics', atMostMs: QUESTION_MS },

    // Questions of analysts
    ...questions(),

    // Look-ups
    ...look(
      'device',
      `device(id: "${facts.deviceId}") { ${DEVICE} events(first: 20) { nodes { cause } } activeSale { ${SALE} } }`,
    ),
    ...look('device by serial', `deviceBySerial(serial: "${serial}") { ${DEVICE} }`),
    ...look('sale', `sale(id: "${facts.saleId}") { ${SALE} refunds { nodes { amount } } }`),
    ...look('sale by number', `saleByNumber(number: "${number}") { ${SALE} }`),
    ...look(
      'customer with sales, devices and notes',
      `customer(id: "${facts.customerId}") { ${CUSTOMER}
      sales(first: 10) { totalCount nodes { number } } devices(first: 10) { totalCount nodes { serial } } notes { nodes { content } } }`,
    ),
    ...look(
      'customer with the most sales',
      `customer(id: "${facts.resellerId}") { ${CUSTOMER} sales(first: 25) { totalCount nodes { number } } devices(first: 25) { totalCount nodes { serial } } }`,
    ),
    ...look('customer by e-mail', `customerByEmail(email: "${email}") { ${CUSTOMER} }`),
    ...look(
      'preorder',
      `preorder(id: "${facts.preorderId}") { number status history { nodes { toStatus at } } customer { id fullName } }`,
    ),
    ...look('preorder by number', `preorderByNumber(number: "${preorderNumber}") { number status }`),
    ...look(
      'batch by code',
      `batchByCode(code: "${batchCode}") { code deviceCount devices(first: 50) { nodes { serial status } } }`,
    ),
    ...look(
      'release with statistics',
      `release(id: "${facts.releaseId}") { version stats { total failureRate byStatus { status count } } installations(first: 25) { nodes { status } } }`,
    ),
    ...look('node', `node(id: "${facts.saleId}") { id }`),
    ...look(
      'heartbeats of a device',
      `heartbeats(deviceId: "${facts.busyDeviceId}", first: 50) { nodes { receivedAt firmwareVersion } }`,
    ),

    // Searches by a whole and by a partial word
    ...search('everything', 'search', {
      'a serial': serial,
      'part of a serial': serial.slice(6, 12),
      'a sale number': number,
      'an e-mail address': email,
      'a phone number': phone,
      'a surname': surname,
      'part of a name': first.slice(0, 4),
      'what nothing has': 'zzqxj',
    }),
    ...search('devices', `devices(first: 50) { nodes { ${DEVICE} } }`, {
      'a serial': serial,
      'part of a serial': serial.slice(6, 12),
      'a batch code': batchCode,
      'part of a batch code': batchCode.slice(-4),
      'a model': 'LAMP2-PRO',
      'what nothing has': 'zzqxj',
    }),
    ...search('customers', `customers(first: 25) { nodes { ${CUSTOMER} } }`, {
      'a name': fullName,
      'a surname': surname,
      'part of a name': first.slice(0, 4),
      'an e-mail address': email,
      'part of an e-mail address': email.slice(0, 8),
      'a phone number': phone,
      'part of a phone number': phone.replace(/\D/g, '').slice(-6),
      'a company': facts.company,
      'what nothing has': 'zzqxj',
    }),
    ...search('sales', `sales(first: 25) { nodes { ${SALE} } }`, {
      'a number': number,
      'part of a number': number.slice(-5),
      'a serial': serial,
      'part of a serial': serial.slice(6, 12),
      'a surname': surname,
      'an e-mail address': email,
      'a phone number': phone,
      'what nothing has': 'zzqxj',
    }),
    ...search('preorders', 'preorders(first: 50) { nodes { number status fullName } }', {
      'a number': preorderNumber,
      'part of a number': preorderNumber.slice(-4),
      'a surname': surname,
    }),
    ...search('batches', 'batches(first: 50) { nodes { code status deviceCount } }', {
      'a code': batchCode,
      'part of a code': '-0',
    }),
    ...search(
      'package devices',
      'packageDevices(hardwareRevision: "l2-b", first: 50) { nodes { serial firmwareVersion } }',
      {
        'a serial': serial,
        'part of a serial': serial.slice(6, 12),
      },
    ),

    // Counts
    ...[
      'devices',
      'devices(filter: { status: { eq: ACTIVE } })',
      'devices(filter: { online: { eq: true } })',
      'devices(filter: { firmwareVersion: { eq: "2.2.0" } })',
      'customers',
      'customers(filter: { region: { eq: "Samarqand" } })',
      `customers(search: "${surname}")`,
      'customers(filter: { sales: { some: { soldAt: { withinLast: "30d" } } } })',
      'customers(filter: { sales: { none: { soldAt: { withinLast: "90d" } } } })',
      'customers(filter: { devices: { some: { online: { eq: true } } } })',
      'sales',
      'sales(filter: { status: { eq: FULFILLED } })',
      'sales(filter: { status: { ne: CANCELLED } })',
      'sales(filter: { customer: { devices: { some: { firmwareVersion: { eq: "2.2.0" } } } } })',
      'sales(filter: { soldAt: { withinLast: "30d" } })',
      'sales(filter: { customer: { country: { eq: "KZ" } } })',
      'refunds',
      'preorders',
      'preorders(filter: { status: { eq: FULFILLED } })',
      'claimCodes',
      'claimCodes(filter: { status: { eq: AVAILABLE } })',
      'deviceEvents',
      'installations',
      'installations(filter: { status: { eq: FAILED } })',
      'auditEntries',
      'auditEntries(filter: { action: { eq: createSale } })',
      'batches',
      'packageDevices(hardwareRevision: "l2-b")',
    ].map((list) => ({ name: `count: ${list}`, query: `{ ${list} { totalCount } }` })),
    { name: 'sums: sales', query: '{ sales { totals { currency total refundedTotal } } }', atMostMs: QUESTION_MS },
    {
      name: 'sums: sales of 30 days',
      query: '{ sales(filter: { soldAt: { withinLast: "30d" } }) { totals { currency total } } }',
    },

    // Conditions across edges, and several at once
    {
      name: 'sales of customers in KZ',
      query: `{ sales(first: 25, filter: { customer: { country: { eq: "KZ" } } }) { nodes { ${SALE} } } }`,
    },
    {
      name: 'paid sales of a device model',
      query: `{ sales(first: 25, filter: { status: { eq: PAID }, device: { model: { eq: "LAMP2-PRO" } } }) { nodes { ${SALE} } } }`,
    },
    {
      name: 'devices of customers in Samarqand',
      query: `{ devices(first: 50, filter: { owner: { region: { eq: "Samarqand" } } }) { nodes { ${DEVICE} } } }`,
    },
    ...Object.entries({
      'customers who bought within 30 days': '{ sales: { some: { soldAt: { withinLast: "30d" } } } }',
      'customers without a sale for 90 days': '{ sales: { none: { soldAt: { withinLast: "90d" } } } }',
      'customers without a device heard for a week': '{ devices: { none: { lastSeenAt: { withinLast: "7d" } } } }',
      'customers all of whose sales are refunded': '{ sales: { some: {}, every: { status: { eq: REFUNDED } } } }',
      'customers whose device runs a version': '{ devices: { some: { firmwareVersion: { eq: "2.2.0" } } } }',
      'customers with a sale of a device that was never heard':
        '{ sales: { some: { device: { lastSeenAt: { isNull: true } } } } }',
    }).map(([name, filter]) => ({
      name,
      query: `{ customers(first: 25, filter: ${filter}) { nodes { ${CUSTOMER} } } }`,
    })),
    ...Object.entries({
      'silent buyers by revenue':
        'filter: { sales: { atLeast: { count: 2, of: { status: { ne: CANCELLED } } } }, devices: { none: { lastSeenAt: { withinLast: "7d" } } } }, sort: [{ field: PURCHASES_NET_REVENUE, direction: DESC }]',
      'customers by orders, the fewest first': 'sort: [{ field: PURCHASES_ORDERS, direction: ASC }]',
      'customers by revenue, the last': 'sort: [{ field: PURCHASES_REVENUE, direction: DESC }], last: 25',
      'customers of a region by revenue':
        'filter: { region: { eq: "Samarqand" } }, sort: [{ field: PURCHASES_REVENUE, direction: DESC }]',
    }).map(([name, args]) => ({
      name,
      query: `{ customers(${args.includes('last:') ? args : `first: 25, ${args}`}) { nodes { ${CUSTOMER} purchases { orders netRevenue } } } }`,
    })),
    {
      name: 'paid sales by the city of the customer',
      query: `{ sales(first: 25, filter: { status: { eq: PAID } }, sort: [{ field: CUSTOMER_CITY, direction: ASC }]) { nodes { ${SALE} } } }`,
    },
    {
      name: 'devices by the name of the owner',
      query: `{ devices(first: 50, sort: [{ field: OWNER_FULL_NAME, direction: ASC }]) { nodes { ${DEVICE} } } }`,
    },
    {
      name: 'failed installations by the serial of the device',
      query:
        '{ installations(first: 50, filter: { status: { eq: FAILED } }, sort: [{ field: DEVICE_SERIAL, direction: ASC }]) { nodes { id status device { serial } } } }',
    },
    {
      name: 'a month of sales of one channel, by their time',
      query: `{ sales(first: 50, sort: [{ field: SOLD_AT, direction: DESC }], filter: { salesChannel: { eq: TELEGRAM }, soldAt: { withinLast: "30d" } }) { nodes { ${SALE} } } }`,
    },

    // Pages far back; GraphQL refuses the farther ones by their cost
    ...Object.entries({
      devices: `{ nodes { ${DEVICE} } }`,
      customers: `{ nodes { ${CUSTOMER} } }`,
      sales: `{ nodes { ${SALE} } }`,
      preorders: '{ nodes { number status } }',
      refunds: '{ nodes { amount reason } }',
      auditEntries: '{ nodes { at action } }',
      deviceEvents: '{ nodes { at cause } }',
      claimCodes: '{ nodes { maskedCode status } }',
      installations: '{ nodes { status } }',
    }).map(([list, selection]) => ({
      name: `${list}, last page`,
      query: `{ ${list}(last: 50) ${selection} }`,
    })),
    ...['devices', 'customers', 'sales', 'audit', 'claim-codes'].map((list) => ({
      name: `GET /v1/admin/${list}, page at 500,000`,
      path: `/v1/admin/${list}?skip=500000&take=50`,
    })),

    // REST pages, which count all they match
    ...[
      '/v1/admin/devices',
      '/v1/admin/devices?status=READY',
      '/v1/admin/devices?firmware=2.2.0',
      '/v1/admin/devices?hardwareRevision=l2-b',
      `/v1/admin/devices?batch=${batchCode}`,
      `/v1/admin/devices?search=${serial}`,
      '/v1/admin/devices?search=LAMP2-PRO',
      `/v1/admin/devices?search=${batchCode.slice(0, -2)}`,
      '/v1/admin/customers',
      `/v1/admin/customers?search=${encodeURIComponent(surname)}`,
      '/v1/admin/sales',
      '/v1/admin/sales?status=PAID',
      '/v1/admin/sales?channel=TELEGRAM',
      '/v1/admin/sales?from=2026-03-08&to=2026-03-08',
      '/v1/admin/sales?from=2025-07-01&to=2025-07-31',
      '/v1/admin/sales?status=PAID&from=2025-01-01',
      `/v1/admin/sales?search=${number}`,
      `/v1/admin/sales?search=${encodeURIComponent(surname)}`,
      ...restSearches('devices', [serial.slice(0, 6), serial.slice(6, 12), batchCode.slice(-4)]),
      ...restSearches('customers', [
        first.slice(0, 4),
        surname.slice(0, 4),
        email.slice(0, 8),
        phone.slice(0, 7),
        phone.slice(-6),
      ]),
      ...restSearches('sales', [
        number.slice(-5),
        serial.slice(0, 6),
        serial.slice(6, 12),
        first.slice(0, 4),
        surname.slice(0, 4),
      ]),
      ...restSearches('preorders', [surname, first.slice(0, 4), preorderNumber.slice(-4)]),
      '/v1/admin/preorders',
      '/v1/admin/preorders?status=FULFILLED',
      '/v1/admin/preorders?source=instagram',
      '/v1/admin/audit',
      '/v1/admin/audit?action=createSale',
      '/v1/admin/claim-codes',
      '/v1/admin/inventory/batches',
    ].map((path) => ({
      name: `GET ${path.replace(serial, '<serial>').replace(number, '<number>').replace(batchCode, '<code>')}`,
      path,
    })),
  ];
}

const QUESTIONS = new URL('../../examples/questions/', import.meta.url);

/** The example questions, each one query. */
function questions(): Call[] {
  return readdirSync(QUESTIONS).map((file) => ({
    name: `question ${file.replace('.graphql', '')}`,
    query: readFileSync(new URL(file, QUESTIONS), 'utf8'),
    atMostMs: QUESTION_MS,
  }));
}

function look(name: string, field: string): Call[] {
  return [{ name: `look up a ${name}`, query: `{ ${field} }` }];
}

function restSearches(list: string, words: readonly string[]): string[] {
  return words.map((word) => `/v1/admin/${list}?search=${encodeURIComponent(word)}`);
}

/** @param field a list with its selection; `search` for the search of everything */
function search(name: string, field: string, words: Readonly<Record<string, string>>): Call[] {
  return Object.entries(words).map(([what, word]) => {
    const text = JSON.stringify(word);
    const query =
      field === 'search'
        ? `{ search(text: ${text}) { kind record { __typename } } }`
        : `{ ${field.replace('(', `(search: ${text}, `)} }`;
    return { name: `search ${name} for ${what}`, query };
  });
}
