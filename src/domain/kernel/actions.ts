import type { AdminRole } from '../../model/enums.ts';
import { type AdminPrincipal, mayCall, roleOutside } from './access.ts';
import { type DomainError, roleForbidden, sessionRequired } from './errors.ts';
import type { Operation } from './operation.ts';

/** The admin for whom the available actions of a record are listed. */
export type Viewer = Pick<AdminPrincipal, 'adminId' | 'roles' | 'serviceAccount'>;

/** A field of an operation's input that the state locks, with the error of a change of it. */
interface LockedField {
  readonly field: string;
  readonly error: DomainError;
}

/** An operation on a record in its present state. */
export interface RecordAction {
  readonly operation: Operation;
  /** The status that it leads to; null if it leads to none, or if other records decide it. */
  readonly to: string | null;
  /** The error that the rules of the operation return for this state; undefined if they allow it. */
  readonly error?: DomainError | undefined;
  /** The roles that may make this move; undefined if all roles of the operation may. */
  readonly roles?: readonly AdminRole[] | undefined;
  readonly lockedFields?: readonly LockedField[];
}

/** The part of an error that a viewer sees. It is no Error, because graphql-js throws a resolved Error. */
interface Reason extends Pick<DomainError, 'code' | 'messageId' | 'params'> {
  readonly reason: string;
}

/** An action as a viewer sees it. */
export interface AvailableAction extends Partial<Reason> {
  readonly operation: string;
  readonly to: string | null;
  readonly allowed: boolean;
  readonly blockedBy: 'ROLE' | 'STATE' | null;
  readonly lockedFields: readonly (Reason & { readonly field: string })[];
}

/** Decides in the order of `run`: the role first, then the state. */
export function availableTo(viewer: Viewer, action: RecordAction): AvailableAction {
  const { operation, to, error, roles, lockedFields = [] } = action;
  const { name, access } = operation;
  const shown = {
    operation: name,
    to,
    lockedFields: lockedFields.map(({ field, error: locked }) => ({ field, ...reasonOf(locked) })),
  };
  const callers = access.kind === 'admin' ? access.roles : [];
  const role = roleOutside(viewer, callers);
  if (role) {
    const refused = roleForbidden(role, { operation: name, roles: callers });
    return { ...shown, allowed: false, blockedBy: 'ROLE', ...reasonOf(refused) };
  }
  if (!mayCall(viewer, operation)) {
    return { ...shown, allowed: false, blockedBy: 'ROLE', ...reasonOf(sessionRequired(name)) };
  }
  const unfit = roles && roleOutside(viewer, roles);
  if (unfit) {
    const refused = error ?? roleForbidden(unfit, { operation: name, roles });
    return { ...shown, allowed: false, blockedBy: 'ROLE', ...reasonOf(refused) };
  }
  if (error) return { ...shown, allowed: false, blockedBy: 'STATE', ...reasonOf(error) };
  return { ...shown, allowed: true, blockedBy: null };
}

function reasonOf({ code, message, messageId, params }: DomainError): Reason {
  return { code, reason: message, messageId, params };
}

/**
 * The moves of an operation, except the one to the present status, which would change nothing.
 * @param targets the statuses that it leads to from anywhere
 */
export function movesTo<State extends string>(
  operation: Operation,
  targets: readonly State[],
  present: State,
  facts: (to: State) => Pick<RecordAction, 'error' | 'roles'>,
): RecordAction[] {
  return targets.filter((to) => to !== present).map((to) => ({ operation, to, ...facts(to) }));
}
