import type { Operation } from '../kernel/operation.ts';
import { getCurrentInstallation } from './get-current-installation.ts';
import { getLatestFirmware } from './get-latest-firmware.ts';
import { reportInstallation } from './report-installation.ts';

export { getCurrentInstallation, getLatestFirmware, reportInstallation };

/** The room's operations, for the catalogue. */
export const installationOperations: readonly Operation[] = [
  getLatestFirmware,
  getCurrentInstallation,
  reportInstallation,
];
