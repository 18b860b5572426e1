import { Skeleton, Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useQuery } from 'urql';
import type { DeviceStatus } from '../api/generated/enums.ts';
import { BatchDevicesDocument } from '../api/generated/inventory-inventory.ts';
import { problemOf } from '../api/problem.ts';
import { parameterOfText } from '../list/filters.ts';
import { Card } from '../record/record-page.tsx';
import { useMay } from '../session/use-session.ts';
import { useText } from '../text/index.tsx';
import { grouped } from '../text/triple.ts';
import { Code } from '../ui/code.tsx';
import { ProblemAlert } from '../ui/problem.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { Time } from '../ui/time.tsx';
import { DEVICE_STATUSES } from './filters.ts';
import classes from './inventory.module.css';
import '../text/devices.ts';
import '../text/inventory.ts';

interface Props {
  readonly code: string;
  readonly deviceCount: number;
}

/** The devices of a batch: how many have each status, the first of them, and the way to the list of all. */
export function BatchDevices({ code, deviceCount }: Props) {
  const { t } = useText();
  const may = useMay();
  if (!may('listDevices')) return null;
  if (deviceCount === 0)
    return (
      <Card title={t('batch.devices')}>
        <span className={classes.dim}>{t('batch.noDevices')}</span>
      </Card>
    );
  return <Devices code={code} />;
}

function Devices({ code }: { readonly code: string }) {
  const { t, word } = useText();
  const [{ data, error }] = useQuery({
    query: BatchDevicesDocument,
    variables: { code },
    requestPolicy: 'cache-and-network',
  });
  const problem = problemOf(error);
  const batch = parameterOfText('eq', code);
  const devices = data?.devices;
  const counts = new Map(devices?.facets.flatMap(({ values }) => values.map(({ value, count }) => [value, count])));
  const all = devices && (
    <Link to="/devices" search={{ batch }} className={classes.all}>
      {t('batch.allDevices', { n: devices.totalCount })}
    </Link>
  );
  return (
    <Card title={t('batch.devices')} side={all}>
      {problem && <ProblemAlert problem={problem} />}
      {!devices && !problem && <Skeleton height={180} />}
      {devices && (
        <>
          <ul className={classes.counts}>
            {DEVICE_STATUSES.filter((status) => counts.get(status)).map((status) => (
              <li key={status}>
                <Link to="/devices" search={{ batch, status }}>
                  <b>{grouped(counts.get(status) ?? 0)}</b> {word('DeviceStatus', status)}
                </Link>
              </li>
            ))}
          </ul>
          <Table.ScrollContainer minWidth={420} maxHeight={520}>
            <Table fz="xs" stickyHeader style={{ whiteSpace: 'nowrap' }}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t('device.serial')}</Table.Th>
                  <Table.Th>{t('device.status')}</Table.Th>
                  <Table.Th>{t('device.lastSeenAt')}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {devices.nodes.map(({ id, serial, status, presence }) => (
                  <Table.Tr key={id}>
                    <Table.Td>
                      <Link to="/devices/$id" params={{ id }} className="k-link">
                        <Code>{serial}</Code>
                      </Link>
                    </Table.Td>
                    <Table.Td>
                      <StatusBadge name="DeviceStatus" value={status as DeviceStatus} />
                    </Table.Td>
                    <Table.Td>{presence ? <Time at={presence.lastSeenAt} ago /> : t('device.never')}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
          {devices.totalCount > devices.nodes.length && (
            <div className={classes.dim}>
              {t('batch.firstDevices', { n: devices.nodes.length, total: devices.totalCount })}
            </div>
          )}
        </>
      )}
    </Card>
  );
}
