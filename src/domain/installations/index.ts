import type { Operation } from '../kernel/operation.ts';
import { getLatestFirmware } from './get-latest-firmware.ts';

export { getLatestFirmware };

/** The room's operations, for the catalogue. */
export const installationOperations: readonly Operation[] = [getLatestFirmware];
