import type { DeviceStatus } from '../api/generated/enums.ts';
import type { FilterDef } from '../list/filters.ts';
import { findCountries } from '../record/find-countries.ts';
import { BATCH_STATUSES } from './batch-statuses.ts';
import '../text/inventory.ts';

/** In the order of a device's life. */
export const DEVICE_STATUSES: readonly DeviceStatus[] = [
  'INVENTORY',
  'READY',
  'SOLD',
  'CLAIMED',
  'ACTIVE',
  'SUSPENDED',
  'REPAIR',
  'RETURNED',
  'REVOKED',
  'RETIRED',
];

/** What batches can be found by, their own fields and those of their devices. */
export const batchFilters: readonly FilterDef[] = [
  {
    key: 'status',
    label: 'batch.status',
    path: ['status'],
    kind: 'enum',
    name: 'BatchStatus',
    values: BATCH_STATUSES,
  },
  { key: 'code', label: 'batch.code', path: ['code'], kind: 'text' },
  { key: 'model', label: 'batch.model', path: ['model'], kind: 'text' },
  { key: 'hardware', label: 'batch.hardwareRevision', path: ['hardwareRevision'], kind: 'text' },
  { key: 'source', label: 'batch.source', path: ['source'], kind: 'text' },
  { key: 'provisioned', label: 'batch.provisionedAt', path: ['provisionedAt'], kind: 'time' },
  { key: 'created', label: 'batch.createdAt', path: ['createdAt'], kind: 'time' },
  {
    key: 'devices',
    label: 'batch.withDevices',
    path: ['devices', 'some', 'status'],
    kind: 'enum',
    name: 'DeviceStatus',
    values: DEVICE_STATUSES,
  },
  { key: 'seen', label: 'batch.withDevicesSeen', path: ['devices', 'some', 'lastSeenAt'], kind: 'time' },
  {
    key: 'country',
    label: 'batch.withOwnersIn',
    path: ['devices', 'some', 'owner', 'country'],
    kind: 'id',
    find: findCountries,
  },
];
