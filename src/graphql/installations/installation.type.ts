import { InstallationRecord } from '../../model/records/installation.ts';
import { objectTypeOf } from '../record-type.ts';

export const InstallationType = objectTypeOf(InstallationRecord, {
  availableActions: ['status', 'evidence', 'failureSource'],
});
