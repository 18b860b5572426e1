import type { Queryable } from '../../model/ports.ts';
import { row } from '../sql/query.ts';

interface IssuerQuestion {
  readonly kid: string;
  /** The other keys of the issuer that stay. */
  readonly others: readonly string[];
  /** The key of rows from before keys were recorded. */
  readonly first: string;
}

async function count(db: Queryable, text: string, values: readonly unknown[]): Promise<number> {
  return (await row<{ count: number }>(db, `select count(*)::int as count ${text}`, values))?.count ?? 0;
}

/** Devices whose envelope had this key and none of the others. */
export function countTrustingDevices(db: Queryable, { kid, others, first }: IssuerQuestion): Promise<number> {
  return count(
    db,
    `from device_secret s join provisioning_envelope e on e.device_id = s.device_id and e.secret_version = s.version
      where s.state <> 'RETIRED' and $1::text = any(coalesce(e.issuers, array[$3::text]))
        and not coalesce(e.issuers, array[$3::text]) && $2::text[]`,
    [kid, others, first],
  );
}

/** @param usableSince a credential that expired before can no longer be refreshed */
export function countCredentials(db: Queryable, { kid, first }: IssuerQuestion, usableSince: Date): Promise<number> {
  return count(
    db,
    `from pairing where revoked_at is null and expires_at > $3
        and (coalesce(issuer, $2) = $1 or previous_credential_id is not null and coalesce(previous_issuer, $2) = $1)`,
    [kid, first, usableSince],
  );
}

/** Grants that a board can still accept: it is not recorded who signed them, since they live for minutes. */
export function countOpenGrants(db: Queryable, now: Date): Promise<number> {
  return count(db, `from maintenance_grant where state = 'ISSUED' and expires_at > $1`, [now]);
}

/** Live credentials that none of these keys verifies. */
export function countUnverifiable(db: Queryable, kids: readonly string[], now: Date): Promise<number> {
  return count(db, 'from pairing where revoked_at is null and expires_at > $2 and not issuer = any($1::text[])', [
    kids,
    now,
  ]);
}
