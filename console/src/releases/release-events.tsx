import { MeterIcon, SyncIcon, UploadIcon } from '@primer/octicons-react';
import { useEffect } from 'react';
import { useQuery } from 'urql';
import type { ReleaseHistoryQuery } from '../api/generated/operations.ts';
import { ReleaseHistoryDocument } from '../api/generated/releases-releases.ts';
import { problemOf } from '../api/problem.ts';
import { Events, type RecordEvent } from '../record/events.tsx';
import { Card } from '../record/record-page.tsx';
import { useText } from '../text/index.tsx';
import { useExplain } from '../ui/explanation.tsx';
import { ProblemAlert } from '../ui/problem.tsx';
import { PAUSE_REASONS } from './pause-reasons.ts';
import '../text/firmware.ts';
import '../text/firmware-words.ts';

type Event = NonNullable<ReleaseHistoryQuery['release']>['events']['nodes'][number];

/** What happened to a release. @param revision reads again when the release has changed */
export function ReleaseEvents({ id, revision }: { readonly id: string; readonly revision: number }) {
  const { t, word } = useText();
  const explain = useExplain();
  const [{ data, error }, readAgain] = useQuery({
    query: ReleaseHistoryDocument,
    variables: { id },
    requestPolicy: 'cache-and-network',
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another revision has another history
  useEffect(() => readAgain({ requestPolicy: 'network-only' }), [revision]);
  const problem = problemOf(error);

  const percentageOf = ({ fromPercentage, toPercentage }: Event) =>
    fromPercentage !== null && fromPercentage !== toPercentage
      ? t('release.event.percentage', { from: fromPercentage, to: toPercentage })
      : undefined;
  const eventOf = (event: Event): RecordEvent => {
    const { id: key, at, fromLifecycle, toLifecycle, reason, explanation, actor } = event;
    const percentage = percentageOf(event);
    const known = PAUSE_REASONS[reason ?? ''];
    const otherwise = known ? t(known) : reason;
    const by = actor ?? (reason ? t('release.event.service') : undefined);
    if (!fromLifecycle) return { id: key, at, icon: UploadIcon, what: t('release.event.uploaded'), by };
    if (fromLifecycle === toLifecycle && percentage) return { id: key, at, icon: MeterIcon, what: percentage, by };
    const moved = t('release.event.moved', {
      from: word('FirmwareLifecycle', fromLifecycle),
      to: word('FirmwareLifecycle', toLifecycle),
    });
    return {
      id: key,
      at,
      icon: SyncIcon,
      what: percentage ? `${moved} · ${percentage}` : moved,
      note: explanation ? explain(explanation) : otherwise,
      by,
    };
  };
  return (
    <Card title={t('release.events')}>
      {problem && <ProblemAlert problem={problem} />}
      <Events events={(data?.release?.events.nodes ?? []).map(eventOf)} />
    </Card>
  );
}
