import { Alert, Text } from '@mantine/core';
import { StopIcon } from '@primer/octicons-react';
import type { ReleaseFactsFragment } from '../api/generated/operations.ts';
import { Card, Facts } from '../record/record-page.tsx';
import { useText } from '../text/index.tsx';
import { useExplain } from '../ui/explanation.tsx';
import { figureText } from '../ui/figure.ts';
import { Time } from '../ui/time.tsx';
import { failedAttempts } from './attempt-parts.ts';
import { PAUSE_REASONS } from './pause-reasons.ts';
import { Share } from './share.tsx';
import '../text/firmware.ts';

/** Whether and why the service stopped the rollout, and how near it is to it. */
export function BrakesCard({ release }: { readonly release: ReleaseFactsFragment }) {
  const { t, language } = useText();
  const { lifecycle, pausedBy, pausedById, pauseReason, pauseExplanation, pauseLimits, stats, failureWindowFrom } =
    release;
  const limits = { ...pauseLimits, rate: figureText(pauseLimits.failureRate, { type: 'RATIO' }, language) };
  const isPaused = lifecycle === 'PAUSED';
  const wasRate = pauseReason === 'FAILURE_RATE' || pauseExplanation?.code === 'INSTALLATIONS_FAILED';
  const wasAbove = isPaused && wasRate && (stats?.failureRate ?? 0) < pauseLimits.failureRate;
  const byColleague = pausedBy ? t('release.pausedBy', { name: pausedBy.name }) : t('release.pausedByColleague');
  return (
    <Card title={t('release.brakes')}>
      {isPaused && pauseReason && <Stopped release={release} />}
      {isPaused && !pauseReason && pausedById && <Text size="sm">{byColleague}</Text>}
      {!isPaused && (
        <Text size="sm" c="dimmed">
          {t(lifecycle === 'ROLLING_OUT' ? 'release.brakesOn' : 'release.brakesOff')}
        </Text>
      )}
      <div style={{ marginTop: 14 }}>
        <Facts
          facts={[
            [
              t('release.failedDevices'),
              <span key="rate" className="k-number" title={t('release.rateText')} data-testid="failure-rate">
                {typeof stats?.failureRate === 'number' ? <Share value={stats.failureRate} /> : t('release.rateNone')}
              </span>,
            ],
            [t('release.pausesAt'), <span key="limit">{t('release.pauseLimits', limits)}</span>],
            ...(failureWindowFrom
              ? ([[t('release.windowFrom'), <Time key="from" at={failureWindowFrom} />]] as const)
              : []),
          ]}
        />
        {wasAbove && (
          <Text size="sm" mt={8}>
            {t('release.wasAbove')}
          </Text>
        )}
        {!wasAbove && stats?.failureRate === 0 && failedAttempts(stats.byStatus) > 0 && (
          <Text size="sm" mt={8}>
            {t('release.failedSince')}
          </Text>
        )}
        <Text size="xs" c="dimmed" mt={8}>
          {t('release.rateText')}
        </Text>
      </div>
    </Card>
  );
}

function Stopped({ release: { pauseReason, pauseExplanation } }: { readonly release: ReleaseFactsFragment }) {
  const { t } = useText();
  const explain = useExplain();
  const known = PAUSE_REASONS[pauseReason ?? ''];
  const otherwise = known ? t(known) : pauseReason;
  return (
    <Alert color="orange" variant="light" icon={<StopIcon />} role="alert">
      <Text size="sm" fw={650}>
        {t('release.stopped')}
      </Text>
      <Text size="sm" fw={500}>
        {pauseExplanation ? explain(pauseExplanation) : otherwise}
      </Text>
      <Text size="sm" mt={4}>
        {t('release.stoppedNext')}
      </Text>
    </Alert>
  );
}
