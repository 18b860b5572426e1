import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useClient, useMutation, useQuery } from 'urql';
import { DeleteQuestionDocument, SavedQuestionsDocument } from '../api/generated/analytics-analytics.ts';
import type { DataSet } from '../api/generated/enums.ts';
import type { QuestionFragment } from '../api/generated/operations.ts';
import { FormDialog } from '../record/form-dialog.tsx';
import { useSubmit } from '../record/use-submit.ts';
import { useMay, useViewer } from '../session/use-session.ts';
import { useText } from '../text/index.tsx';
import { type Question, questionIn, sameText } from './question.ts';
import { useQuestion } from './use-question.ts';
import '../text/analytics.ts';

const SaveDialog = lazy(() => import('./save-dialog.tsx'));

interface Props {
  readonly set: DataSet;
  readonly question: Question;
}

type Open = 'new' | 'edit' | 'delete';

/** Keeps the question, renames it, shares it, deletes it. */
export function SaveBar({ set, question }: Props) {
  const { t } = useText();
  const may = useMay();
  const { admin, role } = useViewer();
  const { saved } = useQuestion();
  const [open, setOpen] = useState<Open>();
  // What the screen was begun from: what others save later is put together with it.
  const [begun, setBegun] = useState<QuestionFragment>();
  const [{ data }] = useQuery({ query: SavedQuestionsDocument });
  const own = data?.savedQuestions?.nodes.find(({ id }) => id === saved);
  if (own && begun?.id !== own.id) setBegun(own);
  const isMine = own && (own.ownerId === admin.id || (own.shared && role === 'SUPER_ADMIN'));
  const isChanged = own && sameText(questionIn(own.question, set)) !== sameText(question);
  const close = () => setOpen(undefined);
  if (!may('createSavedQuestion')) return null;
  return (
    <>
      {isMine && (
        <Button variant={isChanged ? 'filled' : 'default'} size="xs" onClick={() => setOpen('edit')}>
          {t(isChanged ? 'ask.saveChanges' : 'ask.rename')}
        </Button>
      )}
      <Button variant={isMine ? 'default' : 'filled'} size="xs" onClick={() => setOpen('new')}>
        {isMine ? t('ask.saveNew') : t('ask.save')}
      </Button>
      {isMine && (
        <Button variant="default" size="xs" c="red" onClick={() => setOpen('delete')}>
          {t('ask.delete')}
        </Button>
      )}
      <Suspense>
        {(open === 'new' || (open === 'edit' && begun)) && (
          <SaveDialog
            set={set}
            question={question}
            {...(open === 'edit' && begun && { own: begun })}
            onSaved={() => setBegun(undefined)}
            onClose={close}
          />
        )}
      </Suspense>
      {open === 'delete' && own && <DeleteDialog id={own.id} name={own.name} onClose={close} />}
    </>
  );
}

/** Reads the list of saved questions again. By the client: a dialog that closes takes its own queries with it. */
function useReadAgain(): () => Promise<unknown> {
  const client = useClient();
  return () => client.query(SavedQuestionsDocument, {}, { requestPolicy: 'network-only' }).toPromise();
}

function DeleteDialog({
  id,
  name,
  onClose,
}: {
  readonly id: string;
  readonly name: string;
  readonly onClose: () => void;
}) {
  const { t } = useText();
  const navigate = useNavigate();
  const [, remove] = useMutation(DeleteQuestionDocument);
  const readAgain = useReadAgain();
  const { submit, rest, isBusy } = useSubmit([]);
  const go = async () => {
    if (await submit(() => remove({ id }))) return;
    await readAgain();
    onClose();
    void navigate({ to: '/analytics', search: {} });
  };
  return (
    <FormDialog
      title={t('ask.delete')}
      subject={name}
      warning={t('ask.deleteText')}
      problem={rest}
      isBusy={isBusy}
      isDangerous
      onSubmit={() => void go()}
      onClose={onClose}
    />
  );
}
