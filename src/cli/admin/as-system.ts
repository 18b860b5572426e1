import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname } from 'node:path';
import { isNativeError } from 'node:util/types';
import { readDatabaseLocation } from '../../config.ts';
import { clientErrorOf } from '../../domain/client-errors.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import type { Call, Operation, Runtime } from '../../domain/kernel/operation.ts';
import { run } from '../../domain/run.ts';
import { openOperatorRuntime, reachDatabase } from '../../operator-runtime.ts';
import { CliError, type CliIo, line } from '../io.ts';

/** Calls an operation as the system. @param id the record that a targeted operation acts on */
export type RunAsSystem = <O>(operation: Operation<O>, input?: object, id?: string) => Promise<O>;

/** Client address in the audit entries of the command line. */
const LOOPBACK = '127.0.0.1';

/** Exit codes of a process ended by a signal: 128 plus the signal's number. */
const SIGNAL_EXIT_CODES = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

/**
 * Runs the work of one command on the service's database.
 * @param work prints its results as soon as it has them: later steps may fail
 * @throws CliError with the remedy, never with a secret
 */
export function asSystem(io: CliIo, work: (run: RunAsSystem) => Promise<void>): Promise<void> {
  return onDatabase(io, (runtime) =>
    work((operation, input = {}, id) => run(operation, callOf(runtime), { wire: 'json', read: () => input }, { id })),
  );
}

/** The same for work that is no operation. @throws CliError with the remedy, never with a secret */
export async function onDatabase(io: CliIo, work: (runtime: Runtime) => Promise<void>): Promise<void> {
  const log = (message: string) => void io.stderr.write(line(message));
  const stopListening = exitOnSignals();
  try {
    const database = readDatabaseLocation(serviceFolder());
    const { runtime, problemOf, close } = await openOperatorRuntime(database, { now: io.now }, log);
    try {
      await work(runtime);
    } catch (error) {
      throw new CliError(problemOf(error) ?? reasonOf(error));
    } finally {
      await close();
    }
  } finally {
    stopListening();
  }
}

function callOf(runtime: Runtime): Call {
  return { runtime, requestId: randomUUID(), ip: LOOPBACK, network: LOOPBACK, transport: 'CLI' };
}

/** The folder that the service runs in: the current one if it has settings or data, else Karvon's own, like `npm start`. */
export function serviceFolder(): string {
  const own = findPackageJSON(import.meta.url);
  const hasService = existsSync('.env') || existsSync('.data');
  return hasService || own === undefined ? process.cwd() : dirname(own);
}

export { reachDatabase };

/** `process.exit` runs the exit handlers that stop an embedded PostgreSQL; the default action of a signal does not. */
export function exitOnSignals(): () => void {
  const listeners = Object.entries(SIGNAL_EXIT_CODES).map(([name, code]) => {
    const exit = () => process.exit(code);
    process.once(name, exit);
    return () => process.off(name, exit);
  });
  return () => {
    for (const stop of listeners) stop();
  };
}

/** Shows only the code of a driver error: its message may quote a row. */
function reasonOf(error: unknown): string {
  if (error instanceof CliError) return error.message;
  const clientError = error instanceof DomainError ? error : clientErrorOf(error);
  if (clientError) return `${clientError.code}: ${clientError.message}`;
  if (!isNativeError(error)) return 'unexpected error.';
  return `unexpected error: ${error.name}${'code' in error ? ` ${String(error.code)}` : ''}.`;
}
