import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useClient, useMutation } from 'urql';
import type { FormProps } from '../actions/action.ts';
import { LinkSaleDocument } from '../api/generated/sales-sales.ts';
import { FormDialog } from '../record/form-dialog.tsx';
import { type Picked, RecordPicker } from '../record/record-picker.tsx';
import { useSubmit } from '../record/use-submit.ts';
import { useText } from '../text/index.tsx';
import { findPreorders } from './pickers.ts';
import { type Sale, useSale } from './use-sale.ts';
import '../text/actions.ts';
import '../text/sales.ts';

export default function LinkForm(props: FormProps) {
  const sale = useSale(props.record.id);
  return sale ? <Shown {...props} sale={sale} /> : null;
}

/** Says which preorder of its customer a sale comes from, or none. */
function Shown({ sale, onDone, onClose }: FormProps & { readonly sale: Sale }) {
  const { t } = useText();
  const client = useClient();
  const { id, revision, number, customerId, preorder } = sale;
  const [picked, setPicked] = useState<Picked | undefined>(
    preorder ? { id: preorder.id, name: preorder.number } : undefined,
  );
  const [, link] = useMutation(LinkSaleDocument);
  const { submit, isBusy, rest, errorOf } = useSubmit(['preorderId']);

  async function send() {
    const problem = await submit(() => link({ id, revision, input: { preorderId: picked?.id ?? null } }));
    onDone([{ id, problem }]);
    if (problem) return;
    notifications.show({ color: 'karvon', message: t('sale.did.link', { name: number }) });
    onClose();
  }

  return (
    <FormDialog
      title={t('sale.link')}
      subject={number}
      problem={rest}
      isBusy={isBusy}
      isOff={(picked?.id ?? null) === sale.preorderId}
      onSubmit={() => void send()}
      onClose={onClose}
    >
      <RecordPicker
        label={t('sale.preorder')}
        description={t('sale.linkText')}
        placeholder={t('sale.linkNone')}
        clearable
        value={picked}
        onChange={setPicked}
        error={errorOf('preorderId')}
        find={(text) => findPreorders(client, text, { customerId: { eq: customerId }, status: { ne: 'CANCELLED' } })}
        data-autofocus
      />
    </FormDialog>
  );
}
