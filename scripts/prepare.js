// Runs before `npm start`, `npm test` and other scripts: installs and builds the service and its console when needed, else prints
// nothing.
// Plain JavaScript with Node's own modules only: on a fresh clone it runs before the install, on Node 20 as well.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as util from 'node:util';
import { takeFolderLock } from './folder-lock.js';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const at = (...parts) => join(root, ...parts);
const INSTALLED = at('node_modules', '.karvon-lock-hash');
const BUILT = at('dist', '.build-hash');
const CONSOLE_INSTALLED = at('console', 'node_modules', '.karvon-lock-hash');
const CONSOLE_BUILT = at('console', 'dist', '.build-hash');
/** The state of console/ that could not be built: it is tried again by `npm run build`, or when it has changed. */
const CONSOLE_FAILED = at('console', 'node_modules', '.karvon-failed-hash');
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const STOP_TIMEOUT_MS = 5_000;
const PARENT_POLL_MS = 250;
/** A slow machine takes minutes for a step, and should show that it is alive. */
const PROGRESS_MS = 3_000;
const LOCK = at('.prepare-lock');
/** Set for what runs below a process that has the lock: an install runs this script again. */
const LOCKED = 'KARVON_PREPARE_LOCKED';
const TOOL = at('node_modules', '.bin', 'karvon');

/** One hash of the names and contents of all files under `paths`; ignores missing paths. */
function hashOf(paths) {
  const hash = createHash('sha256');
  for (const path of paths) for (const file of filesIn(path)) hash.update(`${file}\0`).update(readFileSync(at(file)));
  return hash.digest('hex');
}

function filesIn(path) {
  if (!existsSync(at(path))) return [];
  if (!statSync(at(path)).isDirectory()) return [path];
  return readdirSync(at(path))
    .sort()
    .flatMap((name) => filesIn(`${path}/${name}`));
}

/** Whether `marker` was written for this state. */
function isCurrent(marker, hash) {
  return existsSync(marker) && readFileSync(marker, 'utf8') === hash;
}

/** The child process that `run` waits for. */
let running;
let stopping = false;

/**
 * Shows every few seconds that a step goes on: on a terminal in one line, which is gone at the end, else in plain lines.
 * @param progress says how far it is; undefined = nothing new to say
 * @returns ends it
 */
function showProgress(startedAt, progress) {
  const { stdout } = process;
  const show = () => {
    const how = progress();
    if (how === undefined) return;
    const line = `  ${how}, ${Math.round((Date.now() - startedAt) / 1000)} s so far`;
    stdout.write(stdout.isTTY ? `\r${line}\x1b[K` : `${line}\n`);
  };
  const timer = setInterval(show, PROGRESS_MS);
  return () => {
    clearInterval(timer);
    if (stdout.isTTY) stdout.write('\r\x1b[K');
  };
}

/**
 * Runs a command, and shows what it does and that it goes on.
 * @param about what the step does, for whoever sees it for the first time
 * @param progress how far it is, for `showProgress`
 * @param folder where it runs
 * @returns whether it succeeded; a failed command has printed the reason
 */
async function run({ what, about, progress, folder = root, env = process.env }, command, args) {
  console.log(`${what}: ${about} ...`);
  const startedAt = Date.now();
  const endProgress = showProgress(startedAt, progress);
  // In its own process group, so that `stop` can end it with all of its children.
  running = spawn(command, args, { cwd: folder, env, stdio: 'inherit', detached: true });
  const { status, error } = await once(running, 'exit').then(
    ([code]) => ({ status: code }),
    (failure) => ({ error: failure }),
  );
  endProgress();
  if (stopping) return new Promise(() => undefined);
  running = undefined;
  if (status !== 0) {
    console.error(`${what} failed${error ? `: ${error.message}` : ''}.`);
    return false;
  }
  console.log(`${what}: done in ${((Date.now() - startedAt) / 1000).toFixed(1)} s.`);
  return true;
}

let release = () => undefined;

/** Waits until no other process installs or builds here. */
async function lock() {
  if (process.env[LOCKED] === root) return;
  const taken = await takeFolderLock(LOCK, (pid) =>
    console.log(`Waiting for process ${pid}, which prepares ${root} ...`),
  );
  release = () => {
    release = () => undefined;
    taken();
  };
  process.env[LOCKED] = root;
}

/** Ends the child process, then this process with the same signal, so that npm stops too. */
async function stop(signal) {
  if (stopping) return;
  stopping = true;
  const child = running;
  if (child?.exitCode === null && child.signalCode === null) {
    const exited = once(child, 'exit');
    signalGroup(child, signal);
    const killTimer = setTimeout(() => signalGroup(child, 'SIGKILL'), STOP_TIMEOUT_MS);
    await exited;
    clearTimeout(killTimer);
    signalGroup(child, 'SIGKILL');
  }
  release();
  for (const name of SIGNALS) process.off(name, stop);
  process.kill(process.pid, signal);
}

