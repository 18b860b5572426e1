import { Progress as Bar, Stack, Text } from '@mantine/core';
import '@mantine/core/styles/Progress.layer.css';
import { useText } from '../text/index.tsx';
import '../text/list.ts';

export interface Progress {
  readonly done: number;
  readonly waitSeconds: number;
}

/** How far a run of many is, and what it waits for. */
export function BulkProgress({ progress, all }: { readonly progress: Progress; readonly all: number }) {
  const { t } = useText();
  const { done, waitSeconds } = progress;
  return (
    <Stack gap={6} role="status">
      <Bar value={(done / all) * 100} aria-label={t('bulk.progress', { done, all })} />
      <Text size="xs" c="dimmed" className="k-number">
        {t('bulk.progress', { done, all })}
        {waitSeconds > 0 && ` · ${t('bulk.waiting', { seconds: waitSeconds })}`}
      </Text>
    </Stack>
  );
}
