import type { Operation } from '../kernel/operation.ts';
import { recordHeartbeat } from './record-heartbeat.ts';

export { recordHeartbeat };

export const deviceOperations: readonly Operation[] = [recordHeartbeat];
