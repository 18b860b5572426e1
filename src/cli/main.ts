#!/usr/bin/env node
import { runCli } from './run-cli.ts';

/** The command line, `npx karvon`: it stands beside the service and never starts it. */
process.exitCode = await runCli(process.argv.slice(2), {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  now: () => new Date(),
});
