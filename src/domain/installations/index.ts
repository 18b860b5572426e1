import type { Operation } from '../kernel/operation.ts';

/** The room's operations, for the catalogue. */
export const installationOperations: readonly Operation[] = [];
