import { HashIcon } from '@primer/octicons-react';
import { ClaimCodeCountsDocument, ClaimCodesDocument } from '../api/generated/claim-codes-claim-codes.ts';
import type { ClaimCodeStatus } from '../api/generated/enums.ts';
import type {
  ClaimCodeFilter,
  ClaimCodeRowFragment,
  ClaimCodeSort,
  ClaimCodesQueryVariables,
} from '../api/generated/operations.ts';
import { type ListDef, type Query, TIME_WIDTH } from '../list/list-def.ts';
import { shownIn } from '../list/shown.ts';
import { type PageVariables, Windows } from '../list/windows.ts';
import { RecordLink } from '../palette/record-link.tsx';
import { Code, maskedCode as masked } from '../ui/code.tsx';
import { Expiry } from '../ui/expiry.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { Time } from '../ui/time.tsx';
import '../text/devices.ts';
import '../text/provisioning.ts';

type ClaimCodeRow = ClaimCodeRowFragment & { readonly name: string; readonly revision: number };

const STATUSES: readonly ClaimCodeStatus[] = ['AVAILABLE', 'CLAIMED', 'EXPIRED', 'VOID'];

const conditionsOf = ({ filter }: Query) => ({ filter: filter as ClaimCodeFilter | undefined });

/** The codes on labels, without what claims a device. A new code is made at the device. */
export const claimCodeList: ListDef<ClaimCodeRow> = {
  title: 'nav.claimCodes',
  list: 'CLAIM_CODES',
  view: 'claimCodes',
  exported: 'claim-codes',
  narrow: [
    ['serial', 'status'],
    ['maskedCode', 'createdAt'],
  ],
  live: [],
  hasSearch: false,
  filters: [
    {
      key: 'status',
      label: 'device.status',
      path: ['status'],
      kind: 'enum',
      name: 'ClaimCodeStatus',
      values: STATUSES,
    },
    { key: 'serial', label: 'device.serial', path: ['serial'], kind: 'text' },
    { key: 'batch', label: 'device.batchCode', path: ['device', 'batchCode'], kind: 'text' },
    { key: 'claimed', label: 'device.claimedAt', path: ['claimedAt'], kind: 'time' },
    { key: 'created', label: 'device.createdAt', path: ['createdAt'], kind: 'time' },
  ],
  tabs: { key: 'status', label: 'device.status', name: 'ClaimCodeStatus', values: STATUSES },
  actions: [],
  empty: { icon: HashIcon, title: 'claimCode.empty', text: 'claimCode.emptyText', from: '/inventory' },
  columns: [
    {
      key: 'maskedCode',
      label: 'device.claimCode',
      width: 150,
      isShown: true,
      cell: ({ maskedCode }) => <Code>{masked(maskedCode)}</Code>,
    },
    {
      key: 'serial',
      label: 'device.serial',
      width: 215,
      isShown: true,
      sort: 'SERIAL',
      cell: ({ deviceId, serial }) => (
        <RecordLink kind="DEVICE" id={deviceId}>
          <Code>{serial}</Code>
        </RecordLink>
      ),
    },
    {
      key: 'status',
      label: 'device.status',
      width: 140,
      isShown: true,
      sort: 'STATUS',
      cell: ({ status }) => <StatusBadge name="ClaimCodeStatus" value={status} />,
    },
    {
      key: 'createdAt',
      label: 'device.createdAt',
      width: TIME_WIDTH,
      isShown: true,
      sort: 'CREATED_AT',
      cell: ({ createdAt }) => <Time at={createdAt} />,
    },
    {
      key: 'claimedAt',
      label: 'device.claimedAt',
      width: TIME_WIDTH,
      isShown: true,
      sort: 'CLAIMED_AT',
      cell: ({ claimedAt }) => <Time at={claimedAt} />,
    },
    {
      key: 'expiresAt',
      label: 'claimCode.expiresAt',
      width: TIME_WIDTH,
      isShown: true,
      sort: 'EXPIRES_AT',
      cell: ({ expiresAt }) => <Expiry at={expiresAt} />,
    },
  ],
  rows(client, query, isBackward, places) {
    const variables = (page: PageVariables): ClaimCodesQueryVariables => ({
      ...page,
      ...conditionsOf(query),
      ...shownIn(ClaimCodesDocument, query),
      sort: query.sort as ClaimCodeSort[] | undefined,
    });
    return new Windows(
      client,
      {
        document: ClaimCodesDocument,
        variables,
        pick: ({ claimCodes }) =>
          claimCodes && {
            ...claimCodes,
            nodes: claimCodes.nodes.map((row) => ({ ...row, name: row.serial, revision: 0 })),
          },
      },
      isBackward,
      places,
    );
  },
  async count(client, query) {
    const { data } = await client
      .query(ClaimCodeCountsDocument, conditionsOf(query), { requestPolicy: 'network-only' })
      .toPromise();
    if (!data?.claimCodes) return undefined;
    const { totalCount, facets } = data.claimCodes;
    const values = facets.flatMap((facet) => facet.values).map(({ value, count }) => [value ?? '', count]);
    return { total: totalCount, values: Object.fromEntries(values) };
  },
  reread: () => Promise.resolve(),
};
