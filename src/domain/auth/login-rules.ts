import type { FailedSignIns, NetworkSignIns } from '../../persistence/auth/sign-in-network-repository.ts';

/** How long a session lasts, not sliding (contract: Limits). */
export const SESSION_LIFETIME_MS = 12 * 60 * 60 * 1000;

/** A network is known to an account for so long after a successful sign-in. */
const KNOWN_FOR_MS = 90 * 24 * 60 * 60 * 1000;
/** Failed sign-ins are forgotten after so long without another; much longer than any delay. */
const FORGOTTEN_AFTER_MS = 60 * 60 * 1000;

/** Failures at one network that cost nothing yet: people mistype. */
const FREE_FAILURES = 4;
const MAX_NETWORK_DELAY_MS = 30_000;
/** Failures over all networks that cost nothing yet: a team behind several networks mistypes, too. */
const FREE_ACCOUNT_FAILURES = 20;
/** The delay for new networks doubles with each so many failures more. */
const FAILURES_PER_DOUBLING = 10;
const MAX_ACCOUNT_DELAY_MS = 60_000;

/** Failed sign-ins of an account, over all networks and at the one that is used now. */
export interface SignIns {
  readonly account: FailedSignIns;
  readonly network: NetworkSignIns;
}

/** A sign-in after this makes its network known. */
export function knownSince(now: Date): Date {
  return new Date(now.getTime() - KNOWN_FOR_MS);
}

/** Failed sign-ins before this are forgotten. */
export function idleSince(now: Date): Date {
  return new Date(now.getTime() - FORGOTTEN_AFTER_MS);
}

/**
 * Until when a sign-in is refused whatever its password is; null when the password decides.
 *
 * Each network waits for itself. While an account is attacked from many networks, one that is new to it waits before its
 * first attempt as well, counted from that attempt: whoever goes on elsewhere cannot make the owner wait longer.
 */
export function delayedUntil({ account, network }: SignIns, now: Date): Date | null {
  if (isAhead(network.blockedUntil, now, MAX_ACCOUNT_DELAY_MS)) return network.blockedUntil;
  const hasWaited = network.blockedUntil !== null;
  if (hasWaited || isKnown(network, now)) return null;
  if (!isAhead(account.blockedUntil, now, MAX_ACCOUNT_DELAY_MS)) return null;
  return new Date(now.getTime() + accountDelayMs(account.failures));
}

/** What follows from a wrong password. */
export function afterWrongPassword({ account, network }: SignIns, now: Date): SignIns {
  const failures = network.failures + 1;
  const known = isKnown(network, now);
  // Only the free failures of a network count for the account: one stranger alone never delays other networks.
  const counts = !known && failures <= FREE_FAILURES;
  const accountFailures = account.failures + (counts ? 1 : 0);
  const accountBlockedUntil = counts ? after(accountDelayMs(accountFailures), now) : account.blockedUntil;
  const newNetworksWait = !known && isAhead(accountBlockedUntil, now, MAX_ACCOUNT_DELAY_MS);
  const delayMs = Math.max(networkDelayMs(failures), newNetworksWait ? accountDelayMs(accountFailures) : 0);
  return {
    account: { failures: accountFailures, blockedUntil: accountBlockedUntil },
    network: { ...network, failures, blockedUntil: after(delayMs, now) },
  };
}

/** 1 s, 2 s, 4 s and so on to 30 s. */
function networkDelayMs(failures: number): number {
  if (failures <= FREE_FAILURES) return 0;
  return Math.min(1000 * 2 ** (failures - FREE_FAILURES - 1), MAX_NETWORK_DELAY_MS);
}

/** Later and slower: 1 s, 2 s, 4 s and so on to 60 s. */
function accountDelayMs(failures: number): number {
  if (failures <= FREE_ACCOUNT_FAILURES) return 0;
  const doublings = Math.floor((failures - FREE_ACCOUNT_FAILURES - 1) / FAILURES_PER_DOUBLING);
  return Math.min(1000 * 2 ** doublings, MAX_ACCOUNT_DELAY_MS);
}

function isKnown({ signedInAt }: NetworkSignIns, now: Date): boolean {
  return signedInAt !== null && signedInAt > knownSince(now);
}

/** No delay is longer than the longest: an end beyond it was written by an instance whose clock was wrong. */
function isAhead(until: Date | null, now: Date, longestMs: number): until is Date {
  if (!until) return false;
  const leftMs = until.getTime() - now.getTime();
  return leftMs > 0 && leftMs <= longestMs;
}

function after(delayMs: number, now: Date): Date | null {
  return delayMs === 0 ? null : new Date(now.getTime() + delayMs);
}
