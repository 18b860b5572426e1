import type { FirmwareChannel, FirmwareLifecycle, ReleaseSource } from '../api/generated/enums.ts';
import type { FilterDef } from '../list/filters.ts';
import '../text/devices.ts';
import '../text/firmware.ts';
import '../text/firmware-words.ts';

/** In the order of a release's life. */
export const LIFECYCLES: readonly FirmwareLifecycle[] = [
  'DRAFT',
  'READY',
  'ROLLING_OUT',
  'PAUSED',
  'COMPLETED',
  'REVOKED',
];
export const CHANNELS: readonly FirmwareChannel[] = ['STABLE', 'BETA', 'INTERNAL'];
const SOURCES: readonly ReleaseSource[] = ['PACKAGE', 'LEGACY'];

/** What releases can be found by, their own fields and those of their installations. */
export const releaseFilters: readonly FilterDef[] = [
  {
    key: 'lifecycle',
    label: 'release.lifecycle',
    path: ['lifecycle'],
    kind: 'enum',
    name: 'FirmwareLifecycle',
    values: LIFECYCLES,
  },
  { key: 'version', label: 'release.version', path: ['version'], kind: 'text' },
  {
    key: 'channel',
    label: 'release.channel',
    path: ['channel'],
    kind: 'enum',
    name: 'FirmwareChannel',
    values: CHANNELS,
  },
  { key: 'hardware', label: 'release.hardware', path: ['hardwareRevision'], kind: 'text' },
  { key: 'model', label: 'release.model', path: ['model'], kind: 'text' },
  {
    key: 'mandatory',
    label: 'release.mandatory',
    path: ['mandatory'],
    kind: 'flag',
    yes: 'release.mandatory',
    no: 'release.optional',
  },
  { key: 'source', label: 'release.source', path: ['source'], kind: 'enum', name: 'ReleaseSource', values: SOURCES },
  {
    key: 'installation',
    label: 'device.installation',
    path: ['installations', 'some', 'status'],
    kind: 'enum',
    name: 'InstallationStatus',
    values: ['SUCCESS', 'FAILED', 'ROLLED_BACK', 'DOWNLOADING', 'INSTALLING'],
  },
  {
    key: 'serial',
    label: 'installation.serial',
    path: ['installations', 'some', 'serial'],
    kind: 'text',
  },
  { key: 'started', label: 'release.startedAt', path: ['rolloutStartedAt'], kind: 'time' },
  { key: 'completed', label: 'release.completedAt', path: ['completedAt'], kind: 'time' },
  { key: 'created', label: 'release.createdAt', path: ['createdAt'], kind: 'time' },
];
