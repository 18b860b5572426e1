import type { RateLimitStatus, RateLimits } from '../../model/ports.ts';
import { type DomainError, type ErrorKind, rateLimited } from './errors.ts';

/** The limit of uncounted client errors of one caller in 60 seconds. */
const ERRORS_PER_MINUTE = 600;

/** Kinds that are not counted: errors of the service, and errors that are counted elsewhere. */
const NEVER_COUNTED: ReadonlySet<ErrorKind> = new Set(['rateLimited', 'unavailable', 'internal']);

/** The part of a call that identifies the caller of a rejected request. */
export interface RejectedCall {
  readonly network: string;
  /** The signed-in admin, if already looked up. */
  readonly admin?: Promise<{ readonly callerId: string } | undefined>;
  /** True if the call has reached the operation's own limit. */
  readonly admitted?: boolean;
  rateLimit?: RateLimitStatus;
}

/**
 * Rate limits client errors that precede an operation's own limit (unknown route, not signed in, wrong role, unreadable
 * body or document), with one bucket per signed-in admin or else per network. Calls that reach their own limit are
 * neither counted nor rejected here.
 */
export interface ClientErrorLimit {
  /**
   * Counts a client error.
   * @returns the error to respond with: the given one, or 429 with `call.rateLimit` set if the bucket is used up
   */
  limit(call: RejectedCall, clientError: DomainError): Promise<DomainError>;
  /**
   * Checked before expensive work that can fail: rejects a caller with twice as many client errors.
   * @throws DomainError 429 with `call.rateLimit` set
   */
  requireRoom(call: RejectedCall): Promise<void>;
}

/** A used-up bucket. */
interface Spent {
  /** Milliseconds of `now()`. */
  readonly until: number;
  /** Client errors beyond the limit. */
  further: number;
}

/**
 * Counts in the shared store of rate limits, so that instances share the buckets. Used-up buckets are cached until
 * their window ends, so that further errors do not access the store.
 * @param now milliseconds of a monotonic clock
 */
export function clientErrorLimit(limits: RateLimits, now: () => number = () => performance.now()): ClientErrorLimit {
  const spent = new Map<string, Spent>();

  function findSpent(bucket: string): Spent | undefined {
    const found = spent.get(bucket);
    if (found && found.until > now()) return found;
    if (found) spent.delete(bucket);
    return undefined;
  }

  function cacheSpent(bucket: string, { resetSeconds }: RateLimitStatus): void {
    const cached = findSpent(bucket);
    if (cached) {
      // Several errors that arrived together can each find the bucket used up.
      cached.further += 1;
      return;
    }
    const time = now();
    for (const [name, { until }] of spent) if (until <= time) spent.delete(name);
    spent.set(bucket, { until: time + resetSeconds * 1000, further: 1 });
  }

  function limitError(call: RejectedCall, { until }: Spent): DomainError {
    const resetSeconds = Math.max(Math.ceil((until - now()) / 1000), 1);
    call.rateLimit = { limit: ERRORS_PER_MINUTE, remaining: 0, resetSeconds, exceeded: true };
    return rateLimited(resetSeconds);
  }

  return {
    async limit(call, clientError) {
      if (call.admitted || NEVER_COUNTED.has(clientError.kind)) return clientError;
      const bucket = await bucketOf(call);
      const cached = findSpent(bucket);
      if (cached) {
        cached.further += 1;
        return limitError(call, cached);
      }
      const status = await limits.consume(bucket, ERRORS_PER_MINUTE);
      if (!status.exceeded) return clientError;
      cacheSpent(bucket, status);
      call.rateLimit = status;
      return rateLimited(status.resetSeconds);
    },
    async requireRoom(call) {
      const cached = findSpent(await bucketOf(call));
      if (cached && cached.further >= ERRORS_PER_MINUTE) throw limitError(call, cached);
    },
  };
}

/** Uses the admin only if the session is already looked up: a client error does not justify a look-up. */
async function bucketOf({ admin, network }: RejectedCall): Promise<string> {
  const signedIn = await admin?.catch(() => undefined);
  return signedIn ? `refused:admin:${signedIn.callerId}` : `refused:ip:${network}`;
}
