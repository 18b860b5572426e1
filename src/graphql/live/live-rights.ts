import type { AdminPrincipal } from '../../domain/kernel/access.ts';

/** All reads for live events together have the share of the database that one caller has: no caller delays those of another. */
export const LIVE_CALLER = 'live events';

/** The members of a caller that are equal for all who have the same rights, by `rightsKeyOf`. */
const RIGHTS: ReadonlySet<PropertyKey> = new Set(['kind', 'roles', 'mustChangePassword', 'serviceAccount', 'callerId']);
const RIGHTS_OF_ACCOUNT: ReadonlySet<PropertyKey> = new Set(['role']);

/** `await` reads this member of an object. */
const PROMISE_MEMBER = 'then';

/** Equal for callers who see the same in every field, as long as no field depends on their identity. */
export function rightsKeyOf({ roles, mustChangePassword, serviceAccount }: AdminPrincipal): string {
  return [...roles, serviceAccount ? 'TOKEN' : 'SESSION', mustChangePassword].join();
}

/**
 * The caller for resolvers whose result others may see: it has only the rights, which all of them share. Every other member
 * that is read, also a future one, is reported.
 * @param onIdentity the result is this caller's alone
 */
export function withRightsOnly(caller: AdminPrincipal, onIdentity: () => void): AdminPrincipal {
  const { serviceAccount } = caller;
  const shared = {
    ...caller,
    callerId: LIVE_CALLER,
    ...(serviceAccount ? { serviceAccount: reporting(serviceAccount, RIGHTS_OF_ACCOUNT, onIdentity) } : {}),
  };
  return reporting(shared, RIGHTS, onIdentity);
}

function reporting<T extends object>(target: T, known: ReadonlySet<PropertyKey>, report: () => void): T {
  return new Proxy(target, {
    get(of, name) {
      if (!known.has(name) && name !== PROMISE_MEMBER) report();
      return Reflect.get(of, name);
    },
    has(of, name) {
      report();
      return Reflect.has(of, name);
    },
    ownKeys(of) {
      report();
      return Reflect.ownKeys(of);
    },
    getOwnPropertyDescriptor(of, name) {
      report();
      return Reflect.getOwnPropertyDescriptor(of, name);
    },
  });
}
