import { OFFER_REASONS } from '../enums.ts';
import { answer, bigInteger, boolean, id, integer, oneOf, parts, text, texts, time } from '../record.ts';
import { ReleaseRecord } from './release.ts';

const pollAfterSeconds = integer('How long the device waits before it asks again, in seconds.');

export const NoFirmwareOfferRecord = answer('NoFirmwareOffer', 'There is nothing to install now.', {
  updateAvailable: boolean('False.').always(false),
  reason: oneOf('OfferReason', OFFER_REASONS, 'Why there is nothing to install.'),
  pollAfterSeconds,
});

const OfferedSignatureRecord = answer('OfferedSignature', 'A signature of a release, which the device verifies.', {
  kid: text('The id of the key: its RFC 7638 thumbprint.'),
  alg: text('The algorithm: `Ed25519`.'),
  sig: text('The signature: 64 bytes in base64url.'),
});

/** Enough to verify an update without trusting this service. */
export const FirmwareOfferRecord = answer('FirmwareOffer', 'The release that the device should install.', {
  updateAvailable: boolean('True.').always(true),
  installationId: id('The id of the installation, which reports name.'),
  releaseId: id('The id of the release.'),
  version: ReleaseRecord.fields.version,
  buildNumber: ReleaseRecord.fields.buildNumber,
  mandatory: boolean('Whether the device has to install it.'),
  mandatoryAfter: time('From when on it has to; null: at once, if it is mandatory at all.').nullable(),
  releaseNotes: texts('What is new, one entry each.'),
  securityVersion: ReleaseRecord.fields.securityVersion,
  hardwareRevision: ReleaseRecord.fields.hardwareRevision,
  size: bigInteger('The size of the image, in bytes.'),
  sha256: text('The SHA-256 of the image, lower-case hexadecimal.'),
  etag: text('The `ETag` of the download: the SHA-256 in quotes.'),
  url: text('Where the image is downloaded from, signed for a time.'),
  urlExpiresAt: time(
    'When the URL stops working; a longer download goes on by Range with the URL of the next look-up.',
  ),
  manifest: text('The exact bytes that were signed, in base64; null for a legacy upload.').nullable(),
  signatures: parts(OfferedSignatureRecord, 'The signatures of the manifest.'),
  pollAfterSeconds,
});
