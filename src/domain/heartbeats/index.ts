import type { Operation } from '../kernel/operation.ts';
import { recordHeartbeat } from './record-heartbeat.ts';

export { recordHeartbeat };

/** The module's operations, for the catalog. */
export const heartbeatOperations: readonly Operation[] = [recordHeartbeat];