function signalGroup(child, signal) {
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The group has already ended.
  }
}

/**
 * The folders of the packages that an install makes in a folder; those of other systems are left out of it.
 * @param withTools whether it installs development dependencies
 */
function packageFolders(folder, withTools) {
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
  return Object.entries(packages)
    .filter(([path, { optional, dev }]) => path !== '' && !optional && (withTools || !dev))
    .map(([path]) => join(folder, path));
}

/** Runs npm: the one that runs this script, if one does. */
function runNpm(step, args) {
  const npm = process.env.npm_execpath;
  return npm ? run(step, process.execPath, [npm, ...args]) : run(step, 'npm', args);
}

/** Installs the packages of a folder. @param args further ones of `npm ci` */
function install(folder, name, withTools, args) {
  const all = ['ci', ...args, '--no-audit', '--no-fund', '--no-progress', '--loglevel=error'];
  const folders = packageFolders(folder, withTools);
  const step = {
    what: `Installing ${name} (npm ci)`,
    about: `downloads ${folders.length} packages into ${join(folder, 'node_modules').slice(root.length + 1)}/, once`,
    progress: () => installProgress(folders),
    folder,
  };
  return runNpm(step, all);
}

/**
 * What npm does, or how many packages are there: it makes their folders before it downloads the first of them. Nothing once all are
 * there, because the build shows its own progress then.
 */
function installProgress(folders) {
  const present = folders.filter((path) => existsSync(join(path, 'package.json'))).length;
  if (present > 0) return present < folders.length ? `${present} of ${folders.length} packages` : undefined;
  return folders.some((path) => existsSync(path)) ? 'downloading packages' : 'npm reads the list of packages';
}

/** Whether this user may install and build here; prints an error if not. */
function mayWrite(what) {
  try {
    accessSync(root, constants.W_OK);
    return true;
  } catch {
    console.error(`${what}, and this user cannot write to ${root}. Run "npm run build" as the owner of the folder.`);
    return false;
  }
}

const hashOfSources = () => hashOf(['src', 'migrations', 'tsconfig.json', 'tsconfig.build.json', 'package-lock.json']);

/** Builds if the sources changed since the last build. @returns whether the build is current */
async function build() {
  if (isCurrent(BUILT, hashOfSources())) return true;
  if (!mayWrite('The build is out of date')) return false;
  await lock();
  // Another process may have built it meanwhile.
  const sources = hashOfSources();
  if (isCurrent(BUILT, sources)) return true;
  rmSync(at('dist'), { recursive: true, force: true });
  const compiler = at('node_modules', 'typescript', 'bin', 'tsc');
  const step = { what: 'Building (tsc)', about: 'compiles src/ into dist/', progress: () => 'compiling' };
  if (!(await run(step, process.execPath, [compiler, '-p', at('tsconfig.build.json')]))) return false;
  writeFileSync(BUILT, sources);
  return true;
}

/** KARVON_CONSOLE, from the environment or from `.env` as `npm start` reads it. src/config.ts checks it. */
function isConsoleOff() {
  const fromFile = existsSync(at('.env'))
    ? util.parseEnv?.(readFileSync(at('.env'), 'utf8')).KARVON_CONSOLE
    : undefined;
  return (process.env.KARVON_CONSOLE?.trim() || fromFile) === 'off';
}

const hashOfConsolePackages = () => hashOf(['console/package-lock.json', 'console/.npmrc']);

/** All that the build of the console is made of. */
function hashOfConsole() {
  const others = new Set(['node_modules', 'dist', 'README.md', 'documents.json', 'test']);
  const names = readdirSync(at('console')).filter((name) => !others.has(name));
  return hashOf(names.sort().map((name) => `console/${name}`));
}

/**
 * Builds the console if it changed since its last build. Nothing else needs it, so that a failure, such as that of a machine without a
 * network, ends neither a start nor a test: the service says at its address that it is not there.
 */
async function buildConsole() {
  // A copy for production may have the build alone.
  if (!existsSync(at('console', 'package.json')) || isConsoleOff()) return;
  if (isConsoleCurrent() || hasFailedBefore()) return;
  if (!mayWrite('The console is not built')) return;
  await lock();
  // Another process may have built it meanwhile.
  if (isConsoleCurrent() || hasFailedBefore()) return;
  const state = hashOfConsole();
  if (await makeConsole(state)) return;
  mkdirSync(dirname(CONSOLE_FAILED), { recursive: true });
  writeFileSync(CONSOLE_FAILED, state);
  console.error('Karvon starts without its console. "npm run build" tries it again, KARVON_CONSOLE=off leaves it out.');
}

