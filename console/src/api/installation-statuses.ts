import type { InstallationStatus } from './generated/enums.ts';

/** The statuses of an installation that has begun and not ended, in their order. */
export const UNDER_WAY: readonly InstallationStatus[] = [
  'QUEUED',
  'DOWNLOADING',
  'VERIFYING',
  'TRANSFERRING',
  'INSTALLING',
  'REBOOTING',
  'VALIDATING',
];

/** The statuses of an installation that has ended. */
export const ENDED: readonly InstallationStatus[] = ['SUCCESS', 'FAILED', 'ROLLED_BACK'];

/** All statuses of an installation: its ends first, then the order of its life. */
export const INSTALLATION_STATUSES: readonly InstallationStatus[] = [...ENDED, 'AVAILABLE', ...UNDER_WAY];
