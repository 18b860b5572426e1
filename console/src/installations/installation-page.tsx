import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useQuery } from 'urql';
import { ActionButtons } from '../actions/action-buttons.tsx';
import { openRecord } from '../actions/open-record.ts';
import { InstallationPageDocument } from '../api/generated/installations-installations.ts';
import type { InstallationFactsFragment, InstallationPageQuery } from '../api/generated/operations.ts';
import { ENDED } from '../api/installation-statuses.ts';
import { problemOf } from '../api/problem.ts';
import { useLive } from '../live/use-live.ts';
import { Card, Column, Facts, RecordPage } from '../record/record-page.tsx';
import { endOf, type Standing, standingOf } from '../record/update-standing.ts';
import { useMay } from '../session/use-session.ts';
import { useText } from '../text/index.tsx';
import { Code } from '../ui/code.tsx';
import { ProblemState } from '../ui/problem-state.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { Time } from '../ui/time.tsx';
import { WaitingPage } from '../ui/waiting-page.tsx';
import { installationActionsOf } from './actions.ts';
import { Attempts } from './attempts.tsx';
import { InstallationEvents } from './installation-events.tsx';
import { StandingCard } from './standing-card.tsx';
import '../text/firmware.ts';

const route = getRouteApi('/installations/$id');
const NOT_FOUND = { code: 'INSTALLATION_NOT_FOUND', message: 'No such installation.', params: {}, fields: [] } as const;

export default function InstallationPage(): ReactNode {
  const may = useMay();
  const { id } = route.useParams();
  const [{ data, error, fetching }, readAgain] = useQuery({
    query: InstallationPageDocument,
    variables: { id },
    requestPolicy: 'cache-and-network',
  });
  const refresh = () => readAgain({ requestPolicy: 'network-only' });
  const installation = data?.node?.__typename === 'Installation' && data.node.id === id ? data.node : undefined;
  // Who may not read devices hears of the installation through its release.
  const byRelease = installation ? [installation.releaseId] : [];
  const isOfDevice = may('getDevice');
  useLive([isOfDevice ? 'installationChanged' : 'releaseChanged'], isOfDevice ? [id] : byRelease, refresh);
  useLive(['devicePresenceChanged'], installation?.device ? [installation.device.id] : [], refresh);
  if (installation) return <Shown key={id} installation={installation} refresh={refresh} />;
  const problem = problemOf(error);
  if (!fetching && (problem || data))
    return <ProblemState problem={problem ?? NOT_FOUND} onRetry={refresh} list="/installations" />;
  return <WaitingPage />;
}

type Installation = Extract<InstallationPageQuery['node'], { readonly __typename: 'Installation' }>;

interface Props {
  readonly installation: Installation;
  readonly refresh: () => void;
}

/** As its device's page has it; what has ended stays as it ended, whatever its device was told since. */
function standingFor({ device, release, ...attempt }: Installation): Standing {
  if (ENDED.includes(attempt.status))
    return { standing: endOf(attempt), since: undefined, stuck: undefined, offSince: undefined };
  const { offerDecision: decision, presence } = device ?? {};
  return standingOf({ decision, attempt, presence, lifecycle: release?.lifecycle }, Date.now());
}

function Shown({ installation, refresh }: Props) {
  const { t } = useText();
  const navigate = useNavigate();
  const { id, revision, serial, version, attempt, status, deviceId, releaseId, availableActions } = installation;
  const record = { id, revision, name: `${serial} · ${version}` };
  const actions = installationActionsOf(status);
  useEffect(() => {
    openRecord.set({ record, actions, available: availableActions, refresh });
    return () => openRecord.set(undefined);
  });
  return (
    <RecordPage
      title={serial}
      back={t('installation.back')}
      onBack={() => void navigate({ to: '/installations' })}
      marks={
        <>
          <StatusBadge name="InstallationStatus" value={status} />
          <span>
            {version} · {t('installation.attemptOf', { n: attempt })}
          </span>
        </>
      }
      actions={<ActionButtons actions={actions} record={record} available={availableActions} onDone={refresh} />}
    >
      <Column>
        <StandingCard installation={installation} standing={standingFor(installation)} />
        <Attempts id={id} deviceId={deviceId} releaseId={releaseId} />
        <InstallationEvents id={id} revision={revision} isOver={ENDED.includes(status)} />
      </Column>
      <Column>
        <Card title={t('installation.facts')}>
          <InstallationFacts installation={installation} />
        </Card>
      </Column>
    </RecordPage>
  );
}

function InstallationFacts({ installation }: { readonly installation: InstallationFactsFragment }) {
  const { t } = useText();
  const may = useMay();
  const { deviceId, serial, releaseId, version, buildNumber } = installation;
  return (
    <Facts
      facts={[
        [
          t('installation.serial'),
          may('getDevice') ? (
            <Link key="device" to="/devices/$id" params={{ id: deviceId }} className="k-link">
              <Code>{serial}</Code>
            </Link>
          ) : (
            <Code key="device">{serial}</Code>
          ),
        ],
        [
          t('installation.version'),
          may('getRelease') ? (
            <Link key="release" to="/releases/$id" params={{ id: releaseId }} className="k-link k-number">
              {version} · {t('release.buildOf', { n: buildNumber })}
            </Link>
          ) : (
            version
          ),
        ],
        [t('installation.fromVersion'), installation.fromVersion],
        [t('installation.hardware'), installation.hardwareRevision],
        [t('installation.restarts'), installation.restarts],
        [t('installation.anomalies'), installation.anomalies],
        [t('installation.unusedLeases'), installation.unusedLeases],
        [t('installation.createdAt'), <Time key="created" at={installation.createdAt} />],
        [t('installation.startedAt'), <Time key="started" at={installation.startedAt} />],
        [t('installation.lastReportAt'), <Time key="report" at={installation.lastReportAt} />],
        [t('installation.finishedAt'), <Time key="finished" at={installation.finishedAt} />],
      ]}
    />
  );
}
