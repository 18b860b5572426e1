import { InstallationRecord } from '../../model/records/installation.ts';
import { connectionOf } from '../connection.ts';
import { objectTypeOf } from '../record-type.ts';

export const InstallationType = objectTypeOf(InstallationRecord, { availableActions: ['status'] });

export const InstallationConnection = connectionOf('Installation', () => InstallationType);
