import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { compactDecrypt } from 'jose';
import type { Client } from './client.ts';

type Jwks = { readonly keys: readonly Readonly<Record<string, unknown>>[] };

/** Content of a provisioning envelope: the identity of a device. */
export interface Envelope {
  readonly serial: string;
  readonly deviceSecret: string;
  readonly secretVersion: number;
  readonly claimCode: string;
  readonly releaseTrustJwks: Jwks;
  readonly pairingIssuerJwks: Jwks;
}

/** A provisioning station with an RSA key; the private key never leaves it. */
export interface Station {
  /** Requests the envelope of a device and decrypts it. */
  envelopeOf(operator: Client, device: { readonly id: string; readonly serial: string }): Promise<Envelope>;
}

export function openStation(hardwareRevision: string): Station {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 3072 });
  const provisionerPublicKey = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  return {
    async envelopeOf(operator, { id, serial }) {
      const { envelope } = await operator.rest<{ envelope: string }>(
        'POST',
        `/v1/admin/devices/${id}/provisioning-envelope`,
        { serialNumber: serial, expectedHardwareRevision: hardwareRevision, provisionerPublicKey },
      );
      return open(envelope, privateKey);
    },
  };
}

async function open(envelope: string, privateKey: KeyObject): Promise<Envelope> {
  const { plaintext } = await compactDecrypt(envelope, privateKey);
  return JSON.parse(new TextDecoder().decode(plaintext)) as Envelope;
}
