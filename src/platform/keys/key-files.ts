import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { KeySettings, Keys } from '../../model/ports.ts';
import { type KeyText, makeIssuer, makeKek, makePepper, readIssuer, readKeks, readPepper } from './key-text.ts';
import { NO_TRUST, type ReleaseTrust, readReleaseTrust } from './release-trust.ts';
import { watchReleaseTrust } from './release-trust-file.ts';

/** The keys; those of releases are read again when the folder's file was changed. */
export interface LoadedKeys extends Keys {
  /** The problems that an operator should fix, for the log; names files, never a key. */
  readonly warnings: readonly string[];
}

interface KeyTexts {
  readonly kek: KeyText;
  readonly pepper: KeyText;
  readonly pairingIssuerKey: KeyText;
  readonly grantIssuerKey: KeyText;
  readonly releaseTrust: () => ReleaseTrust;
  readonly warnings: readonly string[];
}

/**
 * Reads the keys; in a folder it first creates missing ones (folder 0700, files 0600).
 * @param warn called if the registry of release keys later becomes invalid
 * @throws Error that names the invalid setting or file, never its content
 */
export function loadKeys(settings: KeySettings, warn: (message: string) => void = () => undefined): LoadedKeys {
  const sources = settings.kind === 'folder' ? fromFolder(settings, warn) : fromSettings(settings, warn);
  const keks = readKeks(sources.kek);
  const pairingIssuer = readIssuer(sources.pairingIssuerKey);
  const grantIssuer = readIssuer(sources.grantIssuerKey);
  return {
    currentKek: keks.current,
    kek: (kid) => keks.byKid.get(kid),
    claimCodePepper: readPepper(sources.pepper),
    pairingIssuerJwks: pairingIssuer.jwks,
    pairingIssuer: pairingIssuer.signingKey,
    grantIssuer: grantIssuer.signingKey,
    get releaseKeys() {
      return sources.releaseTrust().keys;
    },
    get releaseTrustJwks() {
      return sources.releaseTrust().jwks;
    },
    grantIssuerJwks: grantIssuer.jwks,
    warnings: sources.warnings,
  };
}

function fromSettings(settings: Extract<KeySettings, { kind: 'explicit' }>, warn: (message: string) => void): KeyTexts {
  const { kek, pepper, pairingIssuerKey, grantIssuerKey, releaseTrust, releaseTrustFile } = settings;
  return {
    kek: { name: 'setting kek', text: kek },
    pepper: { name: 'setting pepper', text: pepper },
    pairingIssuerKey: { name: 'setting pairingIssuerKey', text: pairingIssuerKey },
    grantIssuerKey: { name: 'setting grantIssuerKey', text: grantIssuerKey },
    releaseTrust: trustOf(releaseTrust, releaseTrustFile, warn),
    warnings: [],
  };
}

/** The registry of the setting, which is constant while the service runs, else of the file, which may change. */
function trustOf(
  text: string | undefined,
  file: string | undefined,
  warn: (message: string) => void,
): () => ReleaseTrust {
  if (text === undefined) return file === undefined ? () => NO_TRUST : watchReleaseTrust(file, warn);
  const trust = readReleaseTrust({ name: 'setting releaseTrust', text });
  return () => trust;
}

function fromFolder(
  { path: folder, releaseTrust }: Extract<KeySettings, { kind: 'folder' }>,
  warn: (message: string) => void,
): KeyTexts {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const readOrMakeIn = (file: string, make: () => string) => readOrMake(folder, file, make);
  const kek = readOrMakeIn('key-encryption-keys', makeKek);
  const pepper = readOrMakeIn('claim-code-pepper', makePepper);
  const pairingIssuerKey = readOrMakeIn('pairing-issuer.jwk.json', makeIssuer);
  const grantIssuerKey = readOrMakeIn('grant-issuer.jwk.json', makeIssuer);
  const trustFile = join(folder, 'release-trust.jwks.json');
  return {
    kek,
    pepper,
    pairingIssuerKey,
    grantIssuerKey,
    releaseTrust: trustOf(releaseTrust, trustFile, warn),
    warnings: [folder, kek.name, pepper.name, pairingIssuerKey.name, grantIssuerKey.name]
      .filter((path) => (statSync(path).mode & 0o077) !== 0)
      .map((path) => `${path} is readable by other users. Remove their permissions: chmod go= "${path}"`),
  };
}

/** link() is atomic and never replaces a file: two processes that start concurrently use the same key. */
function readOrMake(folder: string, file: string, make: () => string): KeyText {
  const path = join(folder, file);
  if (!existsSync(path)) {
    const temporary = join(folder, `.${file}.${randomBytes(6).toString('hex')}`);
    try {
      writeFileSync(temporary, `${make()}\n`, { mode: 0o600, flag: 'wx', flush: true });
      linkUnlessThere(temporary, path);
    } finally {
      rmSync(temporary, { force: true });
    }
    syncFolder(folder);
  }
  return { name: path, text: readFileSync(path, 'utf8') };
}

function linkUnlessThere(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    if (!existsSync(to)) throw error;
  }
}

function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
