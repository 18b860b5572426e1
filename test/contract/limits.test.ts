import { startTestApp, type TestApp } from '../support/app.ts';
import type { Client, Reply } from '../support/callers.ts';
import type { ContractOperation } from '../support/contract.ts';
import { built, callGraphql, callRest, onGraphql, type RootFields, readRootFields } from './calls.ts';
import { exampleOf } from './examples.ts';

const WINDOW_SECONDS = 60;
/** A GraphQL request may carry 20 root fields. */
const MAX_ALIASES = 20;

let app: TestApp;
let roots: RootFields;
let addresses = 0;

beforeAll(async () => {
  app = await startTestApp({ limits: 'real', env: { TRUSTED_PROXIES: '1' } });
  roots = await readRootFields(app);
});
afterAll(() => app.stop());

const limited = built.filter(({ auth }) => auth === 'cookie' || auth === 'public');
const sharedByBothDoors = onGraphql.filter(({ auth }) => auth === 'cookie' || auth === 'public');

describe('over REST', () => {
  it.each(limited)('$id passes $limit times in 60 seconds, and not once more', async (operation) => {
    const client = await freshCaller(operation);
    const replies = await times(operation.limit, () => callRest(client, operation));
    expect(replies.filter(({ status }) => status === 429)).toEqual([]);
    expect(replies.map(({ headers }) => headers['ratelimit-policy'])).toEqual(
      replies.map(() => `"default";q=${operation.limit};w=${WINDOW_SECONDS}`),
    );
    expect(replies.map(remaining)).toEqual(replies.map((_, index) => operation.limit - 1 - index));

    const refused = await callRest(client, operation);
    expect([refused.status, refused.body.error.code]).toEqual([429, 'RATE_LIMITED']);
    const seconds = Number(refused.headers['retry-after']);
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(seconds).toBeLessThanOrEqual(WINDOW_SECONDS);
    expect(refused.headers.ratelimit).toBe(`"default";r=0;t=${seconds}`);
    expect(refused.headers['ratelimit-policy']).toBe(`"default";q=${operation.limit};w=${WINDOW_SECONDS}`);
  });

  it.each(limited)('$id of one caller does not spend what another one has', async (operation) => {
    const client = await freshCaller(operation);
    const reply = await callRest(client, operation);
    expect([reply.status === 429, remaining(reply)]).toEqual([false, operation.limit - 1]);
  });

  it('counts callers without a session by their address, apart from signed-in ones', async () => {
    const me = operationOf('auth.me');
    const nobody = fromNewAddress();
    const replies = await times(me.limit + 1, () => callRest(nobody, me));
    expect(replies.map(({ status }) => status).sort()).toEqual([...Array(me.limit).fill(401), 429]);
    const admin = await app.as('VIEWER');
    expect((await callRest(admin, me)).status).toBe(200);
  });
});

describe('over GraphQL', () => {
  it.each(sharedByBothDoors)('$id counts each alias, onto the same allowance as REST', async (operation) => {
    const client = await freshCaller(operation);
    const aliases = Math.min(operation.limit, MAX_ALIASES);
    await times(operation.limit - aliases + 1, () => callRest(client, operation));
    // Of the right types, since GraphQL refuses everything else before it is a call.
    const { body } = await exampleOf(operation.id, app);
    const reply = await callGraphql(client, roots, operation, { body }, aliases);
    // One call too many: one alias is refused, the others are not.
    expect(codesOf(reply).filter((code) => code === 'RATE_LIMITED')).toHaveLength(1);

    const next = await callRest(client, operation);
    expect([next.status, next.body.error.code]).toEqual([429, 'RATE_LIMITED']);
    const again = await callGraphql(client, roots, operation, { body });
    expect(codesOf(again)).toEqual(['RATE_LIMITED']);
    expect(again.body.errors[0].extensions.status).toBe(429);
  });
});

function codesOf(reply: Reply): string[] {
  return (reply.body?.errors ?? []).map((error: { extensions: { code: string } }) => error.extensions.code);
}

function remaining(reply: Reply): number {
  return Number(/r=(\d+)/.exec(reply.headers.ratelimit ?? '')?.[1]);
}

/** Nobody has called with this caller yet. */
function freshCaller(operation: ContractOperation): Promise<Client> | Client {
  return operation.auth === 'public' ? fromNewAddress() : app.as(operation.roles?.[0] ?? 'SUPER_ADMIN');
}

function fromNewAddress(): Client {
  addresses += 1;
  return app.client({ 'x-forwarded-for': `198.51.100.${addresses}` });
}

function operationOf(id: string): ContractOperation {
  const found = built.find((operation) => operation.id === id);
  if (!found) throw new Error(`${id} is not built`);
  return found;
}

/** At once, which is much faster; in the order of what was left. */
async function times(n: number, call: () => Promise<Reply>): Promise<Reply[]> {
  const replies = await Promise.all(Array.from({ length: n }, call));
  return replies.sort((a, b) => remaining(b) - remaining(a));
}
