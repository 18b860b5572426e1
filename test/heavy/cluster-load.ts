import { setTimeout as sleep } from 'node:timers/promises';
import { beat } from '../heartbeats/signed-heartbeats.ts';
import { SALES } from '../sales/support.ts';
import type { Sql } from '../support/app.ts';
import type { Caller, Client, Reply } from '../support/callers.ts';
import type { MadeDevice } from '../support/factories/device.ts';
import {
  moneyAnomalies,
  type Outcome,
  type Payment,
  type RegisterRead,
  type RegisterWrite,
  registerAnomalies,
  type StoredPayment,
} from '../support/histories.ts';

/** A rate limit is 120 calls in a minute of a person or a device, and 20 refunds. */
const WRITE_PAUSE_MS = 600;
const PAY_PAUSE_MS = 3_200;
const READ_PAUSE_MS = 550;
const BEAT_PAUSE_MS = 550;
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

/** A call that failed, and whether its client may simply repeat it. */
interface Failure {
  readonly call: string;
  /** It changes nothing, has an idempotency key, or is a heartbeat, which is recognized by its time. */
  readonly isRepeatable: boolean;
  readonly answer: string;
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
  /** Calls that were not answered, or with 503. */
  readonly failures: Failure[] = [];
  /** Answers that are neither a success nor 503. */
  readonly odd: string[] = [];
  readonly #work: Promise<void>[] = [];
  #isGoing = true;

  /** Counts upwards in a customer's city, and reads it. */
  write(who: Caller, customerId: string): void {
    const path = `${CUSTOMERS}/${customerId}`;
    this.#repeat(WRITE_PAUSE_MS, async (value) => {
      const { reply, ...times } = await this.#timed('PATCH', () => who.rest('PATCH', path, { city: `v${value}` }));
      this.writes.push({ key: customerId, value, ...times, outcome: outcomeOf(reply) });
      const { reply: found, ...readTimes } = await this.#timed('GET', () => who.rest('GET', path));
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
        const { reply } = await this.#timed('POST with a key', () =>
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
      const { reply, begin } = await this.#timed('query', () =>
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
      const { reply } = await this.#timed('heartbeat', () => beat(signer, device, { timestamp }));
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

  async #timed(
    what: string,
    call: () => Promise<Reply>,
  ): Promise<{ begin: number; end: number; reply: Reply | undefined }> {
    const begin = performance.now();
    const reply = await call().catch(() => undefined);
    if (outcomeOf(reply) === 'info') {
      this.failures.push({ call: what, isRepeatable: what !== 'PATCH', answer: reply?.text ?? 'none' });
    }
    if (reply && reply.status >= 400 && reply.status !== 503) this.odd.push(`${reply.status} ${reply.text}`);
    return { begin, end: performance.now(), reply };
  }
}

/** The value of a register: 0 before its first write. */
function numberIn(city: string | null): number {
  return Number(/\d+/.exec(city ?? '0'));
}

/** Compares what clients saw with what the database has. @param sql on the primary */
export async function expectNothingLost(load: ClusterLoad, sql: Sql): Promise<void> {
  const customers = [...new Set(load.writes.map(({ key }) => key))];
  const found = await sql('select id, city from customer where id = any($1)', [customers]);
  const final = new Map<string, number>(found.map(({ id, city }) => [id, numberIn(city)]));
  expect(registerAnomalies(load.writes, load.reads, final)).toEqual([]);
  const sales = [...new Set(load.payments.map(({ sale }) => sale))];
  const refunds: StoredPayment[] = await sql(
    'select sale_id as sale, amount::int as amount from refund where sale_id = any($1)',
    [sales],
  );
  expect(moneyAnomalies(load.payments, refunds)).toEqual([]);
  const heard = await sql('select device_id, timestamp_ms from heartbeat');
  const known = new Set(heard.map((row) => `${row.device_id} ${row.timestamp_ms}`));
  const lost = load.beats.filter(({ device, timestamp }) => !known.has(`${device} ${timestamp}`));
  expect(lost.filter(({ outcome }) => outcome === 'ok')).toEqual([]);
}
