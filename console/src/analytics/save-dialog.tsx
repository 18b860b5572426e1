import { useRef } from 'react';
import { useClient } from 'urql';
import {
  CreateQuestionDocument,
  SavedQuestionsDocument,
  UpdateQuestionDocument,
} from '../api/generated/analytics-analytics.ts';
import type { DataSet } from '../api/generated/enums.ts';
import type { QuestionFragment } from '../api/generated/operations.ts';
import { notRead, problemOf } from '../api/problem.ts';
import { EditDialog } from '../record/edit-dialog.tsx';
import type { EditField } from '../record/edit-input.tsx';
import type { Values, Version } from '../record/merge.ts';
import { useText } from '../text/index.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { memberOf, type Question, questionIn, sameText } from './question.ts';
import { addressOf, useQuestion } from './use-question.ts';
import '../text/analytics.ts';

interface Props {
  readonly set: DataSet;
  readonly question: Question;
  /** The saved question as it was when it was opened on the screen; a new one without it. */
  readonly own?: QuestionFragment;
  /** Leaves the question as it is saved, whatever the screen has. */
  readonly isRename?: boolean;
  readonly onSaved?: () => void;
  readonly onClose: () => void;
}

const NEW: Version = { revision: 0, values: { name: '', shared: 'false', question: '' } };

/** A new saved question, the name and the sharing of one, or what two people made of it: that is put together as the form opens. */
export default function SaveDialog({ set, question, own, isRename = false, onSaved, onClose }: Props) {
  const { t } = useText();
  const client = useClient();
  const { open } = useQuestion();
  const id = useRef(own?.id);
  const mine = sameText({ set, question });
  const readAll = () => client.query(SavedQuestionsDocument, {}, { requestPolicy: 'network-only' }).toPromise();
  const changed = isRename ? 'ask.rename' : 'ask.saveChanges';
  const title = own ? changed : 'ask.saveTitle';
  const asked: EditField = {
    name: 'question',
    label: 'ask.question',
    kind: 'screen',
    shown: (value) => (value === mine ? t('ask.onScreen') : <Theirs value={value} id={own?.id} />),
  };
  const fields: readonly EditField[] = [
    { name: 'name', label: 'ask.name', kind: 'text', isRequired: true, isWide: true },
    { name: 'shared', label: 'ask.share', kind: 'check', isWide: true },
    ...(isRename ? [] : [asked]),
  ];
  return (
    <EditDialog
      title={t(title)}
      submitLabel={t('ask.save')}
      fields={fields}
      {...(!isRename && { draft: { question: mine } })}
      isSent={own !== undefined && !isRename}
      // The screen has the question since it was opened, not since the form was.
      read={async () => ({ version: own ? versionOf(own) : NEW })}
      readAgain={async () => {
        const now = (await readAll()).data?.savedQuestions?.nodes.find((one) => one.id === own?.id);
        return now && versionOf(now);
      }}
      save={async (changes, revision) => {
        const input = inputOf(changes);
        if (own) {
          const { error } = await client.mutation(UpdateQuestionDocument, { id: own.id, revision, input }).toPromise();
          return problemOf(error);
        }
        const { name = '', question: asked = {} as never, shared } = input;
        const { data, error } = await client
          .mutation(CreateQuestionDocument, { input: { name, shared, question: asked } })
          .toPromise();
        id.current = data?.createSavedQuestion?.savedQuestion?.id;
        return id.current ? undefined : (problemOf(error) ?? notRead());
      }}
      onSaved={async (saved) => {
        await readAll();
        onSaved?.();
        onClose();
        if (isRename) return;
        const kept = partsOf(saved.question ?? '');
        open(kept.set, kept.question, id.current);
      }}
      onClose={onClose}
    />
  );
}

/** The way to what somebody else has saved; what is on the screen stays. */
function Theirs({ value, id }: { readonly value: string; readonly id: string | undefined }) {
  const { t } = useText();
  const { set, question } = partsOf(value);
  return (
    <TextLink to="/analytics" search={addressOf(set, question, id)} target="_blank" size="xs">
      {t('ask.openTheirs')}
    </TextLink>
  );
}

interface Parts {
  readonly set: DataSet;
  readonly question: Question;
}

const partsOf = (value: string) => JSON.parse(value) as Parts;

const versionOf = ({ revision, updatedAt, name, shared, dataSet, question }: QuestionFragment): Version => ({
  revision,
  updatedAt,
  values: {
    name,
    shared: String(shared),
    question: sameText({ set: dataSet, question: questionIn(question, dataSet) }),
  },
});

function inputOf({ name, shared, question }: Values) {
  const asked = question === undefined ? undefined : partsOf(question);
  return {
    ...(name !== undefined && { name: name.trim() }),
    ...(shared !== undefined && { shared: shared === 'true' }),
    ...(asked && { question: { [memberOf(asked.set)]: asked.question } as never }),
  };
}
