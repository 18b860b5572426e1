import type { FirmwareLifecycle } from '../api/generated/enums.ts';
import { INSTALLATION_STATUSES } from '../api/installation-statuses.ts';
import type { FilterDef } from '../list/filters.ts';
import '../text/devices.ts';
import '../text/firmware.ts';
import '../text/firmware-words.ts';

const LIFECYCLES: readonly FirmwareLifecycle[] = ['ROLLING_OUT', 'PAUSED', 'COMPLETED', 'REVOKED'];

/** Of the installation and its release. */
const OWN: readonly FilterDef[] = [
  {
    key: 'status',
    label: 'installation.status',
    path: ['status'],
    kind: 'enum',
    name: 'InstallationStatus',
    values: INSTALLATION_STATUSES,
  },
  { key: 'release', label: 'installation.version', path: ['releaseId'], kind: 'id' },
  { key: 'serial', label: 'device.serial', path: ['serial'], kind: 'text' },
  { key: 'version', label: 'release.version', path: ['version'], kind: 'text' },
  { key: 'hardware', label: 'installation.hardware', path: ['hardwareRevision'], kind: 'text' },
  {
    key: 'silent',
    label: 'installation.silent',
    path: ['silent'],
    kind: 'flag',
    yes: 'installation.silent',
    no: 'installation.silentNo',
  },
  {
    key: 'stuck',
    label: 'installation.isStuck',
    path: ['stuckSince'],
    kind: 'flag',
    isPresence: true,
    yes: 'installation.isStuck',
    no: 'installation.isStuckNo',
  },
  {
    key: 'bricked',
    label: 'installation.bricked',
    path: ['possiblyBricked'],
    kind: 'flag',
    yes: 'installation.bricked',
    no: 'installation.brickedNo',
  },
  {
    key: 'lifecycle',
    label: 'installation.releaseStatus',
    path: ['release', 'lifecycle'],
    kind: 'enum',
    name: 'FirmwareLifecycle',
    values: LIFECYCLES,
  },
  {
    key: 'channel',
    label: 'release.channel',
    path: ['release', 'channel'],
    kind: 'enum',
    name: 'FirmwareChannel',
    values: ['STABLE', 'BETA', 'INTERNAL'],
  },
  { key: 'created', label: 'installation.createdAt', path: ['createdAt'], kind: 'time' },
];

/** Of the device, for roles that may read devices. */
const OF_DEVICES: readonly FilterDef[] = [
  {
    key: 'deviceStatus',
    label: 'installation.deviceStatus',
    path: ['device', 'status'],
    kind: 'enum',
    name: 'DeviceStatus',
    values: ['ACTIVE', 'CLAIMED', 'SOLD', 'READY', 'REPAIR', 'SUSPENDED', 'RETURNED', 'REVOKED', 'RETIRED'],
  },
  { key: 'batch', label: 'device.batchCode', path: ['device', 'batchCode'], kind: 'text' },
  { key: 'owner', label: 'device.owner', path: ['device', 'owner', 'fullName'], kind: 'text' },
];

export const filtersFor = (mayReadDevices: boolean): readonly FilterDef[] =>
  mayReadDevices ? [...OWN, ...OF_DEVICES] : OWN;
