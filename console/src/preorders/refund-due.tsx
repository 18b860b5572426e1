import { useText } from '../text/index.tsx';
import { ToneBadge } from '../ui/tone-badge.tsx';
import '../text/preorders.ts';

/** Says that a deposit has to go back. */
export function RefundDue() {
  const { t } = useText();
  return <ToneBadge tone="bad">{t('preorder.refundDue')}</ToneBadge>;
}
