import { findNetworkSignIns, storeFailedSignIns } from '../../persistence/auth/sign-in-network-repository.ts';
import type { AuditDetail, Context } from '../kernel/operation.ts';
import { applyWrongPassword, delayedUntil, type SignIns } from './login-rules.ts';

/** Maximum entries per account or network and minute, so that failures do not flood the log. */
const FAILURE_ENTRIES_PER_MINUTE = 10;

/** The id of no admin. A sign-in to an unknown account executes the same statements with it. */
export const UNKNOWN_ADMIN_ID = '00000000-0000-0000-0000-000000000000';

/** The fields of an admin's locked row that a sign-in depends on. */
interface LockedAccount {
  readonly id: string;
  readonly failedLogins: number;
  readonly loginBlockedUntil?: Date | null;
}

type Scope = Pick<Context, 'em' | 'now' | 'call' | 'runtime' | 'audit'>;

/** Reads the failed sign-ins of an account under its admin's lock, so that no two attempts decide on the same count. */
export async function readSignIns({ em, call }: Scope, admin: LockedAccount | null): Promise<SignIns> {
  const network = await findNetworkSignIns(em, admin?.id ?? UNKNOWN_ADMIN_ID, call.network);
  return {
    account: { failures: admin?.failedLogins ?? 0, blockedUntil: admin?.loginBlockedUntil ?? null },
    network: network ?? { failures: 0, blockedUntil: null, signedInAt: null },
  };
}

/**
 * Counts a failed sign-in, starts its delay and writes a `loginFailed` entry.
 * @param wrong true if the password was compared and did not match
 * @param actor the signed-in admin, if there is one
 */
export async function recordFailedSignIn(
  scope: Scope,
  admin: LockedAccount | null,
  signIns: SignIns,
  wrong: boolean,
  actor: NonNullable<AuditDetail['actor']> = { type: 'PUBLIC', id: null, label: null },
): Promise<void> {
  const { em, now, call, runtime, audit } = scope;
  const until = delayedUntil(signIns, now);
  const delayed = { ...signIns, network: { ...signIns.network, blockedUntil: until ?? signIns.network.blockedUntil } };
  const after = wrong && !until ? applyWrongPassword(signIns, now) : delayed;
  await storeFailedSignIns(em, admin?.id ?? UNKNOWN_ADMIN_ID, call.network, after, now);
  const key = admin ? `admin:${admin.id}` : `ip:${call.network}`;
  const { exceeded } = await runtime.limits.consume(`loginFailed:${key}`, FAILURE_ENTRIES_PER_MINUTE);
  if (exceeded) return;
  audit({ action: 'loginFailed', actor, ...(admin ? { target: { kind: 'Admin', id: admin.id } } : {}) });
}
