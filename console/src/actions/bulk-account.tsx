import { Progress as Bar, Button, Group, Modal, Stack, Table, Text } from '@mantine/core';
import '@mantine/core/styles/Progress.layer.css';
import { useText } from '../text/index.tsx';
import { sentenceOf } from '../text/problem.ts';
import type { ActionRecord, Outcome } from './action.ts';

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

interface Props {
  readonly title: string;
  readonly records: readonly ActionRecord[];
  readonly outcomes: readonly Outcome[];
  readonly onClose: () => void;
}

/** What became of many records: how many were done, and of each that failed, why. */
export function BulkAccount({ title, records, outcomes, onClose }: Props) {
  const text = useText();
  const { t } = text;
  const names = new Map(records.map(({ id, name }) => [id, name]));
  const failed = outcomes.flatMap(({ id, problem }) => (problem ? [{ id, why: sentenceOf(problem, text) }] : []));
  return (
    <Modal opened onClose={onClose} title={title} size="lg" closeButtonProps={{ 'aria-label': t('form.close') }}>
      <Stack>
        <Text size="sm" role="status">
          {t('bulk.done', { n: outcomes.length - failed.length })} · {t('bulk.failed', { n: failed.length })}.{' '}
          {t('bulk.keep')}
        </Text>
        <Table.ScrollContainer minWidth={280} maxHeight={340} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
          <Table stickyHeader aria-label={t('bulk.failed', { n: failed.length })}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('bulk.record')}</Table.Th>
                <Table.Th>{t('action.reason')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {failed.map(({ id, why }) => (
                <Table.Tr key={id}>
                  <Table.Td className="k-mono">{names.get(id)}</Table.Td>
                  <Table.Td>{why}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
        <Group justify="flex-end">
          <Button onClick={onClose} data-autofocus>
            {t('form.close')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
