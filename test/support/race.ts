import { join } from 'node:path';
import { jest } from '@jest/globals';
import type { startTestApp } from './app.ts';

/** How often a race is run: often enough to trust it in the heavy suite, often enough to notice in `npm test`. */
export const RACE_ROUNDS = process.env.HEAVY === '1' ? 20 : 3;

/**
 * A test of the heavy suite alone: that a race is lost without its guard. Each loads the whole service anew, which
 * `npm test` has no time for.
 */
export function itInHeavy(name: string, test: () => Promise<void>): void {
  if (process.env.HEAVY === '1') it(name, test);
}

type Replacements = Readonly<Record<string, unknown>>;

/** Starts `n` calls of `work` at the same moment and gives their results in order. */
export function race<T>(n: number, work: (index: number) => Promise<T>): Promise<T[]> {
  const gate = Promise.withResolvers<void>();
  const racers = Array.from({ length: n }, (_, index) => gate.promise.then(() => work(index)));
  gate.resolve();
  return Promise.all(racers);
}

/**
 * The service with parts of its code replaced, so that a race can be seen to fail without its guard. Every module is
 * loaded anew: use only the `startTestApp` that this gives, and call `withGuards` with the same modules when done.
 * @param modulePath from the root, for example `src/persistence/team/admin-repository.ts`
 * @param replacements by export name, for example an unlocked variant of a locking read
 * @param others further modules, where a race has more than one guard
 */
export async function withoutGuard(
  modulePath: string,
  replacements: Replacements,
  others: Readonly<Record<string, Replacements>> = {},
): Promise<typeof startTestApp> {
  jest.resetModules();
  // All of them are loaded before any is replaced, so that they share one copy of what they import.
  const parts: { path: string; exports: object }[] = [];
  for (const [module, replaced] of Object.entries({ ...others, [modulePath]: replacements })) {
    const path = join(process.cwd(), module);
    const actual: object = await import(path);
    const missing = Object.keys(replaced).filter((name) => !(name in actual));
    if (missing.length > 0) throw new Error(`${module} does not export ${missing.join(', ')}`);
    parts.push({ path, exports: { ...actual, ...replaced } });
  }
  for (const { path, exports } of parts) jest.unstable_mockModule(path, () => exports);
  return (await import('./app.ts')).startTestApp;
}

/** Puts the replaced parts back. */
export function withGuards(...modulePaths: readonly string[]): void {
  for (const module of modulePaths) jest.unstable_unmockModule(join(process.cwd(), module));
  jest.resetModules();
}
