import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** HKDF info: separates the derived key from other keys of this installation. */
const KEY_LABEL = 'karvon/download-url/v1';
const KEY_BYTES = 32;
const SIGNATURE = /^[0-9a-f]{64}$/;
/** Canonical Unix seconds, up to the year 5138. */
const SECONDS = /^[1-9]\d{0,10}$/;

/** Signs and checks download URLs of stored files. */
export interface SignedDownloads {
  /** @returns an absolute URL, valid until `expiresAt` rounded down to whole seconds */
  sign(sha256: string, expiresAt: Date): string;
  /**
   * Whether these parameters of a URL permit the download of this file now.
   * @param expires Unix seconds, as in the URL
   * @param signature lower-case hexadecimal, as in the URL
   */
  allows(sha256: string, expires: string | undefined, signature: string | undefined, now: Date): boolean;
}

/**
 * @param base the absolute URL before a file's SHA-256, with a trailing `/`
 * @param secrets keys of this installation, as they are now; signing keys are derived from them by HKDF-SHA256 (RFC 5869). The
 *   first one signs
 */
export function signedDownloads(base: string, secrets: () => readonly Buffer[]): SignedDownloads {
  const derived = new WeakMap<Buffer, Buffer>();
  function keyOf(secret: Buffer): Buffer {
    const key = derived.get(secret) ?? Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), KEY_LABEL, KEY_BYTES));
    derived.set(secret, key);
    return key;
  }
  const hmac = (secret: Buffer, sha256: string, expires: string) =>
    createHmac('sha256', keyOf(secret)).update(`download.v1.${sha256}.${expires}`).digest();
  return {
    sign(sha256, expiresAt) {
      const expires = String(Math.floor(expiresAt.getTime() / 1000));
      const [current] = secrets();
      if (!current) throw new TypeError('a key signs downloads');
      return `${base}${sha256}?expires=${expires}&signature=${hmac(current, sha256, expires).toString('hex')}`;
    },
    allows(sha256, expires, signature, now) {
      if (!expires || !SECONDS.test(expires) || !signature || !SIGNATURE.test(signature)) return false;
      const given = Buffer.from(signature, 'hex');
      const isSigned = secrets().some((secret) => timingSafeEqual(hmac(secret, sha256, expires), given));
      return isSigned && now.getTime() < Number(expires) * 1000;
    },
  };
}
