import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startCommand } from './start-command.ts';

/**
 * `npm start`. The allocator reads its settings at program start, so execve replaces this program with the service in the
 * same process. The service is then npm's direct child: it receives the signals that npm forwards, and stops when npm dies.
 */
if (!process.execve) throw new Error('npm start needs Linux or macOS. On Windows, use WSL 2.');
if (existsSync('.env')) process.loadEnvFile('.env');
const { flags, env } = startCommand();
const parent = process.ppid;
const sample = await sampleOf(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`npm start: ${error instanceof Error ? error.message : String(error)}\n`);
  return process.exit(2);
});
const command = [process.execPath, ...flags, 'dist/src/main.js', `--stop-with-parent=${parent}`];
if (sample) command.push('--sample');
process.execve(process.execPath, command, { ...process.env, ...env, ...sample });

/**
 * The settings of `npm start -- --sample`, undefined without it: a made-up business in a folder beside the real data, which the next start without
 * `--sample` removes.
 */
async function sampleOf(args: readonly string[]): Promise<Readonly<Record<string, string>> | undefined> {
  const { values } = parseArgs({ args: [...args], options: { sample: { type: 'boolean', default: false } } });
  const folder = join(resolve(process.env.DATA_DIR?.trim() || '.data'), 'sample');
  const isProduction = process.env.NODE_ENV?.trim() === 'production';
  if (values.sample && isProduction) {
    throw new Error(
      '--sample is refused with NODE_ENV=production: a made-up business could be taken for the real one.',
    );
  }
  if (!values.sample && (isProduction || !existsSync(folder))) return undefined;
  // Loaded only here: a start that needs none of it does not wait for it.
  const [{ dropSample, makeSample, sampleSettings }, { onStopRequest }] = await Promise.all([
    import('./sample.ts'),
    import('../src/stop.ts'),
  ]);
  // An exit stops the embedded PostgreSQL of the sample.
  onStopRequest(() => process.exit(1), parent);
  const log = (line: string) => void process.stdout.write(`${line}\n`);
  if (!values.sample) {
    const stays = await dropSample(folder);
    if (stays) log(`The sample data stays: ${stays}`);
    return undefined;
  }
  const { email, password } = await makeSample(folder, log);
  log(
    `Sample data, apart from your own: a made-up business. Whatever you change in it is gone at the next "npm start".`,
  );
  // The service, which says when it is ready, replaces this program.
  log(`It starts now. Once it is ready:\nSign in as        ${email}\nPassword          ${password}`);
  return sampleSettings(folder);
}
