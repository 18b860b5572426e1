import { Table } from '@mantine/core';
import type { ReleaseFactsFragment } from '../api/generated/operations.ts';
import { ChartCard } from '../record/chart-card.tsx';
import { useText } from '../text/index.tsx';
import { grouped } from '../text/triple.ts';
import { TextLink } from '../ui/text-link.tsx';
import { attemptsOf, type Part } from './attempt-parts.ts';
import classes from './releases.module.css';
import '../text/firmware.ts';

const PARTS = [
  ['good', 'release.installed'],
  ['open', 'release.open'],
  ['bad', 'release.failed'],
  ['offered', 'release.available'],
] as const satisfies readonly (readonly [Part, string])[];

/** Percent. */
const WHOLE = 100;

/** How far a rollout has come: installed, in progress, failed, offered. */
export function RolloutCard({ release }: { readonly release: ReleaseFactsFragment }) {
  const { t, word } = useText();
  const { id, stats, lifecycle, rolloutPercentage, channel, targetDevice } = release;
  const byStatus = stats?.byStatus ?? [];
  const total = stats?.total ?? 0;
  const sumOf = (part: Part) => attemptsOf(byStatus, part);
  const offered = () => {
    if (lifecycle === 'PAUSED') return t('release.noNew');
    if (lifecycle !== 'ROLLING_OUT' && lifecycle !== 'COMPLETED') return t('release.notOffered');
    if (channel === 'INTERNAL')
      return `${t('release.target')}: ${targetDevice?.serial ?? release.targetDeviceId ?? '–'}`;
    const isBelow = lifecycle === 'COMPLETED' && rolloutPercentage < WHOLE;
    return t(isBelow ? 'release.closedBelow' : 'release.offered', { n: rolloutPercentage });
  };
  // Attempts that were offered and not begun stay in the count when their offers are withdrawn.
  const isWithdrawn = lifecycle === 'PAUSED' || lifecycle === 'REVOKED';
  const nameOf = (part: Part, label: (typeof PARTS)[number][1]) =>
    t(part === 'offered' && isWithdrawn ? 'release.withdrawn' : label);
  const numbers = (
    <>
      <p className={classes.percentage}>{offered()}</p>
      <dl className={classes.numbers}>
        {PARTS.map(([part, label]) => (
          <div key={part}>
            <dt>{nameOf(part, label)}</dt>
            <dd data-testid={`rollout-${part}`}>
              {grouped(sumOf(part))}
              {part === 'good' && stats !== null && stats.unverified > 0 && (
                <small>{t('release.unverified', { n: stats.unverified })}</small>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
  const bar = (
    <div
      className={classes.bar}
      role="img"
      aria-label={PARTS.map(([part, label]) => `${nameOf(part, label)}: ${sumOf(part)}`).join(', ')}
    >
      {PARTS.map(([part]) => sumOf(part) > 0 && <span key={part} data-part={part} style={{ flexGrow: sumOf(part) }} />)}
    </div>
  );
  const table = (
    <Table fz="sm" className="k-number" aria-label={t('release.byStatus')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('installation.status')}</Table.Th>
          <Table.Th ta="right">{t('release.count')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {byStatus.map(({ status, count }) => (
          <Table.Tr key={status}>
            <Table.Td>{word('InstallationStatus', status)}</Table.Td>
            <Table.Td ta="right">{grouped(count)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
  return (
    <ChartCard
      title={t('release.progress')}
      empty={
        total === 0 && (
          <>
            <p className={classes.percentage}>{offered()}</p>
            <span className={classes.dim}>{t('release.noAttempts')}</span>
          </>
        )
      }
      chart={
        <>
          {numbers}
          {bar}
        </>
      }
      table={table}
    >
      {stats && stats.interrupted + stats.silent > 0 && (
        <p className={classes.dim} style={{ fontSize: '0.75rem', margin: '10px 0 0' }}>
          {t('release.notCounted', { interrupted: stats.interrupted, silent: stats.silent })}
        </p>
      )}
      {total > 0 && (
        <TextLink
          to="/installations"
          search={{ release: `${release.version}@${id}` }}
          size="sm"
          mt="sm"
          display="inline-block"
        >
          {t('release.seeAll')}
        </TextLink>
      )}
    </ChartCard>
  );
}
