import { authOperations } from './auth/index.ts';
import { deviceOperations } from './devices/index.ts';
import { healthOperations } from './health/index.ts';
import type { Operation } from './kernel/operation.ts';
import { teamOperations } from './team/index.ts';

/** Every operation of the service, room by room. */
export const catalogue: readonly Operation[] = [...healthOperations, ...authOperations, ...teamOperations, ...deviceOperations];
