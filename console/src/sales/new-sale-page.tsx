import { Button, Group, Select, Stack, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useClient, useMutation } from 'urql';
import type { PaymentStatus, SalesChannel } from '../api/generated/enums.ts';
import { CreateSaleDocument } from '../api/generated/sales-sales.ts';
import { CurrencyInput } from '../record/currency-input.tsx';
import { findDevices } from '../record/find-devices.ts';
import { LeaveGuard } from '../record/leave-guard.tsx';
import { Card, Column, RecordPage } from '../record/record-page.tsx';
import { RecordPicker } from '../record/record-picker.tsx';
import { useSubmit } from '../record/use-submit.ts';
import { useMay, useViewer } from '../session/use-session.ts';
import { useText } from '../text/index.tsx';
import { focusProblem } from '../ui/focus.ts';
import { MoneyInput } from '../ui/money-input.tsx';
import { moneyText } from '../ui/money-text.ts';
import { ProblemAlert } from '../ui/problem.tsx';
import { TimeInput } from '../ui/time-input.tsx';
import { BuyerCard } from './buyer-card.tsx';
import { CHANNELS, SET_PAYMENTS } from './filters.ts';
import { inputOf, isDiscountAbove, isFilled, missingIn, type NewSale, PATHS, type Path, totalOf } from './new-sale.ts';
import { findPreorders } from './pickers.ts';
import classes from './sales.module.css';
import { useKnownBuyer } from './use-known-buyer.ts';
import { useStart } from './use-start.ts';
import '../text/sales.ts';

export default function NewSalePage(): ReactNode {
  const begun = useStart();
  return begun && <Form defaultCurrency={begun.currency} start={begun.start} />;
}

