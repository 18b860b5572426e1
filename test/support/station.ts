import { generateKeyPairSync } from 'node:crypto';
import { compactDecrypt } from 'jose';
import type { Caller, Json } from './callers.ts';

export interface Identity {
  readonly serial: string;
  readonly secret: Buffer;
  readonly claimCode: string;
  readonly pairingIssuerJwks: { readonly keys: readonly Json[] };
  readonly grantIssuerJwks: { readonly keys: readonly Json[] };
}

/** A provisioning station: opens the envelope that an operator requests for a device. */
export function openStation() {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const provisionerPublicKey = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  return async (
    operator: Caller,
    device: { id: string; serial: string; hardwareRevision: string },
  ): Promise<Identity> => {
    const reply = await operator.rest('POST', `/v1/admin/devices/${device.id}/provisioning-envelope`, {
      serialNumber: device.serial,
      expectedHardwareRevision: device.hardwareRevision,
      provisionerPublicKey,
    });
    expect(reply.status).toBe(201);
    const { plaintext } = await compactDecrypt(reply.body.envelope, privateKey);
    const content = JSON.parse(Buffer.from(plaintext).toString());
    return { ...content, secret: Buffer.from(content.deviceSecret, 'base64url') };
  };
}
