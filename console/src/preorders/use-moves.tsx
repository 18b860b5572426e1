import { notifications } from '@mantine/notifications';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useClient } from 'urql';
import type { PreorderStatus } from '../api/generated/enums.ts';
import type { PreorderCardFragment } from '../api/generated/operations.ts';
import { SetPreorderStatusDocument } from '../api/generated/preorders-preorders.ts';
import { problemOf } from '../api/problem.ts';
import { useText } from '../text/index.tsx';
import type { Problem } from '../text/problem.ts';
import { isForward } from './statuses.ts';
import '../text/preorders.ts';

const MoveDialog = lazy(() => import('./move-dialog.tsx'));

interface Asked {
  readonly card: PreorderCardFragment;
  readonly to: PreorderStatus;
  readonly problem?: Problem | undefined;
}

/**
 * Moves cards. A step forward is made at once; a step back, a cancellation, and what the service refuses open a form with a note.
 * @param onMoved the id of the card, and the columns that it concerns
 */
export function useMoves(onMoved: (id: string, statuses: readonly PreorderStatus[]) => void): {
  readonly move: (card: PreorderCardFragment, to: PreorderStatus) => void;
  readonly dialog: ReactNode;
} {
  const { t, word } = useText();
  const client = useClient();
  const [asked, setAsked] = useState<Asked>();

  async function send(card: PreorderCardFragment, to: PreorderStatus, note?: string): Promise<void> {
    const { id, revision, number, status } = card;
    const { error } = await client
      .mutation(SetPreorderStatusDocument, { id, revision, input: { status: to, note: note || undefined } })
      .toPromise();
    const problem = problemOf(error);
    onMoved(id, [status, to]);
    setAsked(problem && { card, to, problem });
    if (!problem)
      notifications.show({
        color: 'karvon',
        message: t('preorder.moved', { number, to: word('PreorderStatus', to) }),
      });
  }
  const move = (card: PreorderCardFragment, to: PreorderStatus) =>
    isForward(card.status, to) ? void send(card, to) : setAsked({ card, to });
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
  return { move, dialog };
}
