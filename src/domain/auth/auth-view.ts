import { viewOf } from '../../model/record.ts';
import { SessionRecord, type SessionView } from '../../model/records/session.ts';
import type { SessionListRow } from '../../persistence/auth/session-repository.ts';

/** The view of one session of the signed-in admin. */
export function viewSession(session: SessionListRow, currentId: string): SessionView {
  return viewOf(SessionRecord, { ...session, current: session.id === currentId });
}
