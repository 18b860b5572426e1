import { Text } from '@mantine/core';
import { DeviceDesktopIcon, type Icon, PersonIcon, PulseIcon, ServerIcon } from '@primer/octicons-react';
import { useEffect } from 'react';
import { useQuery } from 'urql';
import type { InstallationEventSource } from '../api/generated/enums.ts';
import { InstallationHistoryDocument } from '../api/generated/installations-installations.ts';
import { problemOf } from '../api/problem.ts';
import { Events } from '../record/events.tsx';
import { Card } from '../record/record-page.tsx';
import { useText } from '../text/index.tsx';
import { ProblemAlert } from '../ui/problem.tsx';
import '../text/firmware.ts';
import '../text/firmware-words.ts';

const ICONS: Readonly<Record<InstallationEventSource, Icon>> = {
  DEVICE: DeviceDesktopIcon,
  HEARTBEAT: PulseIcon,
  OPERATOR: PersonIcon,
  SERVER: ServerIcon,
};

interface Props {
  readonly id: string;
  /** Reads again when it changes. */
  readonly revision: number;
  /** Nothing will be said any more. */
  readonly isOver: boolean;
}

/** What the device, its heartbeats, colleagues and the service said. */
export function InstallationEvents({ id, revision, isOver }: Props) {
  const { t, word } = useText();
  const [{ data, error }, readAgain] = useQuery({
    query: InstallationHistoryDocument,
    variables: { id },
    requestPolicy: 'cache-and-network',
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another revision has another history
  useEffect(() => readAgain({ requestPolicy: 'network-only' }), [revision]);
  const problem = problemOf(error);
  const node = data?.node?.__typename === 'Installation' ? data.node : undefined;
  const events = (node?.events.nodes ?? []).map(
    ({ id: key, at, source, outcome, fromStatus, toStatus, applied, failureReason, actor }) => {
      const moved = `${word('InstallationStatus', fromStatus)} → ${word('InstallationStatus', toStatus)}`;
      const said = word('InstallationOutcome', outcome);
      const isRefused = !applied ? ` (${t('installation.refused')})` : '';
      return {
        id: key,
        at,
        icon: ICONS[source],
        what: fromStatus === toStatus ? `${said}${isRefused}` : moved,
        note: [fromStatus === toStatus ? '' : said, failureReason].filter(Boolean).join(': '),
        by: actor ?? word('InstallationEventSource', source),
      };
    },
  );
  const isEmpty = node !== undefined && events.length === 0;
  if (isEmpty && isOver) return null;
  return (
    <Card title={t('installation.events')}>
      {problem && <ProblemAlert problem={problem} />}
      {isEmpty && (
        <Text size="sm" c="dimmed">
          {t('installation.noEvents')}
        </Text>
      )}
      <Events events={events} />
    </Card>
  );
}
