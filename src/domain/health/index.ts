import { getHealth } from './get-health.ts';

export { sharedAnswer } from './shared-answer.ts';
export { getHealth };

/** The operations of the module, for the catalog. */
export const healthOperations = [getHealth];
