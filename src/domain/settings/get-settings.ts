import { SettingsRecord } from '../../model/records/settings.ts';
import { findBusinessSettings, findSystemSettings } from '../../persistence/settings/settings-repository.ts';
import { admins } from '../kernel/access.ts';
import { NoInput } from '../kernel/input.ts';
import { operation } from '../kernel/operation.ts';

export const getSettings = operation({
  name: 'getSettings',
  summary: 'Returns the system settings and the business settings; each has its own revision.',
  access: admins('SUPER_ADMIN', 'ADMIN', 'VIEWER'),
  limit: 120,
  effect: 'read',
  answers: SettingsRecord,
  input: NoInput,
  async handle({ em }) {
    const [system, business] = await Promise.all([findSystemSettings(em), findBusinessSettings(em)]);
    return { system, business };
  },
});
