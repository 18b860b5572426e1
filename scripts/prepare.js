// Runs before `npm start`, `npm test` and other scripts: installs and builds when needed, else prints nothing.
// Plain JavaScript with Node's own modules only: on a fresh clone it runs before the install, on Node 20 as well.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { takeFolderLock } from './folder-lock.js';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const at = (...parts) => join(root, ...parts);
const INSTALLED = at('node_modules', '.karvon-lock-hash');
const BUILT = at('dist', '.build-hash');
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
 * @returns whether it succeeded; a failed command has printed the reason
 */
async function run({ what, about, progress }, command, args) {
  console.log(`${what}: ${about} ...`);
  const startedAt = Date.now();
  const endProgress = showProgress(startedAt, progress);
  // In its own process group, so that `stop` can end it with all of its children.
  running = spawn(command, args, { cwd: root, stdio: 'inherit', detached: true });
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

/** The folders of the packages that an install makes here; those of other systems are left out of it. */
function packageFolders() {
  const { packages } = JSON.parse(readFileSync(at('package-lock.json'), 'utf8'));
  return Object.entries(packages)
    .filter(([path, { optional }]) => path !== '' && !optional)
    .map(([path]) => path);
}

/**
 * What npm does, or how many packages are there: it makes their folders before it downloads the first of them. Nothing once all are
 * there, because the build shows its own progress then.
 */
function installProgress(folders) {
  const present = folders.filter((path) => existsSync(at(path, 'package.json'))).length;
  if (present > 0) return present < folders.length ? `${present} of ${folders.length} packages` : undefined;
  return folders.some((path) => existsSync(at(path))) ? 'downloading packages' : 'npm reads the list of packages';
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
  const npm = process.env.npm_execpath;
  // The type packages are development dependencies, and the build needs them even with NODE_ENV=production.
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--no-progress', '--loglevel=error'];
  const folders = packageFolders();
  const step = {
    what: 'Installing the packages (npm ci)',
    about: `downloads ${folders.length} packages into node_modules/, once`,
    progress: () => installProgress(folders),
  };
  if (!(await (npm ? run(step, process.execPath, [npm, ...args]) : run(step, 'npm', args)))) process.exit(1);
}
// An install without the type packages (--omit=dev) cannot build.
if (!installed || existsSync(at('node_modules', '@types', 'node'))) {
  // A failed build is reported here and at the next start; it does not fail the install.
  if (await build()) linkTool();
  else process.exit(installed ? 0 : 1);
}
