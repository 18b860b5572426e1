import { Type } from 'typebox';
import { FIRMWARE_CHANNELS, type FirmwareChannel } from '../../model/enums.ts';
import { HARDWARE_REVISION, PLAIN_FIRMWARE_VERSION } from '../../model/grammar.ts';
import type { ReleaseKey, StagedObject } from '../../model/ports.ts';
import type { StoredSignature } from '../../persistence/firmware/release.entity.ts';
import { admins } from '../kernel/access.ts';
import { invalid } from '../kernel/errors.ts';
import { fields, integer, oneOf, type UploadedFile, upload, verbatim } from '../kernel/input.ts';
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
  input: fields({
    version: Type.String({ pattern: PLAIN_FIRMWARE_VERSION.source }),
    buildNumber: integer(1, MAX_INT32),
    hardwareRevision: Type.String({ pattern: HARDWARE_REVISION.source }),
    channel: oneOf('FirmwareChannel', FIRMWARE_CHANNELS),
    securityVersion: Type.Optional(integer(0, MAX_INT32, { default: 0 })),
    releaseNotes: Type.Array(Type.String()),
    mandatory: Type.Optional(Type.Boolean({ default: false })),
    mandatoryAfter: Type.Optional(Type.String({ format: 'date-time' })),
    rolloutPercentage: Type.Optional(integer(0, 100, { default: 0 })),
    signature: Type.Optional(verbatim(0)),
    targetDeviceId: Type.Optional(verbatim(0)),
    file: upload(),
  }),
  async prepare({ em, runtime, settings, keys, now }, { file, signature, targetDeviceId, ...form }) {
    const signatures = signature === undefined ? [] : [signedBy(file.sha256, signature, keys.releaseKeys, now, form)];
    const staged = await stageImage({ runtime, settings }, file);
    const { securityVersion = 0, mandatory = false, mandatoryAfter, rolloutPercentage = 0, ...described } = form;
    return prepareRelease(
      { em },
      staged,
      {
        ...described,
        source: 'LEGACY',
        securityVersion,
        mandatory,
        mandatoryAfter: mandatoryAfter === undefined ? null : new Date(mandatoryAfter.toUpperCase()),
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
  throw invalid('PACKAGE_NOT_ALLOWED', problem);
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
