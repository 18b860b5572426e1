export type { AdminOption } from '../../model/records/admin.ts';
export { adminActions } from './admin-actions.ts';
export { adminOptionReader, adminReader } from './admin-reads.ts';
export type { AdminView } from './admin-view.ts';
export { ensureFirstAdmin, type FirstAdmin, RESET_COMMAND } from './first-admin.ts';
export * from './operations.ts';
export { ADMIN_TRANSITIONS, TEMPORARY_PASSWORD_LIFETIME_MS } from './team-rules.ts';
