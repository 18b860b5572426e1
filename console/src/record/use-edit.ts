import { notifications } from '@mantine/notifications';
import { useRef, useState } from 'react';
import type { Problem } from '../api/problem.ts';
import { useText } from '../text/index.tsx';
import { type EditField, faultOf } from './edit-input.tsx';
import { type Conflict, changesOf, merge, type Values, type Version } from './merge.ts';
import '../text/edit.ts';

export interface EditOptions {
  readonly fields: readonly EditField[];
  /** What the form begins with; a new record has the revision 0. */
  readonly base: Version;
  /** Writes what differs from the base, if the record still has its revision. @param values all of them, for a record that is written whole */
  readonly save: (changes: Values, revision: number, values: Values) => Promise<Problem | undefined>;
  /** The record as it is now, after somebody else has changed it. */
  readonly readAgain?: () => Promise<Version | undefined>;
  /** Values that differ from the base as the form opens. */
  readonly draft?: Values;
  readonly onSaved?: (values: Values) => void;
  /** The form is a part of its page: it stays when it has saved, and has what others save while nothing is typed. */
  readonly isPage?: boolean;
}

/** More than so many changes by others while one is saved, and the form gives up. */
const MAX_TRIES = 5;

/**
 * What a form that changes a record has in mind: what it began with, what was typed since, and what two people changed.
 * Where somebody else changed the record meanwhile, both changes are put together field by field; a person chooses only where both changed
 * the same field.
 */
export function useEdit({ fields, base: begun, draft: opened, save, readAgain, onSaved, isPage = false }: EditOptions) {
  const { t } = useText();
  const [base, setBase] = useState(begun);
  const [values, setValues] = useState<Values>({ ...begun.values, ...opened });
  const [conflicts, setConflicts] = useState<readonly Conflict[]>([]);
  const [chosen, setChosen] = useState<Readonly<Record<string, 'mine' | 'theirs'>>>({});
  const [taken, setTaken] = useState<readonly string[]>([]);
  const [problem, setProblem] = useState<Problem>();
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [refusals, setRefusals] = useState(0);
  const isOver = useRef(false);

  const changed = changesOf(base.values, values);
  // What is on the screen is there without the form, too.
  const isChanged = fields.some(({ name, kind }) => name in changed && kind !== 'screen');
  const faults = new Map(
    fields.map((field) => [field.name, faultOf(field, values[field.name] ?? '', field.name in changed)]),
  );
  const open = conflicts.filter(({ name }) => !chosen[name]);
  const labelsOf = (names: readonly string[]) =>
    fields.filter(({ name }) => names.includes(name)).map(({ label }) => t(label));
  /** Whether something of the record itself differs: a reason alone changes nothing. */
  const isWorthSaving = (changes: Values) => fields.some(({ name, isNote }) => name in changes && !isNote);

  const begin = (version: Version) => {
    setBase(version);
    setConflicts([]);
    setChosen({});
    setTaken([]);
    setTried(false);
    setProblem(undefined);
  };
  if (isPage && begun.revision > base.revision && !isChanged && !isBusy) {
    begin(begun);
    setValues(begun.values);
  }

  async function end(from: Version, sent: Values) {
    if (isPage) {
      // What was read instead has the old revision: the next save reads again.
      const now = (await readAgain?.()) ?? { revision: from.revision, values: sent };
      begin(now);
      // What was typed while it was saved stays.
      setValues((typed) => merge(sent, typed, now.values).values);
    } else isOver.current = true;
    onSaved?.(sent);
  }

  /** Saves, and puts together what others changed meanwhile, until it is written or a person has to choose. */
  async function write(from: Version, draft: Values, before: readonly string[], tries = 1): Promise<void> {
    const changes = changesOf(from.values, draft);
    const failed = isWorthSaving(changes) ? await save(changes, from.revision, draft) : undefined;
    if (!failed) {
      notifications.show({
        color: 'karvon',
        title: t('edit.saved'),
        message: before.length > 0 ? t('edit.taken', { names: labelsOf(before) }) : undefined,
      });
      return end(from, draft);
    }
    const now = failed.code === 'REVISION_CONFLICT' && tries < MAX_TRIES ? await readAgain?.() : undefined;
    setRefusals((count) => count + 1);
    if (!now) return setProblem(failed);
    const merged = merge(from.values, draft, now.values);
    const all = [...new Set([...before, ...merged.taken])];
    setBase(now);
    setValues((typed) => merge(draft, typed, merged.values).values);
    setTaken(all);
    if (merged.conflicts.length === 0) return write(now, merged.values, all, tries + 1);
    setChosen({});
    setConflicts(merged.conflicts);
    // The choices are new: none was left out yet.
    setTried(false);
  }

  return {
    base,
    values,
    conflicts,
    chosen,
    taken: labelsOf(taken),
    problem,
    faults,
    isTried,
    isBusy,
    isChanged,
    isOver,
    /** How often it was not saved as it stood: a person has something to mend or to choose. */
    refusals,
    isWorthSaving: isWorthSaving(changed),
    set(name: string, value: string) {
      isOver.current = false;
      setValues({ ...values, [name]: value });
    },
    choose(conflict: Conflict, which: 'mine' | 'theirs') {
      setChosen({ ...chosen, [conflict.name]: which });
      setValues({ ...values, [conflict.name]: conflict[which] });
    },
    /** Throws away what was typed. */
    undo() {
      begin(base);
      setValues(base.values);
    },
    async submit() {
      setTried(true);
      setProblem(undefined);
      if (isBusy) return;
      if ([...faults.values()].some(Boolean) || open.length > 0) return setRefusals(refusals + 1);
      setBusy(true);
      await write(base, values, taken);
      setBusy(false);
    },
  };
}
