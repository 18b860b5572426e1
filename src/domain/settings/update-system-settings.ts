import { fieldsWith, viewOf } from '../../model/record.ts';
import { SystemSettingsRecord } from '../../model/records/settings.ts';
import { lockSystemSettings } from '../../persistence/settings/settings-repository.ts';
import { admins } from '../kernel/access.ts';
import { changesBetween } from '../kernel/changes.ts';
import { fields } from '../kernel/input.ts';
import { operation } from '../kernel/operation.ts';
import { requiredFields } from '../kernel/record-input.ts';
import { requireRevision } from '../kernel/revision.ts';

export const updateSystemSettings = operation({
  name: 'updateSystemSettings',
  summary: 'Replaces the system settings as a whole.',
  access: admins('SUPER_ADMIN', 'ADMIN'),
  limit: 120,
  effect: 'write',
  takes: { revision: true },
  answers: SystemSettingsRecord,
  input: fields(requiredFields(SystemSettingsRecord)),
  async handle({ em, now, call, audit, unchanged }, input) {
    const settings = await lockSystemSettings(em);
    requireRevision(call, settings);
    const before = viewOf(SystemSettingsRecord, settings);
    const changes = changesBetween(before, { ...before, ...input }, fieldsWith(SystemSettingsRecord, 'input'));
    if (Object.keys(changes).length === 0) return unchanged(before);
    Object.assign(settings, input, { updatedAt: now });
    await em.flush();
    audit({ target: { kind: 'Settings', id: 'system' }, changes });
    return viewOf(SystemSettingsRecord, settings);
  },
});
