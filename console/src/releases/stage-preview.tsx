import { Skeleton, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useClient } from 'urql';
import type { PreviewProps } from '../actions/action.ts';
import { useText } from '../text/index.tsx';
import { type Fit, isInStage, readFit } from './stage.ts';
import '../text/firmware.ts';

const NAMED = 8;

/** Which devices a percentage adds, or how many, before it is set. */
export function StagePreview({ records, values }: PreviewProps) {
  const client = useClient();
  const [fit, setFit] = useState<Fit | 'none'>();
  const id = records.length === 1 ? records[0]?.id : undefined;
  useEffect(() => {
    let isOver = false;
    if (id)
      void readFit(client, id).then((found) => {
        if (!isOver) setFit(found ?? 'none');
      });
    return () => {
      isOver = true;
    };
  }, [client, id]);
  const percentage = Number(values.rolloutPercentage);
  const isNumber = values.rolloutPercentage?.trim() && percentage >= 0 && percentage <= 100;
  if (!isNumber || !id || fit === 'none') return null;
  if (!fit) return <Skeleton height={40} />;
  return <Shown fit={fit} percentage={percentage} />;
}

function Shown({
  fit: { devices, total, percentage: before },
  percentage,
}: {
  readonly fit: Fit;
  readonly percentage: number;
}) {
  const { t } = useText();
  if (!devices)
    return (
      <Text size="sm" role="status">
        {t('stage.about', { in: Math.round((total * percentage) / 100), all: total })}
      </Text>
    );
  const within = devices.filter(({ bucket }) => isInStage(bucket, percentage));
  const old = devices.filter(({ bucket }) => isInStage(bucket, before));
  const added = within.slice(old.length);
  const values = { n: Math.abs(within.length - old.length), in: within.length, all: total };
  const running = added.filter(({ isRunning }) => isRunning).length;
  const change = within.length > old.length ? 'stage.adds' : 'stage.removes';
  return (
    <Stack gap={4} role="status">
      <Text size="sm" fw={500}>
        {t(within.length === old.length ? 'stage.same' : change, values)}
      </Text>
      {running > 0 && <Text size="sm">{t('stage.running', { n: running })}</Text>}
      {added.length > 0 && (
        <Text size="xs" c="dimmed" className="k-mono">
          {added.slice(0, NAMED).map(({ serial }) => (
            <span key={serial} style={{ display: 'inline-block', marginRight: 10 }}>
              {serial}
            </span>
          ))}
          {added.length > NAMED && ` ${t('stage.more', { n: added.length - NAMED })}`}
        </Text>
      )}
      <Text size="xs" c="dimmed">
        {t('stage.channel')}
      </Text>
    </Stack>
  );
}
