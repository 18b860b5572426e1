// A client of Karvon for scripts: Node 24 and nothing else. KARVON_URL and KARVON_TOKEN say where and as whom.
import { setTimeout as sleep } from 'node:timers/promises';

const ATTEMPTS = 8;
const PAGE = 100;

function environment(name) {
  const value = process.env[name];
  if (value) return value;
  console.error(`Set ${name}: see docs/api/scripts.md.`);
  process.exit(2);
}

const url = environment('KARVON_URL').replace(/\/$/, '');
const token = environment('KARVON_TOKEN');

/** An error that the service answered: `code` is stable, the message is for people. */
export class KarvonError extends Error {
  constructor(what, status, { code, message, requestId } = {}) {
    super(`${what}: ${status} ${code ?? ''} ${message ?? ''} (request ${requestId ?? 'unknown'})`);
    this.status = status;
    this.code = code;
  }
}

/**
 * One call. It waits as long as a 429 or 503 says, and repeats a call that was lost if that changes nothing twice: a POST
 * needs a key for that.
 * @param options `query`: parameters; `body`: JSON or a FormData; `key`: an idempotency key; `revision`: for If-Match
 */
export async function call(method, path, { query = {}, body, key, revision } = {}) {
  const isForm = body instanceof FormData;
  const headers = {
    Authorization: `Bearer ${token}`,
    ...(body && !isForm ? { 'Content-Type': 'application/json' } : {}),
    ...(key ? { 'Idempotency-Key': key } : {}),
    ...(revision === undefined ? {} : { 'If-Match': `"${revision}"` }),
  };
  const address = new URL(url + path);
  for (const [name, value] of Object.entries(query)) if (value !== undefined) address.searchParams.set(name, value);
  const isRepeatable = method !== 'POST' || key !== undefined || path === '/graphql';
  for (let attempt = 1; ; attempt += 1) {
    let reply;
    try {
      reply = await fetch(address, { method, headers, body: isForm || !body ? body : JSON.stringify(body) });
    } catch (error) {
      if (!isRepeatable || attempt === ATTEMPTS) throw error;
      await sleep(2 ** attempt * 250);
      continue;
    }
    const answer = await reply.json().catch(() => undefined);
    if (reply.ok) return answer;
    const isTemporary = reply.status === 429 || reply.status === 503 || reply.headers.has('retry-after');
    if (!isTemporary || attempt === ATTEMPTS) throw new KarvonError(`${method} ${path}`, reply.status, errorIn(answer));
    await sleep(Number(reply.headers.get('retry-after') ?? 1) * 1000);
  }
}

/** The error of a REST answer, or the first one of GraphQL's. */
function errorIn(answer) {
  const [first] = answer?.errors ?? [];
  return first ? { ...first.extensions, message: first.message } : answer?.error;
}

/** One GraphQL document. A rate-limited field is asked again, so a mutation in it needs an idempotency key of its own. */
export async function graphql(query, variables = {}) {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await call('POST', '/graphql', { body: { query, variables } });
    if (!answer.errors) return answer.data;
    const { status, retryAfterSeconds, ...error } = errorIn(answer);
    if (retryAfterSeconds === undefined || attempt === ATTEMPTS) throw new KarvonError('GraphQL', status, error);
    await sleep(retryAfterSeconds * 1000);
  }
}

/** Every record of a REST list, page by page. */
export async function* all(path, query = {}) {
  for (let skip = 0; ; skip += PAGE) {
    const { items, total } = await call('GET', path, { query: { ...query, skip, take: PAGE } });
    yield* items;
    if (skip + PAGE >= total) return;
  }
}

/** Ends the script with the usage on stderr when an argument is missing. */
export function usage(text, isComplete) {
  if (isComplete) return;
  console.error(`usage: ${text}`);
  process.exit(2);
}
