import { MaintenanceGrantRecord } from '../../model/records/maintenance-grant.ts';
import { grantListAt } from '../../persistence/firmware/release-list.ts';
import { reader } from '../reader.ts';

export const grantReader = reader(MaintenanceGrantRecord, grantListAt);
