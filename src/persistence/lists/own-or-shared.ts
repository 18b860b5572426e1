import { type Source, type SqlFragment, sql } from '../sql/sql.ts';

/** The condition of the records of a table that an admin owns, and of those that others share. */
export function ownOrShared(table: Source, adminId: string): SqlFragment {
  return sql`${table}.shared or ${table}.owner_id = ${adminId}::uuid`;
}
