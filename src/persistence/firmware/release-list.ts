import { MaintenanceGrantRecord } from '../../model/records/maintenance-grant.ts';
import { ReleaseEventRecord, ReleaseRecord } from '../../model/records/release.ts';
import { listOf, type RecordList, withColumn } from '../lists/record-list.ts';
import { timeSql } from '../sql/sql.ts';

/** Releases, newest first, without the signed bytes. */
export const releaseList = listOf(ReleaseRecord, {
  table: 'release r',
  alias: 'r',
  columns: { signed: 'cardinality(r.signed_by) > 0' },
});

/** The histories of releases. */
export const releaseEventList = listOf(ReleaseEventRecord, { table: 'release_event e', alias: 'e' });

const grantList = listOf(MaintenanceGrantRecord, { table: 'maintenance_grant g', alias: 'g' });

/** Maintenance grants. @param now the time at which EXPIRED is derived; it is never stored */
export function grantListAt(now: Date): RecordList {
  const state = `case when g.state = 'ISSUED' and g.expires_at <= ${timeSql(now)} then 'EXPIRED' else g.state end`;
  return withColumn(grantList, 'state', state);
}
