import { existsSync } from 'node:fs';
import { startCommand } from './start-command.ts';

/**
 * `npm start`. The allocator reads its settings at program start, so execve replaces this program with the service in the
 * same process. The service is then npm's direct child: it receives the signals that npm forwards, and stops when npm dies.
 */
if (!process.execve) throw new Error('npm start needs Linux or macOS. On Windows, use WSL 2.');
const { flags, env } = startCommand();
const settings = existsSync('.env') ? ['--env-file=.env'] : [];
const command = [process.execPath, ...flags, ...settings, 'dist/src/main.js', `--stop-with-parent=${process.ppid}`];
process.execve(process.execPath, command, { ...process.env, ...env });
