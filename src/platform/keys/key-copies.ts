import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { KEY_KINDS, type KeySettings } from '../../model/ports.ts';
import { KEY_FILES, KEY_SETTINGS, readKeyList, textOf } from './key-lists.ts';

/** A key file's name in the folder, and its text. */
export type KeyCopies = Readonly<Record<string, string>>;

const TRUST_FILE = 'release-trust.jwks.json';
const NAME = /^[a-z0-9][a-z0-9.-]{0,60}$/;

/** All keys of an installation as files of the keys' folder, wherever they come from. */
export function copyKeys(settings: KeySettings): KeyCopies {
  const trust: KeyCopies = settings.releaseTrust === undefined ? {} : { [TRUST_FILE]: `${settings.releaseTrust}\n` };
  if (settings.kind === 'folder') return { ...filesIn(settings.path), ...trust };
  const { releaseTrustFile: file } = settings;
  const own: KeyCopies = file && existsSync(file) ? { [TRUST_FILE]: readFileSync(file, 'utf8') } : {};
  const explicit = KEY_KINDS.map((kind) => [KEY_FILES[kind], `${textOf(settings, kind)}\n`]);
  return { ...Object.fromEntries(explicit), ...own, ...trust };
}

/**
 * The reason why these keys cannot be put here: other ones are here already. Undefined if they can.
 * @returns text that names a file or a setting, never a key
 */
export function keyConflict(settings: KeySettings, copies: KeyCopies): string | undefined {
  if (settings.kind === 'folder') {
    const other = Object.entries(filesIn(settings.path)).find(
      ([name, text]) => name !== TRUST_FILE && copies[name] !== text,
    );
    return (
      other &&
      `${join(settings.path, other[0])} is another key than that of the backup. Move the folder away, or use another DATA_DIR.`
    );
  }
  for (const kind of KEY_KINDS) {
    const [file, setting] = [KEY_FILES[kind], KEY_SETTINGS[kind]];
    const here = readKeyList(kind, { name: setting, text: textOf(settings, kind) }).map(({ kid }) => kid);
    const copied = copies[file] === undefined ? [] : readKeyList(kind, { name: file, text: copies[file] });
    if (copied.some(({ kid }) => !here.includes(kid)))
      return `${setting} lacks a key of the backup. Unset the four keys, so that the restore writes them to files, or set them as they were.`;
  }
  return undefined;
}

/** Writes the keys that are not there yet (folder 0700, files 0600). Keys that settings give stay in the settings. */
export function restoreKeys(settings: KeySettings, copies: KeyCopies): void {
  if (settings.kind !== 'folder') return;
  mkdirSync(settings.path, { recursive: true, mode: 0o700 });
  for (const [name, text] of Object.entries(copies)) {
    if (!NAME.test(name)) throw new TypeError(`no key has the name ${JSON.stringify(name)}`);
    const path = join(settings.path, name);
    if (existsSync(path)) continue;
    writeFileSync(`${path}.partial`, text, { mode: 0o600, flush: true });
    renameSync(`${path}.partial`, path);
  }
}

function filesIn(folder: string): Record<string, string> {
  if (!existsSync(folder)) return {};
  const names = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile() && NAME.test(entry.name));
  const whole = names.filter(({ name }) => !name.endsWith('.partial'));
  return Object.fromEntries(whole.map(({ name }) => [name, readFileSync(join(folder, name), 'utf8')]));
}
