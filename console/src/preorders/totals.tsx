import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery } from 'urql';
import { PreorderTotalsDocument } from '../api/generated/preorders-preorders.ts';
import type { ListState } from '../list/use-list-state.ts';
import { useEvery } from '../live/use-live.ts';
import { useText } from '../text/index.tsx';
import { moneyText } from '../ui/money-text.ts';
import { conditionsOf } from './preorder-list.tsx';
import classes from './preorders.module.css';
import { OPEN } from './statuses.ts';
import '../text/preorders.ts';

const SETTLE_MS = 1_500;

interface Props {
  readonly state: ListState;
  /** The board has all statuses side by side: what was delivered or cancelled is no part of its sums, unless a status is chosen. */
  readonly isBoard: boolean;
}

/** The sums of all preorders that match, by currency. */
export function Totals({ state, isBoard }: Props) {
  const { t } = useText();
  const isOpen = isBoard && !state.search.status;
  const { filter, search } = conditionsOf(state.query);
  const open = { status: { in: OPEN } };
  const ofBoard = filter ? { and: [filter, open] } : open;
  const [{ data }, readAgain] = useQuery({
    query: PreorderTotalsDocument,
    variables: { filter: isOpen ? ofBoard : filter, search },
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
      {totals.map(({ currency, count, quantity, fullPrice, depositAmount }) => (
        <span key={currency}>
          {[
            t(isOpen ? 'preorder.totalOpen' : 'preorder.totalCount', { n: count }),
            t('preorder.totalQuantity', { n: quantity }),
            t('preorder.totalPrice', { money: moneyText(fullPrice, currency) }),
            t('preorder.totalDeposit', { money: moneyText(depositAmount, currency) }),
          ].join(' · ')}
        </span>
      ))}
    </section>
  );
}
