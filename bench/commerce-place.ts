import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { BenchContext } from './case.ts';
import { type Karvon, startKarvon } from './karvon.ts';

/**
 * A Karvon on a database of its own in the run's cluster.
 * @param name of the database and of the folder with its keys
 * @param env settings of this installation
 */
export async function startKarvonOn(
  { cluster, directory }: BenchContext,
  name: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Karvon & { readonly databaseUrl: string }> {
  const databaseUrl = await (await cluster()).createDatabase(name);
  const dataDir = join(directory, `data-${name}`);
  await mkdir(dataDir, { mode: 0o700 });
  return { ...(await startKarvon({ dataDir, databaseUrl, env })), databaseUrl };
}

/** A database with Karvon's tables and nobody on it: Karvon was started on it, and stopped. */
export async function createKarvonDatabase(context: BenchContext, name: string): Promise<string> {
  const { process: owned, databaseUrl } = await startKarvonOn(context, name);
  await owned.stop();
  return databaseUrl;
}
