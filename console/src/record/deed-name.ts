import type { AuditAction } from '../api/generated/enums.ts';
import { auditActions, auditMoves } from '../text/audit-actions.ts';
import type { Text } from '../text/index.tsx';
import { say } from '../text/triple.ts';

/** What an entry of the audit log says that was done. */
export interface Deed {
  readonly action: AuditAction;
  /** By field, each with what it was and what it is. */
  readonly changes?: unknown;
}

/** What was done, in the words of the button that did it where they follow from what changed: a release is paused, not moved. */
export function deedName({ action, changes }: Deed, { language }: Pick<Text, 'language'>): string {
  const moves = auditMoves[action];
  const move =
    moves &&
    movesIn(changes)
      .map((name) => moves[name])
      .find((known) => known !== undefined);
  return say(move ?? auditActions[action], language);
}

/** The most exact name first. */
function movesIn(changes: unknown): readonly string[] {
  const { status, lifecycle, rolloutPercentage } = Object(changes) as Readonly<Record<string, unknown>>;
  const { from, to } = Object(status ?? lifecycle) as { readonly from?: unknown; readonly to?: unknown };
  if (to !== undefined) return [`${from}>${to}`, `${to}`];
  return rolloutPercentage === undefined ? [] : ['percentage'];
}
