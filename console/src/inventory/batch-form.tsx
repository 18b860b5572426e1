import { Autocomplete, Checkbox, Textarea, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useClient, useQuery } from 'urql';
import type { FormProps } from '../actions/action.ts';
import {
  CreateBatchDocument,
  KnownHardwareDocument,
  ProvisionDevicesDocument,
  UpdateBatchDocument,
} from '../api/generated/inventory-inventory.ts';
import type { BatchFactsFragment } from '../api/generated/operations.ts';
import { type Problem, problemOf } from '../api/problem.ts';
import { FormDialog } from '../record/form-dialog.tsx';
import { useMay } from '../session/use-session.ts';
import { type TextKey, useText } from '../text/index.tsx';
import { problemBesides, problemOfField } from '../text/problem.ts';
import { keepCodes } from './new-codes.ts';
import '../text/field-names.ts';
import '../text/inventory.ts';
import '../text/provisioning.ts';

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
  const [isAtOnce, setAtOnce] = useState(false);
  const may = useMay();
  const [{ data: known }] = useQuery({ query: KnownHardwareDocument });
  const locked = lockedOf(batch);
  // A batch that is provisioned as it is made has no plan to note anything in.
  const fields = FIELDS.filter(
    ({ name }) => !locked.has(name) && !(isAtOnce && (name === 'source' || name === 'notes')),
  );
  const isMissing = (name: Name) =>
    FIELDS.some((one) => one.name === name && 'isNeeded' in one) && !values[name].trim();

  async function submit() {
    setTried(true);
    if (fields.some(({ name }) => isMissing(name))) return;
    setBusy(true);
    const make = isAtOnce ? provision : create;
    const { id, error } = batch ? await change(batch) : await make();
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

  async function provision() {
    const { code: batchCode, model, hardwareRevision, quantity } = values;
    const input = { batchCode, model, hardwareRevision, quantity: Number(quantity) };
    const { data, error } = await client.mutation(ProvisionDevicesDocument, { input }).toPromise();
    const made = data?.provisionDevices;
    if (made) keepCodes({ batchId: made.batch.id, batchCode: made.batch.code, model, devices: made.devices });
    return { id: made?.batch.id, error };
  }

  /** Sends only what was changed; an emptied field is cleared. */
  async function change({ id, revision }: BatchFactsFragment) {
    const changed = fields.filter(({ name }) => values[name] !== start[name]);
    const input = Object.fromEntries(changed.map(({ name }) => [name, inputOf(name, values[name])]));
    const { data, error } = await client.mutation(UpdateBatchDocument, { id, revision, input }).toPromise();
    return { id: data?.updateBatch?.batch.id, error };
  }

  const pathOf = (name: Name) => (isAtOnce && name === 'code' ? 'batchCode' : name);
  const errorOf = (name: Name) =>
    problemOfField(problem, pathOf(name), text) ?? (isTried && isMissing(name) ? t('form.required') : undefined);
  const title = t(batch ? 'batch.editTitle' : 'batch.new');
  return (
    <FormDialog
      title={title}
      subject={locked.size > 0 && t('batch.fixed')}
      problem={problemBesides(
        problem,
        fields.map(({ name }) => pathOf(name)),
      )}
      isBusy={isBusy}
      submitLabel={batch ? t('batch.save') : title}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {fields.map(({ name, label, ...field }, index) => {
        const common = {
          label: t(label),
          description: 'text' in field && t(field.text),
          required: 'isNeeded' in field,
          'data-autofocus': index === 0 || undefined,
          error: errorOf(name),
          value: values[name],
        };
        const set = (value: string) => setValues({ ...values, [name]: value });
        if (name === 'model' || name === 'hardwareRevision') {
          const used = (known?.batches?.nodes ?? []).filter(
            ({ model }) => name === 'model' || values.model === '' || model === values.model,
          );
          return (
            <Autocomplete key={name} {...common} data={[...new Set(used.map((one) => one[name]))]} onChange={set} />
          );
        }
        const Input = name === 'notes' ? Textarea : TextInput;
        return (
          <Input
            key={name}
            {...common}
            inputMode={name === 'quantity' ? 'numeric' : undefined}
            onChange={({ currentTarget: { value } }: { readonly currentTarget: { readonly value: string } }) =>
              set(value)
            }
          />
        );
      })}
      {!batch && may('provisionDevices') && (
        <Checkbox
          label={t('batch.atOnce')}
          description={t('batch.atOnceText')}
          checked={isAtOnce}
          onChange={({ currentTarget }) => setAtOnce(currentTarget.checked)}
        />
      )}
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
