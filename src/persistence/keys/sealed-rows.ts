import type { Queryable } from '../../model/ports.ts';
import { execute, row, rows } from '../sql/query.ts';

/**
 * The kid of the key that sealed a row: behind the version and the length of the kid (src/domain/formats/secret-box.ts); empty where the bytes are too
 * few. Indexes have the same expression.
 */
const KEK = String.raw`substring(sealed from 3 for get_byte(sealed || '\x0000'::bytea, 1))`;
const PASSWORD_KEK = KEK.replaceAll('sealed', 'initial_password');

/** What is sealed. A retired secret and a void code are never opened again. */
const SEALED = {
  device_secret: `state <> 'RETIRED'`,
  claim_code: `status <> 'VOID'`,
} as const;
export type SealedTable = keyof typeof SEALED;
export const SEALED_TABLES = Object.keys(SEALED) as readonly SealedTable[];

/** How many rows a key-encryption key has sealed. */
interface SealedCount {
  readonly kid: string;
  readonly rows: number;
}

/** The rows of each key-encryption key. It reads all entries of an index: seconds for a million devices. */
export function countSealed(db: Queryable): Promise<SealedCount[]> {
  const counts = SEALED_TABLES.map(
    (table) => `select ${KEK} as kek, count(*) from ${table} where ${SEALED[table]} group by 1`,
  );
  const password = `select ${PASSWORD_KEK}, 1 from admin where initial_password is not null`;
  return rows(
    db,
    `select encode(kek, 'escape') as kid, sum(count)::int as rows from (${[...counts, password].join(' union all ')}) sealed
      where kek <> '' group by 1 order by 1`,
  );
}

/** The kids of the key-encryption keys that rows need; it takes one step in an index for each. PostgreSQL 15 has no min() of bytes. */
export async function findSealingKeks(db: Queryable): Promise<string[]> {
  const found = await Promise.all(
    SEALED_TABLES.map((table) =>
      rows<{ kid: string }>(
        db,
        `with recursive found as (
           (select ${KEK} as kek from ${table} where ${SEALED[table]} order by 1 limit 1)
           union all
           select (select ${KEK} from ${table} where ${SEALED[table]} and ${KEK} > found.kek order by 1 limit 1) from found where found.kek is not null
         ) select encode(kek, 'escape') as kid from found where kek <> ''`,
      ),
    ),
  );
  return [...new Set(found.flat().map(({ kid }) => kid))];
}

/** A sealed row with what its seal is bound to. */
export interface SealedRow {
  readonly id: string;
  readonly deviceId: string;
  readonly serial: string;
  readonly sealed: Buffer;
  /** Of a secret. */
  readonly version: number;
  /** Of a code. */
  readonly codeHash: Buffer;
}

const OWN_COLUMNS = {
  device_secret: 'r.version',
  claim_code: 'r.code_hash as "codeHash"',
} as const satisfies Record<SealedTable, string>;

/**
 * The next sealed rows in the order of their ids.
 * @param kid of one key-encryption key; undefined for all rows
 * @param after the id of the last row that was read; undefined at first
 */
export function readSealed(
  db: Queryable,
  table: SealedTable,
  { kid, after, take }: { readonly kid?: string; readonly after: string | undefined; readonly take: number },
): Promise<SealedRow[]> {
  const ofKey = kid === undefined ? '$3::bytea is null' : `${KEK} = $3`;
  return rows(
    db,
    `select r.id, r.device_id as "deviceId", d.serial, r.sealed, ${OWN_COLUMNS[table]}
       from (select * from ${table} where ${SEALED[table]} and ($1::uuid is null or id > $1) and ${ofKey} order by id limit $2) r
       join device d on d.id = r.device_id order by r.id`,
    [after ?? null, take, kid === undefined ? null : Buffer.from(kid)],
  );
}

/** A row sealed again; only the row that still is as it was read is replaced. */
export interface ResealedRow {
  readonly id: string;
  readonly was: Buffer;
  readonly sealed: Buffer;
  /** The look-up hash of a code. */
  readonly codeHash?: Buffer;
}

/** Replaces seals in one statement. @returns the number of replaced rows */
export function replaceSealed(db: Queryable, table: SealedTable, changed: readonly ResealedRow[]): Promise<number> {
  const hash = table === 'claim_code' ? ', code_hash = c.code_hash' : '';
  return execute(
    db,
    `update ${table} r set sealed = c.sealed${hash}
       from unnest($1::uuid[], $2::bytea[], $3::bytea[], $4::bytea[]) as c (id, was, sealed, code_hash)
      where r.id = c.id and r.sealed = c.was`,
    [
      changed.map(({ id }) => id),
      changed.map(({ was }) => was),
      changed.map(({ sealed }) => sealed),
      changed.map(({ codeHash }) => codeHash ?? null),
    ],
  );
}

/** The number of rows that a pass over a table reads. */
export async function countRows(db: Queryable, table: SealedTable): Promise<number> {
  return (
    (await row<{ count: number }>(db, `select count(*)::int as count from ${table} where ${SEALED[table]}`))?.count ?? 0
  );
}

/** Ends what a lost key has sealed: secrets are retired, codes void, the first admin's generated password is not shown again. */
export async function endSealed(db: Queryable, kid: string): Promise<void> {
  const kek = [Buffer.from(kid)];
  await execute(db, `update device_secret set state = 'RETIRED' where ${SEALED.device_secret} and ${KEK} = $1`, kek);
  await execute(db, `update claim_code set status = 'VOID' where ${SEALED.claim_code} and ${KEK} = $1`, kek);
  await execute(db, `update admin set initial_password = null where ${PASSWORD_KEK} = $1`, kek);
}

/** Generated passwords that nobody has used, which their hash is bound to. */
export function readInitialPasswords(db: Queryable): Promise<{ id: string; sealed: Buffer; passwordHash: string }[]> {
  return rows(
    db,
    `select id, initial_password as sealed, password_hash as "passwordHash" from admin where initial_password is not null`,
  );
}

/** Replaces the seal of a generated password, unless it was used meanwhile. */
export function replaceInitialPassword(db: Queryable, id: string, was: Buffer, sealed: Buffer): Promise<number> {
  return execute(db, 'update admin set initial_password = $3 where id = $1 and initial_password = $2', [
    id,
    was,
    sealed,
  ]);
}

/** The newest claim code that is not void, to compare its hash with a pepper. */
export function findNewestCode(db: Queryable): Promise<SealedRow | undefined> {
  return row(
    db,
    `select r.id, r.device_id as "deviceId", d.serial, r.sealed, r.code_hash as "codeHash"
       from claim_code r join device d on d.id = r.device_id where r.status <> 'VOID' order by r.created_at desc, r.id desc limit 1`,
  );
}
