/**
 * What clients saw of writes while machines died, and whether the final state agrees. An outcome is `info` if nobody knows whether the
 * write was done: no answer came, or one that says that it is unknown.
 */
export type Outcome = 'ok' | 'fail' | 'info';

/** A call and its answer, in milliseconds of one clock. */
interface Timed {
  readonly begin: number;
  readonly end: number;
}

/** A write of a register by its only writer, who counts upwards. */
export interface RegisterWrite extends Timed {
  readonly key: string;
  readonly value: number;
  readonly outcome: Outcome;
}

/** A read of a register. */
export interface RegisterRead extends Timed {
  readonly key: string;
  readonly value: number;
}

/**
 * What contradicts a register with one writer: a lost write, a value that nobody wrote or that was refused, a read of an older value than
 * one that was acknowledged, or read, before the read began.
 */
export function registerAnomalies(
  writes: readonly RegisterWrite[],
  reads: readonly RegisterRead[],
  final: ReadonlyMap<string, number>,
): string[] {
  const anomalies: string[] = [];
  const last = [...final].map(([key, value]): RegisterRead => ({ key, value, begin: Infinity, end: Infinity }));
  for (const read of [...reads, ...last]) {
    const { key, value, begin } = read;
    const name = begin === Infinity ? 'at the end' : `read at ${Math.round(begin)}`;
    const own = writes.filter((write) => write.key === key);
    const written = own.find((write) => write.value === value);
    if (value !== 0 && (!written || written.outcome === 'fail'))
      anomalies.push(`${key}: ${value} ${name} was never written`);
    if (written && written.begin > read.end) anomalies.push(`${key}: ${value} ${name} before it was written`);
    const acknowledged = own.filter(({ outcome, end }) => outcome === 'ok' && end < begin);
    const seen = reads.filter((other) => other.key === key && other.end < begin);
    const newest = Math.max(0, ...[...acknowledged, ...seen].map((one) => one.value));
    if (value < newest) anomalies.push(`${key}: ${value} ${name} is older than ${newest}`);
  }
  return anomalies;
}

/** An amount that was paid back for a sale, with its idempotency key. */
export interface Payment {
  readonly sale: string;
  readonly key: string;
  readonly amount: number;
  /** Of each attempt with this key. */
  readonly outcomes: readonly Outcome[];
}

/** What the database has of it. */
export interface StoredPayment {
  readonly sale: string;
  readonly amount: number;
}

/**
 * What contradicts payments that are each made at most once: an acknowledged one is missing, one that was only refused is there, one
 * is there twice. All amounts of a sale are different, so that an amount names its payment.
 */
export function moneyAnomalies(payments: readonly Payment[], stored: readonly StoredPayment[]): string[] {
  const anomalies: string[] = [];
  for (const { sale, key, amount, outcomes } of payments) {
    const times = stored.filter((one) => one.sale === sale && one.amount === amount).length;
    if (times > 1) anomalies.push(`${key}: ${times} times`);
    if (times === 0 && outcomes.includes('ok')) anomalies.push(`${key}: acknowledged and lost`);
    if (times > 0 && outcomes.every((outcome) => outcome === 'fail')) anomalies.push(`${key}: refused and stored`);
  }
  const known = new Set(payments.map(({ sale, amount }) => `${sale} ${amount}`));
  for (const { sale, amount } of stored)
    if (!known.has(`${sale} ${amount}`)) anomalies.push(`${sale}: ${amount} was never paid`);
  return anomalies;
}
