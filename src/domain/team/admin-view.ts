import { viewOf } from '../../model/record.ts';
import { AdminRecord, type AdminView, type StoredAdmin } from '../../model/records/admin.ts';

export type { AdminView };

/** The view of a stored admin or of a row of the list. It never contains the password hash. */
export function viewAdmin(admin: Partial<StoredAdmin>): AdminView {
  return viewOf(AdminRecord, admin);
}
