import type { SaleCountsQuery } from '../api/generated/operations.ts';
import { useText } from '../text/index.tsx';
import { Money } from '../ui/money.tsx';
import classes from './sales.module.css';
import '../text/sales.ts';

type Totals = NonNullable<SaleCountsQuery['summed']>['totals'];

/** What the found sales come to, in each currency: amounts of two currencies are never added. @param all how many were found, with those that are not added up */
export function Sums({ totals, all }: { readonly totals: Totals; readonly all: number }) {
  const { t } = useText();
  if (totals.length === 0) return null;
  const isPart = totals.reduce((sum, { count }) => sum + count, 0) < all;
  return (
    <ul className={classes.sums} aria-label={t('sale.sums')} data-testid="sums">
      {totals.map(({ currency, count, total, refundedTotal }) => (
        <li key={currency}>
          <strong>
            <Money amount={total} currency={currency} />
          </strong>{' '}
          <span>
            {t('sale.sumsOf', { n: count })}
            {refundedTotal > 0 && (
              <>
                {' · '}
                {t('sale.sumsRefunded')} <Money amount={refundedTotal} currency={currency} />
              </>
            )}
          </span>
        </li>
      ))}
      {isPart && <li>{t('sale.sumsWithout')}</li>}
    </ul>
  );
}
