import { getHealth } from './get-health.ts';

export { sharedAnswer } from './shared-answer.ts';
export { getHealth };

/** The room's operations, for the catalogue. */
export const healthOperations = [getHealth];
