import { Button, Group, Radio, Stack, Text, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useMutation } from 'urql';
import type { FormProps } from '../actions/action.ts';
import type { DeviceDisposition } from '../api/generated/enums.ts';
import { RefundSaleDocument } from '../api/generated/sales-sales.ts';
import { FormDialog } from '../record/form-dialog.tsx';
import { useSubmit } from '../record/use-submit.ts';
import { useText } from '../text/index.tsx';
import { grouped } from '../text/triple.ts';
import { Code } from '../ui/code.tsx';
import { MoneyInput } from '../ui/money-input.tsx';
import { moneyText, wholeUnitsOf } from '../ui/money-text.ts';
import { type Sale, useSale } from './use-sale.ts';
import '../text/actions.ts';
import '../text/edit.ts';
import '../text/sales.ts';

const STAYS = 'STAYS';
const DISPOSITIONS = [STAYS, 'RETURNED', 'REVOKED'] as const satisfies readonly (DeviceDisposition | 'STAYS')[];

export default function RefundForm(props: FormProps) {
  const sale = useSale(props.record.id);
  return sale ? <Shown {...props} sale={sale} /> : null;
}

/** Refunds a part of a sale or all that is left of it. */
function Shown({ sale, onDone, onClose }: FormProps & { readonly sale: Sale }) {
  const { t } = useText();
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState('');
  const [disposition, setDisposition] = useState<string>(STAYS);
  const [isTried, setTried] = useState(false);
  const [, refund] = useMutation(RefundSaleDocument);
  const { submit, isBusy, rest, errorOf } = useSubmit(['amount', 'reason', 'deviceDisposition']);
  const { id, revision, number, currency, refundable, paymentStatus, deviceReleasedAt } = sale;
  const units = wholeUnitsOf(amount);
  const max = moneyText(refundable, currency);

  function amountError() {
    if (units === undefined)
      return isTried || amount !== '' ? t(amount === '' ? 'form.required' : 'money.whole') : undefined;
    return units > refundable ? t('sale.refundTooMuch', { max }) : errorOf('amount');
  }

  async function send() {
    setTried(true);
    if (units === undefined || units > refundable || reason.trim() === '') return;
    const deviceDisposition = DISPOSITIONS.find((one) => one === disposition && one !== STAYS) as
      | DeviceDisposition
      | undefined;
    const input = { amount: units, reason: reason.trim(), ...(deviceDisposition && { deviceDisposition }) };
    const problem = await submit((key) => refund({ id, revision, key, input }));
    onDone([{ id, problem }]);
    if (problem) return;
    notifications.show({
      color: 'karvon',
      title: t('sale.refunded', { amount: moneyText(units, currency) }),
      message: number,
    });
    onClose();
  }

  return (
    <FormDialog
      title={t('sale.refund')}
      subject={<Code>{number}</Code>}
      warning={paymentStatus === 'PARTIAL' && t('sale.refundPartial')}
      problem={rest}
      isBusy={isBusy}
      isDangerous
      onSubmit={() => void send()}
      onClose={onClose}
    >
      <Stack gap={6}>
        <MoneyInput
          label={t('sale.amount')}
          description={t('sale.refundMost', { max })}
          currency={currency}
          value={amount}
          onChange={setAmount}
          error={amountError()}
          required
          data-autofocus
        />
        <Group>
          <Button size="compact-xs" variant="default" onClick={() => setAmount(grouped(refundable))}>
            {t('sale.refundAll')}
          </Button>
        </Group>
      </Stack>
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
      {!deviceReleasedAt && (
        <Radio.Group
          label={t('sale.disposition')}
          value={disposition}
          onChange={setDisposition}
          error={errorOf('deviceDisposition')}
        >
          <Stack gap={10} mt={8}>
            {DISPOSITIONS.map((one) => (
              <Radio
                key={one}
                value={one}
                size="xs"
                label={t(`sale.disposition.${one}`)}
                description={t(`sale.disposition.${one}.text`)}
              />
            ))}
          </Stack>
        </Radio.Group>
      )}
      {units !== undefined && units <= refundable && (
        <Text size="sm" c="dimmed" aria-live="polite">
          {t('sale.refundLeft', { left: moneyText(refundable - units, currency) })}
        </Text>
      )}
    </FormDialog>
  );
}
