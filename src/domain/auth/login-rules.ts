import type { FailedSignIns, NetworkSignIns } from '../../persistence/auth/sign-in-network-repository.ts';

/** Lifetime of a session, not sliding (contract: Limits). */
export const SESSION_LIFETIME_MS = 12 * 60 * 60 * 1000;

/** A network counts as known for this long after a successful sign-in. */
const KNOWN_FOR_MS = 90 * 24 * 60 * 60 * 1000;
/** Failed sign-ins expire after this long without another; much longer than any delay. */
const FORGOTTEN_AFTER_MS = 60 * 60 * 1000;

/** Failures at one network without a delay: people mistype. */
const FREE_FAILURES = 4;
const MAX_NETWORK_DELAY_MS = 30_000;
/** Failures over all networks without a delay: teams behind several networks mistype, too. */
const FREE_ACCOUNT_FAILURES = 20;
/** The delay for new networks doubles after each further number of failures. */
const FAILURES_PER_DOUBLING = 10;
const MAX_ACCOUNT_DELAY_MS = 60_000;

/** Failed sign-ins of an account, over all networks and at the current one. */
export interface SignIns {
  readonly account: FailedSignIns;
  readonly network: NetworkSignIns;
}

/** A sign-in after this timestamp makes its network known. */
export function knownSince(now: Date): Date {
  return new Date(now.getTime() - KNOWN_FOR_MS);
}

/** Failed sign-ins before this timestamp have expired. */
export function idleSince(now: Date): Date {
  return new Date(now.getTime() - FORGOTTEN_AFTER_MS);
}

/**
 * The end of the delay in which every sign-in fails, whatever its password; null if the password decides.
 *
 * Each network has its own delay. While an account is under attack from many networks, a network that is new to it
 * waits before its first attempt too, counted from that attempt: attacks from elsewhere cannot extend the owner's
 * delay.
 */
export function delayedUntil({ account, network }: SignIns, now: Date): Date | null {
  if (isAhead(network.blockedUntil, now, MAX_ACCOUNT_DELAY_MS)) return network.blockedUntil;
  const hasWaited = network.blockedUntil !== null;
  if (hasWaited || isKnown(network, now)) return null;
  if (!isAhead(account.blockedUntil, now, MAX_ACCOUNT_DELAY_MS)) return null;
  return new Date(now.getTime() + accountDelayMs(account.failures));
}

/** The counts and delays after a wrong password. */
export function applyWrongPassword({ account, network }: SignIns, now: Date): SignIns {
  const failures = network.failures + 1;
  const known = isKnown(network, now);
  // Only the first FREE_FAILURES of a network count for the account: one attacker alone never delays other networks.
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

/** Starts later and grows more slowly: 1 s, 2 s, 4 s and so on to 60 s. */
function accountDelayMs(failures: number): number {
  if (failures <= FREE_ACCOUNT_FAILURES) return 0;
  const doublings = Math.floor((failures - FREE_ACCOUNT_FAILURES - 1) / FAILURES_PER_DOUBLING);
  return Math.min(1000 * 2 ** doublings, MAX_ACCOUNT_DELAY_MS);
}

function isKnown({ signedInAt }: NetworkSignIns, now: Date): boolean {
  return signedInAt !== null && signedInAt > knownSince(now);
}

/** An end beyond the longest delay was written by an instance with a wrong clock, and is ignored. */
function isAhead(until: Date | null, now: Date, longestMs: number): until is Date {
  if (!until) return false;
  const leftMs = until.getTime() - now.getTime();
  return leftMs > 0 && leftMs <= longestMs;
}

function after(delayMs: number, now: Date): Date | null {
  return delayMs === 0 ? null : new Date(now.getTime() + delayMs);
}
