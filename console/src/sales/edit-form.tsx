import { Select, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useClient, useMutation } from 'urql';
import type { FormProps } from '../actions/action.ts';
import type { UpdateSaleInput } from '../api/generated/operations.ts';
import { UpdateSaleDocument } from '../api/generated/sales-sales.ts';
import { FormDialog } from '../record/form-dialog.tsx';
import { RecordPicker } from '../record/record-picker.tsx';
import { useSubmit } from '../record/use-submit.ts';
import { useText } from '../text/index.tsx';
import { sentenceOf } from '../text/problem.ts';
import { MoneyInput } from '../ui/money.tsx';
import { changesOf, draftOf, type SaleDraft, textOfField } from './draft.ts';
import { CHANNELS } from './filters.ts';
import { findBuyers } from './pickers.ts';
import { type Sale, useSale } from './use-sale.ts';
import '../text/actions.ts';
import '../text/sales.ts';

export default function EditForm(props: FormProps) {
  const sale = useSale(props.record.id);
  return sale ? <Shown {...props} sale={sale} /> : null;
}

type Field = keyof SaleDraft;

/** Only what was changed is sent, on the revision that it was begun from; what somebody else changed meanwhile is shown at its field. */
function Shown({ sale, onDone, onClose }: FormProps & { readonly sale: Sale }) {
  const text = useText();
  const { t, word } = text;
  const client = useClient();
  const [base, setBase] = useState(sale);
  const [typed, setTyped] = useState<Partial<SaleDraft>>({});
  const [isTried, setTried] = useState(false);
  const [, update] = useMutation(UpdateSaleDocument);
  const { submit, isBusy, rest, errorOf } = useSubmit(['unitPrice', 'discount', 'salesChannel', 'customerId', 'notes']);
  const [before, now] = [draftOf(base), draftOf(sale)];
  const draft = { ...before, ...typed };
  const changes = changesOf(before, draft);
  const set = (field: Field) => (value: string) => setTyped({ ...typed, [field]: value });

  /** Why a field cannot be changed now, or what it has become meanwhile. */
  function about(field: Field): string | undefined {
    const locked = sale.availableActions
      .filter(({ operation, to }) => operation === 'updateSale' && !to)
      .flatMap(({ lockedFields }) => lockedFields)
      .find((one) => one.field === inApi(field));
    if (locked) {
      const { code, messageId, params, reason } = locked;
      return sentenceOf({ code, messageId, message: reason, params: Object(params) as Record<string, unknown> }, text);
    }
    return textOfField(before[field]) === textOfField(now[field])
      ? undefined
      : t('sale.nowIs', { value: shownValue(now[field]) });
  }
  const shownValue = (value: SaleDraft[Field]) =>
    CHANNELS.some((one) => one === value)
      ? word('SalesChannel', value as (typeof CHANNELS)[number])
      : textOfField(value);
  const isLocked = (field: Field) =>
    sale.availableActions.some(({ operation, to, lockedFields }) =>
      operation === 'updateSale' && !to ? lockedFields.some((one) => one.field === inApi(field)) : false,
    );

  async function send() {
    setTried(true);
    if (changes === undefined) return;
    const { id, number } = sale;
    const problem = await submit(() => update({ id, revision: base.revision, input: changes as UpdateSaleInput }));
    onDone([{ id, problem }]);
    // The next attempt is on what is now shown.
    if (problem?.code === 'REVISION_CONFLICT')
      return setBase({ ...base, revision: Number(problem.params.revision ?? sale.revision) });
    if (problem) return;
    notifications.show({ color: 'karvon', message: t('sale.did.edit', { name: number }) });
    onClose();
  }

  const money = (field: 'unitPrice' | 'discount', isFirst: boolean) => (
    <MoneyInput
      label={t(`sale.${field}`)}
      currency={sale.currency}
      value={draft[field]}
      onChange={set(field)}
      disabled={isLocked(field)}
      description={about(field)}
      error={errorOf(field) ?? (isTried && changes === undefined ? t('money.whole') : undefined)}
      {...(isFirst && { 'data-autofocus': true })}
    />
  );

  return (
    <FormDialog
      title={t('sale.edit')}
      subject={sale.number}
      problem={rest}
      isBusy={isBusy}
      isOff={changes !== undefined && Object.keys(changes).length === 0}
      onSubmit={() => void send()}
      onClose={onClose}
    >
      {money('unitPrice', true)}
      {money('discount', false)}
      <Select
        label={t('sale.salesChannel')}
        description={about('salesChannel')}
        allowDeselect={false}
        data={CHANNELS.map((value) => ({ value, label: word('SalesChannel', value) }))}
        value={draft.salesChannel}
        onChange={(value) => value && set('salesChannel')(value)}
        error={errorOf('salesChannel')}
      />
      <RecordPicker
        label={t('sale.customer')}
        description={about('customer')}
        disabled={isLocked('customer')}
        value={draft.customer}
        onChange={(customer) => customer && setTyped({ ...typed, customer })}
        find={(words) => findBuyers(client, words)}
        error={errorOf('customerId')}
      />
      <Textarea
        label={t('sale.notes')}
        description={about('notes')}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={1_000}
        value={draft.notes}
        onChange={({ currentTarget }) => set('notes')(currentTarget.value)}
        error={errorOf('notes')}
      />
    </FormDialog>
  );
}

const inApi = (field: Field) => (field === 'customer' ? 'customerId' : field);
