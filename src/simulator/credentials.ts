import type { Identity } from './device.ts';
import { trustKeys } from './signed-manifest.ts';

/** One line of a credentials file. It is all that is needed to impersonate the device, so the file has mode 0600. */
export interface CredentialsLine {
  readonly serial: string;
  /** 32 bytes in base64url without padding, as in a provisioning envelope. */
  readonly secret: string;
  readonly model: string;
  readonly hardwareRevision: string;
  /** Public keys that the device trusts for firmware: a JWKS. */
  readonly releaseTrustJwks?: { readonly keys: readonly Readonly<Record<string, unknown>>[] };
  /** Not used by the simulator; needed to pair an app with the device. */
  readonly claimCode?: string | null;
}

const SECRET_BYTES = 32;

/**
 * Reads JSON lines; empty lines are skipped.
 * @throws Error that names the line and the problem, never a secret
 */
export function readCredentials(text: string): Identity[] {
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    try {
      return [identityOf(JSON.parse(line))];
    } catch (error) {
      const why = error instanceof RangeError ? error.message : 'is not valid JSON';
      throw new Error(`Line ${index + 1} ${why}.`);
    }
  });
}

/** The identity of one line. @throws RangeError when a member is missing */
export function identityOf({ serial, secret, hardwareRevision, releaseTrustJwks }: Partial<CredentialsLine>): Identity {
  if (typeof serial !== 'string') throw new RangeError('has no serial');
  if (typeof hardwareRevision !== 'string') throw new RangeError('has no hardwareRevision');
  const bytes = typeof secret === 'string' ? Buffer.from(secret, 'base64url') : Buffer.alloc(0);
  if (bytes.length !== SECRET_BYTES) throw new RangeError('has no secret of 32 bytes in base64url');
  return { serial, secret: bytes, hardwareRevision, trust: trustKeys(releaseTrustJwks ?? { keys: [] }) };
}
