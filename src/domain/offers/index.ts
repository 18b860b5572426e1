import type { Operation } from '../kernel/operation.ts';
import { getLatestFirmware } from './get-latest-firmware.ts';

export { offerDecisionReader } from './offer-decision-reads.ts';
export { getLatestFirmware };

/** The module's operations, for the catalog. */
export const offerOperations: readonly Operation[] = [getLatestFirmware];
