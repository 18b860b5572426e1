import { MaintenanceGrantRecord } from '../../model/records/maintenance-grant.ts';
import { ReleaseEventRecord, ReleaseRecord } from '../../model/records/release.ts';
import { listOf, type RecordList, withColumn } from '../lists/record-list.ts';
import { Source, sql, timeSql } from '../sql/sql.ts';

const release = new Source('release', 'r');

/** Releases, newest first, without the signed bytes. */
export const releaseList = listOf(ReleaseRecord, {
  table: release,
  columns: { signed: sql`cardinality(${release}.signed_by) > 0`, createdById: sql`${release}.created_by` },
});

/** The histories of releases. */
export const releaseEventList = listOf(ReleaseEventRecord, { table: new Source('release_event', 'e') });

const grant = new Source('maintenance_grant', 'g');
const grantList = listOf(MaintenanceGrantRecord, { table: grant });

/** Maintenance grants. @param now the time at which EXPIRED is derived; it is never stored */
export function grantListAt(now: Date): RecordList {
  const isOver = sql`${grant}.state = 'ISSUED' and ${grant}.expires_at <= ${timeSql(now)}`;
  return withColumn(grantList, 'state', sql`case when ${isOver} then 'EXPIRED' else ${grant}.state end`);
}
