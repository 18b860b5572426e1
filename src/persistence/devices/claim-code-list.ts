import type { ClaimCodeStatus } from '../../model/enums.ts';
import { defineList, type ListDefinition } from '../list-query.ts';
import { type SqlFragment, sql, trustedSql } from '../sql.ts';

/** A claim code as the list selects it: never the code itself. */
export interface ClaimCodeListRow {
  readonly id: string;
  readonly deviceId: string;
  readonly serial: string;
  readonly lastFour: string;
  readonly status: ClaimCodeStatus;
  readonly expiresAt: Date | null;
  readonly claimedAt: Date | null;
  readonly createdAt: Date;
}

/**
 * Claim codes, newest first.
 * @param now what EXPIRED is told by; it is never stored
 */
export function claimCodeListAt(now: Date): ListDefinition {
  const status = statusAt(now);
  return defineList({
    from: 'claim_code c join device d on d.id = c.device_id',
    columns: {
      id: 'c.id',
      deviceId: 'c.device_id',
      serial: 'd.serial',
      lastFour: 'c.last_four',
      status,
      expiresAt: 'c.expires_at',
      claimedAt: 'c.claimed_at',
      createdAt: 'c.created_at',
    },
    fields: {
      deviceId: { column: 'c.device_id', type: 'id', notNull: true },
      serial: { column: 'd.serial', type: 'text', notNull: true },
      status: { column: status, type: 'enum', notNull: true },
      expiresAt: { column: 'c.expires_at', type: 'time' },
      claimedAt: { column: 'c.claimed_at', type: 'time' },
      createdAt: { column: 'c.created_at', type: 'time', notNull: true },
    },
    defaultSort: [{ field: 'createdAt', direction: 'DESC' }],
    tieBreak: 'c.id',
  });
}

/** The condition of the codes that have this status at `now`. */
export function hasClaimCodeStatus(status: ClaimCodeStatus, now: Date): SqlFragment {
  return sql`${trustedSql(statusAt(now))} = ${status}`;
}

function statusAt(now: Date): string {
  return `(case when c.status = 'AVAILABLE' and c.expires_at <= '${now.toISOString()}'::timestamptz
    then 'EXPIRED' else c.status end)`;
}
