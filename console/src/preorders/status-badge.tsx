import type { PreorderStatus } from '../api/generated/enums.ts';
import { useText } from '../text/index.tsx';
import { type Tone, ToneBadge } from '../ui/tone-badge.tsx';
import '../text/preorders.ts';

const TONES: Readonly<Record<PreorderStatus, Tone>> = {
  NEW: 'care',
  CONTACTED: 'calm',
  CONFIRMED: 'calm',
  PAYMENT_PENDING: 'care',
  DEPOSIT_PAID: 'good',
  READY_TO_SHIP: 'good',
  FULFILLED: 'still',
  CANCELLED: 'still',
};

export function StatusBadge({ status }: { readonly status: PreorderStatus }) {
  const { word } = useText();
  return <ToneBadge tone={TONES[status]}>{word('PreorderStatus', status)}</ToneBadge>;
}

/** Says that a deposit has to go back. */
export function RefundDue() {
  const { t } = useText();
  return <ToneBadge tone="bad">{t('preorder.refundDue')}</ToneBadge>;
}
