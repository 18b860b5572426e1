import type { PaymentStatus, SaleStatus } from '../api/generated/enums.ts';
import { useText } from '../text/index.tsx';
import { type Tone, ToneBadge } from '../ui/tone-badge.tsx';

const STATUS_TONES: Readonly<Record<SaleStatus, Tone>> = {
  DRAFT: 'still',
  PENDING: 'care',
  PAID: 'calm',
  FULFILLED: 'good',
  REFUNDED: 'still',
  CANCELLED: 'still',
};

const PAYMENT_TONES: Readonly<Record<PaymentStatus, Tone>> = {
  UNPAID: 'bad',
  PARTIAL: 'care',
  PAID: 'good',
  REFUNDED: 'still',
};

export function SaleBadge({ status }: { readonly status: SaleStatus }) {
  const { word } = useText();
  return <ToneBadge tone={STATUS_TONES[status]}>{word('SaleStatus', status)}</ToneBadge>;
}

export function PaymentBadge({ status }: { readonly status: PaymentStatus }) {
  const { word } = useText();
  return <ToneBadge tone={PAYMENT_TONES[status]}>{word('PaymentStatus', status)}</ToneBadge>;
}
