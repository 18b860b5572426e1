import { CODE_STATUSES, REVOCATION_CAUSES } from '../enums.ts';
import { answer, boolean, id, integer, oneOf, part, parts, record, text, time, type View } from '../record.ts';
import { DeviceRecord, PresenceRecord } from './device.ts';

export const PairingRecord = record('Pairing', 'A companion app that holds, or held, a credential for a device.', {
  id: id('The id.').readBy('getDevice'),
  deviceName: text('The name of the phone, as the app reported it.').personal(),
  appVersion: text('The version of the app when it claimed the device.').dimension(),
  keyThumbprint: text('The RFC 7638 thumbprint of the app’s public key.'),
  epoch: integer(
    'The pairing epoch of the device at the claim; the pairing is void once the device is in a later one.',
  ),
  createdAt: time('When the app claimed the device.').dimension(),
  refreshedAt: time('When the app last renewed its credential; null before the first time.').nullable(),
  expiresAt: time('When the credential expires unless the app renews it.'),
  revokedAt: time('When the pairing was ended; null while it was not.').nullable(),
  revokedReason: oneOf('PairingRevocation', REVOCATION_CAUSES, 'The operation that ended it, or `credentialReuse`.')
    .nullable()
    .dimension(),
});

export type PairingView = View<typeof PairingRecord>;

const { serial, model, hardwareRevision, status, pairingEpoch, claimedAt, activatedAt } = DeviceRecord.fields;
const { lastSeenAt, firmwareVersion, firmwareBuildNumber } = PresenceRecord.fields;

/** Without the data of the owner. */
export const PairedDeviceRecord = answer('PairedDevice', 'A device as its companion apps see it.', {
  id: id('The id of the device.'),
  serial,
  model,
  hardwareRevision,
  status,
  pairingEpoch,
  online: PresenceRecord.fields.online,
  lastSeenAt: lastSeenAt.nullable(),
  firmwareVersion,
  firmwareBuildNumber,
  claimedAt,
  activatedAt,
});

export const PairingChallengeRecord = answer('PairingChallenge', 'A challenge that the device has to answer.', {
  challengeId: id('The id, which the claim names.'),
  serial: text('The serial that the proof is for; of a form of its own, it is as it was given.'),
  nonce: text('32 random bytes in base64url, which the claim repeats.'),
  expiresAt: time('When the challenge expires, 5 minutes after it was made.'),
  proofPayload: text('The text whose HMAC-SHA256 under its secret the device answers, in hexadecimal.'),
});

export const PairingCredentialRecord = answer(
  'PairingCredential',
  'A credential of a companion app, with its device.',
  {
    credential: text('The credential: a compact JWS, for `Authorization: Bearer`.'),
    expiresAt: time('When the credential expires unless the app renews it.'),
    device: part(PairedDeviceRecord, 'The device.'),
    offlineCapable: boolean('Whether the device has the keys to verify credentials by itself.'),
  },
);

const OwnPairingRecord = answer('OwnPairing', 'The pairing of the app that asks.', {
  installationId: text('The id that the app gave itself.'),
  deviceName: PairingRecord.fields.deviceName,
  appVersion: PairingRecord.fields.appVersion,
  epoch: PairingRecord.fields.epoch,
  createdAt: PairingRecord.fields.createdAt,
  expiresAt: PairingRecord.fields.expiresAt,
});

export const PairedRecord = answer('Paired', 'The device that an app is paired with, and the pairing.', {
  device: part(PairedDeviceRecord, 'The device.'),
  pairing: part(OwnPairingRecord, 'The pairing.'),
  offlineCapable: PairingCredentialRecord.fields.offlineCapable,
});

export const ClaimCodeStateRecord = answer('ClaimCodeState', 'Whether a claim code can still be used.', {
  status: oneOf('CodeStatus', CODE_STATUSES, 'The state of the code.'),
});

export const RevokedPairingRecord = answer('RevokedPairing', 'The result of an ended pairing.', {
  installationId: text('The id that the app gave itself.'),
  revokedAt: time('When the pairing was ended.'),
});

const JwkRecord = answer('Jwk', 'A public key (RFC 7517, RFC 8037).', {
  kty: text('The type of the key: `OKP`.'),
  crv: text('The curve: `Ed25519`.'),
  x: text('The public key: 32 bytes in base64url.'),
  kid: text('The id of the key: its RFC 7638 thumbprint.'),
  alg: text('The algorithm: `EdDSA`.'),
  use: text('What it is for: `sig`.'),
});

export const JwksRecord = answer('Jwks', 'Public keys (RFC 7517).', {
  keys: parts(JwkRecord, 'The keys: a signature names one by its `kid`.'),
});
