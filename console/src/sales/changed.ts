import type { Text } from '../text/index.tsx';
import { moneyText } from '../ui/money-text.ts';
import { CHANNELS, PAYMENTS } from './filters.ts';
import '../text/sales.ts';

const AMOUNTS = ['unitPrice', 'discount'] as const;
const QUIET = ['soldAt', 'notes'] as const;

/** What an entry of the audit log says that was changed, in words: amounts and states with both values, others by their names. */
export function changedIn(changes: unknown, currency: string, { t, word }: Text): string {
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
    ...QUIET.filter((name) => pair(name)).map((name) => t(`sale.${name}`)),
    ...(pair('customerId') ? [t('sale.customer')] : []),
  ].join(', ');
}
