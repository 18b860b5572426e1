import { Textarea, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useEffect, useRef, useState } from 'react';
import { useClient } from 'urql';
import { useStore } from '../api/store.ts';
import { FormDialog } from '../record/form-dialog.tsx';
import { useText } from '../text/index.tsx';
import { type Problem, problemBesides, problemOfField } from '../text/problem.ts';
import { Code } from '../ui/code.tsx';
import { DateInput } from '../ui/date-input.tsx';
import type { ActionField } from './action.ts';
import { BulkProgress, type Progress } from './bulk-progress.tsx';
import { ChoiceField } from './choice-field.tsx';
import { openRecord } from './open-record.ts';
import type { Run } from './runner.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { StaleRecord } from './stale-record.tsx';
import { TargetField } from './target-field.tsx';
import '../text/actions.ts';
import '../text/field-names.ts';
import '../text/list.ts';

const CODE = { title: 'action.newCode', text: 'action.newCodeText', noted: 'action.noted' } as const;

/** What is wrong with a value, before it is sent, as a text and its number. */
function wrongIn({ isOptional, least = 0, most = Number.POSITIVE_INFINITY }: ActionField, value: string) {
  const { length } = value.trim();
  if (length === 0) return isOptional ? undefined : (['form.required'] as const);
  if (length < least) return ['action.tooShort', least] as const;
  return length > most ? (['action.tooLong', most] as const) : undefined;
}

/** The form of an action, for one record or for many. It stays open, with what was typed, until it has succeeded or is closed. */
export default function ActionDialog({ run, onClose }: { readonly run: Run; readonly onClose: () => void }) {
  const { action, onDone } = run;
  const [{ records, available }, setBase] = useState<Pick<Run, 'records' | 'available'>>(run);
  const open = useStore(openRecord);
  const text = useText();
  const { t } = text;
  const client = useClient();
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const [secret, setSecret] = useState<string>();
  const [progress, setProgress] = useState<Progress>();
  const title = t(action.label);
  const subject = records.length === 1 ? (records[0]?.name ?? '') : t('list.count', { n: records.length });
  // A run of many goes on when its form is closed; what became of it is said then as well.
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const stop = useRef<AbortController>(undefined);
  const [first] = records;
  const isStale = records.length === 1 && open?.record.id === first?.id && open?.record.revision !== first?.revision;
  const wrong = new Map(action.fields.map((field) => [field.name, wrongIn(field, values[field.name] ?? '')]));

  async function submit() {
    setTried(true);
    if (action.fields.some(({ name }) => wrong.get(name))) return;
    setBusy(true);
    stop.current = new AbortController();
    const { signal } = stop.current;
    const tell = (done: number, waitSeconds: number) => setProgress({ done, waitSeconds });
    const outcomes = await action.run(client, records, values, { tell, signal });
    setBusy(false);
    setProgress(undefined);
    onDone?.(outcomes);
    const failed = outcomes.filter((one) => one.problem);
    if (records.length === 1 && failed[0]) return setProblem(failed[0].problem);
    const shown = outcomes.find((one) => one.secret)?.secret;
    if (shown) return setSecret(shown);
    if (records.length === 1) notifications.show({ color: 'karvon', message: t(action.done, { name: first?.name }) });
    else if (failed.length === 0 && outcomes.length === records.length)
      notifications.show({
        color: 'karvon',
        title: t('action.done'),
        message: `${title} · ${t('bulk.done', { n: outcomes.length })}`,
        // A long run ends while nobody looks, and nothing else says that it did.
        autoClose: false,
      });
    else
      notifications.show({
        color: 'orange',
        title: t('bulk.doneOf', { done: outcomes.length - failed.length, n: records.length }),
        message: `${[
          failed.length > 0 && t('bulk.failed', { n: failed.length }),
          outcomes.length < records.length && t('bulk.notTried', { n: records.length - outcomes.length }),
        ]
          .filter(Boolean)
          .join(' · ')}. ${t('bulk.keep')}`,
      });
    if (isOpen.current) onClose();
  }

  const errorOf = (name: string) => {
    const [key, n] = (isTried && wrong.get(name)) || [];
    return problemOfField(problem, name, text) ?? (key && t(key, { n }));
  };

  if (secret) return <SecretDialog {...CODE} name={subject} value={secret} onNoted={onClose} />;
  return (
    <FormDialog
      title={title}
      subject={<Code>{subject}</Code>}
      warning={action.text && t(action.text)}
      problem={problemBesides(
        problem,
        action.fields.map(({ name }) => name),
      )}
      isBusy={isBusy}
      isDangerous={action.isDangerous === true}
      isOff={isStale && !isBusy}
      closeLabel={t(isBusy ? 'form.close' : 'form.cancel')}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {isStale && open && !isBusy && (
        <StaleRecord
          onGoOn={() => {
            setProblem(undefined);
            setBase({ records: [open.record], available: open.available });
          }}
        />
      )}
      {action.fields.map((field, index) => {
        const common = {
          label: t(field.label),
          description: field.description && t(field.description, field.values),
          error: errorOf(field.name),
          required: !field.isOptional,
          value: values[field.name] ?? '',
          'data-autofocus': index === 0 || undefined,
        };
        const set = (value: string) => setValues({ ...values, [field.name]: value });
        if (field.input) return <field.input key={field.name} {...common} onChange={set} />;
        if (field.kind === 'target')
          return <TargetField key={field.name} {...common} action={action} available={available} onChange={set} />;
        if (field.kind === 'reason')
          return (
            <Textarea
              key={field.name}
              {...common}
              autosize
              minRows={2}
              maxRows={6}
              onChange={(event) => set(event.currentTarget.value)}
            />
          );
        if (field.kind === 'date') return <DateInput key={field.name} {...common} onChange={set} />;
        if (field.kind === 'choice')
          return <ChoiceField key={field.name} {...common} options={field.options ?? []} onChange={set} />;
        return (
          <TextInput
            key={field.name}
            {...common}
            type={field.kind}
            onChange={(event) => set(event.currentTarget.value)}
          />
        );
      })}
      {progress && records.length > 1 && (
        <BulkProgress progress={progress} all={records.length} onStop={() => stop.current?.abort()} />
      )}
      {action.Preview && <action.Preview records={records} values={values} />}
    </FormDialog>
  );
}
