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
 * @param secret a key of this installation; the signing key is derived from it by HKDF-SHA256 (RFC 5869)
 */
export function signedDownloads(base: string, secret: Buffer): SignedDownloads {
  const key = Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), KEY_LABEL, KEY_BYTES));
  const hmac = (sha256: string, expires: string) =>
    createHmac('sha256', key).update(`download.v1.${sha256}.${expires}`).digest();
  return {
    sign(sha256, expiresAt) {
      const expires = String(Math.floor(expiresAt.getTime() / 1000));
      return `${base}${sha256}?expires=${expires}&signature=${hmac(sha256, expires).toString('hex')}`;
    },
    allows(sha256, expires, signature, now) {
      if (!expires || !SECONDS.test(expires) || !signature || !SIGNATURE.test(signature)) return false;
      return (
        timingSafeEqual(hmac(sha256, expires), Buffer.from(signature, 'hex')) && now.getTime() < Number(expires) * 1000
      );
    },
  };
}
