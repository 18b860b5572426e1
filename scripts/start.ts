import { existsSync } from 'node:fs';
import { startCommand } from './start-command.ts';

/**
 * `npm start`. The allocator reads its settings when a process begins, so they need a new program, but not a new process:
 * the service takes the place of this one. npm's child is then the service itself, which gets the signals that npm
 * passes on, and which stops when npm has gone without a word.
 */
if (!process.execve) throw new Error('npm start needs Linux or macOS: a Windows shell cannot start Karvon, WSL can.');
const { flags, env } = startCommand();
const settings = existsSync('.env') ? ['--env-file=.env'] : [];
const command = [process.execPath, ...flags, ...settings, 'dist/src/main.js', `--stop-with-parent=${process.ppid}`];
process.execve(process.execPath, command, { ...process.env, ...env });
