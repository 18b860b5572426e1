import { Alert, Group, Modal, Select, Skeleton, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useClient, useQuery } from 'urql';
import type { FormProps } from '../actions/action.ts';
import type { PaymentStatus, SalesChannel } from '../api/generated/enums.ts';
import type { PreorderPageQuery } from '../api/generated/operations.ts';
import { PreorderPageDocument, SellPreorderDocument } from '../api/generated/preorders-preorders.ts';
import { problemOf } from '../api/problem.ts';
import { FormDialog } from '../record/form-dialog.tsx';
import { Facts } from '../record/record-page.tsx';
import { type TextKey, useText } from '../text/index.tsx';
import { type Problem, problemBesides, problemOfField } from '../text/problem.ts';
import { grouped } from '../text/triple.ts';
import { Code } from '../ui/code.tsx';
import { MoneyInput } from '../ui/money-input.tsx';
import { moneyText, wholeUnitsOf } from '../ui/money-text.ts';
import { PhoneLink } from '../ui/phone.tsx';
import { ProblemAlert } from '../ui/problem.tsx';
import { Time } from '../ui/time.tsx';
import { DeviceField } from './device-field.tsx';
import '../text/edit.ts';
import '../text/field-names.ts';
import '../text/preorders.ts';
import '../text/sales.ts';

const CHANNELS: readonly SalesChannel[] = [
  'WEBSITE',
  'TELEGRAM',
  'INSTAGRAM',
  'DIRECT',
  'OFFLINE',
  'RESELLER',
  'OTHER',
];
const FIELDS = ['deviceId', 'unitPrice', 'discount', 'paymentStatus', 'salesChannel', 'notes'] as const;
const PAID: readonly PaymentStatus[] = ['UNPAID', 'PARTIAL', 'PAID'];

type Preorder = NonNullable<PreorderPageQuery['preorder']>;

/** Sells a ready device to the customer of a preorder. */
export default function SaleDialog({ record, onDone, onClose }: FormProps) {
  const { t } = useText();
  const [{ data, error }] = useQuery({ query: PreorderPageDocument, variables: { id: record.id } });
  const problem = problemOf(error);
  const preorder = data?.preorder;
  if (preorder) return <SaleForm preorder={preorder} onDone={onDone} onClose={onClose} />;
  return (
    <Modal opened onClose={onClose} title={t('preorder.sell')} closeButtonProps={{ 'aria-label': t('form.close') }}>
      {problem && <ProblemAlert problem={problem} />}
      {!problem && <Skeleton height={300} />}
    </Modal>
  );
}

interface Values {
  readonly deviceId: string;
  /** As they were typed; `wholeUnitsOf` reads them. */
  readonly unitPrice: string;
  readonly discount: string;
  readonly paymentStatus: PaymentStatus;
  readonly salesChannel: SalesChannel;
  readonly notes: string;
}

/** What the customer ordered, which decides the device and what is still to be paid. */
function Ordered({ preorder }: { readonly preorder: Preorder }) {
  const { t, word } = useText();
  const { productName, productColor, quantity, phone, paymentMethod, depositAmount, depositPaidAt, currency } =
    preorder;
  const sold = (preorder.sales?.nodes ?? []).filter(({ status }) => status !== 'CANCELLED').length;
  const deposit = depositAmount === null ? undefined : moneyText(depositAmount, currency);
  return (
    <Facts
      facts={[
        [
          t('preorder.productName'),
          [productName, productColor && word('ProductColor', productColor)].filter(Boolean).join(' · '),
        ],
        [t('preorder.quantity'), t('preorder.soldOf', { sold, quantity })],
        [t('preorder.paymentMethod'), paymentMethod && word('PaymentMethod', paymentMethod)],
        [t('preorder.depositAmount'), deposit],
        [t('preorder.depositPaidAt'), depositPaidAt && <Time key="paid" at={depositPaidAt} />],
        [t('preorder.phone'), <PhoneLink key="phone" typed={phone} />],
      ]}
    />
  );
}

/** What was ordered is what is sold: its price for one device; paid when a full payment was confirmed. */
function firstValues({ fullPrice, depositPaidAt, paymentMethod }: Preorder): Values {
  const paid = paymentMethod === 'FULL' ? 'PAID' : 'PARTIAL';
  return {
    deviceId: '',
    unitPrice: fullPrice === null ? '' : grouped(fullPrice),
    discount: '',
    paymentStatus: depositPaidAt ? paid : 'UNPAID',
    salesChannel: 'WEBSITE',
    notes: '',
  };
}

