import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { FIRST_ADMIN } from '../support/app.ts';
import { wireTo } from '../support/callers.ts';
import { copyProject } from '../support/checkout.ts';
import { createEmptyDatabase, type TestDatabase } from '../support/database.ts';
import { temporaryFolder } from '../support/run.ts';
import { failedStart, launch, openDatabase, type Service, startService } from '../support/service.ts';
import { until } from '../support/until.ts';

const LOGIN = '/v1/admin/auth/login';
/** Blank means unset: the service makes a password up. */
const GENERATED = { ADMIN_PASSWORD: '' };
const NOBODY = 65_534;
const AS_NOBODY = ['setpriv', '--reuid', String(NOBODY), '--regid', String(NOBODY), '--clear-groups'];
const onlyAsRoot = process.getuid?.() === 0 ? it : it.skip;

let database: TestDatabase;
beforeEach(async () => {
  database = await createEmptyDatabase();
});
afterEach(() => database.drop());

/** A database of its own, and the embedded one. */
function bothKinds(): Readonly<Record<string, string>>[] {
  return [{ DATABASE_URL: database.url }, {}];
}

async function listening(port: number): Promise<Server> {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

async function freePort(): Promise<number> {
  const server = await listening(0);
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

async function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.exitCode;
}

function passwordIn(output: string): string | undefined {
  return /^Password +(\S+)/m.exec(output)?.[1];
}

async function signIn(service: Pick<Service, 'client'>, password: string | undefined): Promise<number> {
  return (await service.client().rest('POST', LOGIN, { email: FIRST_ADMIN.email, password })).status;
}

it('the start fails with one line that names PORT if the port is in use, before database, keys and admin are created', async () => {
  const other = await listening(0);
  const { port } = other.address() as { port: number };
  for (const where of bothKinds()) {
    const DATA_DIR = join(temporaryFolder('taken'), 'data');
    expect(await failedStart({ ...where, DATA_DIR, PORT: String(port), ...GENERATED })).toEqual({
      exitCode: 1,
      output: `Port ${port} on 127.0.0.1 is already in use. Stop the process that uses it, or set PORT to another port.\n`,
    });
    expect(existsSync(DATA_DIR)).toBe(false);
  }
  other.close();
});

it('SIGTERM stops a start that waits for the database immediately and with exit code 0', async () => {
  const port = await freePort();
  const { child, output } = launch({
    DATABASE_URL: `postgres://karvon@127.0.0.1:${await freePort()}/karvon`,
    DATA_DIR: temporaryFolder('waiting'),
    PORT: String(port),
  });
  const client = wireTo(`http://127.0.0.1:${port}`).client();
  const status = () =>
    client.rest('GET', '/health').then(
      (reply) => reply.status,
      () => 0,
    );
  await until(async () => (await status()) === 503);
  await until(() => output().includes('waiting for the database'));
  const from = performance.now();
  child.kill('SIGTERM');
  expect(await ended(child)).toBe(0);
  // The wait alone would last a minute.
  expect(performance.now() - from).toBeLessThan(50_000);
  expect(await status()).toBe(0);
});

it('the generated password survives a kill after its commit, and is shown at every start until it is used', async () => {
  const env = { DATABASE_URL: database.url, DATA_DIR: temporaryFolder('first'), ...GENERATED };
  const first = launch(env);
  // What it prints is lost, whether it comes to that or not.
  first.child.stdout?.destroy();
  const { sql, pool } = openDatabase(database.url);
  await until(async () => (await sql('select from admin').catch(() => [])).length === 1);
  first.child.kill('SIGKILL');
  await ended(first.child);
  await pool.end();

  const second = await startService(env);
  const password = passwordIn(second.output());
  expect(password).toMatch(/^[\w-]{20}$/);
  await second.kill9();
  const third = await startService(env);
  expect(passwordIn(third.output())).toBe(password);
  expect(await signIn(third, password)).toBe(201);
  await third.stop();
  const fourth = await startService(env);
  expect(passwordIn(fourth.output())).toBeUndefined();
  expect(await signIn(fourth, password)).toBe(201);
  await fourth.stop();
});

/** Runs a command here to its end. */
function ran(command: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const [file = '', ...args] = command;
  const { status, stdout, stderr } = spawnSync(file, args, {
    env: { PATH: process.env.PATH, ...env },
    encoding: 'utf8',
  });
  return { status, output: stdout + stderr };
}

const PREPARE = [process.execPath, 'scripts/prepare.js'];
const MAIN = [process.execPath, 'dist/src/main.js'];
const READ_ONLY = [
  'unshare',
  '--mount',
  'sh',
  '-c',
  'mount --bind . . && mount -o remount,ro,bind . && cd "$PWD" && exec "$@"',
  'sh',
];

it('two commands at the same time build once: the second one waits', async () => {
  const checkout = copyProject('twice', ['dist', '.prepare-lock']);
  const both = await Promise.all(
    ['one', 'two'].map(async () => {
      const child = spawn(process.execPath, ['scripts/prepare.js'], {
        cwd: checkout,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let output = '';
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (chunk: Buffer) => {
          output += chunk;
        });
      }
      await once(child, 'close');
      return { pid: child.pid, exitCode: child.exitCode, output };
    }),
  );
  const [builder] = both.filter(({ output }) => output.includes('Building (tsc): done'));
  const [waiter] = both.filter(({ pid }) => pid !== builder?.pid);
  expect(both.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
  // It waited, unless it began after the other had ended.
  expect(['', `Waiting for process ${builder?.pid}, which prepares ${checkout} ...\n`]).toContain(waiter?.output);
  expect(existsSync(join(checkout, 'dist/src/main.js'))).toBe(true);
});

describe('a step of the preparation that takes long', () => {
  /** Prepares a checkout with a command of its own in place of npm or the compiler, which fails once `goOn` exists. */
  async function prepareSlowly(checkout: string, command: string, env: Readonly<Record<string, string>>) {
    const goOn = join(checkout, 'go-on');
    rmSync(command, { force: true });
    writeFileSync(
      command,
      `import('node:fs').then(({ existsSync }) => setInterval(() => existsSync(${JSON.stringify(goOn)}) && process.exit(1), 50));`,
    );
    const child = spawn(process.execPath, ['scripts/prepare.js'], {
      cwd: checkout,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk;
      });
    }
    await until(() => (output.match(/ s so far\n/g) ?? []).length >= 2);
    writeFileSync(goOn, '');
    await ended(child);
    await until(() => output.includes('failed.'));
    return output.split('\n');
  }

  it('a step of the preparation that takes long says what the build does, and every few seconds that it goes on', async () => {
    const checkout = copyProject('slow-build', ['dist', '.prepare-lock']);
    const output = await prepareSlowly(checkout, join(checkout, 'node_modules/typescript/bin/tsc'), {});
    expect(output[0]).toBe('Building (tsc): compiles src/ into dist/ ...');
    expect(output[1]).toMatch(/^ {2}compiling, \d+ s so far$/);
    expect(output).toContain('Building (tsc) failed.');
  });

  it.each([
    ['that npm reads the list while there is nothing', [], '', /^ {2}npm reads the list of packages, \d+ s so far$/],
    ['that it downloads once it has made folders', ['ajv', 'koa'], '', /^ {2}downloading packages, \d+ s so far$/],
    ['how many packages are there', ['ajv', 'koa'], 'ajv', /^ {2}1 of \d{3,} packages, \d+ s so far$/],
  ])('a step of the preparation that takes long says of an install %s', async (_what, made, unpacked, progress) => {
    const checkout = copyProject('slow-install', ['node_modules', 'dist', '.prepare-lock']);
    for (const name of made) mkdirSync(join(checkout, 'node_modules', name), { recursive: true });
    if (unpacked) writeFileSync(join(checkout, 'node_modules', unpacked, 'package.json'), '{}');
    const npm = join(checkout, 'npm.js');
    const output = await prepareSlowly(checkout, npm, { npm_execpath: npm });
    expect(output[0]).toMatch(
      /^Installing the packages \(npm ci\): downloads \d{3,} packages into node_modules\/, once \.\.\.$/,
    );
    expect(output[1]).toMatch(progress);
  });
});

describe('the console', () => {
  /** A checkout with a console of one file, and an npm that does what `npm.cjs` says. */
  function withConsole(name: string, npm: string) {
    const checkout = copyProject(name, ['console', '.prepare-lock']);
    const at = (path: string) => join(checkout, 'console', path);
    mkdirSync(at('src'), { recursive: true });
    writeFileSync(at('package.json'), '{}');
    writeFileSync(at('package-lock.json'), '{"packages":{}}');
    writeFileSync(at('src/main.tsx'), '');
    writeFileSync(join(checkout, 'npm.cjs'), npm);
    return {
      at,
      prepare: (env: Readonly<Record<string, string>> = {}, ...args: string[]) => {
        const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/prepare.js', ...args], {
          cwd: checkout,
          env: { PATH: process.env.PATH, npm_execpath: join(checkout, 'npm.cjs'), ...env },
          encoding: 'utf8',
        });
        return { status, output: stdout + stderr };
      },
      env: (text: string) => writeFileSync(join(checkout, '.env'), text),
    };
  }

  /** Installs and builds as npm does, and says what it was asked for. */
  const WORKS = `const { mkdirSync, writeFileSync } = require('node:fs');
    const [what] = process.argv.slice(2);
    mkdirSync('node_modules', { recursive: true });
    if (what === 'run') { mkdirSync('dist'); writeFileSync('dist/index.html', 'a page'); }
    console.log('npm ' + process.argv.slice(2, 4).join(' '));`;
  const asked = (output: string) => output.match(/^npm .*$/gm) ?? [];

  it('the console is installed when its packages change, and built when any of its files does', () => {
    const { at, prepare } = withConsole('console', WORKS);
    const first = prepare();
    expect([first.status, asked(first.output)]).toEqual([0, ['npm ci --omit=dev', 'npm run --silent']]);
    expect(first.output).toContain('Installing the console (npm ci): done in');
    expect(first.output).toContain('Building the console (vite): done in');
    expect(prepare()).toEqual({ status: 0, output: '' });
    writeFileSync(at('src/main.tsx'), 'changed');
    expect(asked(prepare().output)).toEqual(['npm run --silent']);
    writeFileSync(at('package-lock.json'), '{"packages":{"node_modules/a":{}}}');
    expect(asked(prepare().output)).toEqual(['npm ci --omit=dev', 'npm run --silent']);
    writeFileSync(at('README.md'), 'a page');
    expect(prepare()).toEqual({ status: 0, output: '' });
    expect(asked(prepare({}, '--with-console-tools').output)).toEqual(['npm ci --include=dev']);
    expect(prepare()).toEqual({ status: 0, output: '' });
    writeFileSync(at('src/main.tsx'), 'again');
    expect(asked(prepare().output)).toEqual(['npm run --silent']);
  });

  it('a console that cannot be built prevents no start: the first says it, later ones say so in one line and do not try again', () => {
    const { at, prepare } = withConsole('offline', 'process.exit(1);');
    mkdirSync(at('dist'));
    writeFileSync(at('dist/index.html'), 'of an older state');
    const first = prepare();
    expect(first.status).toBe(0);
    expect(first.output).toContain('Installing the console (npm ci) failed.\n');
    expect(first.output).toMatch(/\nKarvon starts without its console\. .*npm run build.*KARVON_CONSOLE=off.*\n$/);
    expect(existsSync(at('dist'))).toBe(false);
    expect(prepare()).toEqual({
      status: 0,
      output: 'The console is not built: it failed before. "npm run build" tries it again.\n',
    });
    expect(prepare({ npm_lifecycle_event: 'build' }).output).toContain('(npm ci) failed.');
    writeFileSync(at('src/main.tsx'), 'mended');
    expect(prepare().output).toContain('(npm ci) failed.');
  });

  it('KARVON_CONSOLE=off neither installs nor builds the console, from the environment as from the file of settings', () => {
    const { at, prepare, env } = withConsole('off', WORKS);
    expect(prepare({ KARVON_CONSOLE: 'off' })).toEqual({ status: 0, output: '' });
    env('KARVON_CONSOLE="off" # not here\n');
    expect(prepare()).toEqual({ status: 0, output: '' });
    expect(prepare({ KARVON_CONSOLE: ' ' })).toEqual({ status: 0, output: '' });
    expect(existsSync(at('dist'))).toBe(false);
    expect(asked(prepare({ KARVON_CONSOLE: 'on' }).output)).toHaveLength(2);
  });
});

