import { ArrowSwitchIcon, DeviceMobileIcon, DownloadIcon, type Icon, SyncIcon } from '@primer/octicons-react';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useQuery } from 'urql';
import { DeviceHistoryDocument } from '../api/generated/devices-devices.ts';
import type { DeviceHistoryQuery } from '../api/generated/operations.ts';
import { problemOf } from '../api/problem.ts';
import { Card } from '../record/record-page.tsx';
import { type Text, useText } from '../text/index.tsx';
import { ProblemAlert } from '../ui/problem.tsx';
import { Time } from '../ui/time.tsx';
import classes from './devices.module.css';
import '../text/devices.ts';

interface Entry {
  readonly id: string;
  readonly at: string;
  readonly icon: Icon;
  readonly text: string;
  readonly note?: string | null | undefined;
  readonly installationId?: string;
}

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
  const entries = entriesOf(data?.device, text);
  const problem = problemOf(error);
  return (
    <Card title={text.t('device.timeline')}>
      {problem && <ProblemAlert problem={problem} />}
      {data && entries.length === 0 && <span className={classes.dim}>{text.t('device.noEvents')}</span>}
      <ol className={classes.timeline}>
        {entries.map(({ id: key, at, icon: Mark, text: what, note, installationId }) => (
          <li key={key}>
            <Mark />
            <div>
              <div>
                {installationId ? (
                  <Link to="/installations/$id" params={{ id: installationId }} className="k-link">
                    {what}
                  </Link>
                ) : (
                  what
                )}
              </div>
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

function entriesOf(device: DeviceHistoryQuery['device'] | undefined, { t, word }: Text): Entry[] {
  if (!device) return [];
  const events = device.events.nodes.map(({ id, at, fromStatus, toStatus, reason, actor }): Entry => {
    const by = actor ? t('device.event.by', { name: actor.name }) : undefined;
    const to = word('DeviceStatus', toStatus);
    const moved = fromStatus
      ? t('device.event.moved', { from: word('DeviceStatus', fromStatus), to })
      : t('device.event.created', { to });
    return {
      id,
      at,
      icon: fromStatus === toStatus ? ArrowSwitchIcon : SyncIcon,
      text: fromStatus === toStatus ? t('device.event.owner') : moved,
      note: [reason, by].filter(Boolean).join(' · '),
    };
  });
  const installations = device.installations.nodes.map(
    ({ id, finishedAt, updatedAt, version, status, failureReason }): Entry => ({
      id,
      at: finishedAt ?? updatedAt,
      icon: DownloadIcon,
      text: t('device.event.installation', { version, status: word('InstallationStatus', status) }),
      note: failureReason,
      installationId: id,
    }),
  );
  const pairings = (device.pairings?.nodes ?? []).flatMap(({ id, createdAt, deviceName, revokedAt }): Entry[] => [
    { id, at: createdAt, icon: DeviceMobileIcon, text: t('device.event.paired', { name: deviceName }) },
    ...(revokedAt
      ? [
          {
            id: `${id} end`,
            at: revokedAt,
            icon: DeviceMobileIcon,
            text: t('device.event.unpaired', { name: deviceName }),
          },
        ]
      : []),
  ]);
  return [...events, ...installations, ...pairings].sort((one, other) => other.at.localeCompare(one.at));
}
