import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startTestApp } from './app.ts';
import { repetitions } from './repetitions.ts';
import { PATIENCE_MS } from './until.ts';

/** How often a race is run. Who waits for which lock is proved without chance (test/persistence/locks.test.ts). */
export const RACE_ROUNDS = repetitions({ quick: 2, heavy: 8, rare: 20 });

/**
 * A test of the long proofs alone, of which most races are in test/rare: that a race is lost without its guard. Each loads the whole service anew, which
 * `npm test` has no time for.
 */
export function itInHeavy(name: string, test: () => Promise<void>): void {
  if (process.env.HEAVY === '1') it(name, test);
}

type Replacements = Readonly<Record<string, unknown>>;

/**
 * Starts `n` calls of `work` at the same moment and gives their results in order. A call that the service answers with 503, or
 * 409, and Retry-After, as it may on a slow machine, is made again then: what a race proves holds for clients that do as they are told.
 */
export function race<T>(n: number, work: (index: number) => Promise<T>): Promise<T[]> {
  return together(n, (index) => obediently(() => work(index)));
}

/** The same without a second try. */
export function together<T>(n: number, work: (index: number) => Promise<T>): Promise<T[]> {
  const gate = Promise.withResolvers<void>();
  const racers = Array.from({ length: n }, (_, index) => gate.promise.then(() => work(index)));
  gate.resolve();
  return Promise.all(racers);
}

async function obediently<T>(work: () => Promise<T>): Promise<T> {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    const result = await work();
    const seconds = secondsToWait(result);
    if (seconds === undefined || Date.now() > end) return result;
    await sleep(seconds * 1000);
  }
}

/** Undefined for anything but a reply that says when to try again, but for an exceeded limit. */
function secondsToWait(result: unknown): number | undefined {
  if (typeof result !== 'object' || result === null || !('status' in result)) return undefined;
  if (result.status !== 503 && result.status !== 409) return undefined;
  const headers = 'headers' in result ? Object(result.headers) : {};
  const seconds = Number(headers['retry-after']);
  return seconds > 0 ? seconds : undefined;
}

/** Of test/support/jest/environment.js. */
declare const importReplaced: (
  replaced: Readonly<Record<string, Replacements>>,
) => <Module>(file: string) => Promise<Module>;

let loadReplaced: ReturnType<typeof importReplaced> | undefined;

/**
 * The service with parts of its code replaced, so that a race can be seen to fail without its guard. Every module is
 * loaded anew: use only the `startTestApp` that this gives.
 * @param modulePath from the root, for example `src/persistence/team/admin-repository.ts`
 * @param replacements by export name, for example an unlocked variant of a locking read
 * @param others further modules, where a race has more than one guard
 * @throws Error when a module does not export what is to be replaced
 */
export async function withoutGuard(
  modulePath: string,
  replacements: Replacements,
  others: Readonly<Record<string, Replacements>> = {},
): Promise<typeof startTestApp> {
  const replaced = { ...others, [modulePath]: replacements };
  for (const [path, given] of Object.entries(replaced)) {
    const actual: object = await import(join(process.cwd(), path));
    const missing = Object.keys(given).filter((name) => !(name in actual));
    if (missing.length > 0) throw new Error(`${path} does not export ${missing.join(', ')}`);
  }
  loadReplaced = importReplaced(
    Object.fromEntries(Object.entries(replaced).map(([path, given]) => [builtFile(path), given])),
  );
  const { startApp } = await unguarded<typeof import('../../src/app.ts')>('src/app.ts');
  return (options) => startTestApp({ ...options, startApp });
}

/**
 * A module of the service that `withoutGuard` loaded last: its entities are not those of other copies.
 * @param modulePath from the root
 */
export function unguarded<Module>(modulePath: string): Promise<Module> {
  if (!loadReplaced) throw new Error('Call withoutGuard first.');
  return loadReplaced(builtFile(modulePath));
}

function builtFile(path: string): string {
  return join(process.cwd(), 'dist', path.replace(/\.ts$/, '.js'));
}
