import type { ClaimCodeStatus } from '../../model/enums.ts';
import { ClaimCodeRecord, DeviceClaimCodeRecord } from '../../model/records/claim-code.ts';
import { listOf, type RecordList, withColumn } from '../lists/record-list.ts';
import { type SqlFragment, timeSql, trustedSql } from '../sql/sql.ts';

const claimCodes = listOf(ClaimCodeRecord, {
  table: 'claim_code c',
  joins: 'left join device d on d.id = c.device_id',
  alias: 'c',
  tallies: ['claim_code'],
  valueTallies: { claimedAt: 'claim_code_claimed' },
  columns: { serial: 'd.serial', maskedCode: `'******-******-******-**' || c.last_four` },
});

const deviceCodes = listOf(DeviceClaimCodeRecord, {
  table: 'claim_code c',
  alias: 'c',
  where: "c.status <> 'VOID'",
});

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
  return trustedSql(conditionsAt(now)[status]);
}

/** The condition of each status, which an index answers: those that end are AVAILABLE ones. In the order of the words. */
function conditionsAt(now: Date) {
  const end = timeSql(now);
  return {
    AVAILABLE: `c.status = 'AVAILABLE' and (c.expires_at is null or c.expires_at > ${end})`,
    CLAIMED: `c.status = 'CLAIMED'`,
    EXPIRED: `c.status = 'AVAILABLE' and c.expires_at <= ${end}`,
    VOID: `c.status = 'VOID'`,
  } as const satisfies Record<ClaimCodeStatus, string>;
}

function statusAt(now: Date): string {
  return `(case when c.status = 'AVAILABLE' and c.expires_at <= ${timeSql(now)} then 'EXPIRED' else c.status end)`;
}
