import { ServiceAccountRecord } from '../../model/records/service-account.ts';
import { listOf, type RecordList, withColumn } from '../lists/record-list.ts';
import { Source, sql, timeSql } from '../sql/sql.ts';

const account = new Source('service_account', 't');
const serviceAccounts = listOf(ServiceAccountRecord, { table: account, columns: { status: sql`null` } });

/** Service accounts, newest first. @param now the time at which EXPIRED is derived; it is never stored */
export function serviceAccountListAt(now: Date): RecordList {
  const status = sql`(case when ${account}.revoked_at is not null then 'REVOKED' when ${account}.expires_at <= ${timeSql(now)} then 'EXPIRED' else 'ACTIVE' end)`;
  return withColumn(serviceAccounts, 'status', status);
}
