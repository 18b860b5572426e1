import { Anchor, Autocomplete, Checkbox, Text, Textarea, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useClient } from 'urql';
import type { FormProps } from '../actions/action.ts';
import { CreateBatchDocument, ProvisionDevicesDocument } from '../api/generated/inventory-inventory.ts';
import type { BatchFactsFragment } from '../api/generated/operations.ts';
import { type Problem, problemOf } from '../api/problem.ts';
import { FormDialog } from '../record/form-dialog.tsx';
import { useMay } from '../session/use-session.ts';
import { type TextKey, useText } from '../text/index.tsx';
import { problemBesides, problemOfField } from '../text/problem.ts';
import { keepCodes } from './new-codes.ts';
import { useKnownHardware } from './use-known-hardware.ts';
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

const EMPTY: Values = { code: '', model: '', hardwareRevision: '', quantity: '', source: '', notes: '' };

/** What differs by the size of letters or by what parts them is most likely a slip, but may be right. */
const isAlike = (one: string, other: string) => plain(one) === plain(other);
const plain = (text: string) => text.toLowerCase().replace(/[\s_-]/g, '');

/** Plans a new batch, and opens it. */
export default function NewBatch({ onClose }: FormProps) {
  const navigate = useNavigate();
  const text = useText();
  const { t } = text;
  const client = useClient();
  const [values, setValues] = useState<Values>(EMPTY);
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const [isAtOnce, setAtOnce] = useState(false);
  const may = useMay();
  const known = useKnownHardware();
  // A batch that is provisioned as it is made has no plan to note anything in.
  const fields = FIELDS.filter(({ name }) => !(isAtOnce && (name === 'source' || name === 'notes')));
  const isMissing = (name: Name) =>
    FIELDS.some((one) => one.name === name && 'isNeeded' in one) && !values[name].trim();

  async function submit() {
    setTried(true);
    if (fields.some(({ name }) => isMissing(name))) return;
    setBusy(true);
    const make = isAtOnce ? provision : create;
    const { id, error } = await make();
    setBusy(false);
    setProblem(problemOf(error));
    if (!id) return;
    onClose();
    // The form has ended, so nothing is lost.
    void navigate({ to: '/inventory/$id', params: { id }, ignoreBlocker: true });
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

  const pathOf = (name: Name) => (isAtOnce && name === 'code' ? 'batchCode' : name);
  const errorOf = (name: Name) =>
    problemOfField(problem, pathOf(name), text) ?? (isTried && isMissing(name) ? t('form.required') : undefined);
  return (
    <FormDialog
      title={t('batch.new')}
      submitLabel={t('batch.create')}
      problem={problemBesides(
        problem,
        fields.map(({ name }) => pathOf(name)),
      )}
      isBusy={isBusy}
      isChanged={Object.values(values).some((value) => value !== '')}
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
          const all = name === 'model' ? known.models : known.hardwareOf(values.model);
          const typed = values[name].trim();
          const alike = typed === '' || all.includes(typed) ? undefined : all.find((one) => isAlike(one, typed));
          const about = alike ? (
            <Text span inherit c="orange">
              {t('batch.alike', { known: alike })}{' '}
              <Anchor component="button" type="button" inherit onClick={() => set(alike)}>
                {t('batch.takeKnown', { known: alike })}
              </Anchor>
            </Text>
          ) : (
            common.description
          );
          return <Autocomplete key={name} {...common} description={about} data={[...all]} onChange={set} />;
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
      {may('provisionDevices') && (
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
