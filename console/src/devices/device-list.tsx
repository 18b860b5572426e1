import { DeviceDesktopIcon } from '@primer/octicons-react';
import { Link } from '@tanstack/react-router';
import { DeviceCountsDocument, DeviceRowsDocument, DevicesDocument } from '../api/generated/devices-devices.ts';
import type {
  DeviceFilter,
  DeviceRowFragment,
  DeviceSort,
  DevicesQueryVariables,
} from '../api/generated/operations.ts';
import { type ListDef, type Query, TIME_WIDTH } from '../list/list-def.ts';
import { shownIn } from '../list/shown.ts';
import { type PageVariables, Windows } from '../list/windows.ts';
import { RecordLink } from '../palette/record-link.tsx';
import { Code } from '../ui/code.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { Time } from '../ui/time.tsx';
import { deviceActions } from './actions.ts';
import { deviceFilters, STATUSES } from './filters.ts';
import { Online } from './online.tsx';
import '../text/devices.ts';

export type DeviceRow = DeviceRowFragment & { readonly name: string };

const conditionsOf = ({ filter, search }: Query) => ({ filter: filter as DeviceFilter | undefined, search });

export const deviceList: ListDef<DeviceRow> = {
  title: 'nav.devices',
  list: 'DEVICES',
  view: 'devices',
  exported: 'devices',
  narrow: [['serial'], ['owner.fullName', 'status'], ['presence.online', 'presence.lastSeenAt']],
  live: ['deviceChanged', 'devicePresenceChanged'],
  grows: { on: 'deviceChanged', by: 'CREATED' },
  filters: deviceFilters,
  tabs: { key: 'status', label: 'device.status', name: 'DeviceStatus', values: STATUSES },
  actions: deviceActions,
  empty: { icon: DeviceDesktopIcon, title: 'device.empty', text: 'device.emptyText', from: '/inventory' },
  order: { field: 'SERIAL', direction: 'ASC' },
  columns: [
    {
      key: 'serial',
      label: 'device.serial',
      width: 168,
      isShown: true,
      sort: 'SERIAL',
      cell: ({ id, serial }) => (
        <Link to="/devices/$id" params={{ id }} className="k-link">
          <Code>{serial}</Code>
        </Link>
      ),
    },
    {
      key: 'status',
      label: 'device.status',
      width: 160,
      isShown: true,
      sort: 'STATUS',
      cell: ({ status }) => <StatusBadge name="DeviceStatus" value={status} />,
    },
    {
      key: 'presence.online',
      label: 'device.presence',
      width: 178,
      isShown: true,
      cell: ({ presence }) => <Online presence={presence} />,
    },
    {
      key: 'presence.lastSeenAt',
      label: 'device.lastSeenAt',
      width: 138,
      isShown: true,
      sort: 'LAST_SEEN_AT',
      cell: ({ presence }) => <Time at={presence?.lastSeenAt} ago />,
    },
    {
      key: 'presence.firmwareVersion',
      label: 'device.firmwareVersion',
      width: 82,
      isShown: true,
      sort: 'FIRMWARE_VERSION',
      cell: ({ presence }) => <span className="k-number">{presence?.firmwareVersion ?? '–'}</span>,
    },
    { key: 'model', label: 'device.model', width: 94, isShown: true, sort: 'MODEL', cell: ({ model }) => model },
    {
      key: 'owner.fullName',
      label: 'device.owner',
      width: 160,
      isElastic: true,
      isShown: true,
      isOnlyShown: true,
      cell: ({ owner }) =>
        owner ? (
          <RecordLink kind="CUSTOMER" id={owner.id}>
            {owner.fullName}
          </RecordLink>
        ) : (
          '–'
        ),
    },
    {
      key: 'batchCode',
      label: 'device.batchCode',
      width: 116,
      isShown: true,
      sort: 'BATCH_CODE',
      cell: ({ batchCode }) => <Code>{batchCode}</Code>,
    },
    {
      key: 'hardwareRevision',
      label: 'device.hardwareRevision',
      width: 110,
      sort: 'HARDWARE_REVISION',
      cell: ({ hardwareRevision }) => hardwareRevision,
    },
    {
      key: 'firmwareChannel',
      label: 'device.firmwareChannel',
      width: 110,
      cell: ({ firmwareChannel }) => firmwareChannel ?? '–',
    },
    {
      key: 'claimedAt',
      label: 'device.claimedAt',
      width: TIME_WIDTH,
      sort: 'CLAIMED_AT',
      cell: ({ claimedAt }) => <Time at={claimedAt} />,
    },
    {
      key: 'activatedAt',
      label: 'device.activatedAt',
      width: TIME_WIDTH,
      sort: 'ACTIVATED_AT',
      cell: ({ activatedAt }) => <Time at={activatedAt} />,
    },
    {
      key: 'createdAt',
      label: 'device.createdAt',
      width: TIME_WIDTH,
      sort: 'CREATED_AT',
      cell: ({ createdAt }) => <Time at={createdAt} />,
    },
    {
      key: 'updatedAt',
      label: 'device.updatedAt',
      width: TIME_WIDTH,
      sort: 'UPDATED_AT',
      cell: ({ updatedAt }) => <Time at={updatedAt} />,
    },
  ],
  rows(client, query, isBackward, places) {
    const variables = (page: PageVariables): DevicesQueryVariables => ({
      ...page,
      ...conditionsOf(query),
      ...shownIn(DevicesDocument, query),
      sort: query.sort as DeviceSort[] | undefined,
    });
    return new Windows(
      client,
      {
        document: DevicesDocument,
        variables,
        pick: ({ devices }) =>
          devices && { ...devices, nodes: devices.nodes.map((row) => ({ ...row, name: row.serial })) },
      },
      isBackward,
      places,
    );
  },
  async count(client, query) {
    const { data } = await client
      .query(DeviceCountsDocument, conditionsOf(query), { requestPolicy: 'network-only' })
      .toPromise();
    if (!data?.devices) return undefined;
    const { totalCount, facets } = data.devices;
    const values = facets.flatMap((facet) => facet.values).map(({ value, count }) => [value ?? '', count]);
    return { total: totalCount, values: Object.fromEntries(values) };
  },
  async reread(client, ids, query) {
    const variables = { ids: [...ids].slice(0, 100), ...shownIn(DeviceRowsDocument, query) };
    await client.query(DeviceRowsDocument, variables, { requestPolicy: 'network-only' }).toPromise();
  },
};
