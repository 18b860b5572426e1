import { setTimeout as sleep } from 'node:timers/promises';
import { beat } from '../heartbeats/signed-heartbeats.ts';
import { SALES } from '../sales/support.ts';
import type { Caller, Client, Reply } from '../support/callers.ts';
import type { MadeDevice } from '../support/factories/device.ts';
import type { Outcome, Payment, RegisterRead, RegisterWrite } from '../support/histories.ts';

/** A rate limit is 120 calls in a minute, and 20 refunds. */
const WRITE_PAUSE_MS = 600;
const PAY_PAUSE_MS = 3_200;
const READ_PAUSE_MS = 550;
const BEAT_PAUSE_MS = 300;
const RETRY_PAUSE_MS = 1_000;

export const CUSTOMERS = '/v1/admin/customers';

export interface Beat {
  readonly device: string;
  readonly timestamp: number;
  readonly outcome: Outcome;
}

interface Look {
  readonly begin: number;
  readonly isAnswered: boolean;
}

/** Nobody knows whether a write was done that got no answer, or a 5xx. */
function outcomeOf(reply: Reply | undefined): Outcome {
  if (!reply || reply.status >= 500) return 'info';
  return reply.status < 300 ? 'ok' : 'fail';
}

/** Callers that repeat their calls until they are told to stop, and what they saw. */
export class ClusterLoad {
  readonly writes: RegisterWrite[] = [];
  readonly reads: RegisterRead[] = [];
  readonly payments: (Payment & { readonly outcomes: Outcome[] })[] = [];
  readonly looks: Look[] = [];
  readonly beats: Beat[] = [];
  /** Answers that are neither a success nor 503. */
  readonly odd: string[] = [];
  readonly #work: Promise<void>[] = [];
  #isGoing = true;

  /** Counts upwards in a customer's city, and reads it. */
  write(who: Caller, customerId: string): void {
    const path = `${CUSTOMERS}/${customerId}`;
    this.#repeat(WRITE_PAUSE_MS, async (value) => {
      const { reply, ...times } = await this.#timed(() => who.rest('PATCH', path, { city: `v${value}` }));
      this.writes.push({ key: customerId, value, ...times, outcome: outcomeOf(reply) });
      const { reply: found, ...readTimes } = await this.#timed(() => who.rest('GET', path));
      if (found?.status === 200) this.reads.push({ key: customerId, value: numberIn(found.body.city), ...readTimes });
    });
  }

  /** Pays back growing amounts of a sale. What may not have been done is repeated with its key. */
  pay(who: Caller, sale: string): void {
    this.#repeat(PAY_PAUSE_MS, async (amount) => {
      const outcomes: Outcome[] = [];
      const key = `refund-of-${sale}-${amount}`;
      this.payments.push({ sale, key, amount, outcomes });
      while (this.#isGoing || outcomes.length === 0) {
        const body = { amount, reason: 'a part of it' };
        const { reply } = await this.#timed(() =>
          who.rest('POST', `${SALES}/${sale}/refund`, body, { 'idempotency-key': key }),
        );
        outcomes.push(outcomeOf(reply));
        if (outcomes.at(-1) !== 'info') return;
        await sleep(RETRY_PAUSE_MS);
      }
    });
  }

  /** Reads a list, which a standby answers. */
  look(who: Caller): void {
    this.#repeat(READ_PAUSE_MS, async () => {
      const { reply, begin } = await this.#timed(() =>
        who.gql('{ customers(first: 5) { totalCount nodes { fullName } } }'),
      );
      this.looks.push({ begin, isAnswered: Boolean(reply?.body?.data) });
    });
  }

  /** Sends the heartbeats of a device. */
  beat(who: Client, device: MadeDevice): void {
    this.#repeat(BEAT_PAUSE_MS, async () => {
      const timestamp = Date.now();
      const signer = { ...who, clock: { now: () => new Date(timestamp) } as never };
      const { reply } = await this.#timed(() => beat(signer, device, { timestamp }));
      this.beats.push({ device: device.id, timestamp, outcome: outcomeOf(reply) });
    });
  }

  /** Resolves when all callers have ended. */
  async stop(): Promise<void> {
    this.#isGoing = false;
    await Promise.all(this.#work);
  }

  #repeat(pauseMs: number, step: (count: number) => Promise<void>): void {
    const go = async () => {
      for (let count = 1; this.#isGoing; count += 1) {
        await step(count);
        await sleep(pauseMs);
      }
    };
    this.#work.push(go());
  }

  async #timed(call: () => Promise<Reply>): Promise<{ begin: number; end: number; reply: Reply | undefined }> {
    const begin = performance.now();
    const reply = await call().catch(() => undefined);
    if (reply && reply.status >= 400 && reply.status !== 503) this.odd.push(`${reply.status} ${reply.text}`);
    return { begin, end: performance.now(), reply };
  }
}

/** The value of a register: 0 before its first write. */
export function numberIn(city: string | null): number {
  return Number(/\d+/.exec(city ?? '0'));
}
