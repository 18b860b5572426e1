import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useQuery } from 'urql';
import type { WaitingInstallationFragment, WaitingPreorderFragment } from '../api/generated/operations.ts';
import { TodayQueueDocument } from '../api/generated/today-today.ts';
import { UNDER_WAY } from '../api/installation-statuses.ts';
import { problemOf } from '../api/problem.ts';
import { Card } from '../record/record-page.tsx';
import { useMay } from '../session/use-session.ts';
import { useText } from '../text/index.tsx';
import { useExplain } from '../ui/explanation.tsx';
import { moneyText } from '../ui/money-text.ts';
import { ProblemAlert } from '../ui/problem.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { Time } from '../ui/time.tsx';
import { WaitingRows } from '../ui/waiting.tsx';
import { Assign } from './assign.tsx';
import { queueParts } from './first-questions.ts';
import { usePolicy } from './questions.ts';
import { Group } from './queue-group.tsx';
import '../text/today.ts';

/** What waits for a person, by kind; each row opens its record. */
export function Queue() {
  const { t, word } = useText();
  const may = useMay();
  const explain = useExplain();
  const has = queueParts(may);
  const requestPolicy = usePolicy();
  const reads = Object.values(has).includes(true);
  const [{ data, error }] = useQuery({
    query: TodayQueueDocument,
    variables: has,
    pause: !reads,
    requestPolicy,
  });
  const problem = problemOf(error);
  const title = t('today.queue');
  if (!reads) return <Card title={title}>{t('today.queueNone')}</Card>;
  if (!data) return <Card title={title}>{problem ? <ProblemAlert problem={problem} /> : <WaitingRows />}</Card>;
  const { bricked, stuck, paused, waiting, refunds } = data;
  const total = [bricked, stuck, paused, waiting, refunds].reduce((sum, each) => sum + (each?.totalCount ?? 0), 0);
  return (
    <Card title={title}>
      {problem && <ProblemAlert problem={problem} />}
      {total === 0 && !problem && (
        <Text size="sm" c="dimmed">
          {t('today.queueEmpty')}
        </Text>
      )}
      <Group title={t('today.bricked')} tone="bad" count={bricked?.totalCount ?? 0}>
        {bricked?.nodes.map((one) => (
          <InstallationRow key={one.id} installation={one} />
        ))}
        <More
          count={bricked?.totalCount}
          shown={bricked?.nodes.length}
          to="/installations"
          search={{ bricked: 'yes', sort: 'CREATED_AT' }}
        />
      </Group>
      <Group title={t('today.stuck')} tone="bad" count={stuck?.totalCount ?? 0}>
        {stuck?.nodes.map((one) => (
          <InstallationRow key={one.id} installation={one} />
        ))}
        <More
          count={stuck?.totalCount}
          shown={stuck?.nodes.length}
          to="/installations"
          // One that failed was stuck before, too.
          search={{ status: UNDER_WAY.join(), stuck: 'yes', silent: 'no', bricked: 'no', sort: 'CREATED_AT' }}
        />
      </Group>
      <Group title={t('today.paused')} tone="care" count={paused?.totalCount ?? 0}>
        {paused?.nodes.map(({ id, version, channel, hardwareRevision, rolloutPercentage, pauseExplanation }) => (
          <li key={id}>
            <div>
              <Link to="/releases/$id" params={{ id }} className="k-link">
                {version} {word('FirmwareChannel', channel)}
              </Link>
              <small>
                {hardwareRevision} · {t('today.pausedAt', { n: rolloutPercentage })}
                {pauseExplanation && ` · ${explain(pauseExplanation)}`}
              </small>
            </div>
          </li>
        ))}
        <More count={paused?.totalCount} shown={paused?.nodes.length} to="/releases" search={{ lifecycle: 'PAUSED' }} />
      </Group>
      <Group title={t('today.refunds')} tone="care" count={refunds?.totalCount ?? 0}>
        {refunds?.nodes.map((one) => (
          <PreorderRow key={one.id} preorder={one} isRefund />
        ))}
        <More count={refunds?.totalCount} shown={refunds?.nodes.length} to="/preorders" search={{ refund: 'yes' }} />
      </Group>
      <Group title={t('today.waiting')} tone="calm" count={waiting?.totalCount ?? 0}>
        {waiting?.nodes.map((one) => (
          <PreorderRow key={one.id} preorder={one} />
        ))}
        <More
          count={waiting?.totalCount}
          shown={waiting?.nodes.length}
          to="/preorders"
          search={{ status: 'NEW', sort: 'CREATED_AT' }}
        />
      </Group>
    </Card>
  );
}

function InstallationRow({ installation }: { readonly installation: WaitingInstallationFragment }) {
  const { t } = useText();
  const { id, serial, version, stuckSince, lastReportAt } = installation;
  return (
    <li>
      <div>
        <Link to="/installations/$id" params={{ id }} className="k-link k-mono">
          {serial}
        </Link>
        <small>
          {version} · {lastReportAt ? t('today.heard') : t('today.noReport')}{' '}
          {lastReportAt && <Time at={lastReportAt} ago />}
          {stuckSince && (
            <>
              {' · '}
              {t('today.stuckSince')} <Time at={stuckSince} ago />
            </>
          )}
        </small>
      </div>
    </li>
  );
}

function PreorderRow({
  preorder,
  isRefund = false,
}: {
  readonly preorder: WaitingPreorderFragment;
  readonly isRefund?: boolean;
}) {
  const { t } = useText();
  const { id, number, fullName, createdAt, cancelledAt, currency, depositAmount, assignedAdmin } = preorder;
  return (
    <li>
      <div>
        <Link to="/preorders/$id" params={{ id }} className="k-link k-cut">
          {fullName}
        </Link>
        <small>
          {number} ·{' '}
          {isRefund ? (
            <>
              {depositAmount !== null && `${moneyText(depositAmount, currency)}, `}
              {t('today.cancelled')} <Time at={cancelledAt} ago />
            </>
          ) : (
            <Time at={createdAt} ago />
          )}
          {assignedAdmin && ` · ${assignedAdmin.name}`}
        </small>
      </div>
      {!assignedAdmin && <Assign preorder={preorder} />}
    </li>
  );
}

interface MoreProps {
  readonly count: number | undefined;
  readonly shown: number | undefined;
  readonly to: '/installations' | '/releases' | '/preorders';
  readonly search: Readonly<Record<string, string>>;
}

/** The list with the same condition, where there are more. */
function More({ count = 0, shown = 0, to, search }: MoreProps) {
  const { t } = useText();
  if (count <= shown) return null;
  return (
    <li>
      <TextLink to={to} search={search} size="xs">
        {t('today.seeAll', { n: count })}
      </TextLink>
    </li>
  );
}
