import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, extname, join, relative } from 'node:path';
import { type StaticContent, staticContent } from '../static/static-content.ts';

/** Why there is a console, or none. */
export type ConsoleState =
  | { readonly kind: 'built'; readonly build: ConsoleBuild }
  | { readonly kind: 'off' | 'missing' };

/** What the build of console/ made. */
export interface ConsoleBuild {
  /** The page of every address, in which NONCE stands for the nonce of its answer. */
  readonly page: string;
  /** The other files, by their path below /console/. */
  readonly files: ReadonlyMap<string, StaticContent>;
  /** The manifest of its GraphQL documents; undefined if it has none. */
  readonly manifest: string | undefined;
}

/** What console/vite.config.js writes into the page in place of a nonce. */
export const NONCE = '__NONCE__';
/** What console/index.html has in place of what the request says about a session: `maybe`, or `none`. */
export const SESSION = '__SESSION__';
/** What console/vite.config.js writes around the links to the files of the first screen, which whoever has no session does without. */
export const SIGNED_IN = /<!--signed-in-->(.*?)<!--\/signed-in-->/gs;
/** Where the names of files contain the hash of their content. */
export const HASHED = 'assets/';

const PAGE = 'index.html';
/** Beside the folder of the build. */
const MANIFEST = '../documents.json';
const IMMUTABLE = 'public, max-age=31536000, immutable';
const ASKED_AGAIN = 'no-cache';
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** Where the build is, of the installation that this file belongs to. */
export function consoleFolder(): string {
  return join(dirname(findPackageJSON(import.meta.url) ?? '.'), 'console', 'dist');
}

/**
 * Reads the whole build, some megabytes: a process serves one build for all of its life, whatever becomes of the folder.
 * @param folder `console/dist`
 */
export function readConsole(folder: string): ConsoleState {
  if (!existsSync(join(folder, PAGE))) return { kind: 'missing' };
  const read = (name: string) => readFileSync(join(folder, name));
  const names = new Set(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name))),
  );
  const isServed = (name: string) => name !== PAGE && !/^\.|\/\.|\.(br|gz)$/.test(name);
  const contentOf = (name: string): StaticContent => {
    const body = read(name);
    const br = names.has(`${name}.br`) ? read(`${name}.br`) : undefined;
    const gzip = names.has(`${name}.gz`) ? read(`${name}.gz`) : undefined;
    return staticContent(() => ({
      body,
      compressed: { br, gzip },
      type: TYPES[extname(name)] ?? 'application/octet-stream',
      cacheControl: name.startsWith(HASHED) ? IMMUTABLE : ASKED_AGAIN,
    }));
  };
  const build: ConsoleBuild = {
    page: read(PAGE).toString(),
    files: new Map([...names].filter(isServed).map((name) => [name, contentOf(name)])),
    manifest: existsSync(join(folder, MANIFEST)) ? read(MANIFEST).toString() : undefined,
  };
  return { kind: 'built', build };
}
