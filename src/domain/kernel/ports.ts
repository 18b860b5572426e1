/** What is truly outside of the domain. Implementations are given by the composition root (src/app.ts). */

/** The one source of time. */
export interface Clock {
  now(): Date;
}

/** A key-encryption key: 32 bytes for AES-256-GCM, named by `kid` so that old ciphertexts stay readable after a rotation. */
export interface KeyEncryptionKey {
  readonly kid: string;
  readonly key: Buffer;
}

export interface PublicJwks {
  readonly keys: readonly Readonly<Record<string, unknown>>[];
}

/** Secrets and keys of this installation. Nothing of it is ever logged, stored in the database or answered. */
export interface Keys {
  /** The key that wraps new device secrets and claim codes. */
  readonly currentKek: KeyEncryptionKey;
  /** The key that wrapped an older one; undefined when it is not known here. */
  kek(kid: string): KeyEncryptionKey | undefined;
  /** HMAC key for the look-up hash of claim codes. */
  readonly claimCodePepper: Buffer;
  /** Public halves that a device gets in its provisioning envelope. */
  readonly pairingIssuerJwks: PublicJwks;
  readonly releaseTrustJwks: PublicJwks;
  readonly grantIssuerJwks: PublicJwks;
}

/** What is left of an allowance after one call was counted. */
export interface Allowance {
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the window ends and the allowance is whole again. */
  readonly resetSeconds: number;
  readonly exceeded: boolean;
}

/** Reads what is too much to hold: exports. On connections of its own, so that slow readers starve nobody. */
export interface RowReader {
  /**
   * The rows of a query in batches, as of one moment; each batch is read when it is asked for.
   * @param query SQL with `$1` placeholders that selects text
   * @param signal stops a statement under way; leaving the loop frees the cursor and its connection
   * @returns the cells in the order of the columns; a batch is the caller's until the next one is asked for
   */
  read(
    query: { readonly text: string; readonly values: readonly unknown[] },
    signal: AbortSignal,
  ): AsyncIterable<readonly (readonly (string | null)[])[]>;
}

/** Counts calls per bucket in fixed windows of 60 seconds. */
export interface RateLimits {
  /**
   * Counts one call.
   * @param bucket whose allowance, for example `refundSale:admin:<id>`
   * @param limit calls per 60 seconds
   */
  consume(bucket: string, limit: number): Promise<Allowance>;
  close(): Promise<void>;
}