function Form({ defaultCurrency, start }: { readonly defaultCurrency: string; readonly start: NewSale }) {
  const text = useText();
  const { t, word } = text;
  const navigate = useNavigate();
  const client = useClient();
  const may = useMay();
  const { timeZone } = useViewer();
  const [sale, setSale] = useState(start);
  const [first] = useState(start);
  const isOver = useRef(false);
  const isSending = useRef(false);
  const [isPriceTyped, setPriceTyped] = useState(false);
  const [isTried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const [, create] = useMutation(CreateSaleDocument);
  const { submit, isBusy, rest, errorOf } = useSubmit(PATHS);
  const buyer = useKnownBuyer(sale);
  const set = (changes: Partial<NewSale>) => setSale({ ...sale, ...changes });
  const missing = isTried ? missingIn(sale) : {};
  const error = (path: Path) => {
    const key = missing[path];
    return key ? t(key) : errorOf(path);
  };
  useEffect(() => form.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), []);
  const total = totalOf(sale);

  async function send(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    const input = inputOf(sale, timeZone);
    if (!input) focusProblem(form.current);
    if (!input || isBusy || isSending.current) return;
    isSending.current = true;
    const known = await buyer.look();
    isSending.current = false;
    if (known) return focusProblem(form.current);
    let made: { readonly id: string; readonly number: string } | undefined;
    const problem = await submit(async (key) => {
      const answer = await create({ key, input });
      made = answer.data?.createSale?.sale;
      return answer;
    });
    if (problem) focusProblem(form.current);
    if (problem || !made) return;
    isOver.current = true;
    const { id, number } = made;
    notifications.show({ color: 'karvon', title: t('sale.created', { number }), message: sale.device?.name });
    void navigate({ to: '/sales/$id', params: { id }, replace: true });
  }

  return (
    <form ref={form} onSubmit={send} noValidate className={classes.formPage}>
      <RecordPage
        title={t('nav.newSale')}
        isName
        back={t('sale.back')}
        onBack={() => void navigate({ to: '/sales' })}
        marks={null}
        actions={null}
      >
        <Column>
          <Card title={t('sale.serial')}>
            <RecordPicker
              label={t('sale.pickDevice')}
              required
              description={t('sale.pickDeviceText')}
              value={sale.device}
              onChange={(device) => set({ device })}
              find={(words) => findDevices(client, words, text)}
              none={t('sale.noDevice')}
              error={error('deviceId')}
              data-autofocus={start.device ? undefined : true}
            />
          </Card>
          <BuyerCard sale={sale} set={set} error={error} buyer={buyer} isFirst={start.device !== undefined} />
          <Card title={t('sale.money')}>
            <div className={classes.pair}>
              <MoneyInput
                label={t('sale.unitPrice')}
                required
                currency={sale.currency}
                value={sale.unitPrice}
                onChange={(unitPrice) => {
                  setPriceTyped(true);
                  set({ unitPrice });
                }}
                error={error('unitPrice')}
              />
              <MoneyInput
                label={t('sale.discount')}
                currency={sale.currency}
                value={sale.discount}
                onChange={(discount) => set({ discount })}
                error={isDiscountAbove(sale) ? t('sale.discountAbove') : error('discount')}
              />
              <CurrencyInput
                label={t('sale.currency')}
                required
                usual={defaultCurrency}
                value={sale.currency}
                onChange={(currency) => {
                  // The price that the form begins with is one of its own currency.
                  const unitPrice = currency === start.currency ? start.unitPrice : '';
                  set({ currency, ...(!isPriceTyped && { unitPrice }) });
                }}
                error={error('currency')}
              />
              <Select
                label={t('sale.paymentStatus')}
                description={sale.paymentStatus === 'PARTIAL' && t('sale.partialChoice')}
                required
                placeholder="–"
                data={SET_PAYMENTS.map((value) => ({ value, label: word('PaymentStatus', value) }))}
                value={sale.paymentStatus ?? null}
                onChange={(value) => set({ paymentStatus: (value as PaymentStatus | null) ?? undefined })}
                error={error('paymentStatus')}
              />
            </div>
          </Card>
        </Column>
        <Column>
          <Card title={t('sale.facts')}>
            <Stack gap="md">
              <Select
                label={t('sale.salesChannel')}
                required
                placeholder="–"
                data={CHANNELS.map((value) => ({ value, label: word('SalesChannel', value) }))}
                value={sale.salesChannel ?? null}
                onChange={(value) => set({ salesChannel: (value as SalesChannel | null) ?? undefined })}
                error={error('salesChannel')}
              />
              <TimeInput
                label={t('sale.soldAt')}
                description={t('sale.soldAtNow')}
                zone={timeZone}
                value={sale.soldAt}
                onChange={(soldAt) => set({ soldAt })}
                error={error('soldAt')}
              />
              {may('listPreorders') && (
                <RecordPicker
                  label={t('sale.preorder')}
                  placeholder={t('sale.linkNone')}
                  clearable
                  value={sale.preorder}
                  onChange={(preorder) => set({ preorder })}
                  find={(words) =>
                    findPreorders(client, words, {
                      status: { ne: 'CANCELLED' },
                      ...(sale.customer && !sale.isStranger && { customerId: { eq: sale.customer.id } }),
                    })
                  }
                  error={error('preorderId')}
                />
              )}
              <Textarea
                label={t('sale.notes')}
                autosize
                minRows={2}
                maxRows={8}
                maxLength={1_000}
                value={sale.notes}
                onChange={({ currentTarget }) => set({ notes: currentTarget.value })}
                error={error('notes')}
              />
            </Stack>
          </Card>
          <Card title={t('sale.total')}>
            <Stack gap="md">
              {rest && <ProblemAlert problem={rest} />}
              <div className={classes.foot}>
                <output className="k-number" aria-live="polite">
                  {total === undefined ? '–' : moneyText(total, sale.currency)}
                </output>
                <Group gap="sm">
                  <Button variant="default" onClick={() => void navigate({ to: '/sales' })}>
                    {t('form.cancel')}
                  </Button>
                  <Button type="submit" loading={isBusy}>
                    {t('sale.create')}
                  </Button>
                </Group>
              </div>
            </Stack>
          </Card>
        </Column>
      </RecordPage>
      <LeaveGuard isChanged={isFilled(sale, first)} isOver={isOver} />
    </form>
  );
}
