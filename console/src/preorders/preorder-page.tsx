import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useQuery } from 'urql';
import type { Outcome } from '../actions/action.ts';
import { ActionButtons } from '../actions/action-buttons.tsx';
import { openRecord } from '../actions/open-record.ts';
import type { PreorderPageQuery } from '../api/generated/operations.ts';
import { PreorderPageDocument } from '../api/generated/preorders-preorders.ts';
import { problemOf } from '../api/problem.ts';
import { useLive } from '../live/use-live.ts';
import { Card, Column, RecordPage } from '../record/record-page.tsx';
import { useMay } from '../session/use-session.ts';
import { useText } from '../text/index.tsx';
import { ProblemState } from '../ui/problem-state.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { WaitingPage } from '../ui/waiting-page.tsx';
import { preorderActions, saleStanding } from './actions.ts';
import { ContactFacts, DateFacts, OrderFacts, OriginFacts } from './facts.tsx';
import { History } from './history.tsx';
import classes from './preorders.module.css';
import { RefundDue } from './refund-due.tsx';
import { Sales } from './sales.tsx';
import '../text/preorders.ts';

const route = getRouteApi('/preorders/$id');

export type Preorder = NonNullable<PreorderPageQuery['preorder']>;

export default function PreorderPage(): ReactNode {
  const { id } = route.useParams();
  const [{ data, error, fetching }, readAgain] = useQuery({
    query: PreorderPageDocument,
    variables: { id },
    requestPolicy: 'cache-and-network',
  });
  const refresh = () => readAgain({ requestPolicy: 'network-only' });
  useLive(['preorderChanged'], [id], refresh);
  const problem = problemOf(error);
  // A preorder that was deleted meanwhile is not shown from what was read before.
  if (problem?.code === 'PREORDER_NOT_FOUND' && !fetching) return <ProblemState problem={problem} list="/preorders" />;
  const preorder = data?.preorder?.id === id ? data.preorder : undefined;
  if (preorder) return <Shown key={id} preorder={preorder} refresh={refresh} />;
  if (problem && !fetching) return <ProblemState problem={problem} onRetry={refresh} list="/preorders" />;
  return <WaitingPage />;
}

function Shown({ preorder, refresh }: { readonly preorder: Preorder; readonly refresh: () => void }) {
  const text = useText();
  const { t } = text;
  const may = useMay();
  const navigate = useNavigate();
  const { id, revision, number, sales } = preorder;
  const record = { id, revision, name: number };
  const sold = (sales?.nodes ?? []).filter(({ status }) => status !== 'CANCELLED').length;
  const available = may('createSale')
    ? [...preorder.availableActions, saleStanding({ ...preorder, sold }, text)]
    : preorder.availableActions;
  const toList = () => void navigate({ to: '/preorders' });
  useEffect(() => {
    openRecord.set({ record, actions: preorderActions, available, refresh });
    return () => openRecord.set(undefined);
  });
  const onDone = (outcomes: readonly Outcome[]) => {
    if (outcomes.some(({ isGone }) => isGone)) return toList();
    refresh();
  };
  return (
    <RecordPage
      title={number}
      back={t('preorder.back')}
      onBack={toList}
      marks={
        <>
          <StatusBadge name="PreorderStatus" value={preorder.status} />
          {preorder.refundDue && <RefundDue />}
        </>
      }
      actions={<ActionButtons actions={preorderActions} record={record} available={available} onDone={onDone} />}
    >
      <Column>
        <Card title={t('preorder.facts')}>
          <OrderFacts preorder={preorder} />
        </Card>
        <Card title={t('preorder.note')}>
          {preorder.note ? (
            <p className={classes.note}>{preorder.note}</p>
          ) : (
            <span className={classes.dim}>{t('preorder.noNote')}</span>
          )}
        </Card>
        <History id={id} revision={revision} sales={sales?.nodes ?? []} />
      </Column>
      <Column>
        <Card title={t('preorder.contact')}>
          <ContactFacts preorder={preorder} />
        </Card>
        {sales && <Sales sales={sales.nodes} sold={sold} quantity={preorder.quantity} />}
        <Card title={t('preorder.dates')}>
          <DateFacts preorder={preorder} />
        </Card>
        <Card title={t('preorder.origin')}>
          <OriginFacts preorder={preorder} />
        </Card>
      </Column>
    </RecordPage>
  );
}
