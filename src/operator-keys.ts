import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KeyLocation } from './config.ts';
import { KEY_KINDS, type KeyKind, type Keys } from './model/ports.ts';
import { loadKeys } from './platform/keys/key-files.ts';
import {
  KEY_FILES,
  KEY_SETTINGS,
  type KeyEntry,
  makeKey,
  readKeyList,
  textOf,
  writeKeyList,
} from './platform/keys/key-lists.ts';

/** The keys as the command line changes them. */
export interface OperatorKeys {
  /** The keys as the service would load them. */
  readonly keys: Keys;
  /** The keys of a kind, the current one first. */
  read(kind: KeyKind): readonly KeyEntry[];
  /** A new key of a kind. */
  make(kind: KeyKind, now: Date): KeyEntry;
  /** The text of keys, as a file or setting has it. @throws Error if the service would refuse it */
  textOf(kind: KeyKind, entries: readonly KeyEntry[]): string;
  /** The file in which the service reads them, also while it runs; undefined if they are a setting. */
  fileOf(kind: KeyKind): string | undefined;
  /** The name of the setting with the same text. */
  settingOf(kind: KeyKind): string;
}

/**
 * The keys of the service. It creates none: a command in a wrong folder must not make an installation's keys.
 * @throws Error that names the file or setting, never its content
 */
export function openOperatorKeys({ keys: settings }: KeyLocation): OperatorKeys {
  const fileOf = (kind: KeyKind) => (settings.kind === 'folder' ? join(settings.path, KEY_FILES[kind]) : undefined);
  const missing = KEY_KINDS.map(fileOf).find((path) => path !== undefined && !existsSync(path));
  if (missing) {
    throw new Error(
      `${missing} does not exist. Start the service once, which creates the keys, or set DATA_DIR to its folder.`,
    );
  }
  function sourceOf(kind: KeyKind) {
    const path = fileOf(kind);
    if (path !== undefined) return { name: path, text: readFileSync(path, 'utf8') };
    return { name: KEY_SETTINGS[kind], text: settings.kind === 'explicit' ? textOf(settings, kind) : '' };
  }
  function textOfEntries(kind: KeyKind, entries: readonly KeyEntry[]): string {
    const text = writeKeyList(kind, entries);
    readKeyList(kind, { name: 'the new keys', text });
    return text;
  }
  return {
    keys: loadKeys(settings),
    read: (kind) => readKeyList(kind, sourceOf(kind)),
    make(kind, now) {
      const [made] = readKeyList(kind, { name: 'the new key', text: makeKey(kind, now) });
      if (!made) throw new TypeError('a key was made');
      return made;
    },
    textOf: textOfEntries,
    fileOf,
    settingOf: (kind) => KEY_SETTINGS[kind],
  };
}
