import type { PreorderStatus } from '../api/generated/enums.ts';
import { useText } from '../text/index.tsx';
import classes from './preorders.module.css';

/** What a person has to think of a status. */
const TONES: Readonly<Record<PreorderStatus, 'good' | 'calm' | 'care' | 'still'>> = {
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
  return (
    <span className={classes.status} data-tone={TONES[status]}>
      {word('PreorderStatus', status)}
    </span>
  );
}

/** Says that a deposit has to go back. */
export function RefundDue() {
  const { t } = useText();
  return (
    <span className={classes.status} data-tone="bad">
      {t('preorder.refundDue')}
    </span>
  );
}
