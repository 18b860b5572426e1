import { InstallationRecord } from '../../model/records/installation.ts';
import { connectionOf } from '../schema/connection.ts';
import { objectTypeOf } from '../schema/record-type.ts';

export const InstallationType = objectTypeOf(InstallationRecord, {
  availableActions: ['status', 'evidence', 'failureSource'],
  failureExplanation: ['failureReason', 'failureSource'],
});

export const InstallationConnection = connectionOf('Installation', () => InstallationType);
