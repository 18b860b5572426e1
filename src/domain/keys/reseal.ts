import type { EntityManager } from '@mikro-orm/postgresql';
import type { Keys } from '../../model/ports.ts';
import {
  countRows,
  countSealed,
  findNewestCode,
  type ResealedRow,
  readInitialPasswords,
  readSealed,
  replaceInitialPassword,
  replaceSealed,
  SEALED_TABLES,
  type SealedRow,
  type SealedTable,
} from '../../persistence/keys/sealed-rows.ts';
import {
  claimCodeHash,
  claimCodeHashes,
  openClaimCode,
  openDeviceSecret,
  sealClaimCode,
  sealDeviceSecret,
} from '../devices/index.ts';
import { kidOf, open, seal } from '../formats/secret-box.ts';

/** Rows of one statement, which takes some milliseconds. */
const BATCH = 500;

type SealKeys = Pick<Keys, 'currentKek' | 'kek' | 'claimCodePepper' | 'claimCodePeppers'>;

/** What a run did. */
interface Resealed {
  /** Rows that were sealed or hashed again. */
  readonly changed: number;
  /** Rows that no key here opens, or that were altered: they stay as they are. */
  readonly unopened: number;
}

/**
 * Seals everything with the current key-encryption key, and hashes claim codes with the current pepper. Each batch is one statement
 * that replaces only rows that are as they were read, so the service goes on, and a run that was ended is continued by the next one.
 * @param em a connection outside a transaction
 * @param progress called after each batch with the rows that were looked at, and those there are
 */
export async function reseal(
  em: EntityManager,
  keys: SealKeys,
  progress: (done: number, total: number) => void,
): Promise<Resealed> {
  const outdated = (await countSealed(em)).filter(({ kid }) => kid !== keys.currentKek.kid);
  const openable = outdated.filter(({ kid }) => keys.kek(kid));
  // Which pepper made a hash is not recorded: every code is hashed and compared.
  const hashes = keys.claimCodePeppers.length > 1 || (await isPepperUnknown(em, keys));
  const total = openable.reduce((sum, { rows }) => sum + rows, 0) + (hashes ? await countRows(em, 'claim_code') : 0);
  let done = 0;
  let changed = 0;
  let unopened = outdated.filter(({ kid }) => !keys.kek(kid)).reduce((sum, { rows }) => sum + rows, 0);

  async function pass(table: SealedTable, kid?: string): Promise<void> {
    let after: string | undefined;
    for (;;) {
      const found = await readSealed(em, table, { ...(kid !== undefined && { kid }), after, take: BATCH });
      const read = found.map((row) => again(keys, table, row));
      unopened += kid === undefined ? 0 : read.filter((row) => row === 'unopened').length;
      const rows = read.filter((row) => typeof row === 'object');
      if (rows.length > 0) changed += await replaceSealed(em, table, rows);
      done += found.length;
      progress(done, Math.max(done, total));
      if (found.length < BATCH) return;
      after = found.at(-1)?.id;
    }
  }

  for (const { kid } of openable) for (const table of SEALED_TABLES) await pass(table, kid);
  if (hashes) await pass('claim_code');
  for (const { id, sealed, passwordHash } of await readInitialPasswords(em)) {
    const password = opened(() => open(keys, sealed, passwordHash));
    if (password) changed += await replaceInitialPassword(em, id, sealed, seal(keys, password, passwordHash));
  }
  return { changed, unopened };
}

/** Whether the newest code is of a pepper that is not here: the codes themselves are sealed, so every hash can be made again. */
export async function isPepperUnknown(em: EntityManager, keys: SealKeys): Promise<boolean> {
  const code = await findNewestCode(em);
  if (!code) return false;
  const text = opened(() => openClaimCode(keys, code.sealed, code));
  return text !== undefined && !claimCodeHashes(keys, text).some((hash) => hash.equals(code.codeHash));
}

/** A row as it has to be; undefined if it is so already. */
function again(keys: SealKeys, table: SealedTable, row: SealedRow): ResealedRow | 'unopened' | undefined {
  const { id, sealed: was } = row;
  if (table === 'device_secret') {
    const binding = { ...row, secretVersion: row.version };
    const secret = opened(() => openDeviceSecret(keys, was, binding));
    return secret ? { id, was, sealed: sealDeviceSecret(keys, secret, binding) } : 'unopened';
  }
  const code = opened(() => openClaimCode(keys, was, row));
  if (code === undefined) return 'unopened';
  const codeHash = claimCodeHash(keys, code);
  const isCurrent = kidOf(was) === keys.currentKek.kid && codeHash.equals(row.codeHash);
  return isCurrent ? undefined : { id, was, sealed: sealClaimCode(keys, code, row), codeHash };
}

function opened<T>(open: () => T): T | undefined {
  try {
    return open();
  } catch {
    return undefined;
  }
}
