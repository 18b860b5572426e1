import {
  CompactEncrypt,
  compactDecrypt,
  decodeProtectedHeader,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
} from 'jose';
import { isObject } from '../keys/key-text.ts';
import { BackupRefused } from './backup-error.ts';

/** What a backup is encrypted for. */
export type Recipient = { readonly passphrase: string } | { readonly publicKey: JWK };
/** What opens a backup: its passphrase, or the private key. A process that wrote it knows the content key. */
export type Opener = Secret | ContentKey;

type Secret = { readonly passphrase: string } | { readonly privateKey: JWK };

export interface ContentKey {
  readonly contentKey: Uint8Array;
}

const PASSPHRASE_ALG = 'PBES2-HS512+A256KW';
const KEY_ALG = 'ECDH-ES+A256KW';
const ENC = 'A256GCM';
/** About half a second. A reader refuses more, so that a forged file does not keep it busy. */
const PBES2_COUNT = 600_000;

/** Wraps a secret as a compact JWE (RFC 7516). */
export async function wrap(secret: Uint8Array, recipient: Recipient): Promise<string> {
  const jwe = new CompactEncrypt(secret);
  if ('passphrase' in recipient) {
    return jwe
      .setProtectedHeader({ alg: PASSPHRASE_ALG, enc: ENC })
      .setKeyManagementParameters({ p2c: PBES2_COUNT })
      .encrypt(bytesOf(recipient.passphrase));
  }
  return jwe.setProtectedHeader({ alg: KEY_ALG, enc: ENC }).encrypt(await importJWK(recipient.publicKey, KEY_ALG));
}

/** Opens a JWE. @throws BackupRefused that says which secret is needed, or that it is the wrong one */
export async function unwrap(jwe: string, opener: Secret): Promise<Uint8Array> {
  const { alg } = headerOf(jwe);
  if ('passphrase' in opener) {
    if (alg !== PASSPHRASE_ALG)
      throw new BackupRefused('The backup is encrypted for a public key: give its private key with --key.');
    const problem = 'The passphrase is wrong. Use the one with which this file was made: nothing else opens it.';
    return decrypted(jwe, bytesOf(opener.passphrase), problem);
  }
  if (alg !== KEY_ALG)
    throw new BackupRefused('The backup is encrypted with a passphrase, not for a key: leave out --key.');
  const key = await importJWK(opener.privateKey, KEY_ALG);
  return decrypted(jwe, key, 'The backup is encrypted for another key.');
}

/** A new pair: the public half for the schedule, the private half for a restore. */
export async function makeBackupKeys(): Promise<{ readonly publicKey: JWK; readonly privateKey: JWK }> {
  const pair = await generateKeyPair(KEY_ALG, { crv: 'X25519', extractable: true });
  return { publicKey: await exportJWK(pair.publicKey), privateKey: await exportJWK(pair.privateKey) };
}

/** A public key from its JWK as JSON. @throws Error that names the setting or the file */
export function readPublicKey(text: string, name: string): JWK {
  const jwk = parsed(text);
  if (jwk && isX25519(jwk) && jwk.d === undefined) return { kty: 'OKP', crv: 'X25519', x: String(jwk.x) };
  throw new Error(`${name} must be a public X25519 key as karvon backup keygen prints it, a JWK.`);
}

/** A private key that `wrap` keeps under a passphrase. @throws BackupRefused */
export async function readPrivateKey(text: string, passphrase: string): Promise<JWK> {
  const jwk = parsed(Buffer.from(await unwrap(text.trim(), { passphrase })).toString('utf8'));
  if (jwk && isX25519(jwk) && typeof jwk.d === 'string') return jwk;
  throw new BackupRefused('The key is not a private key of backups.');
}

async function decrypted(jwe: string, key: Parameters<typeof compactDecrypt>[1], problem: string): Promise<Uint8Array> {
  try {
    const options = { keyManagementAlgorithms: [PASSPHRASE_ALG, KEY_ALG], contentEncryptionAlgorithms: [ENC] };
    return (await compactDecrypt(jwe, key, { ...options, maxPBES2Count: PBES2_COUNT })).plaintext;
  } catch {
    throw new BackupRefused(problem);
  }
}

function headerOf(jwe: string): { readonly alg?: unknown } {
  try {
    return decodeProtectedHeader(jwe);
  } catch {
    throw new BackupRefused('This is not encrypted as Karvon encrypts backups and their keys.');
  }
}

/** The same passphrase typed on another keyboard has the same bytes. */
function bytesOf(passphrase: string): Uint8Array {
  return new TextEncoder().encode(passphrase.normalize('NFC'));
}

function isX25519(jwk: JWK): boolean {
  return jwk.kty === 'OKP' && jwk.crv === 'X25519' && typeof jwk.x === 'string';
}

function parsed(text: string): JWK | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
