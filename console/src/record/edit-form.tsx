import { Alert, Button, Group, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { PeopleIcon } from '@primer/octicons-react';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Problem } from '../api/problem.ts';
import { useText } from '../text/index.tsx';
import { problemBesides, problemOfField, sentenceOf } from '../text/problem.ts';
import { ProblemAlert } from '../ui/problem.tsx';
import { Choice } from './edit-choice.tsx';
import { type EditField, EditInput, faultOf } from './edit-input.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { type Conflict, changesOf, merge, type Values, type Version } from './merge.ts';
import classes from './record.module.css';
import '../text/edit.ts';
import '../text/field-names.ts';

export interface EditFormProps {
  readonly fields: readonly EditField[];
  /** What the form begins with; a new record has the revision 0. */
  readonly base: Version;
  readonly submitLabel: string;
  /** Writes what differs from the base, if the record still has its revision. */
  readonly save: (changes: Values, revision: number) => Promise<Problem | undefined>;
  /** The record as it is now, after somebody else has changed it. */
  readonly readAgain?: () => Promise<Version | undefined>;
  readonly onSaved: () => void;
  readonly onClose: () => void;
  /** How often something else asked to close the form: the cross of its dialog, or Escape. */
  readonly closings?: number;
  /** The fields that errors without a field are about: `{ DUPLICATE_EMAIL: 'email' }`. */
  readonly fieldOf?: Readonly<Partial<Record<Problem['code'], string>>>;
  /** What a person can do about an error, below it. */
  readonly helpWith?: (problem: Problem, values: Values) => ReactNode;
}

/** More than so many changes by others while one is saved, and the form gives up. */
const MAX_TRIES = 5;

/**
 * The form that changes a record. Where somebody else changed it meanwhile, both changes are put together field by field; a person chooses
 * only where both changed the same field. What was typed stays until it is saved or thrown away: below a sign-in, too.
 */
export function EditForm(props: EditFormProps) {
  const { fields, save, readAgain, onSaved, onClose, closings = 0, fieldOf = {}, helpWith } = props;
  const text = useText();
  const { t } = text;
  const [base, setBase] = useState(props.base);
  const [values, setValues] = useState(props.base.values);
  const [conflicts, setConflicts] = useState<readonly Conflict[]>([]);
  const [chosen, setChosen] = useState<Readonly<Record<string, 'mine' | 'theirs'>>>({});
  const [taken, setTaken] = useState<readonly string[]>([]);
  const [problem, setProblem] = useState<Problem>();
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [isClosing, setClosing] = useState(false);
  const isOver = useRef(false);
  const form = useRef<HTMLFormElement>(null);
  // The form comes later than its dialog, which has given the focus away by then.
  useEffect(() => form.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), []);
  useEffect(() => setClosing(closings > 0), [closings]);

  const isChanged = Object.keys(changesOf(base.values, values)).length > 0;
  const faults = new Map(fields.map((field) => [field.name, faultOf(field, values[field.name] ?? '')]));
  const open = conflicts.filter(({ name }) => !chosen[name]);
  const labelsOf = (names: readonly string[]) =>
    fields.filter(({ name }) => names.includes(name)).map(({ label }) => t(label));

  const end = (then: () => void) => {
    isOver.current = true;
    then();
  };

  /** Saves, and puts together what others changed meanwhile, until it is written or a person has to choose. */
  async function write(from: Version, draft: Values, before: readonly string[], tries = 1): Promise<void> {
    const changes = changesOf(from.values, draft);
    const failed = Object.keys(changes).length > 0 ? await save(changes, from.revision) : undefined;
    if (!failed) {
      notifications.show({
        color: 'karvon',
        title: t('edit.saved'),
        message: before.length > 0 ? t('edit.taken', { names: labelsOf(before) }) : undefined,
      });
      return end(onSaved);
    }
    const now = failed.code === 'REVISION_CONFLICT' && tries < MAX_TRIES ? await readAgain?.() : undefined;
    if (!now) return setProblem(failed);
    const merged = merge(from.values, draft, now.values);
    const all = [...new Set([...before, ...merged.taken])];
    setBase(now);
    setValues(merged.values);
    setTaken(all);
    if (merged.conflicts.length === 0) return write(now, merged.values, all, tries + 1);
    setChosen({});
    setConflicts(merged.conflicts);
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    setProblem(undefined);
    if ([...faults.values()].some(Boolean) || open.length > 0) return;
    setBusy(true);
    await write(base, values, taken);
    setBusy(false);
  }

  const atField = problem && fieldOf[problem.code];
  const errorOf = (name: string) => {
    const wrong = problemOfField(problem, name, text);
    if (wrong) return wrong;
    if (problem && atField === name) return sentenceOf(problem, text);
    const fault = faults.get(name);
    return isTried && fault ? t(fault) : undefined;
  };
  const besides = problemBesides(
    atField === undefined ? problem : undefined,
    fields.map(({ name }) => name),
  );

  return (
    <form ref={form} onSubmit={submit} noValidate>
      <Stack gap="md">
        {conflicts.length > 0 && (
          <Alert color="orange" variant="light" p="sm" icon={<PeopleIcon />} role="alert">
            {t('edit.changed')} {t('edit.choose')} {taken.length > 0 && t('edit.taken', { names: labelsOf(taken) })}
          </Alert>
        )}
        {besides && <ProblemAlert problem={besides} />}
        {problem && helpWith?.(problem, values)}
        <div className={classes.fields}>
          {fields.map((field) => {
            const conflict = conflicts.find(({ name }) => name === field.name);
            if (conflict)
              return (
                <Choice
                  key={field.name}
                  field={field}
                  conflict={conflict}
                  value={chosen[field.name]}
                  isMissing={isTried && !chosen[field.name]}
                  onChange={(which) => {
                    setChosen({ ...chosen, [field.name]: which });
                    setValues({ ...values, [field.name]: conflict[which] });
                  }}
                />
              );
            return (
              <EditInput
                key={field.name}
                field={field}
                value={values[field.name] ?? ''}
                error={errorOf(field.name)}
                isChanged={values[field.name] !== base.values[field.name]}
                onChange={(value) => setValues({ ...values, [field.name]: value })}
              />
            );
          })}
        </div>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={() => setClosing(true)}>
            {t('form.cancel')}
          </Button>
          <Button type="submit" loading={isBusy}>
            {props.submitLabel}
          </Button>
        </Group>
      </Stack>
      <LeaveGuard
        isChanged={isChanged}
        isOver={isOver}
        isClosing={isClosing}
        onStay={() => setClosing(false)}
        onLeave={() => end(onClose)}
      />
    </form>
  );
}
