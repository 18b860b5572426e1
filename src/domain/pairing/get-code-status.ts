import type { ClaimCodeStatus, CodeStatus } from '../../model/enums.ts';
import { ClaimCodeStateRecord } from '../../model/records/pairing.ts';
import { claimCodeHashes, normalizeClaimCode } from '../devices/index.ts';
import { findCode } from '../devices/store.ts';
import { everyone } from '../kernel/access.ts';
import { described, fields, verbatim } from '../kernel/input.ts';
import { operation } from '../kernel/operation.ts';

const SHOWN: Readonly<Record<ClaimCodeStatus, CodeStatus>> = {
  AVAILABLE: 'AVAILABLE',
  CLAIMED: 'CLAIMED',
  EXPIRED: 'EXPIRED',
  // A replaced code is reported as unknown.
  VOID: 'UNKNOWN',
};

/**
 * The limit for each address is the only limit: a code has 120 random bits, so a million addresses that guess for a year find
 * none, and strangers could use up a budget that callers share.
 */
export const getCodeStatus = operation({
  name: 'getCodeStatus',
  summary: 'Tells whether a claim code can still be used, but not which device it belongs to.',
  access: everyone(),
  admission: { alwaysAuthorized: true },
  limit: 8,
  effect: 'write',
  answers: ClaimCodeStateRecord,
  input: fields({
    claimCode: described(
      verbatim(16),
      'The claim code on the label, as it was typed, pasted or scanned: any case, dashes, spaces and look-alikes of its letters; or the text of the label’s QR code.',
    ),
  }),
  async handle({ em, now, keys, unchanged }, { claimCode }) {
    const code = normalizeClaimCode(claimCode);
    const found = code ? await findCode(em, claimCodeHashes(keys, code), now) : undefined;
    return unchanged({ status: found ? SHOWN[found.status] : 'UNKNOWN' });
  },
});
