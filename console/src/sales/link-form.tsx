import { useRef } from 'react';
import { useClient } from 'urql';
import type { FormProps } from '../actions/action.ts';
import { LinkSaleDocument, SalePageDocument } from '../api/generated/sales-sales.ts';
import { problemOf } from '../api/problem.ts';
import { EditDialog } from '../record/edit-dialog.tsx';
import type { EditField } from '../record/edit-input.tsx';
import { useText } from '../text/index.tsx';
import { Code } from '../ui/code.tsx';
import { findPreorders } from './pickers.ts';
import { useSale } from './use-sale.ts';
import '../text/actions.ts';
import '../text/sales.ts';

/** Says which preorder of its customer a sale comes from, or none. */
export default function LinkForm({ record: { id, name }, onDone, onClose }: FormProps) {
  const { t } = useText();
  const client = useClient();
  const sale = useSale(id);
  // The form has the id of a preorder, and shows the number that came with it.
  const preorders = useRef(new Map<string, string>());
  const fields: readonly EditField[] = [
    {
      name: 'preorderId',
      label: 'sale.preorder',
      description: 'sale.linkText',
      isWide: true,
      none: 'sale.linkNone',
      kind: 'record',
      nameOf: (preorder) => preorders.current.get(preorder) ?? preorder,
      async find(words) {
        const customer = { customerId: { eq: sale?.customerId ?? '' } };
        const found = await findPreorders(client, words, { ...customer, status: { ne: 'CANCELLED' } });
        for (const one of found) preorders.current.set(one.id, one.name);
        return found;
      },
    },
  ];
  return (
    <EditDialog
      id={id}
      title={t('sale.link')}
      submitLabel={t('sale.link')}
      subject={<Code>{name}</Code>}
      fields={fields}
      read={async () => {
        const { data, error } = await client
          .query(SalePageDocument, { id }, { requestPolicy: 'network-only' })
          .toPromise();
        const now = data?.sale;
        if (now?.preorder) preorders.current.set(now.preorder.id, now.preorder.number);
        return {
          version: now
            ? { revision: now.revision, updatedAt: now.updatedAt, values: { preorderId: now.preorderId ?? '' } }
            : undefined,
          problem: problemOf(error),
        };
      }}
      save={async ({ preorderId }, revision) => {
        const input = { preorderId: preorderId || null };
        const { error } = await client.mutation(LinkSaleDocument, { id, revision, input }).toPromise();
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
