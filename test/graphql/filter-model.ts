import type { Json } from '../support/callers.ts';

/** The language of filters said a second time, without SQL and without schemas: it knows rows and what they lead to. */

export type Kind = 'text' | 'enum' | 'integer' | 'time' | 'id' | 'boolean';

/** An edge to the row that `key` names, or to the rows of which `key` names this one; `live` is one of these. */
export type Leads = readonly [kind: 'one' | 'many' | 'live', to: string, key: string];

export interface Kept {
  /** One plain SELECT, with the fields under their names. */
  readonly rows: string;
  readonly fields: Readonly<Record<string, Kind>>;
  /** Values that conditions compare with, of texts and enums. */
  readonly words: Readonly<Record<string, readonly string[]>>;
  readonly edges: Readonly<Record<string, Leads>>;
}

const LIVE = `status not in ('CANCELLED', 'REFUNDED') and device_released_at is null`;

/** By the names of their lists. */
export const KEPT: Readonly<Record<string, Kept>> = {
  customers: {
    rows: 'select id, city, source, created_at as "createdAt" from customer',
    fields: { city: 'text', source: 'text', createdAt: 'time' },
    words: { city: ['Nukus', 'nukus 2', 'Nu%', 'A_b', 'a'], source: ['ads', 'ADS', 'shop'] },
    edges: {
      devices: ['many', 'devices', 'ownerId'],
      preorders: ['many', 'preorders', 'customerId'],
      sales: ['many', 'sales', 'customerId'],
    },
  },
  devices: {
    rows: `select d.id, serial, d.status, batch_id as "batchId", owner_id as "ownerId", firmware_channel as "firmwareChannel", claimed_at as "claimedAt",
             firmware_version as "firmwareVersion", firmware_build_number::int as "firmwareBuildNumber", last_seen_at as "lastSeenAt",
             d.created_at as "createdAt"
             from device d left join device_presence p on p.device_id = d.id`,
    fields: {
      serial: 'text',
      status: 'enum',
      ownerId: 'id',
      firmwareChannel: 'enum',
      claimedAt: 'time',
      firmwareVersion: 'text',
      firmwareBuildNumber: 'integer',
      lastSeenAt: 'time',
      createdAt: 'time',
    },
    words: {
      serial: ['KRV-A', 'krv-a1', 'KRV-B', 'B'],
      status: ['READY', 'SOLD', 'CLAIMED', 'ACTIVE'],
      firmwareChannel: ['STABLE', 'BETA'],
      firmwareVersion: ['1.0.0', '1.1.0', '2', '1.'],
    },
    edges: {
      batch: ['one', 'batches', 'batchId'],
      owner: ['one', 'customers', 'ownerId'],
      activeSale: ['live', 'sales', 'deviceId'],
    },
  },
  sales: {
    rows: `select id, number, status, total::int as total, sold_at as "soldAt", claimed_at as "claimedAt", device_released_at as "deviceReleasedAt",
             customer_id as "customerId", device_id as "deviceId", preorder_id as "preorderId", ${LIVE} as "isLive" from sale`,
    fields: {
      number: 'text',
      status: 'enum',
      total: 'integer',
      soldAt: 'time',
      claimedAt: 'time',
      deviceReleasedAt: 'time',
      customerId: 'id',
    },
    words: { number: ['S-1', 's-1', 'S-', '2'], status: ['PENDING', 'PAID', 'FULFILLED', 'CANCELLED', 'REFUNDED'] },
    edges: {
      customer: ['one', 'customers', 'customerId'],
      device: ['one', 'devices', 'deviceId'],
      preorder: ['one', 'preorders', 'preorderId'],
      refunds: ['many', 'refunds', 'saleId'],
    },
  },
  preorders: {
    rows: `select id, number, status, customer_id as "customerId", utm_source as "utmSource", quantity, fulfilled_at as "fulfilledAt"
             from preorder where deleted_at is null`,
    fields: {
      number: 'text',
      status: 'enum',
      customerId: 'id',
      utmSource: 'text',
      fulfilledAt: 'time',
    },
    words: { number: ['P-1', 'p-2', 'P'], status: ['NEW', 'CONTACTED', 'FULFILLED'], utmSource: ['ads', 'Ads', 'x'] },
    edges: { customer: ['one', 'customers', 'customerId'], sales: ['many', 'sales', 'preorderId'] },
  },
  refunds: {
    rows: 'select id, sale_id as "saleId", created_at as "createdAt" from refund',
    fields: { saleId: 'id', createdAt: 'time' },
    words: {},
    edges: { sale: ['one', 'sales', 'saleId'] },
  },
  batches: {
    rows: 'select id, code, status, quantity, created_at as "createdAt" from inventory_batch',
    fields: { code: 'text', status: 'enum', quantity: 'integer', createdAt: 'time' },
    words: { code: ['LOT-1', 'lot', 'LOT-2'], status: ['COMPLETED', 'READY'] },
    edges: { devices: ['many', 'devices', 'batchId'] },
  },
};

