import { readKeyLocation } from '../../config.ts';
import type { Runtime } from '../../domain/kernel/operation.ts';
import { type OperatorKeys, openOperatorKeys } from '../../operator-keys.ts';
import { onDatabase, serviceFolder } from '../admin/as-system.ts';
import type { CliIo } from '../io.ts';

/** Runs a command with the keys of the service and its database. @throws CliError with the remedy, never with a key */
export async function onKeys(io: CliIo, work: (keys: OperatorKeys, runtime: Runtime) => Promise<void>): Promise<void> {
  const keys = openOperatorKeys(readKeyLocation(serviceFolder()));
  await onDatabase(io, (runtime) => work(keys, runtime));
}
