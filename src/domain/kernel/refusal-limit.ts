import type { Allowance, RateLimits } from '../../model/ports.ts';
import { type DomainError, type ErrorKind, rateLimited } from './errors.ts';

/** Refusals of one caller in 60 seconds that no operation counts. */
const REFUSALS_PER_MINUTE = 600;

/** These say something of the service or were counted elsewhere. */
const NEVER_COUNTED: ReadonlySet<ErrorKind> = new Set(['rateLimited', 'unavailable', 'internal']);

/** The part of a call that says whom a refusal is counted for. */
export interface RefusedCall {
  readonly network: string;
  /** The signed-in admin, once it was looked up. */
  readonly admin?: Promise<{ readonly adminId: string } | undefined>;
  /** True from the operation's own limit on. */
  readonly admitted?: boolean;
  allowance?: Allowance;
}

/**
 * One bucket for each signed-in admin, else for each network: it counts refusals that come before an operation's own limit
 * (no such route, not signed in, not this role, a body or document that cannot be read). Calls that come to their own
 * limit are neither counted nor refused here.
 */
export interface RefusalLimit {
  /**
   * Counts a refusal.
   * @returns what to answer: the refusal itself, or 429 with `call.allowance` set once the bucket is used up
   */
  limit(call: RefusedCall, refusal: DomainError): Promise<DomainError>;
  /**
   * For what is expensive before it can be refused: ends a caller who went on to twice as many refusals.
   * @throws DomainError 429 with `call.allowance` set
   */
  requireRoom(call: RefusedCall): Promise<void>;
}

/** A bucket that is used up. */
interface Spent {
  /** Milliseconds of `now()`. */
  readonly until: number;
  /** Refusals since. */
  further: number;
}

/**
 * Counts in the store of all limits, so that instances share the bucket. That it is used up is remembered here until its
 * window ends: refusals beyond it cost the store nothing.
 * @param now milliseconds of a clock that never goes back
 */
export function refusalLimit(limits: RateLimits, now: () => number = () => performance.now()): RefusalLimit {
  const spent = new Map<string, Spent>();

  function findSpent(bucket: string): Spent | undefined {
    const found = spent.get(bucket);
    if (found && found.until > now()) return found;
    if (found) spent.delete(bucket);
    return undefined;
  }

  function remember(bucket: string, { resetSeconds }: Allowance): void {
    const moment = now();
    for (const [name, { until }] of spent) if (until <= moment) spent.delete(name);
    spent.set(bucket, { until: moment + resetSeconds * 1000, further: 0 });
  }

  function refuse(call: RefusedCall, { until }: Spent): DomainError {
    const resetSeconds = Math.max(Math.ceil((until - now()) / 1000), 1);
    call.allowance = { limit: REFUSALS_PER_MINUTE, remaining: 0, resetSeconds, exceeded: true };
    return rateLimited(resetSeconds);
  }

  return {
    async limit(call, refusal) {
      if (call.admitted || NEVER_COUNTED.has(refusal.kind)) return refusal;
      const bucket = await bucketOf(call);
      const known = findSpent(bucket);
      if (known) {
        known.further += 1;
        return refuse(call, known);
      }
      const allowance = await limits.consume(bucket, REFUSALS_PER_MINUTE);
      if (!allowance.exceeded) return refusal;
      remember(bucket, allowance);
      call.allowance = allowance;
      return rateLimited(allowance.resetSeconds);
    },
    async requireRoom(call) {
      const known = findSpent(await bucketOf(call));
      if (known && known.further >= REFUSALS_PER_MINUTE) throw refuse(call, known);
    },
  };
}

/** An admin counts once the session was looked up for the call anyway; a refusal is not worth a look-up. */
async function bucketOf({ admin, network }: RefusedCall): Promise<string> {
  const known = await admin?.catch(() => undefined);
  return known ? `refused:admin:${known.adminId}` : `refused:ip:${network}`;
}