describe('files that the user cannot write', () => {
  onlyAsRoot.each([
    ['of another user', AS_NOBODY],
    ['on a read-only disk', ran([...READ_ONLY, 'true']).status === 0 ? READ_ONLY : AS_NOBODY],
  ])('%s do not prevent the start if the build is up to date', async (_, as) => {
    expect(ran([...as, ...PREPARE])).toEqual({ status: 0, output: '' });
    const folder = temporaryFolder('other');
    chmodSync(folder, 0o777);
    const [file = '', ...args] = [...as, ...MAIN];
    const child = spawn(file, args, {
      env: { PATH: process.env.PATH, DATA_DIR: join(folder, 'data'), PORT: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk;
      });
    }
    await until(() => output.includes('answers at') || child.exitCode !== null);
    expect(output).toContain('answers at');
    child.kill('SIGTERM');
    expect(await ended(child)).toBe(0);
    expect(readdirSync(join(folder, 'data')).sort()).toEqual(['keys', 'objects', 'postgres']);
  });

  onlyAsRoot('without an installation fail the start with one line that states who has to build', () => {
    const clone = temporaryFolder('clone');
    mkdirSync(join(clone, 'scripts'));
    for (const name of ['prepare.js', 'folder-lock.js']) {
      copyFileSync(`scripts/${name}`, join(clone, 'scripts', name));
    }
    chmodSync(clone, 0o755);
    const { status, output } = ran([...AS_NOBODY, process.execPath, join(clone, 'scripts', 'prepare.js')]);
    expect(output).toBe(
      `The packages are not installed, and this user cannot write to ${clone}. Run "npm run build" as the owner of the folder.\n`,
    );
    expect(status).toBe(1);
  });

  onlyAsRoot('in DATA_DIR fail the start with one line that names it', () => {
    const DATA_DIR = join(temporaryFolder('barred'), 'data');
    mkdirSync(DATA_DIR, { mode: 0o755 });
    for (const where of bothKinds()) {
      const { status, output } = ran([...AS_NOBODY, ...MAIN], { ...where, PORT: '0', DATA_DIR });
      expect(output).toMatch(/^DATA_DIR: EACCES: permission denied, mkdir '.*or set DATA_DIR to another folder\.\n$/);
      expect(status).toBe(1);
    }
  });

  onlyAsRoot('in DATA_DIR are sufficient if the keys exist and the database is external', async () => {
    const DATA_DIR = temporaryFolder('sealed');
    await (await startService({ DATABASE_URL: database.url, DATA_DIR })).stop();
    const keys = join(DATA_DIR, 'keys');
    for (const path of [DATA_DIR, keys, ...readdirSync(keys).map((name) => join(keys, name))]) {
      chownSync(path, NOBODY, NOBODY);
    }
    chmodSync(keys, 0o500);
    chmodSync(DATA_DIR, 0o500);
    const [file = '', ...args] = [...AS_NOBODY, ...MAIN];
    const child = spawn(file, args, {
      env: { DATABASE_URL: database.url, DATA_DIR, PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk;
    });
    await until(() => /answers at/.test(output) && /OBJECT_STORAGE_PATH/.test(output));
    child.kill('SIGTERM');
    expect(await ended(child)).toBe(0);
  });
});

onlyAsRoot('the start fails on a privileged port with the port and the remedy', () => {
  const { status, output } = ran([...AS_NOBODY, ...MAIN], { DATABASE_URL: database.url, PORT: '80' });
  expect(output).toBe(
    'This user cannot listen on port 80 of 127.0.0.1. Set PORT to 1024 or higher, or grant the process CAP_NET_BIND_SERVICE.\n',
  );
  expect(status).toBe(1);
});

it('the start on Windows fails with one line that recommends WSL', () => {
  const onWindows = `Object.defineProperty(process, 'platform', { value: 'win32' }); await import('./scripts/prepare.js');`;
  expect(ran([process.execPath, '--input-type=module', '-e', onWindows])).toEqual({
    status: 1,
    output: 'Karvon does not run on Windows. Use WSL 2 (https://learn.microsoft.com/windows/wsl/install).\n',
  });
});
