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
import { Card } from '../record/record-page.tsx';
import { useMay } from '../session/use-session.ts';
import { type Text, useText } from '../text/index.tsx';
import { moneyText } from '../ui/money-text.ts';
import { ProblemAlert } from '../ui/problem.tsx';
import { Time } from '../ui/time.tsx';
import { changedIn } from './changed.ts';
import classes from './sales.module.css';
import type { Sale } from './use-sale.ts';
import '../text/devices.ts';
import '../text/sales.ts';

interface Entry {
  readonly id: string;
  readonly at: string | null;
  readonly icon: Icon;
  readonly text: string;
  readonly note?: string | null | undefined;
}

/** What happened to the sale. Changes come from the audit log, for roles that may read it. */
export function History({ sale }: { readonly sale: Sale }) {
  const text = useText();
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
  const entries = [...factsOf(sale, text), ...trailOf(data, sale, text)]
    .filter((entry): entry is Entry & { readonly at: string } => entry.at !== null)
    .sort((one, other) => other.at.localeCompare(one.at));
  return (
    <Card title={text.t('sale.history')}>
      {problem && <ProblemAlert problem={problem} />}
      <ol className={classes.timeline}>
        {entries.map(({ id, at, icon: Mark, text: what, note }) => (
          <li key={id}>
            <Mark />
            <div>
              <div>{what}</div>
              {note && <div>{note}</div>}
              <div className={classes.dim}>
                <Time at={at} />
              </div>
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
}

function factsOf(sale: Sale, { t }: Text): Entry[] {
  const { id, currency, createdBy, refunds } = sale;
  const by = (admin: { readonly name: string } | null | undefined) =>
    admin ? t('device.event.by', { name: admin.name }) : undefined;
  return [
    { id: `${id} created`, at: sale.createdAt, icon: PlusIcon, text: t('sale.event.created'), note: by(createdBy) },
    { id: `${id} sold`, at: sale.soldAt, icon: CreditCardIcon, text: t('sale.event.sold') },
    { id: `${id} claimed`, at: sale.claimedAt, icon: CheckCircleIcon, text: t('sale.event.claimed') },
    {
      id: `${id} cancelled`,
      at: sale.cancelledAt,
      icon: XCircleIcon,
      text: t('sale.event.cancelled'),
      note: sale.cancelReason,
    },
    { id: `${id} released`, at: sale.deviceReleasedAt, icon: XCircleIcon, text: t('sale.event.released') },
    ...refunds.nodes.map((refund) => ({
      id: refund.id,
      at: refund.createdAt,
      icon: ReplyIcon,
      text: t('sale.event.refund', { amount: moneyText(refund.amount, currency) }),
      note: [refund.reason, by(refund.createdBy)].filter(Boolean).join(' · '),
    })),
  ];
}

const TRAIL_ICONS = { updateSale: PencilIcon, correctSale: PencilIcon, linkSaleToPreorder: LinkIcon } as const;

function trailOf(data: SaleTrailQuery | undefined, { currency }: Sale, text: Text): Entry[] {
  return (data?.auditEntries?.nodes ?? []).flatMap(({ id, at, action, actor, actorLabel, reason, changes }) => {
    if (action !== 'updateSale' && action !== 'correctSale' && action !== 'linkSaleToPreorder') return [];
    const note = [changedIn(changes, currency, text), reason, actor?.name ?? actorLabel].filter(Boolean).join(' · ');
    return [{ id, at, icon: TRAIL_ICONS[action], text: text.t(`sale.event.${action}`), note }];
  });
}
