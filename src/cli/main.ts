#!/usr/bin/env node
import { runOnOwnNode } from './own-node.ts';

/** The command line, `karvon`. It never starts the service. */
process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`karvon: ${error instanceof Error ? error.message : String(error)}\n`);
  return 1;
});

async function main(): Promise<number> {
  const exitCode = await runOnOwnNode();
  if (exitCode !== undefined) return exitCode;
  const { runCli } = await import('./run-cli.ts');
  const { stdin, stdout, stderr } = process;
  return runCli(process.argv.slice(2), { stdin, stdout, stderr, now: () => new Date() });
}
