import type { ClaimCodeStatus } from '../../model/enums.ts';
import { ClaimCodeRecord, DeviceClaimCodeRecord } from '../../model/records/claim-code.ts';
import { listOf, type RecordList, withColumn } from '../lists/record-list.ts';
import { Source, type SqlFragment, sql, timeSql } from '../sql/sql.ts';

const code = new Source('claim_code', 'c');
const device = new Source('device', 'd', (own) => sql`${own}.id = ${code}.device_id`);

const claimCodes = listOf(ClaimCodeRecord, {
  table: code,
  joins: [device],
  tally: 'claim_code',
  columns: { serial: sql`${device}.serial`, maskedCode: sql`'******-******-******-**' || ${code}.last_four` },
});

const deviceCodes = listOf(DeviceClaimCodeRecord, { table: code, where: sql`${code}.status <> 'VOID'` });

/** Claim codes, newest first. @param now the time at which EXPIRED is derived; it is never stored */
export function claimCodeListAt(now: Date): RecordList {
  return withColumn(claimCodes, 'status', statusAt(now), conditionsAt(now));
}

/** The same, as their devices show them. */
export function deviceCodeListAt(now: Date): RecordList {
  return withColumn(deviceCodes, 'status', statusAt(now));
}

/** The condition for codes with this status at `now`. */
export function hasClaimCodeStatus(status: ClaimCodeStatus, now: Date): SqlFragment {
  return conditionsAt(now)[status];
}

/** The condition of each status, which an index answers: those that end are AVAILABLE ones. In the order of the words. */
function conditionsAt(now: Date) {
  const end = timeSql(now);
  return {
    AVAILABLE: sql`${code}.status = 'AVAILABLE' and (${code}.expires_at is null or ${code}.expires_at > ${end})`,
    CLAIMED: sql`${code}.status = 'CLAIMED'`,
    EXPIRED: sql`${code}.status = 'AVAILABLE' and ${code}.expires_at <= ${end}`,
    VOID: sql`${code}.status = 'VOID'`,
  } as const satisfies Record<ClaimCodeStatus, SqlFragment>;
}

function statusAt(now: Date): SqlFragment {
  return sql`(case when ${code}.status = 'AVAILABLE' and ${code}.expires_at <= ${timeSql(now)} then 'EXPIRED' else ${code}.status end)`;
}
