import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { PreorderStatus } from '../api/generated/enums.ts';
import type { PreorderCardFragment } from '../api/generated/operations.ts';
import { useText } from '../text/index.tsx';
import { fieldSentenceOf, type Problem } from '../text/problem.ts';
import { ProblemAlert } from '../ui/problem.tsx';

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
  const wrong = problem?.fields.find(({ path }) => path === 'note');
  async function submit(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    await onSend(note.trim());
    setBusy(false);
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('preorder.moveTitle', {
        number: card.number,
        from: word('PreorderStatus', card.status),
        to: word('PreorderStatus', to),
      })}
      closeButtonProps={{ 'aria-label': t('form.close') }}
    >
      <form onSubmit={submit} noValidate>
        <Stack>
          <Text size="sm" c="dimmed">
            {card.fullName}
          </Text>
          {problem && !wrong && <ProblemAlert problem={problem} />}
          <Textarea
            label={t('preorder.reason')}
            description={t('preorder.reasonText')}
            error={wrong && fieldSentenceOf(wrong, text)}
            value={note}
            onChange={({ currentTarget }) => setNote(currentTarget.value)}
            autosize
            minRows={2}
            maxRows={6}
            data-autofocus
          />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {t('form.cancel')}
            </Button>
            <Button type="submit" color={to === 'CANCELLED' ? 'red' : undefined} loading={isBusy}>
              {t('preorder.moveDo')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
