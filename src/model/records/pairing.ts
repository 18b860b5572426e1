import { id, integer, record, text, time, type View } from '../record.ts';

export const PairingRecord = record('Pairing', 'A companion app that holds, or held, a credential for a device.', {
  id: id('The id.').readBy('getDevice'),
  deviceName: text('What the app calls the phone it runs on.').personal(),
  appVersion: text('The version of the app when it claimed the device.'),
  keyThumbprint: text('The RFC 7638 thumbprint of the app’s public key.'),
  epoch: integer(
    'The pairing epoch of the device at the claim; the pairing is void once the device is in a later one.',
  ),
  createdAt: time('When the app claimed the device.'),
  refreshedAt: time('When the app last renewed its credential; null before the first time.').nullable(),
  expiresAt: time('When the credential expires unless the app renews it.'),
  revokedAt: time('When the pairing was ended; null while it was not.').nullable(),
  revokedReason: text('The operation that ended it, or `credentialReuse`.').nullable(),
});

export type PairingView = View<typeof PairingRecord>;
