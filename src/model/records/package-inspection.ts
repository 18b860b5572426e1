import { FIRMWARE_CHANNELS } from '../enums.ts';
import { answer, bigInteger, boolean, id, integer, oneOf, part, parts, text, texts, time } from '../record.ts';
import { StoredFileRecord } from './release.ts';

const PROBLEM_CODES = [
  'PACKAGE_MALFORMED',
  'PACKAGE_SIGNATURE_INVALID',
  'PACKAGE_KEY_UNKNOWN',
  'PACKAGE_KEY_RETIRED',
  'PACKAGE_KEY_REVOKED',
  'PACKAGE_DIGEST_MISMATCH',
  'PACKAGE_NOT_ALLOWED',
] as const;
const WARNING_CODES = [
  'SECURITY_STEPS_LOW',
  'SECURITY_VERSION_JUMP',
  'SECURITY_VERSION_LOWER',
  'BUILD_NOT_GREATER',
] as const;
const SIGNATURE_STATUSES = ['VALID', 'UNKNOWN_KEY', 'BAD', 'RETIRED', 'REVOKED', 'NOT_ALLOWED'] as const;

const ProblemRecord = answer('PackageProblem', 'A problem of a package.', {
  code: oneOf(
    'PackageProblemCode',
    PROBLEM_CODES,
    'The problem: the code of the error that an upload would fail with.',
  ),
  severity: oneOf('PackageProblemSeverity', ['error', 'warning'], 'An `error` rejects the package.'),
  message: text('The same as a sentence.'),
});

const WarningRecord = answer('PackageWarning', 'A finding that does not prevent an upload.', {
  code: oneOf('PackageWarningCode', WARNING_CODES, 'The warning, as a code.'),
  message: text('The same as a sentence.'),
});

const JudgedSignatureRecord = answer('JudgedSignature', 'A signature of a package, and whether it holds.', {
  kid: text('The id of the key: its RFC 7638 thumbprint.'),
  alg: text('The algorithm, as the package says.'),
  status: oneOf(
    'SignatureStatus',
    SIGNATURE_STATUSES,
    'Whether it holds. BAD: its key is registered and did not make it. NOT_ALLOWED: the key may not sign now, for this hardware or for any of the channels.',
  ),
  keyLabel: text('The label of the key in the registry; null for an unknown key.').nullable(),
});

const ManifestFirmwareRecord = answer('ManifestFirmware', 'The image, as the manifest of a package describes it.', {
  name: text('The name of the file in the package: `firmware.bin`.'),
  size: bigInteger('The size of the image, in bytes.'),
  sha256: text('The SHA-256 of the image, lower-case hexadecimal.'),
  format: text('The format of the image: `esp-app/1`.'),
  chip: text('The chip that it runs on: `esp32s3`.'),
  projectName: text('The name of the project, as in the image.'),
  appElfSha256: text('The SHA-256 of the ELF file, lower-case hexadecimal.'),
  idfVersion: text('The version of ESP-IDF, as in the image.'),
});

const ManifestSourceRecord = answer('ManifestSource', 'The source from which an image was built.', {
  commit: text('The commit, hexadecimal.'),
  builtAt: time('When it was built.'),
  reproducible: boolean('Whether the build can be repeated byte for byte.'),
});

const ManifestRecord = answer('ReleaseManifest', 'The manifest of a release: the content of `release.json`.', {
  schema: text('The format of the manifest: `release/1`.'),
  product: text('The product.'),
  model: text('The model of the devices.'),
  version: text('The version of the firmware.'),
  buildNumber: integer('The build: of the same version, the higher one is newer.'),
  sequence: integer('Counts the packages of the signer.'),
  hardwareRevisions: texts('The hardware revisions that it runs on: one.'),
  securityVersion: integer('A device takes no release below the highest that it has run.'),
  minFromVersion: text('The oldest firmware version that can take it.').orMissing(),
  minAppVersion: text('The oldest companion app that can install it.').orMissing(),
  allowedChannels: oneOf('FirmwareChannel', FIRMWARE_CHANNELS, 'The channels that it may be offered on.').list(),
  firmware: part(ManifestFirmwareRecord, 'The image.'),
  source: part(ManifestSourceRecord, 'The source from which the image was built.').orMissing(),
  createdAt: time('When the manifest was made.'),
  expiresAt: time('When the package can no longer be uploaded.').orMissing(),
});

const EmbeddedDescriptorRecord = answer('EmbeddedDescriptor', 'The descriptor in an image (`esp_app_desc_t`).', {
  version: text('The version of the firmware.'),
  projectName: text('The name of the project.'),
  secureVersion: bigInteger('Raised with each security fix; a device with eFuse anti-rollback rejects a lower one.'),
  appElfSha256: text('The SHA-256 of the ELF file, lower-case hexadecimal.'),
  idfVersion: text('The version of ESP-IDF.'),
  chip: text('The chip that it runs on; `unknown-<id>` for a chip that has no name here.'),
});

const InspectedFirmwareRecord = answer('InspectedFirmware', 'The image in a package.', {
  ...StoredFileRecord.fields,
  embedded: part(EmbeddedDescriptorRecord, 'The descriptor in the image; null when it cannot be read.').nullable(),
});

export const PackageInspectionRecord = answer(
  'PackageInspection',
  'The result of checking a package without uploading it.',
  {
    valid: boolean('Whether an upload to at least one of its channels would be accepted.'),
    problems: parts(ProblemRecord, 'In the order found; an upload fails with the first `error`.'),
    manifest: part(
      ManifestRecord,
      'The manifest of the release; null when it cannot be read. Not trustworthy while `valid` is false.',
    ).nullable(),
    signatures: parts(JudgedSignatureRecord, 'The signatures.'),
    thresholdMet: boolean('Whether enough of them hold for the channel that needs the fewest.'),
    package: part(StoredFileRecord, 'The package, as far as it was read.'),
    firmware: part(InspectedFirmwareRecord, 'The image; null when the package ended before the end of it.').nullable(),
    compatible: part(
      answer('CompatibleDevices', 'The devices that a package is for.', {
        deviceCount: integer('How many devices have the hardware revision and the model.'),
        hardwareRevisions: texts('The hardware revisions.'),
      }),
      'The devices that it is for.',
    ),
    existing: part(
      answer('ExistingReleases', 'Releases that a package would repeat.', {
        sameDigestReleaseId: id('A release with the same image; null: none.').nullable(),
        sameVersionReleaseId: id(
          'A release of the same hardware, version and build, with which an upload fails; null: none.',
        ).nullable(),
      }),
      'Releases that it would repeat.',
    ),
    wouldBeDowngradeFor: integer('How many compatible devices already run a newer version, and are never offered it.'),
    securityStepsLeft: integer(
      'How often the chip can still raise its security version afterwards; null without a manifest.',
    ).nullable(),
    warnings: parts(WarningRecord, 'Findings that do not prevent an upload.'),
  },
);
