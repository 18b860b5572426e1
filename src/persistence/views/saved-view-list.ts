import { SavedViewRecord } from '../../model/records/saved-view.ts';
import { ownOrShared } from '../lists/own-or-shared.ts';
import { listOf } from '../lists/record-list.ts';
import { Source, type SqlFragment } from '../sql/sql.ts';

const view = new Source('saved_view', 'w');

/** Saved views, newest first; `visibleTo` bounds it to those of an admin. */
export const savedViewList = listOf(SavedViewRecord, { table: view });

/** The admin's own views, and those that others share. */
export function visibleTo(adminId: string): SqlFragment {
  return ownOrShared(view, adminId);
}
