import type { KeyKind, KeySettings } from '../../model/ports.ts';
import {
  entriesOf,
  jwksIn,
  type KeyText,
  makeIssuer,
  makeKek,
  makePepper,
  readIssuer,
  readKeks,
  readPeppers,
} from './key-text.ts';

/** The files of a key folder. */
export const KEY_FILES: Readonly<Record<KeyKind, string>> = {
  encryption: 'key-encryption-keys',
  pepper: 'claim-code-pepper',
  'pairing-issuer': 'pairing-issuer.jwk.json',
  'grant-issuer': 'grant-issuer.jwk.json',
};

/** The settings with the same texts. */
export const KEY_SETTINGS: Readonly<Record<KeyKind, string>> = {
  encryption: 'KEY_ENCRYPTION_KEYS',
  pepper: 'CLAIM_CODE_PEPPER',
  'pairing-issuer': 'PAIRING_ISSUER_KEY',
  'grant-issuer': 'GRANT_ISSUER_KEY',
};

const MEMBERS = {
  encryption: 'kek',
  pepper: 'pepper',
  'pairing-issuer': 'pairingIssuerKey',
  'grant-issuer': 'grantIssuerKey',
} as const satisfies Record<KeyKind, keyof Extract<KeySettings, { kind: 'explicit' }>>;

/** The text of the keys of one kind in the settings. */
export function textOf(settings: Extract<KeySettings, { kind: 'explicit' }>, kind: KeyKind): string {
  return settings[MEMBERS[kind]];
}

/** One key of a list, as the list has it. */
export interface KeyEntry {
  readonly kid: string;
  readonly text: string;
}

/** @param added when it joins older keys; undefined for the first one */
export function makeKey(kind: KeyKind, added?: Date): string {
  if (kind === 'encryption') return makeKek();
  return kind === 'pepper' ? makePepper() : makeIssuer(added);
}

/** The keys of a text, the current one first. @throws Error that names the file or setting, never its content */
export function readKeyList(kind: KeyKind, source: KeyText): readonly KeyEntry[] {
  const { name, text } = source;
  if (isJson(kind)) {
    const { signingKeys } = readIssuer(source);
    return jwksIn(name, text).map((jwk, at) => ({ kid: signingKeys[at]?.kid ?? '', text: JSON.stringify(jwk) }));
  }
  const keys = kind === 'encryption' ? readKeks(source) : readPeppers(source);
  return entriesOf(text).map((entry, at) => ({ kid: keys[at]?.kid ?? '', text: entry }));
}

/** A text of these keys, in one line. */
export function writeKeyList(kind: KeyKind, entries: readonly KeyEntry[]): string {
  const texts = entries.map(({ text }) => text);
  if (!isJson(kind)) return texts.join(',');
  return texts.length === 1 ? texts.join('') : `{"keys":[${texts.join(',')}]}`;
}

function isJson(kind: KeyKind): boolean {
  return kind === 'pairing-issuer' || kind === 'grant-issuer';
}
