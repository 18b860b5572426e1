import { LineChart } from '@mantine/charts';
import { SegmentedControl, Skeleton, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { useQuery } from 'urql';
import { DeviceDaysDocument } from '../api/generated/devices-devices.ts';
import { problemOf } from '../api/problem.ts';
import { axisOf, bucketNames, LINES, MARGIN } from '../charts/axes.ts';
import { scaleOf } from '../charts/scale.ts';
import { Card } from '../record/record-page.tsx';
import { type TextKey, useText } from '../text/index.tsx';
import { decimal } from '../text/triple.ts';
import { ProblemAlert } from '../ui/problem.tsx';
import classes from './devices.module.css';
import '@mantine/charts/styles.layer.css';
import '../text/devices.ts';

interface Day {
  readonly day: string;
  readonly heard: number | null;
  readonly rssi: number | null;
  readonly temperature: number | null;
  readonly heap: number | null;
  readonly restarts: number;
}

const SERIES = [
  { name: 'heard', label: 'device.heard', unit: '%', color: 'karvon.6' },
  { name: 'rssi', label: 'device.wifiRssi', unit: 'dBm', color: 'blue.6' },
  { name: 'temperature', label: 'device.temperature', unit: '°C', color: 'orange.6' },
  { name: 'heap', label: 'device.freeHeap', unit: 'KiB', color: 'grape.6' },
] as const satisfies readonly {
  readonly name: keyof Day;
  readonly label: TextKey;
  readonly unit: string;
  readonly color: string;
}[];

/** How the device was heard, day by day: as charts, or as a table of the same numbers. */
export default function DeviceDays({ id }: { readonly id: string }) {
  const { t } = useText();
  const [isTable, setTable] = useState(false);
  const [{ data, error }] = useQuery({ query: DeviceDaysDocument, variables: { id } });
  const problem = problemOf(error);
  const days = (data?.device?.days.nodes ?? [])
    .map(
      ({ day, heardSeconds, expectedSeconds, averageRssi, averageTemperature, lowestFreeHeap, restarts }): Day => ({
        day: day.slice(0, 10),
        heard: expectedSeconds > 0 ? Math.round((heardSeconds / expectedSeconds) * 100) : null,
        rssi: rounded(averageRssi),
        temperature: rounded(averageTemperature),
        heap: lowestFreeHeap === null ? null : Math.round(lowestFreeHeap / 1_024),
        restarts,
      }),
    )
    .sort((one, other) => one.day.localeCompare(other.day));
  const views = (
    <SegmentedControl
      size="xs"
      aria-label={t('device.days')}
      value={isTable ? 'table' : 'chart'}
      onChange={(value) => setTable(value === 'table')}
      data={[
        { value: 'chart', label: t('device.chart') },
        { value: 'table', label: t('device.table') },
      ]}
    />
  );
  return (
    <Card title={t('device.days')} side={days.length > 0 && views}>
      {problem && <ProblemAlert problem={problem} />}
      {!data && !problem && <Skeleton height={180} />}
      {data && days.length === 0 && <span className={classes.dim}>{t('device.noDays')}</span>}
      {days.length > 0 && (isTable ? <DayTable days={days} /> : <Charts days={days} />)}
    </Card>
  );
}

const rounded = (value: number | null) => (value === null ? null : Math.round(value * 10) / 10);

function Charts({ days }: { readonly days: readonly Day[] }) {
  const { t, language } = useText();
  const names = bucketNames(
    days.map(({ day }) => day),
    language,
  );
  return (
    <div className={classes.charts}>
      {SERIES.filter(({ name }) => days.some((day) => day[name] !== null)).map(({ name, label, unit, color }) => (
        <figure key={name} style={{ margin: 0, minWidth: 0 }}>
          <Text component="figcaption" size="xs" c="dimmed" mb={6}>
            {t(label)}
            {unit !== '%' && `, ${unit}`}
          </Text>
          <LineChart
            h={130}
            data={days.map((day, index) => ({ ...day, day: names[index] }))}
            dataKey="day"
            series={[{ name, label: t(label), color }]}
            valueFormatter={(value) => `${decimal(value, language, 1)} ${unit}`}
            curveType="monotone"
            withDots={days.length < 3}
            strokeWidth={1.75}
            gridAxis="x"
            {...LINES}
            yAxisProps={axisOf(
              // What was heard is a part of all; other values differ little, and none is near zero.
              name === 'heard'
                ? [0, 50, 100]
                : scaleOf(
                    days.map((day) => day[name]),
                    { isWhole: false, isFromZero: false },
                  ),
              (value) => `${decimal(value, language)} ${unit}`,
            )}
            xAxisProps={{ minTickGap: 28 }}
            connectNulls={false}
            lineChartProps={{ accessibilityLayer: false, margin: MARGIN }}
          />
        </figure>
      ))}
    </div>
  );
}

function DayTable({ days }: { readonly days: readonly Day[] }) {
  const { t, language } = useText();
  const shown = (value: number | null) => (value === null ? '–' : decimal(value, language, 1));
  return (
    <Table.ScrollContainer minWidth={460} maxHeight={320}>
      <Table fz="xs" stickyHeader className="k-number">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('device.day')}</Table.Th>
            {SERIES.map(({ name, label, unit }) => (
              <Table.Th key={name}>
                {t(label)}
                {unit !== '%' && `, ${unit}`}
              </Table.Th>
            ))}
            <Table.Th>{t('device.restarts')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {[...days].reverse().map((day) => (
            <Table.Tr key={day.day}>
              <Table.Td>{day.day}</Table.Td>
              {SERIES.map(({ name }) => (
                <Table.Td key={name}>{shown(day[name])}</Table.Td>
              ))}
              <Table.Td>{day.restarts}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
