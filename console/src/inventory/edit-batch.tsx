import { useState } from 'react';
import { useClient } from 'urql';
import { BatchPageDocument, UpdateBatchDocument } from '../api/generated/inventory-inventory.ts';
import type { BatchFactsFragment, UpdateBatchInput } from '../api/generated/operations.ts';
import { problemOf } from '../api/problem.ts';
import { EditDialog } from '../record/edit-dialog.tsx';
import type { EditField } from '../record/edit-input.tsx';
import type { Values, Version } from '../record/merge.ts';
import { useText } from '../text/index.tsx';
import { wholeUnitsOf } from '../ui/money-text.ts';
import { useKnownHardware } from './use-known-hardware.ts';
import '../text/inventory.ts';

interface Props {
  readonly batch: BatchFactsFragment;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

/** Changes the plan of a batch. Fields that its state has fixed are not there. */
export default function EditBatch({ batch: { id, code, availableActions }, onClose, onSaved }: Props) {
  const { t } = useText();
  const client = useClient();
  const known = useKnownHardware();
  // As they were when the form opened: what was typed into a field that is fixed meanwhile can be seen and put back.
  const [locked] = useState(() => lockedOf(availableActions));
  const fields: readonly EditField[] = [
    { name: 'code', label: 'batch.code', description: 'batch.codeText', kind: 'text', isRequired: true, isWide: true },
    { name: 'model', label: 'batch.model', kind: 'suggest', values: known.models, isRequired: true },
    {
      name: 'hardwareRevision',
      label: 'batch.hardwareRevision',
      description: 'batch.hardwareText',
      kind: 'suggest',
      values: known.hardwareOf(''),
      isRequired: true,
    },
    {
      name: 'quantity',
      label: 'batch.quantityLabel',
      description: 'batch.quantityText',
      kind: 'number',
      isRequired: true,
    },
    { name: 'source', label: 'batch.source', kind: 'text' },
    { name: 'notes', label: 'batch.notes', kind: 'lines' },
  ];
  return (
    <EditDialog
      id={id}
      title={t('batch.editTitle')}
      subject={[code, locked.size > 0 && t('batch.fixed')].filter(Boolean).join(' · ')}
      fields={fields.filter(({ name }) => !locked.has(name))}
      read={async () => {
        const { data, error } = await client
          .query(BatchPageDocument, { id }, { requestPolicy: 'network-only' })
          .toPromise();
        return { version: data?.batch ? versionOf(data.batch) : undefined, problem: problemOf(error) };
      }}
      save={async (changes, revision) => {
        const { error } = await client
          .mutation(UpdateBatchDocument, { id, revision, input: inputOf(changes) })
          .toPromise();
        return problemOf(error);
      }}
      onSaved={() => {
        onClose();
        onSaved();
      }}
      onClose={onClose}
    />
  );
}

function versionOf({
  revision,
  updatedAt,
  code,
  model,
  hardwareRevision,
  quantity,
  source,
  notes,
}: BatchFactsFragment): Version {
  const values = {
    code,
    model,
    hardwareRevision,
    quantity: String(quantity),
    source: source ?? '',
    notes: notes ?? '',
  };
  return { revision, updatedAt, values };
}

/** What was changed, as the service takes it: an emptied field is cleared. */
function inputOf({ quantity, ...texts }: Values): UpdateBatchInput {
  return {
    ...Object.fromEntries(Object.entries(texts).map(([name, value]) => [name, value.trim() === '' ? null : value])),
    ...(quantity !== undefined && { quantity: wholeUnitsOf(quantity) }),
  };
}

/** What the state of the batch keeps from being changed. */
function lockedOf(actions: BatchFactsFragment['availableActions']): ReadonlySet<string> {
  const edit = actions.find(({ operation, to }) => operation === 'updateBatch' && to === null);
  return new Set(edit?.lockedFields.map(({ field }) => field));
}
