import { Alert, Button, Group, Stack } from '@mantine/core';
import { PeopleIcon } from '@primer/octicons-react';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Problem } from '../api/problem.ts';
import { useText } from '../text/index.tsx';
import { problemBesides, problemOfField, sentenceOf } from '../text/problem.ts';
import { focusProblem } from '../ui/focus.ts';
import { ProblemAlert } from '../ui/problem.tsx';
import { Choice } from './edit-choice.tsx';
import { type EditField, EditInput } from './edit-input.tsx';
import { FieldGroups } from './field-groups.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import type { Values } from './merge.ts';
import { type EditOptions, useEdit } from './use-edit.ts';
import '../text/edit.ts';
import '../text/field-names.ts';

export interface EditFormProps extends EditOptions {
  readonly submitLabel: string;
  /** A form that is a part of its page is not closed. */
  readonly onClose?: () => void;
  /** How often something else asked to close the form: the cross of its dialog, or Escape. */
  readonly closings?: number;
  /** It is sent as it opens: a person has already saved, and comes to see it only for what is to be chosen or mended. */
  readonly isSent?: boolean;
  /** The fields that errors without a field are about: `{ DUPLICATE_EMAIL: 'email' }`. */
  readonly fieldOf?: Readonly<Partial<Record<Problem['code'], string>>>;
  /** What a person can do about an error, below it. */
  readonly helpWith?: (problem: Problem, values: Values) => ReactNode;
}

const FIRST = ':is(input, textarea):not(:disabled)';

/** The form that changes a record. What was typed stays until it is saved or thrown away: below a sign-in, too. */
export function EditForm({
  onClose,
  closings = 0,
  isSent,
  fieldOf = {},
  helpWith,
  submitLabel,
  ...options
}: EditFormProps) {
  const { fields, isPage = false } = options;
  const text = useText();
  const { t } = text;
  const edit = useEdit(options);
  const { base, values, conflicts, chosen, taken, problem, faults, isTried, isBusy, isChanged, isOver, refusals } =
    edit;
  const [isClosing, setClosing] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  // The form comes later than its dialog, which has given the focus away by then.
  useEffect(() => {
    const first = (which: string) => form.current?.querySelector<HTMLElement>(which);
    if (!isPage) (first(`[data-autofocus]${FIRST}`) ?? first(FIRST))?.focus();
  }, [isPage]);
  // What keeps it from being saved may be out of sight.
  useEffect(() => {
    if (refusals > 0) focusProblem(form.current);
  }, [refusals]);
  useEffect(() => setClosing(closings > 0), [closings]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as it opens
  useEffect(() => {
    if (isSent) void edit.submit();
  }, []);
  const isOff = !edit.isWorthSaving && (isPage || fields.some(({ isNote }) => isNote));

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isOff) void edit.submit();
  };
  const leave = () => {
    isOver.current = true;
    onClose?.();
  };

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

  const inputOf = (field: EditField) => {
    const { name } = field;
    const conflict = conflicts.find((one) => one.name === name);
    if (conflict)
      return (
        <Choice
          key={name}
          field={field}
          conflict={conflict}
          savedAt={base.updatedAt}
          value={chosen[name]}
          error={isTried && !chosen[name] ? t('edit.chooseOne') : errorOf(name)}
          onChange={(which) => edit.choose(conflict, which)}
        />
      );
    return (
      <EditInput
        key={name}
        field={field}
        value={values[name] ?? ''}
        error={errorOf(name)}
        isChanged={values[name] !== base.values[name]}
        onChange={(value) => edit.set(name, value)}
      />
    );
  };

  return (
    <form ref={form} onSubmit={submit} noValidate>
      <Stack gap="md">
        {conflicts.length > 0 && (
          <Alert color="orange" variant="light" p="sm" icon={<PeopleIcon />} role="alert">
            {base.savedBy ? t('edit.changedBy', { name: base.savedBy }) : t('edit.changed')} {t('edit.choose')}{' '}
            {taken.length > 0 && t('edit.taken', { names: taken })}
          </Alert>
        )}
        {isPage && options.base.revision > base.revision && (
          <Alert color="orange" variant="light" p="sm" icon={<PeopleIcon />} role="status">
            {t('edit.savedMeanwhile')}
          </Alert>
        )}
        {besides && <ProblemAlert problem={besides} />}
        {problem && helpWith?.(problem, values)}
        <FieldGroups fields={fields}>{(some) => some.map(inputOf)}</FieldGroups>
        <Group justify="flex-end" gap="sm">
          {isPage && isChanged && (
            <Button variant="default" onClick={edit.undo}>
              {t('edit.undo')}
            </Button>
          )}
          {!isPage && (
            <Button variant="default" onClick={() => setClosing(true)}>
              {t('form.cancel')}
            </Button>
          )}
          <Button type="submit" loading={isBusy} disabled={isOff}>
            {submitLabel}
          </Button>
        </Group>
      </Stack>
      <LeaveGuard
        isChanged={isChanged}
        isOver={isOver}
        isClosing={isClosing}
        onStay={() => setClosing(false)}
        onLeave={leave}
      />
    </form>
  );
}
