import type { SaleRow } from './sale-rows.ts';

/** The figures of some sales, counted one by one. */
export function figuresOf(sales: readonly SaleRow[]) {
  const figures = {
    orders: 0,
    units: 0,
    cancelledOrders: 0,
    grossRevenue: 0,
    discount: 0,
    revenue: 0,
    refunded: 0,
    netRevenue: 0,
  };
  const customers = new Set<number>();
  for (const sale of sales) {
    if (sale.status === 'CANCELLED') {
      figures.cancelledOrders += 1;
      continue;
    }
    figures.orders += 1;
    figures.units += 1;
    figures.grossRevenue += sale.unitPrice;
    figures.discount += sale.discount;
    figures.revenue += sale.unitPrice - sale.discount;
    figures.refunded += sale.refunded;
    figures.netRevenue += sale.unitPrice - sale.discount - sale.refunded;
    customers.add(sale.customer);
  }
  return {
    ...figures,
    averageOrderValue: figures.orders === 0 ? null : Math.round(figures.revenue / figures.orders),
    refundRate: figures.revenue === 0 ? null : figures.refunded / figures.revenue,
    customers: customers.size,
  };
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    timeZoneName: 'longOffset',
  });
  formats.set(timeZone, made);
  return made;
}

/** What a wall clock in a zone shows, by the formatter of the platform. */
function wall(moment: Date, timeZone: string) {
  const parts = formatOf(timeZone).formatToParts(moment);
  const part = (type: string) => parts.find((found) => found.type === type)?.value ?? '';
  return { year: part('year'), month: part('month'), day: part('day'), hour: part('hour'), zone: part('timeZoneName') };
}

/** A name of the bucket that a moment is in: equal for moments of one bucket, and only for them. */
export function bucketName(grain: string, moment: Date, timeZone: string): string {
  const { year, month, day, hour, zone } = wall(moment, timeZone);
  if (grain === 'HOUR') return `${year}-${month}-${day} ${hour} ${zone}`;
  if (grain === 'DAY') return `${year}-${month}-${day}`;
  if (grain === 'MONTH') return `${year}-${month}`;
  if (grain === 'YEAR') return year;
  if (grain === 'QUARTER') return `${year} ${Math.ceil(Number(month) / 3)}`;
  const monday = new Date(`${year}-${month}-${day}T00:00:00Z`);
  monday.setUTCDate(monday.getUTCDate() - ((monday.getUTCDay() + 6) % 7));
  return `week of ${monday.toISOString().slice(0, 10)}`;
}

/** The names of all buckets of a range in order: a step is shorter than any bucket. */
export function bucketNames(grain: string, from: Date, to: Date, timeZone: string): string[] {
  const step = grain === 'HOUR' ? 900_000 : 3_600_000;
  const names: string[] = [];
  for (let ms = from.getTime(); ms < to.getTime(); ms += step) {
    const name = bucketName(grain, new Date(ms), timeZone);
    if (names.at(-1) !== name) names.push(name);
  }
  const last = bucketName(grain, new Date(to.getTime() - 1), timeZone);
  return names.at(-1) === last ? names : [...names, last];
}

/** The middle value, or the mean of the two in the middle. */
export function medianOf(values: readonly number[]): number | null {
  return percentileOf(values, 0.5);
}

/** The value that this fraction of the values does not exceed, between two of them if it must; null without any. */
export function percentileOf(values: readonly number[], fraction: number): number | null {
  const sorted = values.toSorted((one, other) => one - other);
  const at = fraction * (sorted.length - 1);
  const [low, high] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  return low === undefined || high === undefined ? null : low + (high - low) * (at - Math.floor(at));
}
