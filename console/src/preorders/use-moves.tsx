import { notifications } from '@mantine/notifications';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useClient } from 'urql';
import { sentencePartsOf } from '../actions/reason.ts';
import type { PreorderStatus } from '../api/generated/enums.ts';
import type { PreorderCardFragment } from '../api/generated/operations.ts';
import { PreorderMovesDocument, SetPreorderStatusDocument } from '../api/generated/preorders-preorders.ts';
import { problemOf } from '../api/problem.ts';
import { useViewer } from '../session/use-session.ts';
import { useText } from '../text/index.tsx';
import { type Problem, type Sentence, sentenceOf } from '../text/problem.ts';
import { isForward, movesOf } from './statuses.ts';
import '../text/preorders.ts';

const MoveDialog = lazy(() => import('./move-dialog.tsx'));

/** A refusal names all steps that come first. */
const REFUSAL_MS = 12_000;

interface Asked {
  readonly card: PreorderCardFragment;
  readonly to: PreorderStatus;
  readonly problem?: Problem | undefined;
}

type Move = (card: PreorderCardFragment, to: PreorderStatus) => void;

interface Moves {
  /** A step forward is made at once; a step back and a cancellation open a form with a note. */
  readonly move: Move;
  /** The same for a column that was chosen without a look at what the card can do: it may be refused. */
  readonly drop: Move;
  readonly dialog: ReactNode;
}

/** Moves cards. @param onMoved the id of the card, and the columns that it concerns */
export function useMoves(onMoved: (id: string, statuses: readonly PreorderStatus[]) => void): Moves {
  const text = useText();
  const { t, word } = text;
  const client = useClient();
  const { admin } = useViewer();
  const [asked, setAsked] = useState<Asked>();

  const refuse = ({ number }: PreorderCardFragment, why: Sentence) =>
    notifications.show({ color: 'red', title: number, message: sentenceOf(why, text), autoClose: REFUSAL_MS });

  async function send(card: PreorderCardFragment, to: PreorderStatus, note?: string): Promise<void> {
    const { id, revision, number, status } = card;
    const { data, error } = await client
      .mutation(SetPreorderStatusDocument, { id, revision, input: { status: to, note: note || undefined } })
      .toPromise();
    const problem = problemOf(error);
    onMoved(id, [status, to]);
    // A note makes neither a step forward possible nor one that its state does not allow.
    const isMendable = problem && !isForward(status, to) && problem.code !== 'INVALID_TRANSITION';
    setAsked(isMendable ? { card, to, problem } : undefined);
    if (isMendable) return;
    if (problem) return void refuse(card, problem);
    const assigned = data?.setPreorderStatus?.preorder.assignedAdmin;
    const isTaken = assigned?.id === admin.id && card.assignedAdmin?.id !== admin.id;
    const moved = t('preorder.moved', { number, to: word('PreorderStatus', to) });
    notifications.show({ color: 'karvon', message: isTaken ? `${moved} · ${t('preorder.taken')}` : moved });
  }

  const move: Move = (card, to) => (isForward(card.status, to) ? void send(card, to) : setAsked({ card, to }));

  async function ask(card: PreorderCardFragment, to: PreorderStatus): Promise<void> {
    const { data, error } = await client
      .query(PreorderMovesDocument, { id: card.id }, { requestPolicy: 'network-only' })
      .toPromise();
    const now = data?.preorder;
    const problem = problemOf(error);
    if (!now) return problem && void refuse(card, problem);
    const standing = movesOf(now).find((one) => one.to === to);
    if (standing?.allowed) return move({ ...card, revision: now.revision, status: now.status }, to);
    // Somebody else has moved it meanwhile.
    if (now.status !== card.status) onMoved(card.id, [card.status, now.status]);
    if (standing) refuse(card, sentencePartsOf(standing));
  }

  const dialog = asked && (
    <Suspense>
      <MoveDialog
        key={`${asked.card.id} ${asked.to}`}
        {...asked}
        onSend={(note) => send(asked.card, asked.to, note)}
        onClose={() => setAsked(undefined)}
      />
    </Suspense>
  );
  return { move, drop: (card, to) => void ask(card, to), dialog };
}
