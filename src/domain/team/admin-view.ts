import { viewOf } from '../../model/record.ts';
import { AdminRecord, type AdminView, type StoredAdmin } from '../../model/records/admin.ts';

export type { AdminView };

/** A stored admin or a row of the list: only what may be shown, the password hash has no way out. */
export function viewAdmin(admin: Partial<StoredAdmin>): AdminView {
  return viewOf(AdminRecord, admin);
}