interface FormOfSaleProps extends Pick<FormProps, 'onDone' | 'onClose'> {
  readonly preorder: Preorder;
}

function SaleForm({ preorder, onDone, onClose }: FormOfSaleProps) {
  const text = useText();
  const { t, word } = text;
  const client = useClient();
  const { id, number, fullName, customerId, customer, currency } = preorder;
  const [first] = useState(() => firstValues(preorder));
  const [values, setValues] = useState(first);
  // The same key for each try with the same values: exactly one sale results.
  const [key, setKey] = useState(() => crypto.randomUUID());
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const put = (changes: Partial<Values>) => {
    setValues({ ...values, ...changes });
    setKey(crypto.randomUUID());
  };
  const { deviceId, unitPrice, discount, paymentStatus, salesChannel, notes } = values;

  async function submit() {
    setTried(true);
    const [price, less] = [wholeUnitsOf(unitPrice), discount.trim() === '' ? 0 : wholeUnitsOf(discount)];
    if (!deviceId || price === undefined || less === undefined || !customerId) return;
    setBusy(true);
    const { data, error } = await client
      .mutation(SellPreorderDocument, {
        key,
        input: {
          deviceId,
          unitPrice: price,
          discount: less,
          currency,
          paymentStatus,
          salesChannel,
          notes: notes.trim() || undefined,
          preorderId: id,
          customer: { id: customerId },
        },
      })
      .toPromise();
    setBusy(false);
    const found = problemOf(error);
    onDone([{ id, problem: found }]);
    if (found) return setProblem(found);
    notifications.show({
      color: 'karvon',
      message: t('preorder.sold', { number: data?.createSale?.sale.number ?? '' }),
    });
    onClose();
  }

  const errorOf = (path: (typeof FIELDS)[number], fault?: TextKey | false) =>
    problemOfField(problem, path, text) ?? (isTried && fault ? t(fault) : undefined);
  const faultOf = (typed: string) => wholeUnitsOf(typed) === undefined && 'money.whole';
  const options = <Name extends 'PaymentStatus' | 'SalesChannel'>(
    name: Name,
    own: readonly Parameters<typeof word<Name>>[1][],
  ) => own.map((value) => ({ value, label: word(name, value) }));

  return (
    <FormDialog
      title={t('preorder.sell')}
      subject={
        <>
          <Code>{number}</Code> · {fullName}
        </>
      }
      problem={problemBesides(problem, FIELDS)}
      isBusy={isBusy}
      isChanged={values !== first}
      isOff={!customerId}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Ordered preorder={preorder} />
      {!customerId && <Alert color="orange">{t('preorder.sellNobody')}</Alert>}
      {customer && customer.fullName !== fullName && (
        <Alert color="orange" variant="light" p="sm" role="alert">
          {t('preorder.sellKnown', { known: customer.fullName, typed: fullName })}
        </Alert>
      )}
      <DeviceField
        onChange={(next) => put({ deviceId: next })}
        error={errorOf('deviceId', !deviceId && 'form.required')}
      />
      <Group grow align="flex-start">
        <MoneyInput
          label={t('sale.unitPrice')}
          required
          currency={currency}
          value={unitPrice}
          onChange={(next) => put({ unitPrice: next })}
          error={errorOf('unitPrice', unitPrice.trim() === '' ? 'form.required' : faultOf(unitPrice))}
        />
        <MoneyInput
          label={t('sale.discount')}
          currency={currency}
          value={discount}
          onChange={(next) => put({ discount: next })}
          error={errorOf('discount', discount.trim() !== '' && faultOf(discount))}
        />
      </Group>
      <Group grow align="flex-start">
        <Select
          label={t('sale.paymentStatus')}
          description={paymentStatus === 'PARTIAL' && t('sale.partialChoice')}
          data={options('PaymentStatus', PAID)}
          value={paymentStatus}
          onChange={(next) => put({ paymentStatus: PAID.find((one) => one === next) ?? paymentStatus })}
          allowDeselect={false}
          error={errorOf('paymentStatus')}
        />
        <Select
          label={t('sale.salesChannel')}
          data={options('SalesChannel', CHANNELS)}
          value={salesChannel}
          onChange={(next) => put({ salesChannel: CHANNELS.find((one) => one === next) ?? salesChannel })}
          allowDeselect={false}
          error={errorOf('salesChannel')}
        />
      </Group>
      <Textarea
        label={t('sale.notes')}
        value={notes}
        onChange={({ currentTarget }) => put({ notes: currentTarget.value })}
        error={errorOf('notes')}
        autosize
        minRows={2}
        maxRows={6}
      />
    </FormDialog>
  );
}
