import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useMemo } from 'react';
import { useQuery } from 'urql';
import { ActionButtons } from '../actions/action-buttons.tsx';
import { openRecord } from '../actions/open-record.ts';
import type { ReleaseFactsFragment } from '../api/generated/operations.ts';
import { ReleasePageDocument } from '../api/generated/releases-releases.ts';
import { problemOf } from '../api/problem.ts';
import { useLive } from '../live/use-live.ts';
import { RecordLink } from '../palette/record-link.tsx';
import { Colleague } from '../record/colleague.tsx';
import { Card, Column, Facts, RecordPage } from '../record/record-page.tsx';
import { useText } from '../text/index.tsx';
import { Code } from '../ui/code.tsx';
import { ProblemState } from '../ui/problem-state.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { Time } from '../ui/time.tsx';
import { ToneBadge } from '../ui/tone-badge.tsx';
import { WaitingPage } from '../ui/waiting-page.tsx';
import { releaseActionsOf } from './actions.ts';
import { BrakesCard } from './brakes-card.tsx';
import { Failures } from './failures.tsx';
import { ReleaseEvents } from './release-events.tsx';
import classes from './releases.module.css';
import { RolloutCard } from './rollout-card.tsx';
import { sizeOf } from './size.ts';
import '../text/firmware.ts';
import '../text/firmware-words.ts';
import '../text/list.ts';

const route = getRouteApi('/releases/$id');

export default function ReleasePage(): ReactNode {
  const { id } = route.useParams();
  const [{ data, error, fetching }, readAgain] = useQuery({
    query: ReleasePageDocument,
    variables: { id },
    requestPolicy: 'cache-and-network',
  });
  const refresh = () => readAgain({ requestPolicy: 'network-only' });
  useLive(['releaseChanged'], [id], refresh);
  const release = data?.release?.id === id ? data.release : undefined;
  if (release) return <Shown key={id} release={release} refresh={refresh} />;
  const problem = problemOf(error);
  if (problem && !fetching) return <ProblemState problem={problem} onRetry={refresh} list="/releases" />;
  return <WaitingPage />;
}

interface Props {
  readonly release: ReleaseFactsFragment;
  readonly refresh: () => void;
}

function Shown({ release, refresh }: Props) {
  const { t, word } = useText();
  const navigate = useNavigate();
  const { id, revision, version, buildNumber, lifecycle, channel, mandatory, pauseReason, stats, availableActions } =
    release;
  const isStopped = pauseReason !== null;
  const percentage = release.rolloutPercentage;
  const actions = useMemo(
    () => releaseActionsOf({ lifecycle, isStopped, percentage }),
    [lifecycle, isStopped, percentage],
  );
  const record = {
    id,
    revision,
    name: `${version} · ${t('release.buildOf', { n: buildNumber })} · ${release.hardwareRevision}`,
  };
  useEffect(() => {
    openRecord.set({ record, actions, available: availableActions, refresh });
    return () => openRecord.set(undefined);
  });
  return (
    <RecordPage
      title={version}
      back={t('release.back')}
      onBack={() => void navigate({ to: '/releases' })}
      marks={
        <>
          <StatusBadge name="FirmwareLifecycle" value={lifecycle} />
          <span className={classes.dim}>
            {t('release.buildOf', { n: buildNumber })} · {release.hardwareRevision} · {word('FirmwareChannel', channel)}
          </span>
          {mandatory && <ToneBadge tone="care">{t('release.mandatory')}</ToneBadge>}
        </>
      }
      actions={<ActionButtons actions={actions} record={record} available={availableActions} onDone={refresh} />}
    >
      <Column>
        <RolloutCard release={release} />
        <Failures id={id} name={version} attempts={JSON.stringify(stats?.byStatus)} />
        <ReleaseEvents id={id} revision={revision} />
        {release.releaseNotes.length > 0 && (
          <Card title={t('release.notes')}>
            <ul className={classes.notes}>
              {release.releaseNotes.map((note) => (
                <li key={note}>{note}</li>
              ))}
            </ul>
          </Card>
        )}
      </Column>
      <Column>
        <BrakesCard release={release} />
        <Card title={t('release.facts')}>
          <ReleaseFacts release={release} />
        </Card>
      </Column>
    </RecordPage>
  );
}

function ReleaseFacts({ release }: { readonly release: ReleaseFactsFragment }) {
  const { t, word, language } = useText();
  const { source, signed, signedBy, firmware, mandatory, mandatoryAfter, targetDeviceId, targetDevice } = release;
  const mandatoryFrom = mandatoryAfter ? <Time key="mandatory" at={mandatoryAfter} /> : t('release.mandatoryNow');
  const time = (name: string, at: string | null) => (at ? ([[name, <Time key={name} at={at} />]] as const) : []);
  return (
    <Facts
      facts={[
        [t('release.model'), release.model],
        [t('release.source'), word('ReleaseSource', source)],
        [t('release.signed'), signed ? t('release.signedBy', { n: signedBy.length }) : t('release.unsigned')],
        [t('release.securityVersion'), release.securityVersion],
        [
          t('release.size'),
          <span key="size" title={firmware.sha256}>
            {sizeOf(firmware.size, language)} · <Code>{firmware.sha256.slice(0, 12)}</Code>
          </span>,
        ],
        [t('release.mandatory'), mandatory ? mandatoryFrom : t('filter.no')],
        [t('release.minFrom'), release.minFromVersion],
        [t('release.minApp'), release.minAppVersion],
        ...(targetDeviceId
          ? [
              [
                t('release.target'),
                <RecordLink key="target" kind="DEVICE" id={targetDeviceId}>
                  <Code>{targetDevice?.serial ?? targetDeviceId}</Code>
                </RecordLink>,
              ] as const,
            ]
          : []),
        ...(release.createdBy
          ? [[t('release.createdBy'), <Colleague key="by" admin={release.createdBy} />] as const]
          : []),
        [t('release.createdAt'), <Time key="created" at={release.createdAt} />],
        ...time(t('release.startedAt'), release.rolloutStartedAt),
        ...time(t('release.completedAt'), release.completedAt),
        ...time(t('release.revokedAt'), release.revokedAt),
      ]}
    />
  );
}
