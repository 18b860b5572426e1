import { Button, Checkbox, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useClient, useMutation, useQuery } from 'urql';
import {
  CreateQuestionDocument,
  DeleteQuestionDocument,
  SavedQuestionsDocument,
  UpdateQuestionDocument,
} from '../api/generated/analytics-analytics.ts';
import type { DataSet } from '../api/generated/enums.ts';
import { FormDialog } from '../record/form-dialog.tsx';
import { useSubmit } from '../record/use-submit.ts';
import { useMay, useViewer } from '../session/use-session.ts';
import { useText } from '../text/index.tsx';
import { memberOf, type Question } from './question.ts';
import { useQuestion } from './use-question.ts';
import '../text/analytics.ts';

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
  const [{ data }] = useQuery({ query: SavedQuestionsDocument });
  const own = data?.savedQuestions?.nodes.find(({ id }) => id === saved);
  const isMine = own && (own.ownerId === admin.id || (own.shared && role === 'SUPER_ADMIN'));
  const close = () => setOpen(undefined);
  if (!may('createSavedQuestion')) return null;
  return (
    <>
      {isMine && (
        <>
          <Button variant="default" size="xs" onClick={() => setOpen('edit')}>
            {t('ask.rename')}
          </Button>
          <Button variant="default" size="xs" onClick={() => setOpen('delete')}>
            {t('ask.delete')}
          </Button>
        </>
      )}
      <Button size="xs" onClick={() => setOpen('new')}>
        {isMine ? t('ask.saveNew') : t('ask.save')}
      </Button>
      {open === 'new' && <SaveDialog set={set} question={question} onClose={close} />}
      {open === 'edit' && own && <SaveDialog set={set} question={question} own={own} onClose={close} />}
      {open === 'delete' && own && <DeleteDialog id={own.id} name={own.name} onClose={close} />}
    </>
  );
}

/** Reads the list of saved questions again. By the client: a dialog that closes takes its own queries with it. */
function useReadAgain(): () => Promise<unknown> {
  const client = useClient();
  return () => client.query(SavedQuestionsDocument, {}, { requestPolicy: 'network-only' }).toPromise();
}

interface Own {
  readonly id: string;
  readonly name: string;
  readonly shared: boolean;
  readonly revision: number;
}

/** A new saved question, or the name, the sharing and the question of one. */
function SaveDialog({ set, question, own, onClose }: Props & { readonly own?: Own; readonly onClose: () => void }) {
  const { t } = useText();
  const { open } = useQuestion();
  const [name, setName] = useState(own?.name ?? '');
  const [shared, setShared] = useState(own?.shared ?? false);
  const [, create] = useMutation(CreateQuestionDocument);
  const [, update] = useMutation(UpdateQuestionDocument);
  const readAgain = useReadAgain();
  const { submit, rest, errorOf, isBusy } = useSubmit(['name']);
  const save = async () => {
    const input = { name: name.trim(), shared, question: { [memberOf(set)]: question } as never };
    let id = own?.id;
    const problem = await submit(async () => {
      if (own) return update({ id: own.id, revision: own.revision, input });
      const result = await create({ input });
      id = result.data?.createSavedQuestion?.savedQuestion?.id;
      return result;
    });
    if (problem) return;
    await readAgain();
    notifications.show({ color: 'karvon', message: name.trim() });
    onClose();
    open(set, question, id);
  };
  return (
    <FormDialog
      title={own ? t('ask.rename') : t('ask.saveTitle')}
      submitLabel={t('ask.save')}
      problem={rest}
      isBusy={isBusy}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <TextInput
        label={t('ask.name')}
        data-autofocus
        maxLength={80}
        value={name}
        error={errorOf('name')}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Checkbox
        label={t('ask.share')}
        checked={shared}
        onChange={({ currentTarget }) => setShared(currentTarget.checked)}
      />
    </FormDialog>
  );
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
