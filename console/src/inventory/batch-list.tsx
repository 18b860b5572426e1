import { PackageIcon } from '@primer/octicons-react';
import { Link } from '@tanstack/react-router';
import { BatchCountsDocument, BatchesDocument, BatchRowsDocument } from '../api/generated/inventory-inventory.ts';
import type { BatchesQueryVariables, BatchFilter, BatchRowFragment, BatchSort } from '../api/generated/operations.ts';
import { type ListDef, type Query, TIME_WIDTH } from '../list/list-def.ts';
import { shownIn } from '../list/shown.ts';
import { type PageVariables, Windows } from '../list/windows.ts';
import { grouped } from '../text/triple.ts';
import { Code } from '../ui/code.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { Time } from '../ui/time.tsx';
import { batchActions, createBatch } from './actions.ts';
import { BATCH_STATUSES } from './batch-statuses.ts';
import { batchFilters } from './filters.ts';
import '../text/inventory.ts';

export type BatchRow = BatchRowFragment & { readonly name: string };

const conditionsOf = ({ filter, search }: Query) => ({ filter: filter as BatchFilter | undefined, search });

export const batchList: ListDef<BatchRow> = {
  title: 'nav.inventory',
  list: 'BATCHES',
  view: 'batches',
  exported: 'batches',
  narrow: [
    ['code', 'status'],
    ['model', 'deviceCount'],
  ],
  live: [],
  filters: batchFilters,
  tabs: { key: 'status', label: 'batch.status', name: 'BatchStatus', values: BATCH_STATUSES, all: 'batch.notArchived' },
  actions: batchActions,
  create: createBatch,
  empty: { icon: PackageIcon, title: 'batch.empty', text: 'batch.emptyText' },
  columns: [
    {
      key: 'code',
      label: 'batch.code',
      width: 172,
      isShown: true,
      sort: 'CODE',
      cell: ({ id, code }) => (
        <Link to="/inventory/$id" params={{ id }} className="k-link">
          <Code>{code}</Code>
        </Link>
      ),
    },
    {
      key: 'status',
      label: 'batch.status',
      width: 130,
      isShown: true,
      sort: 'STATUS',
      cell: ({ status }) => <StatusBadge name="BatchStatus" value={status} />,
    },
    { key: 'model', label: 'batch.model', width: 130, isShown: true, sort: 'MODEL', cell: ({ model }) => model },
    {
      key: 'hardwareRevision',
      label: 'batch.hardwareRevision',
      width: 128,
      isShown: true,
      sort: 'HARDWARE_REVISION',
      cell: ({ hardwareRevision }) => hardwareRevision,
    },
    {
      key: 'quantity',
      label: 'batch.quantity',
      width: 100,
      isShown: true,
      isNumber: true,
      sort: 'QUANTITY',
      cell: ({ quantity }) => grouped(quantity),
    },
    {
      key: 'deviceCount',
      label: 'batch.deviceCount',
      width: 100,
      isShown: true,
      isNumber: true,
      cell: ({ deviceCount }) => grouped(deviceCount),
    },
    {
      key: 'provisionedAt',
      label: 'batch.provisionedAt',
      width: TIME_WIDTH,
      isShown: true,
      sort: 'PROVISIONED_AT',
      cell: ({ provisionedAt }) => <Time at={provisionedAt} />,
    },
    {
      key: 'createdAt',
      label: 'batch.createdAt',
      width: TIME_WIDTH,
      isShown: true,
      sort: 'CREATED_AT',
      cell: ({ createdAt }) => <Time at={createdAt} />,
    },
    { key: 'source', label: 'batch.source', width: 150, cell: ({ source }) => source ?? '–' },
    {
      key: 'archivedAt',
      label: 'batch.archivedAt',
      width: TIME_WIDTH,
      cell: ({ archivedAt }) => <Time at={archivedAt} />,
    },
    {
      key: 'updatedAt',
      label: 'batch.updatedAt',
      width: TIME_WIDTH,
      sort: 'UPDATED_AT',
      cell: ({ updatedAt }) => <Time at={updatedAt} />,
    },
  ],
  rows(client, query, isBackward, places) {
    const variables = (page: PageVariables): BatchesQueryVariables => ({
      ...page,
      ...conditionsOf(query),
      ...shownIn(BatchesDocument, query),
      sort: query.sort as BatchSort[] | undefined,
    });
    return new Windows(
      client,
      {
        document: BatchesDocument,
        variables,
        pick: ({ batches }) =>
          batches && { ...batches, nodes: batches.nodes.map((row) => ({ ...row, name: row.code })) },
      },
      isBackward,
      places,
    );
  },
  async count(client, query) {
    const { data } = await client
      .query(BatchCountsDocument, conditionsOf(query), { requestPolicy: 'network-only' })
      .toPromise();
    if (!data?.batches) return undefined;
    const { totalCount, facets } = data.batches;
    const values = facets.flatMap((facet) => facet.values).map(({ value, count }) => [value ?? '', count]);
    return { total: totalCount, values: Object.fromEntries(values) };
  },
  async reread(client, ids, query) {
    const variables = { ids: [...ids].slice(0, 100), ...shownIn(BatchRowsDocument, query) };
    await client.query(BatchRowsDocument, variables, { requestPolicy: 'network-only' }).toPromise();
  },
};
