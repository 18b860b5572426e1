import { rateLimited } from '../../domain/kernel/errors.ts';
import type { RateLimits } from '../../model/ports.ts';
import { hasEtag } from '../preconditions.ts';
import { setRateLimitHeaders } from '../rate-limit-headers.ts';
import type { RestContext } from '../request-state.ts';
import { ipBucket } from '../server/client-ip.ts';
import { chosenCoding } from '../server/content-coding.ts';
import { sendSlices } from '../server/send-slices.ts';
import { Turns } from '../server/turns.ts';
import type { Form, StaticContent } from './static-content.ts';

/** Requests of one network for one path in 60 seconds: the contract's default. */
export const REQUESTS_PER_MINUTE = 120;
/** The maximum bytes of one form for one network in 60 seconds: a form of more than a 120th of it is sent less often. */
const BYTES_PER_MINUTE = 128 * 1024 * 1024;
/** Larger forms are sent in slices, and at most this many concurrently to one network. */
const SLICE_BYTES = 64 * 1024;
const AT_ONCE = 16;

/**
 * Answers with content that is the same for everybody: pages, and files that describe the service. All of it has ETags, is
 * limited for each network, and costs the service only the sending, which takes turns with everything else (docs/adr/0032).
 */
export class StaticAnswers {
  readonly #limits: RateLimits;
  readonly #turns = new Turns(AT_ONCE);

  /** @param limits of this process: a flood of such requests does not reach the shared store */
  constructor(limits: RateLimits) {
    this.#limits = limits;
  }

  /**
   * Answers GET and HEAD.
   * @param route its pattern, whose requests are counted together
   * @param choose the content of this request; called once the request is within the limit
   * @throws DomainError RATE_LIMITED
   */
  async send(ctx: RestContext, route: string, choose: () => StaticContent): Promise<void> {
    ctx.state.route = route;
    const network = ipBucket(ctx.state.ip);
    await this.count(ctx, route);
    const { forms, headers, vary } = await choose()();
    if (!ctx.writable) return;
    const coding = chosenCoding(ctx.get('Accept-Encoding'));
    const form = forms[coding];
    const isKnown = hasEtag(ctx.req.headers, form.etag);
    const isSent = ctx.method !== 'HEAD' && !isKnown;
    if (isSent) await this.#countBytes(ctx, `static:${form.etag}:ip:${network}`, form);
    ctx.set({ ...headers, ETag: form.etag });
    ctx.vary([...vary]);
    if (isKnown) {
      ctx.status = 304;
      return;
    }
    ctx.status = 200;
    if (coding !== 'identity') ctx.set('Content-Encoding', coding);
    ctx.length = form.bytes.length;
    if (!isSent) return;
    ctx.respond = false;
    if (form.bytes.length <= SLICE_BYTES) ctx.res.end(form.bytes);
    else await this.#turns.take(network, ctx.res, () => sendSlices(ctx.res, form.bytes, SLICE_BYTES));
  }

  /**
   * Counts an answer that costs as little as a static one, and is no content that can be kept.
   * @param route its pattern, whose requests are counted together
   * @param limit requests of one network in 60 seconds
   * @throws DomainError RATE_LIMITED
   */
  async count(ctx: RestContext, route: string, limit = REQUESTS_PER_MINUTE): Promise<void> {
    await this.#count(ctx, `static:${route}:ip:${ipBucket(ctx.state.ip)}`, limit);
  }

  async #count(ctx: RestContext, bucket: string, limit: number): Promise<void> {
    const status = await this.#limits.consume(bucket, limit);
    setRateLimitHeaders(ctx.res, status);
    if (status.exceeded) throw rateLimited(status.resetSeconds);
  }

  async #countBytes(ctx: RestContext, bucket: string, { bytes }: Form): Promise<void> {
    const limit = Math.floor(BYTES_PER_MINUTE / bytes.length);
    if (limit < REQUESTS_PER_MINUTE) await this.#count(ctx, bucket, limit);
  }
}
