import type { EntityManager } from '@mikro-orm/postgresql';
import type { GrantState } from '../../model/enums.ts';
import type { GrantView } from '../../model/records/maintenance-grant.ts';
import { newId } from '../columns.ts';
import { execute, row, rows } from '../sql/query.ts';
import { CONSUME_GRANTS } from './consume-grants.ts';

export interface NewGrant extends Omit<GrantView, 'id' | 'state' | 'consumedAt'> {
  readonly deviceId: string;
  readonly issuedBy: string;
}

/** Adds a grant; neither its device nor its board may have another open one. @returns its id */
export async function insertGrant(em: EntityManager, grant: NewGrant): Promise<string> {
  const id = newId();
  await execute(
    em,
    `insert into maintenance_grant (id, release_id, device_id, mac, purpose, state, issued_by, issued_at, expires_at)
     values ($1, $2, $3, $4, $5, 'ISSUED', $6, $7, $8)`,
    [id, grant.releaseId, grant.deviceId, grant.mac, grant.purpose, grant.issuedBy, grant.issuedAt, grant.expiresAt],
  );
  return id;
}

/**
 * Closes the open grants of a device or a board: EXPIRED if they have expired, else SUPERSEDED.
 * @returns the superseded grants
 */
export async function supersedeGrants(em: EntityManager, deviceId: string, mac: string, now: Date): Promise<string[]> {
  const closed = await rows<{ id: string; state: GrantState }>(
    em,
    `update maintenance_grant set state = case when expires_at <= $3 then 'EXPIRED' else 'SUPERSEDED' end
      where state = 'ISSUED' and (device_id = $1 or mac = $2) returning id, state`,
    [deviceId, mac, now],
  );
  return closed.filter(({ state }) => state === 'SUPERSEDED').map(({ id }) => id);
}

/** The serial of another device whose identity this board got by a grant; undefined if there is none. */
export async function findSerialOfBoard(em: EntityManager, mac: string, deviceId: string): Promise<string | undefined> {
  const found = await row<{ serial: string }>(
    em,
    `select d.serial from maintenance_grant g join device d on d.id = g.device_id
      where g.mac = $1 and g.state = 'CONSUMED' and g.device_id <> $2 order by g.consumed_at desc, g.id desc limit 1`,
    [mac, deviceId],
  );
  return found?.serial;
}

/** Consumes the open grant of a locked device that has proved itself with a new secret. */
export async function consumeGrants(em: EntityManager, deviceId: string, now: Date): Promise<void> {
  await execute(em, CONSUME_GRANTS, [deviceId, now]);
}

/** Closes expired grants. @returns the number of closed ones */
export function expireGrants(em: EntityManager, now: Date): Promise<number> {
  return execute(em, `update maintenance_grant set state = 'EXPIRED' where state = 'ISSUED' and expires_at <= $1`, [
    now,
  ]);
}
