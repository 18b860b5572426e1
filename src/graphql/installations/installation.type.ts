import { InstallationEventRecord, InstallationRecord } from '../../model/records/installation.ts';
import { objectTypeOf } from '../record-type.ts';

objectTypeOf(InstallationEventRecord);

export const InstallationType = objectTypeOf(InstallationRecord, {
  availableActions: ['status', 'evidence', 'failureSource'],
});
