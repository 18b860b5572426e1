import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { Customer } from '../../src/persistence/customers/customer.entity.ts';
import type { Sql } from '../support/app.ts';
import type { Caller } from '../support/callers.ts';
import { insertComputed } from '../support/factories/insert.ts';

export const EXPORT = '/v1/admin/customers/export.csv';
/** The same list in the form of the other lists. */
export const LIST_EXPORT = '/v1/admin/exports/customers';
const SHORT_NOTES = 100;

/**
 * Makes many customers, each a millisecond older than the one before, in one statement.
 * @param fullName SQL of the name of the nth
 */
export async function fillWithCustomers(
  app: { readonly sql: Sql },
  count: number,
  notesLength = 10,
  fullName = `'Person ' || n`,
): Promise<void> {
  // The words of long texts would take ten times as long as all else, and no export reads them by words.
  if (notesLength > SHORT_NOTES) await app.sql('drop index if exists customer_notes_words_index');
  await insertComputed(app.sql, Customer, `generate_series(1, ${count}) n`, {
    id: 'gen_random_uuid()',
    fullName,
    email: `'person' || n || '@example.com'`,
    phone: `'+' || (998000000000 + n)`,
    phoneCanonical: `'+' || (998000000000 + n)`,
    preferredLanguage: `'uz'`,
    notes: `repeat('ñ', ${notesLength})`,
    source: `'admin'`,
    createdAt: `now() - n * interval '1 millisecond'`,
    updatedAt: 'now()',
  });
}

/** An export whose reader takes nothing until told to. */
export interface SlowReader {
  readonly answer: IncomingMessage;
  readonly requestId: string;
  /** Reads the rest. @throws Error when the connection is cut before the end */
  rest(): Promise<string>;
  hangUp(): void;
}

/** Asks for an export and stops reading once the headers are there. */
export async function readSlowly(url: string, caller: Caller, path = EXPORT): Promise<SlowReader> {
  const call = request(`${url}${path}`, { headers: { cookie: caller.cookie }, agent: false });
  call.on('error', () => undefined);
  call.end();
  const answer = await answerOf(call);
  answer.on('error', () => undefined);
  return {
    answer,
    requestId: String(answer.headers['x-request-id']),
    async rest() {
      const chunks: Buffer[] = [];
      for await (const chunk of answer) chunks.push(chunk);
      return Buffer.concat(chunks).toString('utf8');
    },
    hangUp: () => call.destroy(),
  };
}

async function answerOf(call: ClientRequest): Promise<IncomingMessage> {
  const [answer] = await once(call, 'response');
  return answer;
}

/** How many connections of this database are in an export. @param stillMs for how long they have done nothing, at least */
export async function openExports(app: { readonly sql: Sql }, stillMs = 0): Promise<number> {
  const [found] = await app.sql(
    `select count(*)::int as n from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and query like '%export_rows%'
        and state in ('active', 'idle in transaction')
        and state_change <= clock_timestamp() - $1 * interval '1 millisecond'`,
    [stillMs],
  );
  return found.n;
}