/** `npm run check` needs more packages than the build. */
const needsConsoleTools = process.argv.includes('--with-console-tools');

function isConsoleCurrent() {
  const hasTools = !needsConsoleTools || isCurrent(CONSOLE_INSTALLED, `${hashOfConsolePackages()} with tools`);
  return hasTools && isCurrent(CONSOLE_BUILT, hashOfConsole());
}

function hasFailedBefore() {
  const isAsked = process.env.npm_lifecycle_event === 'build' || needsConsoleTools;
  if (isAsked || !isCurrent(CONSOLE_FAILED, hashOfConsole())) return false;
  console.error('The console is not built: it failed before. "npm run build" tries it again.');
  return true;
}

/** Installs what the build needs, and builds. @returns whether both succeeded */
async function makeConsole(state) {
  const folder = at('console');
  const packages = hashOfConsolePackages();
  const withTools = needsConsoleTools || isCurrent(CONSOLE_INSTALLED, `${packages} with tools`);
  const installed = withTools ? `${packages} with tools` : packages;
  // What is out of date is not served: it may ask for what the service no longer has.
  if (!isCurrent(CONSOLE_BUILT, state)) rmSync(at('console', 'dist'), { recursive: true, force: true });
  if (!isCurrent(CONSOLE_INSTALLED, installed)) {
    const which = withTools ? ['--include=dev'] : ['--omit=dev'];
    // A machine without a network has it said soon.
    if (!(await install(folder, 'the console', withTools, [...which, '--fetch-retries=1']))) return false;
    writeFileSync(CONSOLE_INSTALLED, installed);
  }
  if (isCurrent(CONSOLE_BUILT, state)) return true;
  const step = {
    what: 'Building the console (vite)',
    about: 'compiles console/ into console/dist/',
    progress: () => 'compiling',
    folder,
    // The Node of the packages: the one of the machine may be too old for it.
    env: {
      ...process.env,
      PATH: `${at('node_modules', '.bin')}${delimiter}${process.env.PATH}`,
      NODE_ENV: 'production',
    },
  };
  if (!(await runNpm(step, ['run', '--silent', 'build']))) return false;
  writeFileSync(CONSOLE_BUILT, state);
  rmSync(CONSOLE_FAILED, { force: true });
  return true;
}

/**
 * Links the command line into node_modules/.bin, where `npx --no-install karvon` finds it. With a "bin" in package.json, npx
 * would first install this folder into its cache: slow, with the install scripts again, and perhaps with registry access.
 */
function linkTool() {
  const script = at('dist', 'src', 'cli', 'main.js');
  try {
    if ((statSync(script).mode & 0o111) !== 0o111) chmodSync(script, 0o755);
    if (existsSync(TOOL)) return;
    rmSync(TOOL, { force: true });
    symlinkSync(join('..', '..', 'dist', 'src', 'cli', 'main.js'), TOOL);
  } catch (error) {
    // The files are read-only or belong to another user: the service works without the link.
    if (!['EPERM', 'EACCES', 'EROFS'].includes(error.code)) throw error;
  }
}

if (process.platform === 'win32') {
  console.error('Karvon does not run on Windows. Use WSL 2 (https://learn.microsoft.com/windows/wsl/install).');
  process.exit(1);
}

for (const signal of SIGNALS) process.on(signal, stop);
// npm passes a signal to the shell that started this process; the shell ends without forwarding the signal.
const parent = process.ppid;
setInterval(() => process.ppid === parent || stop('SIGTERM'), PARENT_POLL_MS).unref();

process.on('exit', () => release());
const dependencies = hashOf(['package-lock.json', 'patches']);
// npm runs this script with --installed at the end of every install, including manual ones.
const installed = process.argv.includes('--installed');
if (installed) writeFileSync(INSTALLED, dependencies);
if (!isCurrent(INSTALLED, dependencies)) {
  if (!mayWrite('The packages are not installed')) process.exit(1);
  await lock();
}
// Another process may have installed them meanwhile.
if (!isCurrent(INSTALLED, dependencies)) {
  // The type packages are development dependencies, and the build needs them even with NODE_ENV=production.
  if (!(await install(root, 'the packages', true, ['--include=dev']))) process.exit(1);
}
// An install without the type packages (--omit=dev) cannot build.
if (!installed || existsSync(at('node_modules', '@types', 'node'))) {
  // A failed build is reported here and at the next start; it does not fail the install.
  if (!(await build())) process.exit(installed ? 0 : 1);
  linkTool();
  await buildConsole();
}
