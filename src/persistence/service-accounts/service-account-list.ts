import { ServiceAccountRecord } from '../../model/records/service-account.ts';
import { listOf, type RecordList, withColumn } from '../lists/record-list.ts';
import { timeSql } from '../sql/sql.ts';

const serviceAccounts = listOf(ServiceAccountRecord, {
  table: 'service_account t',
  alias: 't',
  columns: { status: 'null' },
});

/** Service accounts, newest first. @param now the time at which EXPIRED is derived; it is never stored */
export function serviceAccountListAt(now: Date): RecordList {
  const status = `(case when t.revoked_at is not null then 'REVOKED' when t.expires_at <= ${timeSql(now)} then 'EXPIRED' else 'ACTIVE' end)`;
  return withColumn(serviceAccounts, 'status', status);
}
