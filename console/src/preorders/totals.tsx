import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery } from 'urql';
import { PreorderTotalsDocument } from '../api/generated/preorders-preorders.ts';
import type { ListState } from '../list/use-list-state.ts';
import { useEvery } from '../live/use-live.ts';
import { useText } from '../text/index.tsx';
import { grouped } from '../text/triple.ts';
import { conditionsOf } from './preorder-list.tsx';
import classes from './preorders.module.css';
import '../text/preorders.ts';

const SETTLE_MS = 1_500;

/** The sums of all preorders that match, by currency. */
export function Totals({ state }: { readonly state: ListState }) {
  const { t } = useText();
  const [{ data }, readAgain] = useQuery({
    query: PreorderTotalsDocument,
    variables: conditionsOf(state.query),
    requestPolicy: 'cache-and-network',
  });
  useEvery(
    'preorderChanged',
    useDebouncedCallback(() => readAgain({ requestPolicy: 'network-only' }), SETTLE_MS),
  );
  const totals = data?.preorders?.totals ?? [];
  if (totals.length === 0) return null;
  return (
    <section className={classes.totals} aria-label={t('preorder.totals')}>
      {totals.map(({ currency, quantity, fullPrice, depositAmount }) => (
        <span key={currency}>
          {[
            t('preorder.totalQuantity', { n: quantity }),
            t('preorder.totalPrice', { amount: grouped(fullPrice), currency }),
            t('preorder.totalDeposit', { amount: grouped(depositAmount), currency }),
          ].join(' · ')}
        </span>
      ))}
    </section>
  );
}
