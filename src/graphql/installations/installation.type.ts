import { InstallationEventRecord, InstallationRecord } from '../../model/records/installation.ts';
import { objectTypeOf } from '../record-type.ts';

export const InstallationEventType = objectTypeOf(InstallationEventRecord);

export const InstallationType = objectTypeOf(InstallationRecord, {
  deviceId: ['deviceId'],
  serial: ['serial'],
  device: ['deviceId'],
  releaseId: ['releaseId'],
  version: ['version'],
  release: ['releaseId'],
  events: ['id'],
  availableActions: ['status'],
});
