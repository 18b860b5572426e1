import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { type AdminOption, AdminOptionRecord } from '../../model/records/admin.ts';
import { nameOrder } from '../lists/list-text.ts';
import { selectList } from '../lists/record-list.ts';
import { execute, row, rows } from '../sql/query.ts';
import { sql, textOf } from '../sql/sql.ts';
import { Admin, type AdminRow } from './admin.entity.ts';

/** Locks an admin for update until the transaction ends. */
export async function lockAdmin(em: EntityManager, id: string): Promise<AdminRow | null> {
  return em.findOne(Admin, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
}

/**
 * Locks all ACTIVE super admins for update, in the order of their ids.
 * @returns their ids, on which "at least one remains" is decided
 */
export async function lockActiveSuperAdmins(em: EntityManager): Promise<string[]> {
  const found = await rows<{ id: string }>(
    em,
    `select id from admin where role = 'SUPER_ADMIN' and status = 'ACTIVE' order by id for update`,
  );
  return found.map(({ id }) => id);
}

/** The fields of an account that are read before its password is compared. */
export interface Account {
  readonly id: string;
  readonly passwordHash: string;
  /** True if the account has signed in from the network before. */
  readonly networkIsKnown: boolean;
}

/**
 * Reads the account with this e-mail address, without a lock.
 * @param knownSince a sign-in after this timestamp makes a network known
 */
export async function findAccount(
  em: EntityManager,
  email: string,
  network: string,
  knownSince: Date,
): Promise<Account | undefined> {
  return row(
    em,
    `select a.id, a.password_hash as "passwordHash",
            exists (select 1 from sign_in_network n
                     where n.admin_id = a.id and n.network = $2 and n.signed_in_at > $3) as "networkIsKnown"
       from admin a where a.email = $1`,
    [email, network, knownSince],
  );
}

/** Reads the password hash of an admin, without a lock. */
export async function findPasswordHash(em: EntityManager, id: string): Promise<string | undefined> {
  return (await row<{ hash: string }>(em, 'select password_hash as hash from admin where id = $1', [id]))?.hash;
}

export async function hasAdmins(em: EntityManager): Promise<boolean> {
  return (await row(em, 'select 1 from admin limit 1')) !== undefined;
}

/** The ACTIVE admins, by name. */
export function listAdminOptions(em: EntityManager): Promise<AdminOption[]> {
  return rows(
    em,
    `select ${optionColumns} from admin a where a.status = 'ACTIVE' order by ${textOf(nameOrder(sql`a.name`))}, a.id limit 1000`,
  );
}

const optionColumns = selectList(AdminOptionRecord, 'a');

/** Admins whose generated password has not been used yet. */
export function findInitialPasswords(
  em: EntityManager,
): Promise<{ email: string; passwordHash: string; sealed: Buffer }[]> {
  return rows(
    em,
    `select email, password_hash as "passwordHash", initial_password as sealed from admin
      where initial_password is not null and status = 'ACTIVE' order by id`,
  );
}

/**
 * Records a login, and removes the account's failed logins and the generated password, which has been received. The
 * revision is unchanged, because signing in does not change the record.
 */
export async function recordLogin(em: EntityManager, id: string, now: Date): Promise<void> {
  await execute(
    em,
    `update admin set failed_logins = 0, login_blocked_until = null, last_login_at = $2, initial_password = null
      where id = $1`,
    [id, now],
  );
}
