import { FIRMWARE_CHANNELS } from '../../model/enums.ts';
import { lockSystemSettings } from '../../persistence/settings/settings-repository.ts';
import { admins } from '../kernel/access.ts';
import { changesBetween } from '../kernel/changes.ts';
import { fields, integer, oneOf } from '../kernel/input.ts';
import { operation } from '../kernel/operation.ts';
import { requireRevision } from '../kernel/revision.ts';
import { viewSystemSettings } from './settings-view.ts';

export const updateSystemSettings = operation({
  name: 'updateSystemSettings',
  summary: 'Replaces the system settings as a whole.',
  access: admins('SUPER_ADMIN', 'ADMIN'),
  limit: 120,
  effect: 'write',
  input: fields({
    maximumMacsPerDevice: integer(1, 10),
    heartbeatTimeoutSeconds: integer(60, 86_400),
    pairingCertificateDays: integer(7, 730),
    defaultFirmwareChannel: oneOf('FirmwareChannel', FIRMWARE_CHANNELS),
    defaultRolloutPercentage: integer(0, 100),
  }),
  async handle({ em, now, call, note, unchanged }, input) {
    const settings = await lockSystemSettings(em);
    requireRevision(call, settings);
    const before = viewSystemSettings(settings);
    const changes = changesBetween(before, { ...before, ...input }, [
      'maximumMacsPerDevice',
      'heartbeatTimeoutSeconds',
      'pairingCertificateDays',
      'defaultFirmwareChannel',
      'defaultRolloutPercentage',
    ]);
    if (Object.keys(changes).length === 0) return unchanged(before);
    Object.assign(settings, input, { updatedAt: now });
    await em.flush();
    note({ target: { kind: 'Settings', id: 'system' }, changes });
    return viewSystemSettings(settings);
  },
});
