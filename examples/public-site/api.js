import { API } from './settings.js';

/** After this time an answer is lost: the order may have arrived or not. */
const PATIENCE_MS = 15_000;
const RETRY_AFTER_MS = [1_000, 3_000];
const DRAFT = 'karvon-preorder';

/**
 * One call of the public API.
 * @returns {Promise<{status: number, body: any, waitSeconds: number, requestId: string}>} `status` 0 when no answer came: the
 *   network is away, or the service does not list this page's origin in PUBLIC_SITE_ORIGINS (see the browser's console)
 */
async function call(path, init = {}) {
  try {
    const reply = await fetch(API + path, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) });
    const body = await reply.json();
    const waitSeconds = Number(reply.headers.get('retry-after')) || 0;
    return { status: reply.status, body, waitSeconds, requestId: reply.headers.get('x-request-id') ?? '' };
  } catch {
    return { status: 0, body: undefined, waitSeconds: 0, requestId: '' };
  }
}

const post = (path, body, headers = {}) =>
  call(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

/** The campaign: whether it is open, its prices, its texts. */
export const readConfig = () => call('/v1/public/preorder-config');

/** Tells that somebody looks at the page, once for each tab; whether it arrives does not matter to the visitor. */
export function tellView(view) {
  const known = sessionStorage.getItem('karvon-session');
  const anonymousSessionId = known ?? randomText();
  sessionStorage.setItem('karvon-session', anonymousSessionId);
  if (!known) void post('/v1/public/preorder-events/view', { anonymousSessionId, ...view });
}

/** An order whose answer is not known, also from before the page was loaded again. */
export function unansweredOrder() {
  return JSON.parse(sessionStorage.getItem(DRAFT) ?? 'null')?.order;
}

/**
 * Sends an order. The key is made once and kept with the order until the service has decided, so that sending it again, by itself
 * or by the visitor, never makes a second preorder.
 * @returns the answer; `status` 0 or 5xx: not known, send the same order again
 */
export async function sendOrder(order) {
  const draft = JSON.parse(sessionStorage.getItem(DRAFT) ?? 'null') ?? { key: randomText(), order };
  sessionStorage.setItem(DRAFT, JSON.stringify(draft));
  let answer = await sendOnce(draft);
  for (const pause of RETRY_AFTER_MS) {
    if (isDecided(answer) || answer.status === 429) break;
    await new Promise((resolve) => setTimeout(resolve, Math.max(pause, answer.waitSeconds * 1_000)));
    answer = await sendOnce(draft);
  }
  if (isDecided(answer) || (answer.status === 429 && !draft.mayHaveArrived)) sessionStorage.removeItem(DRAFT);
  return answer;
}

async function sendOnce(draft) {
  const answer = await post('/v1/public/preorders', draft.order, { 'idempotency-key': draft.key });
  if (!isDecided(answer) && answer.status !== 429 && !draft.mayHaveArrived) {
    draft.mayHaveArrived = true;
    sessionStorage.setItem(DRAFT, JSON.stringify(draft));
  }
  return answer;
}

/** 409 IDEMPOTENCY_IN_PROGRESS: the first sending is still under way. */
function isDecided({ status, body }) {
  return status >= 200 && status < 500 && status !== 429 && body?.error?.code !== 'IDEMPOTENCY_IN_PROGRESS';
}

/** 32 random hexadecimal digits. crypto.randomUUID exists on https alone. */
function randomText() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
