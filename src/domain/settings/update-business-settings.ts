import { lockBusinessSettings } from '../../persistence/settings/settings-repository.ts';
import { admins } from '../kernel/access.ts';
import { changesBetween } from '../kernel/changes.ts';
import { fields, integer, MAX_MONEY, text } from '../kernel/input.ts';
import { operation } from '../kernel/operation.ts';
import { requireRevision } from '../kernel/revision.ts';
import { viewBusinessSettings } from './settings-view.ts';

export const updateBusinessSettings = operation({
  name: 'updateBusinessSettings',
  summary: 'Replaces the business settings as a whole; a changed prefix applies to new order numbers only.',
  access: admins('SUPER_ADMIN', 'ADMIN'),
  limit: 120,
  effect: 'write',
  input: fields({
    onlineThresholdMinutes: integer(1, 1440),
    activeThresholdDays: integer(1, 365),
    companyName: text(2, 120),
    defaultCurrency: text(3, 3),
    defaultDevicePrice: integer(0, MAX_MONEY),
    orderNumberPrefix: text(2, 12),
  }),
  async handle({ em, now, call, note, unchanged }, input) {
    const settings = await lockBusinessSettings(em);
    requireRevision(call, settings);
    const before = viewBusinessSettings(settings);
    const changes = changesBetween(before, { ...before, ...input }, [
      'onlineThresholdMinutes',
      'activeThresholdDays',
      'companyName',
      'defaultCurrency',
      'defaultDevicePrice',
      'orderNumberPrefix',
    ]);
    if (Object.keys(changes).length === 0) return unchanged(before);
    Object.assign(settings, input, { updatedAt: now });
    await em.flush();
    note({ target: { kind: 'Settings', id: 'business' }, changes });
    return viewBusinessSettings(settings);
  },
});
