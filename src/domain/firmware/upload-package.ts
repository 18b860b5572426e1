import { Type } from 'typebox';
import { FIRMWARE_CHANNELS } from '../../model/enums.ts';
import type { StagedObject } from '../../model/ports.ts';
import { ReleaseDetailRecord } from '../../model/records/release.ts';
import { admins } from '../kernel/access.ts';
import { described, fields, lines, oneOf, type UploadedFile, upload, verbatim } from '../kernel/input.ts';
import { operation, type Preparation } from '../kernel/operation.ts';
import { createRelease, prepareRelease } from './create-release.ts';
import { type AcceptedPackage, assertAcceptable, type PackageReport, readPackage } from './package/index.ts';
import { trustOf } from './trust.ts';

export const uploadPackage = operation({
  name: 'uploadPackage',
  summary: 'Uploads a signed release package as a DRAFT release.',
  access: admins('SUPER_ADMIN', 'ADMIN', 'FIRMWARE_MANAGER'),
  limit: 5,
  effect: 'write',
  errors: [
    'PACKAGE_DIGEST_MISMATCH',
    'PACKAGE_KEY_RETIRED',
    'PACKAGE_KEY_REVOKED',
    'PACKAGE_KEY_UNKNOWN',
    'PACKAGE_MALFORMED',
    'PACKAGE_NOT_ALLOWED',
    'PACKAGE_SIGNATURE_INVALID',
    'TARGET_DEVICE_INCOMPATIBLE',
    'RELEASE_CONFLICT',
  ],
  answers: ReleaseDetailRecord,
  input: fields({
    channel: described(oneOf('FirmwareChannel', FIRMWARE_CHANNELS), 'The channel on which it will be offered.'),
    targetDeviceId: Type.Optional(described(verbatim(1, 64), 'The id of the only device of an INTERNAL release.')),
    mandatory: Type.Optional(described(Type.Boolean({ default: false }), 'Whether devices have to install it.')),
    releaseNotes: described(lines(1, 8000), 'What is new, for users.'),
    file: described(upload({ extension: '.release' }), 'The signed package.'),
  }),
  async prepare(scope, { channel, targetDeviceId, mandatory = false, releaseNotes, file }) {
    const { accepted, report, staged } = await acceptPackage(scope, file, channel);
    const { manifest, manifestBytes, firmware, signedBy } = accepted;
    const [hardwareRevision = ''] = manifest.hardwareRevisions;
    return prepareRelease(
      scope,
      staged,
      {
        source: 'PACKAGE',
        product: manifest.product,
        model: manifest.model,
        version: manifest.version,
        buildNumber: manifest.buildNumber,
        hardwareRevision,
        securityVersion: manifest.securityVersion,
        channel,
        mandatory,
        releaseNotes: [releaseNotes],
        minFromVersion: manifest.minFromVersion ?? null,
        minAppVersion: manifest.minAppVersion ?? null,
        firmwareSha256: firmware.sha256,
        firmwareSize: firmware.size,
        packageSha256: report.package.sha256,
        packageSize: report.package.size,
        manifest: manifestBytes,
        signatures: report.signatures.map(({ kid, alg, sig }) => ({ kid, alg, sig })),
        signedBy: [...signedBy],
        rolloutPercentage: 0,
      },
      targetDeviceId,
    );
  },
  handle: (context, _input, prepared) => createRelease(context, prepared),
});

interface Accepted {
  readonly accepted: AcceptedPackage;
  readonly report: PackageReport;
  /** Only the image. */
  readonly staged: StagedObject;
}

/** Reads a package and stages its image; discards the image if the package is not accepted. */
async function acceptPackage(
  { runtime, settings, keys, now }: Preparation,
  file: UploadedFile,
  channel: (typeof FIRMWARE_CHANNELS)[number],
): Promise<Accepted> {
  let staged: StagedObject | undefined;
  try {
    const report = await readPackage(file.open(), {
      ...trustOf({ settings, keys, now }),
      limits: { firmwareBytes: settings.firmwareMaxBytes },
      firmware: async (image) => {
        staged = await runtime.storage.stage(image, settings.firmwareMaxBytes);
        return staged;
      },
    });
    const accepted = assertAcceptable(report, { channel });
    if (!staged) throw new Error('an acceptable package has an image');
    return { accepted, report, staged };
  } catch (error) {
    await staged?.discard();
    throw error;
  }
}
