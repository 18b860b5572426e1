import type { TestApp } from '../support/app.ts';
import type { Client, Reply } from '../support/callers.ts';
import type { ContractOperation } from '../support/contract.ts';
import { replayedLimits } from '../support/replayed-limits.ts';
import { built, callGraphql, callRest, onGraphql, type RootFields, readRootFields } from './calls.ts';
import { exampleOf } from './examples.ts';
import { startContractApp } from './firmware-examples.ts';

const WINDOW_SECONDS = 60;
/** So many calls are made; of more, only the first and the last, and between them its count is repeated. */
const FEW = 10;
const limits = replayedLimits();

let app: TestApp;
let roots: RootFields;
let addresses = 0;

beforeAll(async () => {
  app = await startContractApp({ limits, env: { TRUSTED_PROXIES: '1' } });
  roots = await readRootFields(app);
});
afterAll(() => app.stop());

/** Counted like any call, and refused before it costs anything. */
const REFUSED_QUICKLY = { query: { unexpectedField: 'x' } };

const limited = built.filter(({ auth }) => auth === 'cookie' || auth === 'public');
const own = built.filter(({ auth }) => auth === 'proof' || auth === 'bearer');

describe('a rate limit', () => {
  it.each(limited)('a rate limit allows $limit calls of $id in 60 seconds and no more', async (operation) => {
    const client = await freshCaller(operation);
    // Of the right types, since GraphQL refuses everything else before it is a call.
    const { body, query } = await exampleOf(operation.id, app);
    const aliases = onGraphql.includes(operation) ? Math.min(operation.limit - 1, 4) : 0;

    await expectAllowed(operation, operation.limit - aliases, () => callRest(client, operation, REFUSED_QUICKLY));
    if (aliases > 0) {
      const aliased = await callGraphql(client, roots, operation, { body, query }, aliases);
      expect([200, 400, 401, 404, 409]).toContain(aliased.status);
      expect(codesOf(aliased)).not.toContain('RATE_LIMITED');
    }

    const refused = await callRest(client, operation);
    expect([refused.status, refused.body.error.code]).toEqual([429, 'RATE_LIMITED']);
    const seconds = Number(refused.headers['retry-after']);
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(seconds).toBeLessThanOrEqual(WINDOW_SECONDS);
    expect(refused.headers.ratelimit).toBe(`"default";r=0;t=${seconds}`);
    expect(policy(refused)).toBe(`"default";q=${operation.limit};w=${WINDOW_SECONDS}`);
    if (aliases > 0) {
      const again = await callGraphql(client, roots, operation, { body, query });
      expect([again.status, codesOf(again)]).toEqual([429, ['RATE_LIMITED']]);
      expect(again.body.errors[0].extensions.status).toBe(429);
      expect(Number(again.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    }
  });

  it.each(limited)('a rate limit counts the calls of $id per caller', async (operation) => {
    const client = await freshCaller(operation);
    const reply = await callRest(client, operation);
    expect([reply.status === 429, remaining(reply)]).toEqual([false, operation.limit - 1]);
  });

  it.each(own)('a rate limit counts the calls of $id per device or per app', async (operation) => {
    const example = await exampleOf(operation.id, app);
    // Who signed off would be nobody from then on.
    const mine =
      operation.id === 'pairing.revoke' ? { ...example, body: { installationId: 'somebody-elses-app' } } : example;
    const theirs = await exampleOf(operation.id, app);
    await expectAllowed(operation, operation.limit, () => callRest(app, operation, mine));
    const refused = await callRest(app, operation, mine);
    expect([refused.status, refused.body.error.code]).toEqual([429, 'RATE_LIMITED']);
    expect(policy(refused)).toBe(`"default";q=${operation.limit};w=${WINDOW_SECONDS}`);
    expect((await callRest(app, operation, theirs)).status).toBe(operation.success);
  });

  it('a rate limit of public preorders counts accepted orders and their retries', async () => {
    const create = operationOf('preorders.publicCreate');
    const [client, other] = [fromNewAddress(), fromNewAddress()];
    const example = await exampleOf(create.id, app);
    const replies: Reply[] = [];
    for (let count = 0; count <= create.limit; count += 1) replies.push(await callRest(client, create, example));
    expect(replies.map(({ status }) => status)).toEqual([...Array(create.limit).fill(201), 429]);
    expect(replies.map(remaining)).toEqual([4, 3, 2, 1, 0, 0]);
    // The key stays good for who has calls left.
    expect((await callRest(other, create, example)).body).toEqual(replies[0]?.body);
  });

  it('a rate limit counts callers without a session by IP address, separately from signed-in ones', async () => {
    const me = operationOf('auth.me');
    const nobody = fromNewAddress();
    await expectAllowed(me, me.limit, () => callRest(nobody, me));
    expect((await callRest(nobody, me)).status).toBe(429);
    const admin = await app.as('VIEWER');
    expect((await callRest(admin, me)).status).toBe(200);
  });

  it('a rate limit counts each of several logins in one GraphQL request', async () => {
    const login = operationOf('auth.login');
    const client = freshCaller(login);
    const { body } = await exampleOf(login.id, app);
    const reply = await callGraphql(await client, roots, login, { body }, login.limit + 1);
    expect(codesOf(reply)).toEqual(['RATE_LIMITED']);
    expect(Object.values(reply.body.data).filter((value) => value !== null)).toHaveLength(login.limit);
  });
});

function codesOf(reply: Reply): string[] {
  return (reply.body?.errors ?? []).map((error: { extensions: { code: string } }) => error.extensions.code);
}

function policy(reply: Reply): string | undefined {
  return reply.headers['ratelimit-policy'];
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

/** Makes so many calls, all within the limit: each leaves one less. */
async function expectAllowed({ limit }: ContractOperation, count: number, call: () => Promise<Reply>): Promise<void> {
  const isFew = count <= FEW;
  const replies = isFew
    ? await Promise.all(Array.from({ length: count }, call))
    : [...(await limits.repeat(count - 1, 1, call)), await call()];
  expect(replies.filter(({ status }) => status === 429)).toEqual([]);
  const left = replies.map(remaining).sort((one, other) => other - one);
  expect(left).toEqual(isFew ? replies.map((_, index) => limit - 1 - index) : [limit - 1, limit - count]);
  expect(replies.map(policy)).toEqual(replies.map(() => `"default";q=${limit};w=${WINDOW_SECONDS}`));
}
