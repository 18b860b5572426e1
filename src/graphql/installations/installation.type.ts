import { InstallationEventRecord, InstallationRecord } from '../../model/records/installation.ts';
import { connectionOf } from '../connection.ts';
import { objectTypeOf } from '../record-type.ts';

objectTypeOf(InstallationEventRecord);

export const InstallationType = objectTypeOf(InstallationRecord, { availableActions: ['status'] });

export const InstallationConnection = connectionOf('InstallationConnection', InstallationType);
