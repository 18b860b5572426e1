import { fileURLToPath } from 'node:url';
import type { Contender } from './compare.ts';
import { freePort, startProcess, waitForHealth } from './processes.ts';

/**
 * Starts one of servers/ and waits until it is healthy.
 * @param file its name in servers/
 */
export async function startBenchServer(name: string, file: string, env: Record<string, string>): Promise<Contender> {
  const port = await freePort();
  const script = fileURLToPath(new URL(`./servers/${file}`, import.meta.url));
  const owned = await startProcess({
    name,
    command: process.execPath,
    args: [script],
    env: { NODE_ENV: 'production', PORT: String(port), ...env },
  });
  await waitForHealth(owned, port);
  return { name, port, pid: owned.pid };
}
