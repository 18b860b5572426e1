import { fieldsWith, viewOf } from '../../model/record.ts';
import { BusinessSettingsRecord } from '../../model/records/settings.ts';
import { lockBusinessSettings } from '../../persistence/settings/settings-repository.ts';
import { readCurrency } from '../formats/currency.ts';
import { admins } from '../kernel/access.ts';
import { changesBetween } from '../kernel/changes.ts';
import { fields } from '../kernel/input.ts';
import { operation } from '../kernel/operation.ts';
import { requiredFields } from '../kernel/record-input.ts';
import { requireRevision } from '../kernel/revision.ts';

export const updateBusinessSettings = operation({
  name: 'updateBusinessSettings',
  summary: 'Replaces the business settings as a whole; a changed prefix applies to new order numbers only.',
  access: admins('SUPER_ADMIN', 'ADMIN'),
  limit: 120,
  effect: 'write',
  takes: { revision: true },
  answers: BusinessSettingsRecord,
  input: fields(requiredFields(BusinessSettingsRecord)),
  async prepare(_context, { defaultCurrency }) {
    return readCurrency('defaultCurrency', defaultCurrency);
  },
  async handle({ em, now, call, audit, unchanged }, given, defaultCurrency) {
    const input = { ...given, defaultCurrency };
    const settings = await lockBusinessSettings(em);
    requireRevision(call, settings);
    const before = viewOf(BusinessSettingsRecord, settings);
    const changes = changesBetween(before, { ...before, ...input }, fieldsWith(BusinessSettingsRecord, 'input'));
    if (Object.keys(changes).length === 0) return unchanged(before);
    Object.assign(settings, input, { updatedAt: now });
    await em.flush();
    audit({ target: { kind: 'Settings', id: 'business' }, changes });
    return viewOf(BusinessSettingsRecord, settings);
  },
});
