import { ArrowSwitchIcon, DeviceMobileIcon, DownloadIcon, SyncIcon } from '@primer/octicons-react';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useQuery } from 'urql';
import { DeviceHistoryDocument } from '../api/generated/devices-devices.ts';
import type { DeviceHistoryQuery } from '../api/generated/operations.ts';
import { problemOf } from '../api/problem.ts';
import { Events, type RecordEvent } from '../record/events.tsx';
import { Card } from '../record/record-page.tsx';
import { useMay } from '../session/use-session.ts';
import { type Text, useText } from '../text/index.tsx';
import { Code } from '../ui/code.tsx';
import { type Explanation, useExplain } from '../ui/explanation.tsx';
import { ProblemAlert } from '../ui/problem.tsx';
import classes from './devices.module.css';
import '../text/devices.ts';
import '../text/firmware-words.ts';

/** What happened to the device: statuses and owners, firmware, apps. @param revision reads again when the device has changed */
export function Timeline({ id, revision }: { readonly id: string; readonly revision: number }) {
  const text = useText();
  const [{ data, error }, readAgain] = useQuery({
    query: DeviceHistoryDocument,
    variables: { id },
    requestPolicy: 'cache-and-network',
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another revision has another history
  useEffect(() => readAgain({ requestPolicy: 'network-only' }), [revision]);
  const may = useMay();
  const explain = useExplain();
  const entries = entriesOf(data?.device, text, explain, may('listInstallations'));
  const problem = problemOf(error);
  return (
    <Card title={text.t('device.timeline')}>
      {problem && <ProblemAlert problem={problem} />}
      {data && entries.length === 0 && <span className={classes.dim}>{text.t('device.noEvents')}</span>}
      <Events events={entries} />
    </Card>
  );
}

function entriesOf(
  device: DeviceHistoryQuery['device'] | undefined,
  { t, word }: Text,
  explain: (explanation: Explanation) => string,
  mayOpen: boolean,
): RecordEvent[] {
  if (!device) return [];
  const events = device.events.nodes.map(({ id, at, fromStatus, toStatus, reason, actor }): RecordEvent => {
    const to = word('DeviceStatus', toStatus);
    const moved = fromStatus
      ? t('device.event.moved', { from: word('DeviceStatus', fromStatus), to })
      : t('device.event.created', { to });
    return {
      id,
      at,
      icon: fromStatus === toStatus ? ArrowSwitchIcon : SyncIcon,
      what: fromStatus === toStatus ? t('device.event.owner') : moved,
      note: reason,
      by: actor,
    };
  });
  const installations = device.installations.nodes.map(
    ({
      id,
      finishedAt,
      lastReportAt,
      createdAt,
      version,
      status,
      failureCode,
      failureReason,
      failureExplanation,
    }): RecordEvent => {
      const what = t('device.event.installation', { version, status: word('InstallationStatus', status) });
      const link = (
        <Link key={id} to="/installations/$id" params={{ id }} className="k-link">
          {what}
        </Link>
      );
      // Not its last change: the service marks what is silent long after.
      const at = finishedAt ?? lastReportAt ?? createdAt;
      // A sentence of the service; else the kind of the failure, beside what the device wrote.
      const cause = failureCode && (
        <>
          {word('FailureCode', failureCode)} {failureReason && <Code>{failureReason}</Code>}
        </>
      );
      const note = failureExplanation ? explain(failureExplanation) : cause;
      return { id, at, icon: DownloadIcon, what: mayOpen ? link : what, note };
    },
  );
  const pairings = (device.pairings?.nodes ?? []).flatMap(({ id, createdAt, deviceName, revokedAt }): RecordEvent[] => {
    const icon = DeviceMobileIcon;
    const paired = { id, at: createdAt, icon, what: t('device.event.paired', { name: deviceName }) };
    const ended = t('device.event.unpaired', { name: deviceName });
    return [...(revokedAt ? [{ id: `${id} end`, at: revokedAt, icon, what: ended }] : []), paired];
  });
  // Of the same time: an app pairs because of the claim, and a device installs because of its status.
  return [...installations, ...pairings, ...events];
}
