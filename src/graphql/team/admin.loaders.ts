import { type AdminOption, readAdminOptions } from '../../domain/team/index.ts';
import type { BatchRead } from '../context.ts';

/** Names of admins by id. */
export const adminOptions: BatchRead<AdminOption> = ({ em }, ids) => readAdminOptions(em(), ids);
