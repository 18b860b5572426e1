import { Textarea, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useClient } from 'urql';
import type { FormProps } from '../actions/action.ts';
import { CreateBatchDocument, UpdateBatchDocument } from '../api/generated/inventory-inventory.ts';
import type { BatchFactsFragment } from '../api/generated/operations.ts';
import { type Problem, problemOf } from '../api/problem.ts';
import { FormDialog } from '../record/form-dialog.tsx';
import { type TextKey, useText } from '../text/index.tsx';
import { problemBesides, problemOfField } from '../text/problem.ts';

const FIELDS = [
  { name: 'code', label: 'batch.code', text: 'batch.codeText', isNeeded: true },
  { name: 'model', label: 'batch.model', isNeeded: true },
  { name: 'hardwareRevision', label: 'batch.hardwareRevision', text: 'batch.hardwareText', isNeeded: true },
  { name: 'quantity', label: 'batch.quantityLabel', text: 'batch.quantityText', isNeeded: true },
  { name: 'source', label: 'batch.source' },
  { name: 'notes', label: 'batch.notes' },
] as const satisfies readonly {
  readonly name: keyof BatchFactsFragment;
  readonly label: TextKey;
  readonly text?: TextKey;
  readonly isNeeded?: boolean;
}[];

type Name = (typeof FIELDS)[number]['name'];
type Values = Readonly<Record<Name, string>>;

interface Props {
  /** The batch to change; a new one without it. */
  readonly batch?: BatchFactsFragment;
  readonly onClose: () => void;
  readonly onSaved: (id: string) => void;
}

/** Plans a new batch, and opens it. */
export default function NewBatch({ onClose }: FormProps) {
  const navigate = useNavigate();
  return <BatchForm onClose={onClose} onSaved={(id) => void navigate({ to: '/inventory/$id', params: { id } })} />;
}

/** The plan of a batch. Fields that its state has fixed are not there. */
export function BatchForm({ batch, onClose, onSaved }: Props) {
  const text = useText();
  const { t } = text;
  const client = useClient();
  const [start] = useState(() => valuesOf(batch));
  const [values, setValues] = useState<Values>(start);
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const locked = lockedOf(batch);
  const fields = FIELDS.filter(({ name }) => !locked.has(name));
  const isMissing = (name: Name) =>
    FIELDS.some((one) => one.name === name && 'isNeeded' in one) && !values[name].trim();

  async function submit() {
    setTried(true);
    if (fields.some(({ name }) => isMissing(name))) return;
    setBusy(true);
    const { id, error } = batch ? await change(batch) : await create();
    setBusy(false);
    setProblem(problemOf(error));
    if (!id) return;
    onClose();
    onSaved(id);
  }

  async function create() {
    const { code, model, hardwareRevision, quantity, source, notes } = values;
    const input = {
      code,
      model,
      hardwareRevision,
      quantity: Number(quantity),
      ...(source.trim() && { source }),
      ...(notes.trim() && { notes }),
    };
    const { data, error } = await client.mutation(CreateBatchDocument, { input }).toPromise();
    return { id: data?.createBatch?.batch.id, error };
  }

  /** Sends only what was changed; an emptied field is cleared. */
  async function change({ id, revision }: BatchFactsFragment) {
    const changed = fields.filter(({ name }) => values[name] !== start[name]);
    const input = Object.fromEntries(changed.map(({ name }) => [name, inputOf(name, values[name])]));
    const { data, error } = await client.mutation(UpdateBatchDocument, { id, revision, input }).toPromise();
    return { id: data?.updateBatch?.batch.id, error };
  }

  const errorOf = (name: Name) =>
    problemOfField(problem, name, text) ?? (isTried && isMissing(name) ? t('form.required') : undefined);
  const title = t(batch ? 'batch.editTitle' : 'batch.new');
  return (
    <FormDialog
      title={title}
      subject={locked.size > 0 && t('batch.fixed')}
      problem={problemBesides(
        problem,
        fields.map(({ name }) => name),
      )}
      isBusy={isBusy}
      submitLabel={batch ? t('batch.save') : title}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {fields.map(({ name, label, ...field }, index) => {
        const Input = name === 'notes' ? Textarea : TextInput;
        return (
          <Input
            key={name}
            label={t(label)}
            description={'text' in field && t(field.text)}
            required={'isNeeded' in field}
            withAsterisk={false}
            inputMode={name === 'quantity' ? 'numeric' : undefined}
            data-autofocus={index === 0 || undefined}
            error={errorOf(name)}
            value={values[name]}
            onChange={({ currentTarget: { value } }: { readonly currentTarget: { readonly value: string } }) =>
              setValues({ ...values, [name]: value })
            }
          />
        );
      })}
    </FormDialog>
  );
}

function valuesOf(batch: BatchFactsFragment | undefined): Values {
  const { code = '', model = '', hardwareRevision = '', quantity = '', source, notes } = batch ?? {};
  return { code, model, hardwareRevision, quantity: String(quantity), source: source ?? '', notes: notes ?? '' };
}

function inputOf(name: Name, value: string) {
  if (name === 'quantity') return Number(value);
  return value.trim() === '' ? null : value;
}

/** What the state of the batch keeps from being changed. */
function lockedOf(batch: BatchFactsFragment | undefined): ReadonlySet<string> {
  const edit = batch?.availableActions.find(({ operation, to }) => operation === 'updateBatch' && to === null);
  return new Set(edit?.lockedFields.map(({ field }) => field));
}
