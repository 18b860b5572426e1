import { Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { TodayOverviewDocument } from '../api/generated/today-today.ts';
import { problemOf } from '../api/problem.ts';
import { useMay } from '../session/use-session.ts';
import { wordsOf } from '../text/enums.ts';
import { useText } from '../text/index.tsx';
import { grouped } from '../text/triple.ts';
import { moneyText } from '../ui/money-text.ts';
import { ProblemAlert } from '../ui/problem.tsx';
import { dayOf } from '../ui/zoned.ts';
import { usePolicy } from './questions.ts';
import classes from './today.module.css';
import '../text/today.ts';

/** A cancelled sale is none, and a cancelled preorder reserves nothing. */
const notCancelled = (name: 'SaleStatus' | 'PreorderStatus') =>
  Object.keys(wordsOf(name)).filter((status) => status !== 'CANCELLED');
const SOLD = notCancelled('SaleStatus');
const RESERVING = notCancelled('PreorderStatus');

interface Sum {
  readonly currency: string;
  readonly orders: number;
  readonly netRevenue: number;
}

/** The figures of the overview; each leads to the records that it counts, for whoever may read them. */
export function Figures() {
  const { t } = useText();
  const [{ data, error }] = useQuery({ query: TodayOverviewDocument, requestPolicy: usePolicy() });
  const problem = problemOf(error);
  const overview = data?.overview;
  if (problem) return <ProblemAlert problem={problem} />;
  if (!overview) return <Waiting />;
  const { sales, devices, preorders, customers } = overview;
  // The days of the service, which counts by them.
  const [today, weekAgo] = [0, 6].map((days) => dayOf(overview.generatedAt, overview.timezone, days));
  const inPreorders = preorders.byStatus
    .filter(({ status }) => RESERVING.includes(status))
    .reduce((sum, { count }) => sum + count, 0);
  const left =
    preorders.capacity === null
      ? t('today.noLimit')
      : t('today.remaining', { n: preorders.remaining ?? 0, capacity: preorders.capacity });
  return (
    <dl className={classes.figures} aria-label={t('today.figures')}>
      <Sold label={t('today.soldToday')} sums={sales.today} days={`${today}..${today}`} />
      <Sold label={t('today.soldWeek')} sums={sales.last7Days} days={`${weekAgo}..${today}`} />
      <Figure
        label={t('today.online')}
        about={t('today.ofDevices', { n: devices.total })}
        to="/devices"
        needs="listDevices"
        search={{ online: 'yes' }}
      >
        {grouped(devices.online)}
      </Figure>
      <Figure
        label={t('today.reserved')}
        about={[t('today.inPreorders', { n: inPreorders }), left].join(' · ')}
        to="/preorders"
        needs="listPreorders"
        search={{ status: RESERVING.join(',') }}
      >
        {grouped(preorders.reserved)}
      </Figure>
      <Figure label={t('today.customers')} to="/customers" needs="listCustomers">
        {grouped(customers.total)}
      </Figure>
    </dl>
  );
}

const WAITING = ['soldToday', 'soldWeek', 'online', 'reserved', 'customers'] as const;

/** The names of the figures, whose numbers are still read. */
function Waiting() {
  const { t } = useText();
  return (
    <dl className={classes.figures} aria-busy>
      {WAITING.map((name) => (
        <div key={name} className={classes.figure}>
          <dt>{t(`today.${name}`)}</dt>
          <dd>
            <Skeleton height={16} width="60%" mt={8} mb={13} />
            <Skeleton height={9} width="80%" mb={6} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Amounts of different currencies are never added up: the one with most sales is large, the others follow. */
function Sold({ label, sums, days }: { readonly label: string; readonly sums: readonly Sum[]; readonly days: string }) {
  const { t } = useText();
  const [first, ...others] = [...sums].sort(
    (one, other) => other.orders - one.orders || other.netRevenue - one.netRevenue,
  );
  const own = first && { n: first.orders, currency: first.currency };
  // Sales are counted for each currency, like the revenue above them and the chart below, which has that of the business.
  const about =
    own &&
    [
      others.length > 0 ? t('today.ordersIn', own) : t('today.orders', own),
      ...others.map((sum) => t('today.moneyIn', { money: moneyText(sum.netRevenue, sum.currency), n: sum.orders })),
    ].join(' · ');
  return (
    <Figure label={label} about={about} to="/sales" needs="listSales" search={{ sold: days, status: SOLD.join(',') }}>
      {first ? moneyText(first.netRevenue, first.currency) : t('today.noSales')}
    </Figure>
  );
}

interface FigureProps {
  readonly label: string;
  readonly about?: string | undefined;
  readonly to: '/sales' | '/devices' | '/preorders' | '/customers';
  readonly needs: string;
  readonly search?: Readonly<Record<string, string>>;
  readonly children: ReactNode;
}

function Figure({ label, about, to, needs, search, children }: FigureProps) {
  const may = useMay();
  return (
    <div className={classes.figure}>
      <dt>
        {may(needs) ? (
          <Link to={to} search={search ?? {}} className="k-link">
            {label}
          </Link>
        ) : (
          label
        )}
      </dt>
      <dd>
        <b className="k-number">{children}</b>
        {about && <small>{about}</small>}
      </dd>
    </div>
  );
}
