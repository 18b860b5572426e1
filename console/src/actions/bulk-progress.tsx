import { Progress as Bar, Button, Group, Stack, Text } from '@mantine/core';
import '@mantine/core/styles/Progress.layer.css';
import { useEffect, useState } from 'react';
import { useText } from '../text/index.tsx';
import '../text/list.ts';

const SECOND_MS = 1_000;

export interface Progress {
  readonly done: number;
  readonly waitSeconds: number;
}

interface Props {
  readonly progress: Progress;
  readonly all: number;
  readonly onStop: () => void;
}

/** How far a run of many is, what it waits for, and what stops it. */
export function BulkProgress({ progress, all, onStop }: Props) {
  const { t } = useText();
  const { done, waitSeconds } = progress;
  const [isStopping, setStopping] = useState(false);
  return (
    <Stack gap={6}>
      <Bar value={(done / all) * 100} aria-label={t('bulk.progress', { done, all })} />
      <Text size="xs" c="dimmed" className="k-number">
        <span role="status">
          {t('bulk.progress', { done, all })}
          {isStopping && ` · ${t('bulk.stopping')}`}
          {waitSeconds > 0 && ` · ${t('bulk.waiting')}`}
        </span>{' '}
        {waitSeconds > 0 && <Countdown seconds={waitSeconds} />}
      </Text>
      <Group gap="xs" justify="space-between" wrap="nowrap">
        <Text size="xs" c="dimmed">
          {t('bulk.goesOn')}
        </Text>
        <Button
          size="compact-xs"
          variant="default"
          flex="none"
          disabled={isStopping}
          onClick={() => {
            // The call that is under way still ends.
            setStopping(true);
            onStop();
          }}
        >
          {t('bulk.stop')}
        </Button>
      </Group>
    </Stack>
  );
}

/** Stands outside the status, so that a screen reader does not say each second. */
function Countdown({ seconds }: { readonly seconds: number }) {
  const { t } = useText();
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    // A tab in the background is called less often than each second.
    const end = Date.now() + seconds * SECOND_MS;
    const tick = () => setLeft(Math.max(0, Math.round((end - Date.now()) / SECOND_MS)));
    const timer = setInterval(tick, SECOND_MS);
    return () => clearInterval(timer);
  }, [seconds]);
  return <span role="timer">{t('bulk.seconds', { n: left })}</span>;
}
