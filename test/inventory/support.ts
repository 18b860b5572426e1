import type { Caller, Json, Reply } from '../support/callers.ts';

export const BATCHES = '/v1/admin/inventory/batches';

let made = 0;

/** The body of a valid plan with a code of its own. */
export function plan(overrides: Readonly<Record<string, unknown>> = {}): Json {
  made += 1;
  return { code: `LOT-${process.pid}-${made}`, model: 'LAMP1', hardwareRevision: 'rev-b', quantity: 3, ...overrides };
}

/** A batch in DRAFT. */
export async function draft(caller: Caller, overrides: Readonly<Record<string, unknown>> = {}): Promise<Json> {
  const reply = await caller.rest('POST', BATCHES, plan(overrides));
  if (reply.status !== 201) throw new Error(`The batch was refused: ${reply.text}`);
  return reply.body;
}

export function provision(caller: Caller, id: string, body: unknown = {}): Promise<Reply> {
  return caller.rest('POST', `${BATCHES}/${id}/provision`, body);
}
