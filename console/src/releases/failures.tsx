import { Skeleton, Table } from '@mantine/core';
import { useEffect } from 'react';
import { useQuery } from 'urql';
import { ReleaseCausesDocument } from '../api/generated/releases-releases.ts';
import { problemOf } from '../api/problem.ts';
import { Bars } from '../charts/lazy.tsx';
import { ChartCard } from '../record/chart-card.tsx';
import { Card } from '../record/record-page.tsx';
import { useText, wordOf } from '../text/index.tsx';
import { grouped } from '../text/triple.ts';
import { ProblemAlert } from '../ui/problem.tsx';
import classes from './releases.module.css';
import '../text/firmware.ts';
import { TextLink } from '../ui/text-link.tsx';
import '../text/firmware-words.ts';

const COUNT = { type: 'INTEGER' } as const;

interface Props {
  readonly id: string;
  /** Of the release, for the list of its attempts. */
  readonly name: string;
  /** Reads again when it changes. */
  readonly attempts: string;
}

/** How many attempts failed for one cause. */
interface Cause {
  readonly name: string;
  readonly count: number;
}

/** Why attempts failed, as a chart or as a table of the same numbers. */
export function Failures({ id, name, attempts }: Props) {
  const text = useText();
  const { t, word } = text;
  const [{ data, error }, readAgain] = useQuery({
    query: ReleaseCausesDocument,
    variables: {
      query: {
        dimensions: ['FAILURE_CODE'],
        metrics: ['INSTALLATIONS'],
        filter: { releaseId: { eq: id }, status: { in: ['FAILED', 'ROLLED_BACK'] } },
      },
    },
    requestPolicy: 'cache-and-network',
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: other attempts have other causes
  useEffect(() => readAgain({ requestPolicy: 'network-only' }), [attempts]);
  const problem = problemOf(error);
  const rows = data?.installationMetrics?.rows;
  if (!rows)
    return (
      <Card title={t('release.causes')}>
        {problem ? <ProblemAlert problem={problem} /> : <Skeleton height={120} />}
      </Card>
    );
  const causes = rows
    .map(({ dimensions: [code], metrics: [count] }): Cause => {
      // A rollback that a heartbeat showed has no code.
      const cause = code ? wordOf(text, 'FailureCode', code) : word('InstallationStatus', 'ROLLED_BACK');
      return { name: cause, count: count ?? 0 };
    })
    .sort((one, other) => other.count - one.count);
  return (
    <ChartCard
      title={t('release.causes')}
      empty={causes.length === 0 && <span className={classes.dim}>{t('release.noCauses')}</span>}
      chart={
        <Bars
          title={t('release.count')}
          bars={causes.map(({ name: cause, count: now }) => ({ name: cause, now }))}
          counted={COUNT}
          color="red.6"
        />
      }
      table={<CauseTable causes={causes} />}
    >
      {causes.length > 0 && (
        <TextLink
          to="/installations"
          search={{ release: `${name}@${id}`, status: 'FAILED,ROLLED_BACK' }}
          size="sm"
          mt="sm"
          display="inline-block"
        >
          {t('release.seeFailed')}
        </TextLink>
      )}
    </ChartCard>
  );
}

function CauseTable({ causes }: { readonly causes: readonly Cause[] }) {
  const { t } = useText();
  return (
    <Table fz="sm" className="k-number">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('release.cause')}</Table.Th>
          <Table.Th ta="right">{t('release.count')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {causes.map(({ name, count }) => (
          <Table.Tr key={name}>
            <Table.Td>{name}</Table.Td>
            <Table.Td ta="right">{grouped(count)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
