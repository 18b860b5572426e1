// Runs before `npm start`, `npm test` and the others: installs and builds when that is needed, else says nothing.
// Plain JavaScript on Node's own modules: on a fresh clone it runs before anything is installed, on Node 20 as well.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const at = (...parts) => join(root, ...parts);
const INSTALLED = at('node_modules', '.karvon-lock-hash');
const BUILT = at('dist', '.build-hash');

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

function run(what, command, args) {
  console.log(`${what} ...`);
  const startedAt = Date.now();
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) {
    console.error(`${what}: failed${error ? ` (${error.message})` : ''}.`);
    process.exit(1);
  }
  console.log(`${what}: done in ${((Date.now() - startedAt) / 1000).toFixed(1)} s.`);
}

const dependencies = hashOf(['package-lock.json', 'patches']);
// npm calls us so at the end of every install, also of one made by hand.
if (process.argv.includes('--installed')) {
  writeFileSync(INSTALLED, dependencies);
  process.exit();
}
if (!isCurrent(INSTALLED, dependencies)) {
  const npm = process.env.npm_execpath;
  // The compiler's type packages are development dependencies: they are needed whatever NODE_ENV says.
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  if (npm) run('Installing the packages (npm ci)', process.execPath, [npm, ...args]);
  else run('Installing the packages (npm ci)', 'npm', args);
}

const sources = hashOf(['src', 'migrations', 'tsconfig.json', 'tsconfig.build.json', 'package-lock.json']);
if (!isCurrent(BUILT, sources)) {
  rmSync(at('dist'), { recursive: true, force: true });
  run('Building (tsc)', process.execPath, [
    at('node_modules', 'typescript', 'bin', 'tsc'),
    '-p',
    at('tsconfig.build.json'),
  ]);
  writeFileSync(BUILT, sources);
}
