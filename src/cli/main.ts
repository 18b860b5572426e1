#!/usr/bin/env node
import { runOnOwnNode } from './own-node.ts';

/** The command line, `karvon`. It never starts the service. */
process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`karvon: ${error instanceof Error ? error.message : String(error)}\n`);
  return 1;
});

/** Nobody reads what the command says: `karvon help | head -1`. */
function endQuietly(error: NodeJS.ErrnoException): never {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
}

async function main(): Promise<number> {
  const exitCode = await runOnOwnNode();
  if (exitCode !== undefined) return exitCode;
  const { runCli } = await import('./run-cli.ts');
  const { stdin, stdout, stderr } = process;
  for (const stream of [stdout, stderr]) stream.on('error', endQuietly);
  return runCli(process.argv.slice(2), { stdin, stdout, stderr, now: () => new Date() });
}
