import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KeyEncryptionKey, KeyKind, KeySettings, Keys } from '../../model/ports.ts';
import { syncFolderSync } from '../storage/sync-folder.ts';
import { KEY_FILES, makeKey } from './key-lists.ts';
import { type Issuer, type KeyText, type Pepper, readIssuer, readKeks, readPeppers } from './key-text.ts';
import { NO_TRUST, type ReleaseTrust, readReleaseTrust } from './release-trust.ts';
import { watchFile } from './watched-file.ts';

/** The keys; those in files are read again when their file was changed. */
export interface LoadedKeys extends Keys {
  /** The problems that an operator should fix, for the log; names files, never a key. */
  readonly warnings: readonly string[];
}

type Warn = (message: string) => void;

/** What the keys are at each use. */
interface Sources {
  readonly keks: () => readonly [KeyEncryptionKey, ...KeyEncryptionKey[]];
  readonly peppers: () => readonly [Pepper, ...Pepper[]];
  readonly pairingIssuer: () => Issuer;
  readonly grantIssuer: () => Issuer;
  readonly releaseTrust: () => ReleaseTrust;
  readonly warnings: readonly string[];
}

/**
 * Reads the keys; in a folder it first creates missing ones (folder 0700, files 0600), and reads a file again when it was changed.
 * @param warn called if a file later becomes invalid
 * @throws Error that names the invalid setting or file, never its content
 */
export function loadKeys(settings: KeySettings, warn: Warn = () => undefined): LoadedKeys {
  const sources = settings.kind === 'folder' ? fromFolder(settings, warn) : fromSettings(settings, warn);
  const { keks, peppers, pairingIssuer, grantIssuer } = sources;
  return {
    get currentKek() {
      return keks()[0];
    },
    kek: (kid) => keks().find((kek) => kek.kid === kid),
    get claimCodePepper() {
      return peppers()[0].key;
    },
    get claimCodePeppers() {
      return peppers().map(({ key }) => key);
    },
    get pairingIssuerJwks() {
      return pairingIssuer().jwks;
    },
    get pairingIssuers() {
      return pairingIssuer().signingKeys;
    },
    get grantIssuers() {
      return grantIssuer().signingKeys;
    },
    get grantIssuerJwks() {
      return grantIssuer().jwks;
    },
    get releaseKeys() {
      return sources.releaseTrust().keys;
    },
    get releaseTrustJwks() {
      return sources.releaseTrust().jwks;
    },
    warnings: sources.warnings,
  };
}

function fromSettings(settings: Extract<KeySettings, { kind: 'explicit' }>, warn: Warn): Sources {
  const fixed =
    <T>(value: T) =>
    () =>
      value;
  return {
    keks: fixed(readKeks({ name: 'setting kek', text: settings.kek })),
    peppers: fixed(readPeppers({ name: 'setting pepper', text: settings.pepper })),
    pairingIssuer: fixed(readIssuer({ name: 'setting pairingIssuerKey', text: settings.pairingIssuerKey })),
    grantIssuer: fixed(readIssuer({ name: 'setting grantIssuerKey', text: settings.grantIssuerKey })),
    releaseTrust: trustOf(settings.releaseTrust, settings.releaseTrustFile, warn),
    warnings: [],
  };
}

/** The registry of the setting, which is constant while the service runs, else of the file, which may change. */
function trustOf(text: string | undefined, path: string | undefined, warn: Warn): () => ReleaseTrust {
  if (text === undefined) {
    if (path === undefined) return () => NO_TRUST;
    return watchFile({ path, read: readReleaseTrust, absent: NO_TRUST, what: 'release keys', warn });
  }
  const trust = readReleaseTrust({ name: 'setting releaseTrust', text });
  return () => trust;
}

function fromFolder({ path: folder, releaseTrust }: Extract<KeySettings, { kind: 'folder' }>, warn: Warn): Sources {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const made = (Object.keys(KEY_FILES) as KeyKind[]).map((kind) => makeUnlessThere(folder, kind));
  const watched = <T>(kind: KeyKind, read: (file: KeyText) => T) =>
    watchFile({ path: join(folder, KEY_FILES[kind]), read, what: 'keys', warn });
  return {
    keks: watched('encryption', readKeks),
    peppers: watched('pepper', readPeppers),
    pairingIssuer: watched('pairing-issuer', readIssuer),
    grantIssuer: watched('grant-issuer', readIssuer),
    releaseTrust: trustOf(releaseTrust, join(folder, 'release-trust.jwks.json'), warn),
    warnings: [folder, ...made]
      .filter((path) => (statSync(path).mode & 0o077) !== 0)
      .map((path) => `${path} is readable by other users. Remove their permissions: chmod go= "${path}"`),
  };
}

/** link() is atomic and never replaces a file: two processes that start concurrently use the same key. */
function makeUnlessThere(folder: string, kind: KeyKind): string {
  const file = KEY_FILES[kind];
  const path = join(folder, file);
  if (!existsSync(path)) {
    const temporary = join(folder, `.${file}.${randomBytes(6).toString('hex')}`);
    try {
      writeFileSync(temporary, `${makeKey(kind)}\n`, { mode: 0o600, flag: 'wx', flush: true });
      linkUnlessThere(temporary, path);
    } finally {
      rmSync(temporary, { force: true });
    }
    syncFolderSync(folder);
  }
  return path;
}

function linkUnlessThere(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    if (!existsSync(to)) throw error;
  }
}
