import type { EntityManager } from '@mikro-orm/postgresql';
import type { Keys } from '../../model/ports.ts';
import { IssuedEnvelopeRecord } from '../../model/records/device.ts';
import { newId } from '../../persistence/columns.ts';
import { findClaimableCode } from '../../persistence/devices/claim-code-repository.ts';
import { lockDevice } from '../../persistence/devices/device-repository.ts';
import {
  addProvisioningEnvelope,
  nextSecretVersion,
  replacePendingSecret,
} from '../../persistence/devices/device-secret-repository.ts';
import { admins } from '../kernel/access.ts';
import { described, fields, text, verbatim } from '../kernel/input.ts';
import { recordNotFound } from '../kernel/not-found.ts';
import { operation } from '../kernel/operation.ts';
import { requireRevision } from '../kernel/revision.ts';
import { openClaimCode } from './claim-code.ts';
import { requireEnvelopeAllowed } from './device-rules.ts';
import { newDeviceSecret, sealDeviceSecret } from './device-secret.ts';
import { parseProvisionerKey, requireAllowedKey } from './provisioner-key.ts';
import { sealEnvelope } from './provisioning-envelope.ts';

/** Lifetime of an envelope. */
const ENVELOPE_LIFETIME_MS = 24 * 60 * 60 * 1000;

declare module '../kernel/operation.ts' {
  interface DomainSettings {
    /** SHA-256 fingerprints of the provisioning stations' keys that envelopes may be sealed for; empty = any. */
    readonly provisionerFingerprints: readonly string[];
  }
}

export const issueProvisioningEnvelope = operation({
  name: 'issueProvisioningEnvelope',
  summary:
    'Creates a new secret for a device and seals it for a provisioning station; the old secret works until the first proof with the new one.',
  access: admins('SUPER_ADMIN', 'OPERATIONS'),
  admission: { carriesAddress: true },
  limit: 3,
  effect: 'write',
  target: 'Device',
  takes: { revision: true },
  errors: ['INVALID_TRANSITION', 'EXPECTATION_MISMATCH', 'PROVISIONER_KEY_INVALID'],
  answers: IssuedEnvelopeRecord,
  input: fields({
    serialNumber: described(text(16, 40), 'The serial of the device; the mutation fails when it differs.'),
    expectedHardwareRevision: described(
      text(1, 64),
      'The hardware revision of the device; the mutation fails when it differs.',
    ),
    provisionerPublicKey: described(
      verbatim(256, 8192),
      'The RSA public key of the station as PEM, 2048 to 8192 bits; the service may accept only known keys.',
    ),
  }),
  async prepare({ settings }, { provisionerPublicKey }) {
    const recipient = parseProvisionerKey(provisionerPublicKey);
    requireAllowedKey(recipient, settings.provisionerFingerprints);
    return recipient;
  },
  async handle({ em, now, principal, call, keys, settings, audit }, { id, ...expected }, recipient) {
    const device = await lockDevice(em, id);
    if (!device) throw recordNotFound('Device');
    requireRevision(call, device);
    requireEnvelopeAllowed(device, expected);
    const { serial, model, hardwareRevision } = device;
    const secret = newDeviceSecret();
    const secretVersion = await nextSecretVersion(em, id);
    const issued = {
      envelopeId: newId(),
      secretVersion,
      issuedAt: now,
      expiresAt: new Date(now.getTime() + ENVELOPE_LIFETIME_MS),
    };
    const envelope = await sealEnvelope(
      {
        v: 1,
        ...issued,
        deviceId: id,
        serial,
        model,
        hardwareRevision,
        deviceSecret: secret.toString('base64url'),
        claimCode: await currentCode(em, keys, device, now),
        pairingIssuerJwks: keys.pairingIssuerJwks,
        releaseTrustJwks: keys.releaseTrustJwks,
        grantIssuerJwks: keys.grantIssuerJwks,
        apiBaseUrl: settings.publicUrl,
        brandHeaderPrefix: `x-${settings.brand}`,
        issuedAt: issued.issuedAt.toISOString(),
        expiresAt: issued.expiresAt.toISOString(),
      },
      recipient,
    );
    addProvisioningEnvelope(em, {
      id: issued.envelopeId,
      deviceId: id,
      secretVersion,
      recipientFingerprint: recipient.fingerprint,
      issuers: [...keys.pairingIssuers, ...keys.grantIssuers].map(({ kid }) => kid),
      issuedBy: principal.adminId,
      issuedAt: now,
    });
    const binding = { deviceId: id, serial, secretVersion };
    const sealed = sealDeviceSecret(keys, secret, binding);
    await replacePendingSecret(em, { deviceId: id, version: secretVersion, sealed, createdAt: now });
    audit({ detail: { envelopeId: issued.envelopeId, secretVersion, recipientFingerprint: recipient.fingerprint } });
    return { ...issued, envelope, recipientFingerprint: recipient.fingerprint };
  },
});

/** The claim code for the device's label; null if the device has none that can be claimed. */
async function currentCode(
  em: EntityManager,
  keys: Pick<Keys, 'kek'>,
  { id, serial }: { readonly id: string; readonly serial: string },
  now: Date,
): Promise<string | null> {
  const code = await findClaimableCode(em, id, now);
  return code ? openClaimCode(keys, code.sealed, { deviceId: id, serial }) : null;
}