export type World = Readonly<Record<string, readonly Json[]>>;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const UNIT_MS: Readonly<Record<string, number>> = { m: 60_000, h: HOUR_MS, d: DAY_MS, w: 7 * DAY_MS };
/** Tashkent has no summer time. */
const ZONE_MS = 5 * HOUR_MS;

/** The rows of a list that a filter without null matches. */
export function matching(world: World, list: string, filter: Json, now: Date): Json[] {
  return (world[list] ?? []).filter((row) => matches(world, list, filter, row, now));
}

function matches(world: World, list: string, filter: Json, row: Json, now: Date): boolean {
  return Object.entries(filter).every(([name, part]: [string, Json]) => {
    if (name === 'and') return part.every((each: Json) => matches(world, list, each, row, now));
    if (name === 'or') return part.some((each: Json) => matches(world, list, each, row, now));
    if (name === 'not') return !matches(world, list, part, row, now);
    const edge = KEPT[list]?.edges[name];
    if (edge) return matchesAcross(world, edge, part, row, now);
    return Object.entries(part).every(([operator, value]) => meets(row[name] ?? null, operator, value, now));
  });
}

function matchesAcross(world: World, [kind, to, key]: Leads, part: Json, row: Json, now: Date): boolean {
  const others = (world[to] ?? []).filter((other) => {
    if (kind === 'one') return other.id === row[key];
    return other[key] === row.id && (kind === 'many' || other.isLive);
  });
  const isMatch = (filter: Json) => (other: Json) => matches(world, to, filter, other, now);
  if (kind !== 'many') return Object.keys(part).length === 0 || others.some(isMatch(part));
  return Object.entries(part).every(([quantifier, filter]: [string, Json]) => {
    if (quantifier === 'some') return others.some(isMatch(filter));
    if (quantifier === 'atLeast') return others.filter(isMatch(filter.of ?? {})).length >= (filter.count ?? 1);
    return quantifier === 'none' ? !others.some(isMatch(filter)) : others.every(isMatch(filter));
  });
}

function meets(own: Json, operator: string, value: Json, now: Date): boolean {
  if (operator === 'isNull') return (own === null) === value;
  if (operator === 'ne') return !meets(own, 'eq', value, now);
  if (operator === 'notIn') return !meets(own, 'in', value, now);
  if (own === null) return false;
  if (operator === 'in') return value.some((each: Json) => meets(own, 'eq', each, now));
  if (operator === 'contains') return own.toLowerCase().includes(value.toLowerCase());
  if (operator === 'startsWith') return own.toLowerCase().startsWith(value.toLowerCase());
  if (!(own instanceof Date)) return compares(operator, own, [value, value]);
  const time = own.getTime();
  if (operator === 'withinLast' || operator === 'olderThan') {
    const start = now.getTime() - Number(value.slice(0, -1)) * (UNIT_MS[value.slice(-1)] ?? Number.NaN);
    return time >= start === (operator === 'withinLast');
  }
  if (operator !== 'during') return compares(operator, time, spanOf(value));
  const today = Math.floor((now.getTime() + ZONE_MS) / DAY_MS) * DAY_MS - ZONE_MS;
  const first = value === 'TODAY' ? today : today - DAY_MS;
  return compares('eq', time, [first, first + DAY_MS - 1]);
}

/** The first and the last value that a value stands for: a date for the milliseconds of its day. */
function spanOf(value: string): readonly [number, number] {
  if (value.length > 10) return [Date.parse(value), Date.parse(value)];
  const first = Date.parse(`${value}T00:00:00Z`) - ZONE_MS;
  return [first, first + DAY_MS - 1];
}

function compares(operator: string, own: Json, [first, last]: readonly [Json, Json]): boolean {
  if (operator === 'eq') return own >= first && own <= last;
  if (operator === 'gt') return own > last;
  if (operator === 'gte') return own >= first;
  return operator === 'lt' ? own < first : own <= last;
}
