import { Textarea } from '@mantine/core';
import { useState } from 'react';
import type { PreorderStatus } from '../api/generated/enums.ts';
import type { PreorderCardFragment } from '../api/generated/operations.ts';
import { FormDialog } from '../record/form-dialog.tsx';
import { useText } from '../text/index.tsx';
import { type Problem, problemBesides, problemOfField } from '../text/problem.ts';
import '../text/field-names.ts';
import '../text/preorders.ts';

interface Props {
  readonly card: PreorderCardFragment;
  readonly to: PreorderStatus;
  readonly problem?: Problem | undefined;
  readonly onSend: (note: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks for the note of a move before it is made. */
export default function MoveDialog({ card, to, problem, onSend, onClose }: Props) {
  const text = useText();
  const { t, word } = text;
  const [note, setNote] = useState('');
  const [isBusy, setBusy] = useState(false);
  async function send() {
    setBusy(true);
    await onSend(note.trim());
    setBusy(false);
  }
  return (
    <FormDialog
      title={t('preorder.moveTitle', {
        number: card.number,
        from: word('PreorderStatus', card.status),
        to: word('PreorderStatus', to),
      })}
      subject={card.fullName}
      problem={problemBesides(problem, ['note'])}
      isBusy={isBusy}
      isDangerous={to === 'CANCELLED'}
      submitLabel={t('preorder.moveDo')}
      onSubmit={() => void send()}
      onClose={onClose}
    >
      <Textarea
        label={t('preorder.reason')}
        description={t('preorder.reasonText')}
        error={problemOfField(problem, 'note', text)}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
        autosize
        minRows={2}
        maxRows={6}
        data-autofocus
      />
    </FormDialog>
  );
}
