import { PreorderSettingsRecord } from '../../model/records/settings.ts';
import { admins } from '../kernel/access.ts';
import { NoInput } from '../kernel/input.ts';
import { operation } from '../kernel/operation.ts';
import { readPreorderSettings } from './preorder-settings-read.ts';

export const getPreorderSettings = operation({
  name: 'getPreorderSettings',
  summary: 'Returns the preorder terms with the reserved and remaining capacity.',
  access: admins('SUPER_ADMIN', 'ADMIN', 'OPERATIONS', 'SALES', 'SUPPORT', 'VIEWER'),
  limit: 120,
  effect: 'read',
  answers: PreorderSettingsRecord,
  input: NoInput,
  handle({ em }) {
    return readPreorderSettings(em);
  },
});
