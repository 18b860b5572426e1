import type { ClaimCodeStatus } from '../../model/enums.ts';
import { ClaimCodeRecord } from '../../model/records/claim-code.ts';
import type { ListDefinition } from '../list-query.ts';
import { listOf } from '../record-list.ts';
import { type SqlFragment, sql, trustedSql } from '../sql.ts';

/**
 * Claim codes, newest first.
 * @param now the time at which EXPIRED is derived; it is never stored
 */
export function claimCodeListAt(now: Date): ListDefinition {
  return listOf(ClaimCodeRecord, {
    from: 'claim_code c join device d on d.id = c.device_id',
    alias: 'c',
    columns: {
      serial: 'd.serial',
      maskedCode: `'******-******-******-**' || c.last_four`,
      status: claimCodeStatus(timestampSql(now)),
    },
  });
}

/** The condition for codes with this status at `now`. */
export function hasClaimCodeStatus(status: ClaimCodeStatus, now: Date): SqlFragment {
  return sql`${trustedSql(claimCodeStatus(timestampSql(now)))} = ${status}`;
}

/** SQL: the status of the claim code `c`. @param now SQL of a timestamp */
export function claimCodeStatus(now: string): string {
  return `(case when c.status = 'AVAILABLE' and c.expires_at <= ${now} then 'EXPIRED' else c.status end)`;
}

function timestampSql(time: Date): string {
  return `'${time.toISOString()}'::timestamptz`;
}
