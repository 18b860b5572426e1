import { Button, Group, Skeleton } from '@mantine/core';
import { PencilIcon } from '@primer/octicons-react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useQuery } from 'urql';
import { type Action, type Outcome, standingOf } from '../actions/action.ts';
import { ActionButtons } from '../actions/action-buttons.tsx';
import { openRecord } from '../actions/open-record.ts';
import { BatchPageDocument } from '../api/generated/inventory-inventory.ts';
import type { BatchFactsFragment } from '../api/generated/operations.ts';
import { problemOf } from '../api/problem.ts';
import { useStore } from '../api/store.ts';
import { Colleague } from '../record/colleague.tsx';
import { Card, Column, Facts, RecordPage } from '../record/record-page.tsx';
import { useMay, useViewer } from '../session/use-session.ts';
import { useText } from '../text/index.tsx';
import { grouped } from '../text/triple.ts';
import { ProblemState } from '../ui/problem-state.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { Time } from '../ui/time.tsx';
import { WaitingPage } from '../ui/waiting-page.tsx';
import { batchActions } from './actions.ts';
import { BatchDevices } from './batch-devices.tsx';
import classes from './inventory.module.css';
import { newCodes } from './new-codes.ts';
import '../text/inventory.ts';

const EditBatch = lazy(() => import('./edit-batch.tsx'));
const LabelDesk = lazy(() => import('./label-desk.tsx').then((module) => ({ default: module.LabelDesk })));
const route = getRouteApi('/inventory/$id');

export default function BatchPage(): ReactNode {
  const { id } = route.useParams();
  const [{ data, error, fetching }, readAgain] = useQuery({
    query: BatchPageDocument,
    variables: { id },
    requestPolicy: 'cache-and-network',
  });
  const refresh = () => readAgain({ requestPolicy: 'network-only' });
  const batch = data?.batch?.id === id ? data.batch : undefined;
  if (batch) return <Shown key={id} batch={batch} refresh={refresh} />;
  const problem = problemOf(error);
  if (problem && !fetching) return <ProblemState problem={problem} onRetry={refresh} list="/inventory" />;
  return <WaitingPage />;
}

function Shown({ batch, refresh }: { readonly batch: BatchFactsFragment; readonly refresh: () => void }) {
  const { t } = useText();
  const navigate = useNavigate();
  const { admin } = useViewer();
  const { id, revision, code, status, availableActions } = batch;
  const kept = useStore(newCodes);
  const codes = kept?.batchId === id && kept.adminId === admin.id ? kept : undefined;
  const record = { id, revision, name: code };
  // What can be done now comes first: it is the button.
  const isPossible = (action: Action) => standingOf(action, availableActions)?.isAllowed === true;
  const ordered = batchActions.toSorted((one, other) => Number(isPossible(other)) - Number(isPossible(one)));
  const onDone = (outcomes: readonly Outcome[] = []) =>
    outcomes.some(({ isGone }) => isGone) ? void navigate({ to: '/inventory', replace: true }) : refresh();
  useEffect(() => {
    openRecord.set({ record, actions: batchActions, available: availableActions, refresh: onDone });
    return () => openRecord.set(undefined);
  });
  const actions = (
    <Group gap="xs" wrap="nowrap">
      <Edit batch={batch} refresh={refresh} />
      <ActionButtons actions={ordered} record={record} available={availableActions} onDone={onDone} />
    </Group>
  );
  const marks = <StatusBadge name="BatchStatus" value={status} />;
  const onBack = () => void navigate({ to: '/inventory' });
  if (codes)
    return (
      <RecordPage title={code} back={t('nav.inventory')} onBack={onBack} marks={marks} actions={null}>
        <div className={classes.whole}>
          <Suspense fallback={<Skeleton height={240} />}>
            <LabelDesk codes={codes} onDone={() => newCodes.set(undefined)} />
          </Suspense>
        </div>
      </RecordPage>
    );
  return (
    <RecordPage title={code} back={t('nav.inventory')} onBack={onBack} marks={marks} actions={actions}>
      <Column>
        <BatchDevices code={code} deviceCount={batch.deviceCount} />
      </Column>
      <Column>
        <BatchFacts batch={batch} />
      </Column>
    </RecordPage>
  );
}

function Edit({ batch, refresh }: { readonly batch: BatchFactsFragment; readonly refresh: () => void }) {
  const { t } = useText();
  const [isOpen, setOpen] = useState(false);
  const edit = batch.availableActions.find(({ operation, to }) => operation === 'updateBatch' && to === null);
  if (!edit?.allowed) return null;
  return (
    <>
      <Button variant="default" leftSection={<PencilIcon />} onClick={() => setOpen(true)}>
        {t('batch.edit')}
      </Button>
      {isOpen && (
        <Suspense>
          <EditBatch batch={batch} onClose={() => setOpen(false)} onSaved={refresh} />
        </Suspense>
      )}
    </>
  );
}

function BatchFacts({ batch }: { readonly batch: BatchFactsFragment }) {
  const { t } = useText();
  const may = useMay();
  const { model, hardwareRevision, quantity, deviceCount, source, createdBy, notes } = batch;
  return (
    <Card title={t('batch.facts')}>
      <Facts
        facts={[
          [t('batch.model'), model],
          [t('batch.hardwareRevision'), hardwareRevision],
          [t('batch.quantity'), grouped(quantity)],
          [t('batch.deviceCount'), grouped(deviceCount)],
          [t('batch.source'), source],
          [t('batch.provisionedAt'), <Time key="provisioned" at={batch.provisionedAt} />],
          [t('batch.createdAt'), <Time key="created" at={batch.createdAt} />],
          ...(may('listAdminOptions')
            ? [[t('batch.createdBy'), createdBy && <Colleague key="by" admin={createdBy} />] as const]
            : []),
          ...(batch.archivedAt
            ? [[t('batch.archivedAt'), <Time key="archived" at={batch.archivedAt} />] as const]
            : []),
        ]}
      />
      {notes && (
        <div className={classes.notes}>
          <h3>{t('batch.notes')}</h3>
          <p>{notes}</p>
        </div>
      )}
    </Card>
  );
}
