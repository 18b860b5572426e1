import { useRef } from 'react';
import { useClient } from 'urql';
import type { FormProps } from '../actions/action.ts';
import { SalePageDocument, UpdateSaleDocument } from '../api/generated/sales-sales.ts';
import { problemOf } from '../api/problem.ts';
import { EditDialog } from '../record/edit-dialog.tsx';
import type { EditField } from '../record/edit-input.tsx';
import { type Text, useText } from '../text/index.tsx';
import { sentenceOf } from '../text/problem.ts';
import { Code } from '../ui/code.tsx';
import { inputOf, versionOf } from './draft.ts';
import { CHANNELS } from './filters.ts';
import { findBuyers } from './pickers.ts';
import { type Sale, useSale } from './use-sale.ts';
import '../text/sales.ts';

export default function EditForm({ record: { id, name }, onDone, onClose }: FormProps) {
  const text = useText();
  const client = useClient();
  const sale = useSale(id);
  // The form has the id of a buyer, and shows the name that came with it.
  const buyers = useRef(new Map<string, string>());
  const lockedBy = (field: string) => lockOf(sale, field, text);
  const currency = sale?.currency ?? '';
  const fields: readonly EditField[] = [
    {
      name: 'unitPrice',
      label: 'sale.unitPrice',
      kind: 'money',
      currency,
      isRequired: true,
      lockedBy: lockedBy('unitPrice'),
    },
    { name: 'discount', label: 'sale.discount', kind: 'money', currency, lockedBy: lockedBy('discount') },
    {
      name: 'salesChannel',
      label: 'sale.salesChannel',
      kind: 'choice',
      word: 'SalesChannel',
      values: CHANNELS,
      isRequired: true,
      lockedBy: lockedBy('salesChannel'),
    },
    {
      name: 'customerId',
      label: 'sale.customer',
      kind: 'record',
      isRequired: true,
      nameOf: (buyer) => buyers.current.get(buyer) ?? buyer,
      async find(words) {
        const found = await findBuyers(client, words);
        for (const one of found) buyers.current.set(one.id, one.name);
        return found;
      },
      lockedBy: lockedBy('customerId'),
    },
    { name: 'notes', label: 'sale.notes', kind: 'lines', max: 1_000, lockedBy: lockedBy('notes') },
  ];
  return (
    <EditDialog
      id={id}
      title={text.t('sale.edit')}
      subject={<Code>{name}</Code>}
      fields={fields}
      read={async () => {
        const { data, error } = await client
          .query(SalePageDocument, { id }, { requestPolicy: 'network-only' })
          .toPromise();
        const now = data?.sale;
        if (now) buyers.current.set(now.customerId, now.customerName);
        return { version: now ? versionOf(now) : undefined, problem: problemOf(error) };
      }}
      save={async (changes, revision) => {
        const { error } = await client
          .mutation(UpdateSaleDocument, { id, revision, input: inputOf(changes) })
          .toPromise();
        return problemOf(error);
      }}
      onSaved={() => {
        onDone([{ id }]);
        onClose();
      }}
      onClose={onClose}
    />
  );
}

/** Why the state of the sale does not let a field be changed now. */
function lockOf(sale: Sale | undefined, field: string, text: Text): string | undefined {
  const lock = sale?.availableActions
    .filter(({ operation, to }) => operation === 'updateSale' && !to)
    .flatMap(({ lockedFields }) => lockedFields)
    .find((one) => one.field === field);
  if (!lock) return undefined;
  const { code, messageId, params, reason } = lock;
  return sentenceOf({ code, messageId, message: reason, params: Object(params) as Record<string, unknown> }, text);
}
