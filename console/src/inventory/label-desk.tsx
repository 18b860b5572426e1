import { Alert, Button, Group, Select, Stack, Table, Text, TextInput } from '@mantine/core';
import { AlertIcon, CheckIcon, DownloadIcon, FileIcon } from '@primer/octicons-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { Card } from '../record/record-page.tsx';
import { useText } from '../text/index.tsx';
import { Code } from '../ui/code.tsx';
import { Label } from './label.tsx';
import { csvOf, download } from './label-csv.ts';
import { LABEL_SIZES, pagesOf } from './label-sizes.ts';
import classes from './labels.module.css';
import { LeaveGuard, PrintedDialog } from './leave-guard.tsx';
import type { NewCodes } from './new-codes.ts';
import { PrintSheets } from './print-sheets.tsx';
import '../text/devices.ts';
import '../text/inventory.ts';

/** The size that was printed last, until the page is loaded again. */
let lastSize: string = LABEL_SIZES[0].key;

/** The new claim codes of a batch: to print, to save, and to let go of only knowingly. */
export function LabelDesk({ codes, onDone }: { readonly codes: NewCodes; readonly onDone: () => void }) {
  const { t } = useText();
  const [sizeKey, setSizeKey] = useState(lastSize);
  const [typedUsed, setTypedUsed] = useState('0');
  const [isAsking, setAsking] = useState(false);
  const size = LABEL_SIZES.find(({ key }) => key === sizeKey) ?? LABEL_SIZES[0];
  const used = Number(typedUsed) || 0;
  // Hundreds of codes take a second to draw: the page can be used meanwhile, and printed after it.
  const wanted = useMemo(() => ({ size, used }), [size, used]);
  const drawn = useDeferredValue(wanted, undefined);
  const { devices, model, batchCode } = codes;
  const [first] = devices;
  const pages = pagesOf(devices, size, used).length;
  return (
    <div className={classes.body}>
      <Alert color="orange" variant="light" icon={<AlertIcon />}>
        {t('labels.once')}
      </Alert>
      <Card title={t('labels.title')}>
        <div className={classes.desk}>
          <Stack gap="md">
            <Select
              label={t('labels.size')}
              allowDeselect={false}
              data={LABEL_SIZES.map(({ key, label }) => ({ value: key, label: t(label) }))}
              value={size.key}
              onChange={(key) => {
                lastSize = key ?? lastSize;
                setSizeKey(lastSize);
              }}
            />
            {size.rows > 1 && (
              <TextInput
                label={t('labels.used')}
                description={t('labels.usedText')}
                inputMode="numeric"
                value={typedUsed}
                error={used >= size.columns * size.rows && t('labels.usedMost', { n: size.columns * size.rows })}
                onChange={({ currentTarget }) => setTypedUsed(currentTarget.value.replace(/\D/g, '').slice(0, 2))}
              />
            )}
            <Text size="xs" c="dimmed">
              {t('labels.count', { n: devices.length })} · {t('labels.pages', { n: pages })}. {t('labels.hint')}
            </Text>
            <Group gap="xs">
              <Button leftSection={<FileIcon />} loading={drawn !== wanted} onClick={() => window.print()}>
                {t('labels.print')}
              </Button>
              <Button
                variant="default"
                leftSection={<DownloadIcon />}
                onClick={() => download(`${batchCode}.csv`, csvOf(devices))}
              >
                {t('labels.csv')}
              </Button>
            </Group>
            <Button variant="default" leftSection={<CheckIcon />} onClick={() => setAsking(true)}>
              {t('labels.done')}
            </Button>
          </Stack>
          {first && (
            <figure className={classes.preview} style={{ margin: 0 }}>
              <Label device={first} model={model} size={size} />
              <figcaption className={classes.dim}>{t('labels.preview')}</figcaption>
            </figure>
          )}
        </div>
      </Card>
      <Card title={t('labels.count', { n: devices.length })}>
        <Table.ScrollContainer minWidth={420} maxHeight={420}>
          <Table fz="xs" stickyHeader>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('device.serial')}</Table.Th>
                <Table.Th>{t('device.claimCode')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {devices.map(({ id, serial, claimCode }) => (
                <Table.Tr key={id}>
                  <Table.Td>
                    <Code>{serial}</Code>
                  </Table.Td>
                  <Table.Td>
                    <Code>{claimCode}</Code>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </Card>
      {drawn && <PrintSheets codes={codes} size={drawn.size} used={drawn.used} />}
      <LeaveGuard onLeave={onDone} />
      {isAsking && <PrintedDialog onClose={() => setAsking(false)} onDone={onDone} />}
    </div>
  );
}
