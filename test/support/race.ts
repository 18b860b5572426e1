import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { jest } from '@jest/globals';
import type { startTestApp } from './app.ts';

/** How often a race is run: often enough to trust it in the heavy suite, often enough to notice in `npm test`. */
export const RACE_ROUNDS = process.env.HEAVY === '1' ? 20 : 3;

/** Starts `n` calls of `work` at the same moment and gives their results in order. */
export function race<T>(n: number, work: (index: number) => Promise<T>): Promise<T[]> {
  const gate = Promise.withResolvers<void>();
  const racers = Array.from({ length: n }, (_, index) => gate.promise.then(() => work(index)));
  gate.resolve();
  return Promise.all(racers);
}

/**
 * The service with a part of its code replaced, so that a race can be seen to fail without its guard. Every module is
 * loaded anew: use only the `startTestApp` that this gives, and call `withGuards` when done.
 * @param modulePath from the root, for example `src/persistence/team/admin-repository.ts`
 * @param replacements by export name, for example an unlocked variant of a locking read
 */
export async function withoutGuard(
  modulePath: string,
  replacements: Readonly<Record<string, unknown>>,
): Promise<typeof startTestApp> {
  const path = join(process.cwd(), modulePath);
  jest.resetModules();
  const actual: object = await import(pathToFileURL(path).href);
  const missing = Object.keys(replacements).filter((name) => !(name in actual));
  if (missing.length > 0) throw new Error(`${modulePath} does not export ${missing.join(', ')}`);
  jest.unstable_mockModule(path, () => ({ ...actual, ...replacements }));
  return (await import('./app.ts')).startTestApp;
}

/** Puts the replaced part back. */
export function withGuards(modulePath: string): void {
  jest.unstable_unmockModule(join(process.cwd(), modulePath));
  jest.resetModules();
}
