import type { AdminRole } from '../../model/enums.ts';
import type { SessionListRow } from '../../persistence/auth/session-repository.ts';

export interface SignedInAdmin {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: AdminRole;
  readonly mustChangePassword: boolean;
}

/** One session of the signed-in admin. */
export interface SessionView {
  readonly id: string;
  readonly current: boolean;
  readonly ip: string;
  readonly userAgent: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export function viewSession(session: SessionListRow, currentId: string): SessionView {
  return {
    id: session.id,
    current: session.id === currentId,
    ip: session.ip,
    userAgent: session.userAgent,
    createdAt: session.createdAt,
    expiresAt: session.expiresAt,
  };
}
