import { getHealth } from './get-health.ts';

export { getHealth };

/** The room's operations, for the catalogue. */
export const healthOperations = [getHealth];
