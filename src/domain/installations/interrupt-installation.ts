import { ShownInstallationRecord } from '../../model/records/installation.ts';
import { admins } from '../kernel/access.ts';
import { described, fields, integer, reference, verbatim } from '../kernel/input.ts';
import { operation } from '../kernel/operation.ts';
import { requireRevision } from '../kernel/revision.ts';
import { readRecord } from '../reader.ts';
import { changeInstallation, lockForOperator } from './change-installation.ts';
import { constantField } from './constant-field.ts';
import { installationReader } from './installation-reads.ts';
import { applyInterruption, INTERRUPTED_CODE, requireExpected } from './operator-rules.ts';

export const interruptInstallation = operation({
  name: 'interruptInstallation',
  summary: 'Ends an installation as FAILED; the device is told to abort with its next report.',
  access: admins('SUPER_ADMIN', 'FIRMWARE_MANAGER'),
  limit: 3,
  effect: 'write',
  target: 'Installation',
  takes: { revision: true },
  errors: ['INSTALLATION_RELEASE_MISMATCH', 'EXPECTATION_MISMATCH', 'INSTALLATION_TERMINAL'],
  answers: ShownInstallationRecord,
  input: fields({
    releaseId: described(
      reference(verbatim(1, 64)),
      'The id of the installation’s release; the mutation fails when it differs.',
    ),
    serial: described(verbatim(1, 64), 'The serial of the installation’s device.'),
    expectedVersion: described(verbatim(1, 32), 'The version of the release.'),
    expectedBuild: described(integer(1), 'The build number of the release.'),
    expectedFailureReason: described(
      verbatim(1, 256),
      'The reason to store; for an installation that has failed already, its own failure reason.',
    ),
    failureCode: described(constantField(INTERRUPTED_CODE), 'Always `USER_CANCELLED_BY_OPERATOR`.'),
  }),
  async handle({ em, now, principal, call, audit, unchanged }, input) {
    const held = await lockForOperator(em, input.id);
    requireRevision(call, held.installation);
    requireExpected(held, input);
    const after = applyInterruption(held.installation, input.expectedFailureReason, now);
    if (!after) return unchanged(await readRecord(installationReader, em, input.id, now));
    const by = { outcome: 'INTERRUPTED', actorId: principal.adminId, now };
    const changes = await changeInstallation(em, held, after, by);
    const { releaseId, failureCode, expectedFailureReason } = input;
    const { serial } = held.device;
    audit({ changes, reason: expectedFailureReason, detail: { serial, releaseId, failureCode } });
    return readRecord(installationReader, em, input.id, now);
  },
});
