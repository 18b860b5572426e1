// Runs before `npm start`, `npm test` and the others: installs and builds when that is needed, else says nothing.
// Plain JavaScript on Node's own modules: on a fresh clone it runs before anything is installed, on Node 20 as well.
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

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const at = (...parts) => join(root, ...parts);
const INSTALLED = at('node_modules', '.karvon-lock-hash');
const BUILT = at('dist', '.build-hash');
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const STOP_TIMEOUT_MS = 5_000;
const PARENT_POLL_MS = 250;
const TOOL = at('node_modules', '.bin', 'karvon');

/** One hash over names and contents of all files under `paths`; a path that does not exist counts as empty. */
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

/** True when `marker` was written for this very state. */
function isCurrent(marker, hash) {
  return existsSync(marker) && readFileSync(marker, 'utf8') === hash;
}

/** What `run` is waiting for. */
let running;
let stopping = false;

/** @returns whether it succeeded; what failed has said why */
async function run(what, command, args) {
  console.log(`${what} ...`);
  const startedAt = Date.now();
  // In a process group of its own, so that it can be ended with everything it started.
  running = spawn(command, args, { cwd: root, stdio: 'inherit', detached: true });
  const { status, error } = await once(running, 'exit').then(
    ([code]) => ({ status: code }),
    (failure) => ({ error: failure }),
  );
  if (stopping) return new Promise(() => undefined);
  running = undefined;
  if (status !== 0) {
    console.error(`${what}: failed${error ? ` (${error.message})` : ''}.`);
    return false;
  }
  console.log(`${what}: done in ${((Date.now() - startedAt) / 1000).toFixed(1)} s.`);
  return true;
}

/** Ends what is being run, then this process by that signal: npm goes no further then. */
async function stop(signal) {
  if (stopping) return;
  stopping = true;
  const child = running;
  if (child?.exitCode === null && child.signalCode === null) {
    const exited = once(child, 'exit');
    signalGroup(child, signal);
    const patience = setTimeout(() => signalGroup(child, 'SIGKILL'), STOP_TIMEOUT_MS);
    await exited;
    clearTimeout(patience);
    signalGroup(child, 'SIGKILL');
  }
  for (const name of SIGNALS) process.off(name, stop);
  process.kill(process.pid, signal);
}

function signalGroup(child, signal) {
  try {
    process.kill(-child.pid, signal);
  } catch {
    // Nothing of it is left.
  }
}

/** Whether this user may install and build here; says so when not. */
function mayWrite(what) {
  try {
    accessSync(root, constants.W_OK);
    return true;
  } catch {
    console.error(`${what}, and this user may not write to ${root}: run "npm run build" as the user who owns it.`);
    return false;
  }
}

/** Builds what is not built from this very state. @returns whether it is built */
async function build() {
  const sources = hashOf(['src', 'migrations', 'tsconfig.json', 'tsconfig.build.json', 'package-lock.json']);
  if (isCurrent(BUILT, sources)) return true;
  if (!mayWrite('Karvon is not built from these sources')) return false;
  rmSync(at('dist'), { recursive: true, force: true });
  const compiler = at('node_modules', 'typescript', 'bin', 'tsc');
  if (!(await run('Building (tsc)', process.execPath, [compiler, '-p', at('tsconfig.build.json')]))) return false;
  writeFileSync(BUILT, sources);
  return true;
}

/**
 * `npx --no-install karvon` finds the tool where it finds those of the packages. A "bin" in package.json would make npx install this
 * folder into its cache first, which takes seconds, runs the install scripts again and may ask the registry.
 */
function linkTool() {
  const script = at('dist', 'src', 'cli', 'main.js');
  try {
    if ((statSync(script).mode & 0o111) !== 0o111) chmodSync(script, 0o755);
    if (existsSync(TOOL)) return;
    rmSync(TOOL, { force: true });
    symlinkSync(join('..', '..', 'dist', 'src', 'cli', 'main.js'), TOOL);
  } catch (error) {
    // The files are another user's or read-only: the service needs no tool.
    if (!['EPERM', 'EACCES', 'EROFS'].includes(error.code)) throw error;
  }
}

if (process.platform === 'win32') {
  console.error('Karvon does not run on Windows itself: use WSL 2 (https://learn.microsoft.com/windows/wsl/install).');
  process.exit(1);
}

for (const signal of SIGNALS) process.on(signal, stop);
// npm passes a signal to the shell that it started us with, which ends of it without a word to us.
const parent = process.ppid;
setInterval(() => process.ppid === parent || stop('SIGTERM'), PARENT_POLL_MS).unref();

const dependencies = hashOf(['package-lock.json', 'patches']);
// npm calls us so at the end of every install, also of one made by hand.
const installed = process.argv.includes('--installed');
if (installed) writeFileSync(INSTALLED, dependencies);
if (!isCurrent(INSTALLED, dependencies)) {
  if (!mayWrite('The packages are not installed')) process.exit(1);
  const npm = process.env.npm_execpath;
  // The compiler's type packages are development dependencies: they are needed whatever NODE_ENV says.
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const what = 'Installing the packages (npm ci)';
  if (!(await (npm ? run(what, process.execPath, [npm, ...args]) : run(what, 'npm', args)))) process.exit(1);
}
// An install that left the type packages out (--omit=dev) has nothing to build with.
if (!installed || existsSync(at('node_modules', '@types', 'node'))) {
  // Sources that do not build are told here and at the next start; the packages are installed all the same.
  if (await build()) linkTool();
  else process.exit(installed ? 0 : 1);
}
