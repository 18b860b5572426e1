import type { EntityManager } from '@mikro-orm/postgresql';
import type { Keys } from '../../model/ports.ts';
import { findKeyProblems, type KeyProblems } from './key-needs.ts';

/**
 * Compares the keys with the rows at the start: a row that no key opens would be an error of each call that reads it.
 * @throws Error that names the missing keys, with the rows of each and the remedy
 */
export async function requireKeys(
  em: EntityManager,
  keys: Keys,
  now: Date,
  warn: (message: string) => void,
): Promise<void> {
  const problems = await findKeyProblems(em, keys, now);
  const missing = missingKeys(problems);
  if (missing) throw new Error(missing);
  for (const warning of keyWarnings(problems)) warn(warning);
}

/** The key-encryption keys that rows need and that are not here, with the remedy; undefined if all are here. */
export function missingKeys({ missing }: KeyProblems): string | undefined {
  if (missing.length === 0) return undefined;
  const list = missing.map(({ kid, rows }) => `${kid} (${rows} rows)`).join(', ');
  return `Key-encryption keys are missing: the database has device secrets and claim codes that ${list} sealed. Add them to KEY_ENCRYPTION_KEYS or the file key-encryption-keys of DATA_DIR/keys, behind the current key. If one is lost for good: npx --no-install karvon keys retire encryption <id> --force ends what it sealed.`;
}

/** What the keys cannot do, in a line each. */
export function keyWarnings({ pepperUnknown, unverifiable }: KeyProblems): string[] {
  const warnings: string[] = [];
  if (pepperUnknown) {
    warnings.push(
      'CLAIM_CODE_PEPPER is not the one that the claim codes were hashed with, so that labels are unknown: put it back behind the current one, or run npx --no-install karvon keys reseal, which hashes all of them again',
    );
  }
  if (unverifiable > 0) {
    warnings.push(
      `${unverifiable} apps have credentials that no key of PAIRING_ISSUER_KEY has signed: they have to pair again, unless its key is put back behind the current one`,
    );
  }
  return warnings;
}
