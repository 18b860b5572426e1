import { ActionIcon, Button, Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { KebabHorizontalIcon, PencilIcon, TrashIcon } from '@primer/octicons-react';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useClient, useMutation, useQuery } from 'urql';
import {
  DeleteQuestionDocument,
  SavedQuestionsDocument,
  UpdateQuestionDocument,
} from '../api/generated/analytics-analytics.ts';
import type { DataSet } from '../api/generated/enums.ts';
import type { QuestionFragment } from '../api/generated/operations.ts';
import { FormDialog } from '../record/form-dialog.tsx';
import { useSubmit } from '../record/use-submit.ts';
import { useMay, useViewer } from '../session/use-session.ts';
import { useText } from '../text/index.tsx';
import { memberOf, type Question, questionIn, sameText } from './question.ts';
import { useQuestion } from './use-question.ts';
import '../text/analytics.ts';
import '../text/edit.ts';

const SaveDialog = lazy(() => import('./save-dialog.tsx'));

interface Props {
  readonly set: DataSet;
  readonly question: Question;
}

/** `merge`: the changes, after somebody else has changed the question as well. */
type Open = 'new' | 'edit' | 'merge' | 'delete';

/** Keeps the question, renames it, shares it, deletes it. */
export function SaveBar({ set, question }: Props) {
  const { t } = useText();
  const may = useMay();
  const { admin, role } = useViewer();
  const { saved } = useQuestion();
  const readAgain = useReadAgain();
  const [open, setOpen] = useState<Open>();
  // What the screen was begun from: what others save later is put together with it.
  const [begun, setBegun] = useState<QuestionFragment>();
  const [{ data }] = useQuery({ query: SavedQuestionsDocument });
  const [{ fetching: isSaving }, update] = useMutation(UpdateQuestionDocument);
  const own = data?.savedQuestions?.nodes.find(({ id }) => id === saved);
  const isSame = begun?.id === own?.id && sameText(begun?.question) === sameText(own?.question);
  if (own && begun !== own && (begun?.id !== own.id || isSame)) setBegun(own);
  const isMine = own && (own.ownerId === admin.id || (own.shared && role === 'SUPER_ADMIN'));
  const isChanged = own && sameText(questionIn(own.question, set)) !== sameText(question);
  const close = () => setOpen(undefined);
  const forget = () => setBegun(undefined);

  /** Saves at once; what keeps it from that is for the form, which also knows what to do about it. */
  async function saveChanges({ id, name, revision }: QuestionFragment) {
    const input = { question: { [memberOf(set)]: question } as never };
    const { error } = await update({ id, revision, input });
    if (error) return setOpen('merge');
    await readAgain();
    setBegun(undefined);
    notifications.show({ color: 'karvon', title: t('edit.saved'), message: name });
  }

  if (!may('createSavedQuestion')) return null;
  return (
    <>
      {isMine && isChanged && begun && (
        <Button size="xs" loading={isSaving} onClick={() => void saveChanges(begun)}>
          {t('ask.saveChanges')}
        </Button>
      )}
      <Button variant={isMine ? 'default' : 'filled'} size="xs" onClick={() => setOpen('new')}>
        {isMine ? t('ask.saveNew') : t('ask.save')}
      </Button>
      {isMine && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="default" size={30} aria-label={t('ask.manage')}>
              <KebabHorizontalIcon />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<PencilIcon />} onClick={() => setOpen('edit')}>
              {t('ask.rename')}
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item leftSection={<TrashIcon />} color="red" onClick={() => setOpen('delete')}>
              {t('ask.delete')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      <Suspense>
        {open === 'new' && <SaveDialog set={set} question={question} onSaved={forget} onClose={close} />}
        {open === 'edit' && own && <SaveDialog set={set} question={question} own={own} isRename onClose={close} />}
        {open === 'merge' && begun && (
          <SaveDialog set={set} question={question} own={begun} onSaved={forget} onClose={close} />
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
