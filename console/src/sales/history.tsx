import {
  CheckCircleIcon,
  CreditCardIcon,
  type Icon,
  LinkIcon,
  PencilIcon,
  PlusIcon,
  ReplyIcon,
  XCircleIcon,
} from '@primer/octicons-react';
import { useEffect } from 'react';
import { useQuery } from 'urql';
import type { SaleTrailQuery } from '../api/generated/operations.ts';
import { SaleTrailDocument } from '../api/generated/sales-history.ts';
import { problemOf } from '../api/problem.ts';
import { Events, type RecordEvent } from '../record/events.tsx';
import { Card } from '../record/record-page.tsx';
import { useMay } from '../session/use-session.ts';
import { type Text, useText } from '../text/index.tsx';
import { moneyText } from '../ui/money-text.ts';
import { ProblemAlert } from '../ui/problem.tsx';
import { useTimes } from '../ui/time.tsx';
import { changedIn, isHidden } from './changed.ts';
import classes from './sales.module.css';
import type { Sale } from './use-sale.ts';
import '../text/sales.ts';

/** A sale that is recorded so soon was recorded as it was made. */
const AT_ONCE_MS = 60_000;

/** What happened to the sale. Changes come from the audit log, for roles that may read it. */
export function History({ sale }: { readonly sale: Sale }) {
  const text = useText();
  const { dateTime } = useTimes();
  const may = useMay();
  const [{ data, error }, readAgain] = useQuery({
    query: SaleTrailDocument,
    variables: { id: sale.id },
    requestPolicy: 'cache-and-network',
    pause: !may('listAuditEntries'),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another revision has another history
  useEffect(() => {
    if (may('listAuditEntries')) readAgain({ requestPolicy: 'network-only' });
  }, [sale.revision]);
  const problem = problemOf(error);
  return (
    <Card title={text.t('sale.history')}>
      {problem && <ProblemAlert problem={problem} />}
      <Events events={[...endOf(sale, text), ...trailOf(data, sale, text, dateTime), ...beginningOf(sale, text)]} />
      {data?.auditEntries?.nodes.some(isHidden) && <p className={classes.aside}>{text.t('sale.hidden')}</p>}
    </Card>
  );
}

type Fact = 'created' | 'sold' | 'claimed' | 'cancelled' | 'released';

const fact = (key: Fact, at: string | null, icon: Icon, { id }: Sale, { t }: Text): RecordEvent[] =>
  at === null ? [] : [{ id: `${id} ${key}`, at, icon, what: t(`sale.event.${key}`) }];

/** What follows changes of the same time. */
function endOf(sale: Sale, text: Text): RecordEvent[] {
  const { currency, cancelReason, cancelledAt, deviceReleasedAt, refunds } = sale;
  return [
    ...fact('released', deviceReleasedAt, XCircleIcon, sale, text),
    ...fact('cancelled', cancelledAt, XCircleIcon, sale, text).map((one) => ({ ...one, note: cancelReason })),
    ...refunds.nodes.toReversed().map((refund) => ({
      id: refund.id,
      at: refund.createdAt,
      icon: ReplyIcon,
      what: text.t('sale.event.refund', { amount: moneyText(refund.amount, currency) }),
      note: refund.reason,
      by: refund.createdBy,
    })),
  ];
}

function beginningOf(sale: Sale, text: Text): RecordEvent[] {
  const { createdAt, createdBy, soldAt, claimedAt } = sale;
  const isAtOnce = Math.abs(Date.parse(createdAt) - Date.parse(soldAt)) < AT_ONCE_MS;
  const by = (events: RecordEvent[]) => events.map((one) => ({ ...one, by: createdBy }));
  const sold = fact('sold', soldAt, CreditCardIcon, sale, text);
  return [
    ...fact('claimed', claimedAt, CheckCircleIcon, sale, text),
    ...(isAtOnce ? by(sold) : [...by(fact('created', createdAt, PlusIcon, sale, text)), ...sold]),
  ];
}

const TRAIL_ICONS = { updateSale: PencilIcon, correctSale: PencilIcon, linkSaleToPreorder: LinkIcon } as const;

function trailOf(
  data: SaleTrailQuery | undefined,
  { currency }: Sale,
  text: Text,
  timeOf: (at: string) => string,
): RecordEvent[] {
  return (data?.auditEntries?.nodes ?? []).flatMap(({ id, at, action, actor, actorLabel, reason, changes }) => {
    if (action !== 'updateSale' && action !== 'correctSale' && action !== 'linkSaleToPreorder') return [];
    const note = [changedIn(changes, currency, text, timeOf), reason].filter(Boolean).join(' · ');
    return [{ id, at, icon: TRAIL_ICONS[action], what: text.t(`sale.event.${action}`), note, by: actor ?? actorLabel }];
  });
}
