import type { EntityManager } from '@mikro-orm/postgresql';
import type { KeyKind, Keys, SigningKey } from '../../model/ports.ts';
import {
  countCredentials,
  countOpenGrants,
  countTrustingDevices,
  countUnverifiable,
} from '../../persistence/keys/issuer-needs.ts';
import { countSealed, findSealingKeks, readSealed } from '../../persistence/keys/sealed-rows.ts';
import { claimCodeHash, openClaimCode } from '../devices/index.ts';
import { firstIssuer } from '../formats/jws.ts';
import { kidOf } from '../formats/secret-box.ts';
import { LATE_REFRESH_MS } from '../pairing/index.ts';
import { isPepperUnknown } from './reseal.ts';

const BATCH = 1_000;

/** What depends on a key: 12 `device secrets and claim codes`. */
interface KeyNeed {
  readonly what: string;
  readonly count: number;
}

/** What depends on a key of this installation; nothing if it can be retired. */
export async function needsOf(
  em: EntityManager,
  keys: Keys,
  kind: KeyKind,
  kid: string,
  now: Date,
): Promise<readonly KeyNeed[]> {
  const needs = await allNeeds(em, keys, kind, kid, now);
  return needs.filter(({ count }) => count > 0);
}

async function allNeeds(em: EntityManager, keys: Keys, kind: KeyKind, kid: string, now: Date): Promise<KeyNeed[]> {
  if (kind === 'encryption') {
    const sealed = (await countSealed(em)).find((found) => found.kid === kid);
    return [{ what: 'device secrets and claim codes that it has sealed', count: sealed?.rows ?? 0 }];
  }
  if (kind === 'pepper') {
    return [{ what: 'claim codes that the current pepper does not find', count: await countOtherHashes(em, keys) }];
  }
  const issuers = kind === 'pairing-issuer' ? keys.pairingIssuers : keys.grantIssuers;
  const question = questionOf(issuers, kid);
  const devices = { what: 'devices that have no other key of it', count: await countTrustingDevices(em, question) };
  if (kind === 'grant-issuer')
    return [{ what: 'grants that have not expired', count: await countOpenGrants(em, now) }, devices];
  const since = new Date(now.getTime() - LATE_REFRESH_MS);
  return [{ what: 'credentials that it has signed', count: await countCredentials(em, question, since) }, devices];
}

function questionOf(issuers: readonly SigningKey[], kid: string) {
  const others = issuers.flatMap((issuer) => (issuer.kid === kid ? [] : issuer.kid));
  return { kid, others, first: firstIssuer(issuers)?.kid ?? '' };
}

/** Opens every claim code: of a million, some ten seconds. */
async function countOtherHashes(em: EntityManager, keys: Keys): Promise<number> {
  let count = 0;
  let after: string | undefined;
  for (;;) {
    const codes = await readSealed(em, 'claim_code', { after, take: BATCH });
    count += codes.filter((code) => {
      const kid = keys.kek(kidOf(code.sealed));
      return kid && !claimCodeHash(keys, openClaimCode(keys, code.sealed, code)).equals(code.codeHash);
    }).length;
    if (codes.length < BATCH) return count;
    after = codes.at(-1)?.id;
  }
}

/** What the keys of this installation cannot do for its database. */
export interface KeyProblems {
  /** Key-encryption keys that rows need and that are not here, with their rows. */
  readonly missing: readonly { readonly kid: string; readonly rows: number }[];
  /** The newest claim code has another pepper than those that are here. */
  readonly pepperUnknown: boolean;
  /** Credentials of apps that no pairing issuer here has signed. */
  readonly unverifiable: number;
}

/** Compares the keys with the rows. It counts rows only if a key is missing. */
export async function findKeyProblems(em: EntityManager, keys: Keys, now: Date): Promise<KeyProblems> {
  const unknown = (await findSealingKeks(em)).filter((kid) => !keys.kek(kid));
  const counted = unknown.length > 0 ? await countSealed(em) : [];
  return {
    missing: counted.filter(({ kid }) => unknown.includes(kid)),
    pepperUnknown: await isPepperUnknown(em, keys),
    unverifiable: await countUnverifiable(
      em,
      keys.pairingIssuers.map(({ kid }) => kid),
      now,
    ),
  };
}
