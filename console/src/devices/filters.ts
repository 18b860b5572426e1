import type { DeviceStatus, FirmwareChannel, SaleStatus } from '../api/generated/enums.ts';
import { INSTALLATION_STATUSES } from '../api/installation-statuses.ts';
import type { FilterDef } from '../list/filters.ts';
import { findCountries } from '../record/find-countries.ts';
import '../text/devices.ts';

/** In the order of a device's life. */
export const STATUSES: readonly DeviceStatus[] = [
  'ACTIVE',
  'CLAIMED',
  'SOLD',
  'READY',
  'INVENTORY',
  'SUSPENDED',
  'REPAIR',
  'RETURNED',
  'REVOKED',
  'RETIRED',
];
const CHANNELS: readonly FirmwareChannel[] = ['STABLE', 'BETA', 'INTERNAL'];
const SALES: readonly SaleStatus[] = ['PENDING', 'PAID', 'FULFILLED', 'CANCELLED', 'REFUNDED'];

/** What devices can be found by, their own fields and those of what belongs to them. */
export const deviceFilters: readonly FilterDef[] = [
  { key: 'status', label: 'device.status', path: ['status'], kind: 'enum', name: 'DeviceStatus', values: STATUSES },
  {
    key: 'online',
    label: 'device.presence',
    path: ['online'],
    kind: 'choice',
    // The service calls what was never heard offline, too.
    options: [
      { value: 'yes', label: 'device.online', filter: { online: { eq: true } } },
      { value: 'no', label: 'device.offline', filter: { online: { eq: false }, lastSeenAt: { isNull: false } } },
      { value: 'never', label: 'device.never', filter: { online: { eq: false }, lastSeenAt: { isNull: true } } },
    ],
  },
  { key: 'seen', label: 'device.lastSeenAt', path: ['lastSeenAt'], kind: 'time' },
  { key: 'serial', label: 'device.serial', path: ['serial'], kind: 'text' },
  { key: 'model', label: 'device.model', path: ['model'], kind: 'text' },
  { key: 'hardware', label: 'device.hardwareRevision', path: ['hardwareRevision'], kind: 'text' },
  { key: 'firmware', label: 'device.firmwareVersion', path: ['firmwareVersion'], kind: 'text' },
  {
    key: 'channel',
    label: 'device.firmwareChannel',
    path: ['firmwareChannel'],
    kind: 'enum',
    name: 'FirmwareChannel',
    values: CHANNELS,
  },
  { key: 'batch', label: 'device.batchCode', path: ['batchCode'], kind: 'text' },
  { key: 'owner', label: 'device.owner', path: ['owner', 'fullName'], kind: 'text' },
  { key: 'country', label: 'device.ownerCountry', path: ['owner', 'country'], kind: 'id', find: findCountries },
  { key: 'city', label: 'device.ownerCity', path: ['owner', 'city'], kind: 'text' },
  {
    key: 'sale',
    label: 'device.sale',
    path: ['activeSale', 'status'],
    kind: 'enum',
    name: 'SaleStatus',
    values: SALES,
  },
  { key: 'sold', label: 'device.soldAt', path: ['activeSale', 'soldAt'], kind: 'time' },
  {
    key: 'installation',
    label: 'device.installation',
    path: ['installations', 'some', 'status'],
    kind: 'enum',
    name: 'InstallationStatus',
    values: INSTALLATION_STATUSES,
  },
  { key: 'claimed', label: 'device.claimedAt', path: ['claimedAt'], kind: 'time' },
  { key: 'activated', label: 'device.activatedAt', path: ['activatedAt'], kind: 'time' },
  { key: 'created', label: 'device.createdAt', path: ['createdAt'], kind: 'time' },
];
