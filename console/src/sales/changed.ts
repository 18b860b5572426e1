import type { Text } from '../text/index.tsx';
import { moneyText } from '../ui/money-text.ts';
import { CHANNELS, PAYMENTS } from './filters.ts';
import '../text/sales.ts';

const AMOUNTS = ['unitPrice', 'discount'] as const;
/** What the service puts in place of a text that the role may not read. */
const STARS = '***';

/** What an entry of the audit log says that was changed, in words: amounts, times and states with both values, others by their names. @param timeOf a time as the screen writes it */
export function changedIn(
  changes: unknown,
  currency: string,
  { t, word }: Text,
  timeOf: (at: string) => string,
): string {
  if (typeof changes !== 'object' || changes === null) return '';
  const given: Readonly<Record<string, unknown>> = { ...changes };
  const pair = (name: string): readonly [unknown, unknown] | undefined => {
    const one = given[name];
    return typeof one === 'object' && one !== null && 'to' in one
      ? ['from' in one ? one.from : undefined, one.to]
      : undefined;
  };
  const say = (name: string, show: (value: unknown) => string | undefined) => {
    const [from, to] = (pair(name) ?? []).map(show);
    return to === undefined ? undefined : `${from ?? '–'} → ${to}`;
  };
  const labelled = (label: string, said: string | undefined) => (said === undefined ? [] : [`${label}: ${said}`]);
  const amount = (value: unknown) => (typeof value === 'number' ? moneyText(value, currency) : undefined);
  const payment = (value: unknown) =>
    PAYMENTS.filter((one) => one === value).map((one) => word('PaymentStatus', one))[0];
  const channel = (value: unknown) =>
    CHANNELS.filter((one) => one === value).map((one) => word('SalesChannel', one))[0];
  return [
    ...AMOUNTS.flatMap((name) => labelled(t(`sale.${name}`), say(name, amount))),
    ...labelled(t('sale.paymentStatus'), say('paymentStatus', payment)),
    ...labelled(t('sale.salesChannel'), say('salesChannel', channel)),
    ...labelled(
      t('sale.currency'),
      say('currency', (value) => (typeof value === 'string' ? value : undefined)),
    ),
    ...labelled(
      t('sale.soldAt'),
      say('soldAt', (value) => (typeof value === 'string' ? timeOf(value) : undefined)),
    ),
    ...(pair('notes') ? [t('sale.notes')] : []),
    ...(pair('customerId') ? [t('sale.customer')] : []),
  ].join(', ');
}

/** Whether a part of an entry is hidden from the role: a text of it, or its reason. */
export const isHidden = ({ reason, changes }: { readonly reason: string | null; readonly changes: unknown }) =>
  JSON.stringify([reason, changes]).includes(STARS);
