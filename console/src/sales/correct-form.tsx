import { Textarea, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useMutation } from 'urql';
import type { FormProps } from '../actions/action.ts';
import { CorrectSaleDocument } from '../api/generated/sales-sales.ts';
import { FormDialog } from '../record/form-dialog.tsx';
import { useSubmit } from '../record/use-submit.ts';
import { useViewer } from '../session/use-session.ts';
import { useText } from '../text/index.tsx';
import { TimeInput } from '../ui/time-input.tsx';
import { fieldOfTime, timeOfField } from '../ui/zoned-time.ts';
import { type Sale, useSale } from './use-sale.ts';
import '../text/actions.ts';
import '../text/sales.ts';

export default function CorrectForm(props: FormProps) {
  const sale = useSale(props.record.id);
  return sale ? <Shown {...props} sale={sale} /> : null;
}

/** Corrects when the device was sold, or the currency. */
function Shown({ sale, onDone, onClose }: FormProps & { readonly sale: Sale }) {
  const { t } = useText();
  const { timeZone } = useViewer();
  const { id, number } = sale;
  const [revision, setRevision] = useState(sale.revision);
  const [base] = useState({ soldAt: fieldOfTime(sale.soldAt, timeZone), currency: sale.currency });
  const [soldAt, setSoldAt] = useState(base.soldAt);
  const [currency, setCurrency] = useState(base.currency);
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const [, correct] = useMutation(CorrectSaleDocument);
  const { submit, isBusy, rest, errorOf } = useSubmit(['soldAt', 'currency', 'reason']);
  const code = currency.trim().toUpperCase();
  const changes = {
    ...(soldAt !== base.soldAt && { soldAt: timeOfField(soldAt, timeZone) }),
    ...(code !== base.currency && { currency: code }),
  };
  const isChanged = Object.keys(changes).length > 0;

  async function send() {
    setTried(true);
    if (!isChanged || soldAt === '' || reason.trim() === '') return;
    const problem = await submit((key) => correct({ id, revision, key, input: { ...changes, reason: reason.trim() } }));
    onDone([{ id, problem }]);
    // The sentence says that somebody changed the sale; the next attempt is on what the page now shows.
    if (problem?.code === 'REVISION_CONFLICT') setRevision(Number(problem.params.revision ?? sale.revision));
    if (problem) return;
    notifications.show({ color: 'karvon', message: t('sale.did.correct', { name: number }) });
    onClose();
  }

  return (
    <FormDialog
      title={t('sale.correct')}
      subject={number}
      warning={t('sale.correctText')}
      problem={rest}
      isBusy={isBusy}
      isOff={!isChanged}
      onSubmit={() => void send()}
      onClose={onClose}
    >
      <TimeInput
        label={t('sale.soldAt')}
        zone={timeZone}
        value={soldAt}
        onChange={setSoldAt}
        error={errorOf('soldAt') ?? (soldAt === '' ? t('form.required') : undefined)}
        data-autofocus
      />
      <TextInput
        label={t('sale.currency')}
        description={t('sale.correctCurrency')}
        maxLength={3}
        value={currency}
        onChange={({ currentTarget }) => setCurrency(currentTarget.value.toUpperCase())}
        error={errorOf('currency')}
      />
      <Textarea
        label={t('action.reason')}
        description={t('action.reasonText')}
        required
        autosize
        minRows={2}
        maxRows={6}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
        error={errorOf('reason') ?? (isTried && reason.trim() === '' ? t('form.required') : undefined)}
      />
    </FormDialog>
  );
}
