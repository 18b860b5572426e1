import { randomBytes } from 'node:crypto';
import { type ConsoleBuild, type ConsoleState, HASHED, NONCE, SESSION, SIGNED_IN } from '../console/console-build.ts';
import { routeNotFound } from '../errors.ts';
import { hasSessionCookie, type SessionCookie } from '../middleware/session-cookie.ts';
import { noConsolePage } from '../pages/home-page.ts';
import { asksForPage, pageContent } from '../pages/page.ts';
import type { RestContext, Serve } from '../request-state.ts';
import type { StaticAnswers } from '../static/static-answers.ts';
import type { EXTRA_PATHS } from './downloads.ts';

const CONSOLE: keyof typeof EXTRA_PATHS = '/console{/*path}';
const BELOW = '/console/';
/** Every tab and every reload of everybody in an office asks for the page. */
const PAGES_PER_MINUTE = 600;
/** 128 bits, as https://www.w3.org/TR/CSP3/#security-nonces asks for. */
const NONCE_BYTES = 16;

/**
 * Serves the console: its files, and its page at every other address below /console, whose router shows the screen. Where it is
 * not there, a person gets a sentence that says why, and any other client the contract's 404.
 */
export function addConsole(serve: Serve, answers: StaticAnswers, state: ConsoleState, cookie: SessionCookie): void {
  if (state.kind === 'built') serve(CONSOLE, (ctx) => answer(ctx, answers, state.build, cookie));
  else {
    const { body, type, headers } = pageContent(noConsolePage(state.kind), 'no-store', ['Accept']);
    serve(CONSOLE, async (ctx, next) => {
      ctx.vary('Accept');
      if (!asksForPage(ctx)) return next();
      await answers.count(ctx, CONSOLE);
      ctx.status = 404;
      ctx.set({ ...headers, 'Content-Type': type, 'Cache-Control': 'no-store' });
      ctx.body = body;
    });
  }
}

async function answer(
  ctx: RestContext,
  answers: StaticAnswers,
  { page, files }: ConsoleBuild,
  cookie: SessionCookie,
): Promise<void> {
  ctx.state.route = CONSOLE;
  // `cleanPath` has refused what does not decode. A name is only looked up among those of the build.
  const name = decodeURIComponent(ctx.path.slice(BELOW.length));
  const file = files.get(name);
  // Each file has a limit of its own: a new version is loaded by a whole office at once.
  if (file) return answers.send(ctx, BELOW + name, () => file);
  if (name.startsWith(HASHED)) throw routeNotFound();
  await answers.count(ctx, CONSOLE, PAGES_PER_MINUTE);
  const nonce = randomBytes(NONCE_BYTES).toString('base64');
  ctx.set({
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': policyWith(nonce),
    'Referrer-Policy': 'no-referrer',
  });
  const may = mayBeSignedIn(ctx, cookie);
  ctx.body = page
    .replace(SIGNED_IN, may ? '$1' : '')
    .replaceAll(NONCE, nonce)
    .replace(SESSION, may ? 'maybe' : 'none');
}

/** Browsers keep a strict cookie back where another site leads to the page, and send it with what the page asks. */
function mayBeSignedIn({ headers }: RestContext, cookie: SessionCookie): boolean {
  const from = headers['sec-fetch-site'];
  return hasSessionCookie(headers, cookie) || from === undefined || from === 'cross-site';
}

/** Scripts and styles are the build's files, or have the nonce, which the kit gives to the styles that it makes. */
function policyWith(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "connect-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
