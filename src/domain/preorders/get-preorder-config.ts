import { PreorderConfigRecord } from '../../model/records/settings.ts';
import { findPreorderSettings } from '../../persistence/preorders/settings-repository.ts';
import { everyone } from '../kernel/access.ts';
import { NoInput } from '../kernel/input.ts';
import { operation } from '../kernel/operation.ts';
import { viewPreorderConfig } from './preorder-settings-view.ts';

export const getPreorderConfig = operation({
  name: 'getPreorderConfig',
  summary: 'Returns the preorder terms for the public site.',
  access: everyone(),
  limit: 60,
  effect: 'read',
  answers: PreorderConfigRecord,
  input: NoInput,
  async handle({ em }) {
    return viewPreorderConfig(await findPreorderSettings(em));
  },
});
