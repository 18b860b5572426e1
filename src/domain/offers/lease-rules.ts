import type { PastAttempt } from './offer-types.ts';

/** A device that was allowed to download holds one of the places this long, and a download this long after each report. */
export const LEASE_MS = 10 * 60_000;

/** A place that a device holds. */
export interface Lease {
  /** True once the device has reported that it began. */
  readonly used: boolean;
  /** How many of the device's leases on this offer passed before, unused. */
  readonly unusedLeases: number;
}

/**
 * Whether a lease takes a place from the requester. A download does. An offer gives way to a requester that let fewer leases
 * pass unused, so that devices that ask for ever and never begin cannot block those that would begin.
 * The same as SQL: `hasFreeLease` (offer-repository.ts).
 */
export function takesPlaceFrom(lease: Lease, requester: { readonly unusedLeases: number }): boolean {
  return lease.used || lease.unusedLeases <= requester.unusedLeases;
}

/**
 * How many leases a device has let pass, should it be offered this release now.
 * @param past its newest attempt at the release
 */
export function unusedLeasesOf(past: PastAttempt | undefined): number {
  if (past?.status !== 'AVAILABLE') return 0;
  return past.unusedLeases + (past.closed ? 0 : 1);
}
