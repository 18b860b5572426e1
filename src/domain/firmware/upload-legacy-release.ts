import { Type } from 'typebox';
import { FIRMWARE_CHANNELS, type FirmwareChannel } from '../../model/enums.ts';
import { HARDWARE_REVISION, PLAIN_FIRMWARE_VERSION } from '../../model/grammar.ts';
import type { ReleaseKey, StagedObject } from '../../model/ports.ts';
import { ReleaseDetailRecord } from '../../model/records/release.ts';
import type { StoredSignature } from '../../persistence/firmware/release.entity.ts';
import { enteredTime, enteredTimeProblems } from '../formats/entered-time.ts';
import { admins } from '../kernel/access.ts';
import { invalid, validationFailed } from '../kernel/errors.ts';
import { described, fields, integer, oneOf, type UploadedFile, upload, verbatim } from '../kernel/input.ts';
import { operation, type Preparation } from '../kernel/operation.ts';
import { createRelease, prepareRelease } from './create-release.ts';
import { checkImage, verifyLegacySignature } from './package/index.ts';

const MAX_INT32 = 2_147_483_647;

export const uploadLegacyRelease = operation({
  name: 'uploadLegacyRelease',
  summary:
    'Uploads a bare image as a DRAFT release; prefer signed packages, because an unsigned image never goes STABLE.',
  access: admins('SUPER_ADMIN'),
  limit: 120,
  effect: 'write',
  errors: [
    'PACKAGE_KEY_RETIRED',
    'PACKAGE_KEY_REVOKED',
    'PACKAGE_NOT_ALLOWED',
    'PACKAGE_SIGNATURE_INVALID',
    'TARGET_DEVICE_INCOMPATIBLE',
    'RELEASE_CONFLICT',
  ],
  answers: ReleaseDetailRecord,
  input: fields({
    version: described(
      Type.String({ pattern: PLAIN_FIRMWARE_VERSION.source }),
      'The version of the firmware: three numbers.',
    ),
    buildNumber: described(integer(1, MAX_INT32), 'The build: of the same version, the higher one is newer.'),
    hardwareRevision: described(
      Type.String({ pattern: HARDWARE_REVISION.source }),
      'The hardware revision that it runs on.',
    ),
    channel: described(oneOf('FirmwareChannel', FIRMWARE_CHANNELS), 'The channel on which it will be offered.'),
    securityVersion: Type.Optional(
      described(integer(0, MAX_INT32, { default: 0 }), 'A device takes no release below the highest that it has run.'),
    ),
    releaseNotes: described(
      Type.Array(Type.String({ transform: 'lines' })),
      'What is new, one entry each; the field can be repeated.',
    ),
    mandatory: Type.Optional(described(Type.Boolean({ default: false }), 'Whether devices have to install it.')),
    mandatoryAfter: Type.Optional(
      described(
        Type.String({ format: 'date-time' }),
        'When a mandatory release is overdue, from the year 2000 on; at once without it.',
      ),
    ),
    rolloutPercentage: Type.Optional(
      described(integer(0, 100, { default: 0 }), 'The share of devices that it will be offered to.'),
    ),
    signature: Type.Optional(described(verbatim(0), 'A signature of the SHA-256 of the image, by a registered key.')),
    targetDeviceId: Type.Optional(described(verbatim(0), 'The id of the only device of an INTERNAL release.')),
    file: described(upload(), 'The image.'),
  }),
  async prepare({ em, runtime, settings, keys, now }, { file, signature, targetDeviceId, ...form }) {
    const overdue = form.mandatoryAfter === undefined ? null : enteredTime(form.mandatoryAfter);
    const problems = overdue ? enteredTimeProblems('mandatoryAfter', overdue) : [];
    if (problems.length > 0) throw validationFailed(problems);
    const signatures = signature === undefined ? [] : [signedBy(file.sha256, signature, keys.releaseKeys, now, form)];
    const staged = await stageImage({ runtime, settings }, file);
    const { securityVersion = 0, mandatory = false, rolloutPercentage = 0, ...described } = form;
    return prepareRelease(
      { em },
      staged,
      {
        ...described,
        source: 'LEGACY',
        securityVersion,
        mandatory,
        mandatoryAfter: overdue,
        rolloutPercentage,
        firmwareSha256: staged.sha256,
        firmwareSize: staged.size,
        signatures: signatures.length > 0 ? signatures : null,
        signedBy: signatures.map(({ kid }) => kid),
      },
      targetDeviceId,
    );
  },
  handle: (context, _input, prepared) => createRelease(context, prepared),
});

/** Stages the file. A file that starts like an ESP image must be a complete one; other binaries are not checked. */
async function stageImage(
  { runtime, settings }: Pick<Preparation, 'runtime' | 'settings'>,
  file: UploadedFile,
): Promise<StagedObject> {
  const image = checkImage(file.open());
  const staged = await runtime.storage.stage(image.bytes, settings.firmwareMaxBytes);
  const { isEspImage, problem } = image.report();
  if (!isEspImage || problem === undefined) return staged;
  await staged.discard();
  throw invalid('PACKAGE_NOT_ALLOWED', 'OTHER', { problem });
}

interface Target {
  readonly channel: FirmwareChannel;
  readonly hardwareRevision: string;
}

function signedBy(
  sha256: string,
  signature: string,
  registry: readonly ReleaseKey[],
  now: Date,
  target: Target,
): StoredSignature {
  const sig = signature.trim();
  return { kid: verifyLegacySignature(sha256, sig, registry, now, target), alg: 'Ed25519', sig };
}
