import { OTA_SLOTS } from '../../model/enums.ts';
import { ShownInstallationRecord } from '../../model/records/installation.ts';
import { wasReconciled } from '../../persistence/installations/installation-store.ts';
import { admins } from '../kernel/access.ts';
import { described, fields, integer, oneOf, reference, verbatim } from '../kernel/input.ts';
import { operation } from '../kernel/operation.ts';
import { requireRevision } from '../kernel/revision.ts';
import { readRecord } from '../reader.ts';
import { changeInstallation, lockForOperator } from './change-installation.ts';
import { constantField } from './constant-field.ts';
import { installationReader } from './installation-reads.ts';
import { applyReconcile, evidenceFor, requireExpected } from './operator-rules.ts';

/** A release that was paused meanwhile stays paused. */
export const reconcileInstallation = operation({
  name: 'reconcileInstallation',
  summary:
    'Turns a failed installation into a success when the device runs the release after all; a heartbeat since the failure must not contradict it.',
  access: admins('SUPER_ADMIN', 'FIRMWARE_MANAGER'),
  limit: 3,
  effect: 'write',
  target: 'Installation',
  takes: { revision: true },
  errors: ['INSTALLATION_RELEASE_MISMATCH', 'EXPECTATION_MISMATCH', 'INVALID_TRANSITION', 'HEARTBEAT_CONTRADICTS'],
  answers: ShownInstallationRecord,
  input: fields({
    releaseId: described(
      reference(verbatim(1)),
      'The id of the installation’s release; the mutation fails when it differs.',
    ),
    serial: described(verbatim(1), 'The serial of the installation’s device.'),
    expectedVersion: described(verbatim(1), 'The version of the release.'),
    expectedBuild: described(integer(1), 'The build number of the release.'),
    expectedSlot: described(oneOf('OtaSlot', OTA_SLOTS), 'The partition that the device runs from.'),
    observedBootState: described(constantField('valid'), 'The boot state of the device: always `valid`.'),
    observedOtaSessionState: described(constantField('IDLE'), 'The update state of the device: always `IDLE`.'),
    reason: described(
      constantField('POST_BOOT_FALSE_NEGATIVE_RECONCILIATION'),
      'Always `POST_BOOT_FALSE_NEGATIVE_RECONCILIATION`.',
    ),
  }),
  async handle({ em, now, principal, call, audit, unchanged }, input) {
    const held = await lockForOperator(em, input.id);
    const { installation } = held;
    requireRevision(call, installation);
    requireExpected(held, input);
    if (installation.status === 'SUCCESS' && (await wasReconciled(em, input.id))) {
      return unchanged(await readRecord(installationReader, em, input.id, now));
    }
    const evidence = evidenceFor(held, input.expectedSlot);
    const after = applyReconcile(installation, evidence, now);
    const by = { outcome: 'RECONCILED', actorId: principal.adminId, now };
    const changes = await changeInstallation(em, held, after, by);
    audit({ changes, reason: input.reason, detail: { ...detailOf(input), serial: held.device.serial, evidence } });
    return readRecord(installationReader, em, input.id, now);
  },
});

function detailOf({ releaseId, expectedSlot }: Readonly<Record<'releaseId' | 'expectedSlot', string>>) {
  return { releaseId, expectedSlot };
}
