import { nearest } from '../domain/kernel/nearest.ts';
import { table } from './route-table.ts';
import { EXTRA_PATHS } from './routes/downloads.ts';

/** What people leave out of the start of a path. */
const WITH_THE_START: readonly ((path: string) => string)[] = [
  (path) => path,
  (path) => `/v1${path}`,
  (path) => `/v1/admin${path}`,
  (path) => path.replace(/^\/v1\//, '/v1/admin/'),
];
/** For `/` without a browser, such as curl: where a person begins. */
const BEGINNINGS = ['/graphql', '/v1/docs', '/health'];
const MAX_LENGTH = 120;
const MAX_PATHS = 3;

const paths = [...new Set([...table.map(({ path }) => path), ...Object.keys(EXTRA_PATHS)])].map((path) => ({
  path,
  parts: path.split('/'),
}));

/**
 * The paths of routes that a path may mean: those that differ in the case, the start or the spelling of one part. A comparison of
 * whole paths would let a flood of wrong ones take the processor.
 */
export function nearestPaths(given: string): readonly string[] {
  if (given === '/') return BEGINNINGS;
  if (given.length > MAX_LENGTH) return [];
  const wanted = WITH_THE_START.map((complete) => complete(given).replace(/\/+$/, '').split('/'));
  for (const find of [isSame, isNear]) {
    const found = wanted.flatMap((parts) => paths.filter((each) => find(parts, each.parts)).map(({ path }) => path));
    if (found.length > 0) return [...new Set(found)].slice(0, MAX_PATHS);
  }
  return [];
}

function isSame(given: readonly string[], parts: readonly string[]): boolean {
  return given.length === parts.length && parts.every((part, at) => fits(given[at], part));
}

/** Of one length, with one part that is spelled nearly like the other's. */
function isNear(given: readonly string[], parts: readonly string[]): boolean {
  if (given.length !== parts.length) return false;
  const wrong = parts.filter((part, at) => !fits(given[at], part));
  const [part] = wrong;
  if (part === undefined || wrong.length > 1) return false;
  return nearest(given[parts.indexOf(part)] ?? '', [part]).length > 0;
}

/** A parameter fits every text that can be an id. */
function fits(given = '', part = ''): boolean {
  return part.startsWith(':') ? given !== '' : given.toLowerCase() === part.toLowerCase();
}
