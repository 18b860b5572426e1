import type { ClaimCodeStatus, CodeStatus } from '../../model/enums.ts';
import { ClaimCodeStateRecord } from '../../model/records/pairing.ts';
import { claimCodeHash, normalizeClaimCode } from '../devices/index.ts';
import { findCode } from '../devices/store.ts';
import { everyone } from '../kernel/access.ts';
import { rateLimited } from '../kernel/errors.ts';
import { described, fields, verbatim } from '../kernel/input.ts';
import { operation, type Runtime } from '../kernel/operation.ts';

/** Unknown codes per minute from all callers together: enough for typing errors, too few for a search. */
const UNKNOWN_PER_MINUTE = 600;

const SHOWN: Readonly<Record<ClaimCodeStatus, CodeStatus>> = {
  AVAILABLE: 'AVAILABLE',
  CLAIMED: 'CLAIMED',
  EXPIRED: 'EXPIRED',
  // A replaced code is reported as unknown.
  VOID: 'UNKNOWN',
};

export const getCodeStatus = operation({
  name: 'getCodeStatus',
  summary: 'Tells whether a claim code can still be used, but not which device it belongs to.',
  access: everyone(),
  limit: 8,
  effect: 'write',
  alwaysAuthorized: true,
  answers: ClaimCodeStateRecord,
  input: fields({
    claimCode: described(verbatim(16), 'The claim code on the label; upper and lower case are the same.'),
  }),
  async handle({ em, now, keys, runtime, unchanged }, { claimCode }) {
    requireBudget(runtime);
    const code = normalizeClaimCode(claimCode);
    const found = code ? await findCode(em, claimCodeHash(keys, code), now) : undefined;
    const status = found ? SHOWN[found.status] : 'UNKNOWN';
    if (status === 'UNKNOWN') await spendBudget(runtime);
    return unchanged({ status });
  },
});

/** The end of the current refusal, when the budget is available again. */
const budget = { create: () => ({ spentUntil: new Date(0) }) };

/** Refuses everyone while the budget is used up: a single hit would reveal a valid code. */
function requireBudget(runtime: Runtime): void {
  const leftMs = runtime.state.of(budget).spentUntil.getTime() - runtime.clock.now().getTime();
  if (leftMs > 0) throw rateLimited(Math.ceil(leftMs / 1000));
}

async function spendBudget(runtime: Runtime): Promise<void> {
  const { exceeded, resetSeconds } = await runtime.limits.consume('getCodeStatus:unknown', UNKNOWN_PER_MINUTE);
  if (!exceeded) return;
  runtime.state.of(budget).spentUntil = new Date(runtime.clock.now().getTime() + resetSeconds * 1000);
  throw rateLimited(resetSeconds);
}
