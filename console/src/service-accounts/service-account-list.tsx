import { KeyIcon } from '@primer/octicons-react';
import { Link } from '@tanstack/react-router';
import type {
  ServiceAccountFilter,
  ServiceAccountRowFragment,
  ServiceAccountSort,
  ServiceAccountsQueryVariables,
} from '../api/generated/operations.ts';
import {
  ServiceAccountCountsDocument,
  ServiceAccountsDocument,
} from '../api/generated/service-accounts-service-accounts.ts';
import { type ListDef, type Query, TIME_WIDTH } from '../list/list-def.ts';
import { shownIn } from '../list/shown.ts';
import { type PageVariables, Windows } from '../list/windows.ts';
import { Expiry } from '../ui/expiry.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { Time } from '../ui/time.tsx';
import { createServiceAccount, serviceAccountActions } from './actions.ts';
import { LastUsed, ROLES, RoleName, STATUSES } from './status.tsx';
import '../text/service-accounts.ts';
import '../text/staff-enums.ts';

/** A service account is never edited, so it has no revision. */
export type ServiceAccountItem = ServiceAccountRowFragment & { readonly revision: number };

const conditionsOf = ({ filter, search }: Query) => ({ filter: filter as ServiceAccountFilter | undefined, search });

export const serviceAccountList: ListDef<ServiceAccountItem> = {
  title: 'nav.scripts',
  list: 'SERVICE_ACCOUNTS',
  view: 'serviceAccounts',
  narrow: [
    ['name', 'status'],
    ['role', 'lastUsedAt'],
  ],
  live: [],
  filters: [
    {
      key: 'status',
      label: 'script.status',
      path: ['status'],
      kind: 'enum',
      name: 'ServiceAccountStatus',
      values: STATUSES,
    },
    { key: 'role', label: 'script.role', path: ['role'], kind: 'enum', name: 'AdminRole', values: ROLES },
    { key: 'name', label: 'script.name', path: ['name'], kind: 'text' },
    { key: 'used', label: 'script.lastUsedAt', path: ['lastUsedAt'], kind: 'time' },
    { key: 'created', label: 'script.createdAt', path: ['createdAt'], kind: 'time' },
  ],
  tabs: { key: 'status', label: 'script.status', name: 'ServiceAccountStatus', values: STATUSES },
  actions: serviceAccountActions,
  create: createServiceAccount,
  empty: { icon: KeyIcon, title: 'script.empty', text: 'script.emptyText' },
  order: { field: 'NAME', direction: 'ASC' },
  columns: [
    {
      key: 'name',
      label: 'script.name',
      width: 220,
      isShown: true,
      sort: 'NAME',
      cell: ({ id, name }) => (
        <Link to="/service-accounts/$id" params={{ id }} className="k-link">
          {name}
        </Link>
      ),
    },
    {
      key: 'status',
      label: 'script.status',
      width: 120,
      isShown: true,
      sort: 'STATUS',
      cell: ({ status }) => <StatusBadge name="ServiceAccountStatus" value={status} />,
    },
    {
      key: 'role',
      label: 'script.role',
      width: 150,
      isShown: true,
      sort: 'ROLE',
      cell: ({ role }) => <RoleName role={role} />,
    },
    {
      key: 'owner.name',
      label: 'script.owner',
      width: 180,
      isShown: true,
      cell: ({ owner }) => owner?.name ?? '–',
    },
    {
      key: 'lastUsedAt',
      label: 'script.lastUsedAt',
      width: 150,
      isShown: true,
      sort: 'LAST_USED_AT',
      cell: ({ lastUsedAt }) => <LastUsed at={lastUsedAt} />,
    },
    {
      key: 'expiresAt',
      label: 'script.expiresAt',
      width: TIME_WIDTH,
      isShown: true,
      sort: 'EXPIRES_AT',
      cell: ({ expiresAt }) => <Expiry at={expiresAt} />,
    },
    {
      key: 'createdAt',
      label: 'script.createdAt',
      width: TIME_WIDTH,
      sort: 'CREATED_AT',
      cell: ({ createdAt }) => <Time at={createdAt} />,
    },
    {
      key: 'revokedAt',
      label: 'script.revokedAt',
      width: TIME_WIDTH,
      cell: ({ revokedAt }) => <Time at={revokedAt} />,
    },
  ],
  rows(client, query, isBackward, places) {
    const variables = (page: PageVariables): ServiceAccountsQueryVariables => ({
      ...page,
      ...conditionsOf(query),
      ...shownIn(ServiceAccountsDocument, query),
      sort: query.sort as ServiceAccountSort[] | undefined,
    });
    return new Windows(
      client,
      {
        document: ServiceAccountsDocument,
        variables,
        pick: ({ serviceAccounts: page }) =>
          page && { ...page, nodes: page.nodes.map((row) => ({ ...row, revision: 0 })) },
      },
      isBackward,
      places,
    );
  },
  async count(client, query) {
    const { data } = await client
      .query(ServiceAccountCountsDocument, conditionsOf(query), { requestPolicy: 'network-only' })
      .toPromise();
    const page = data?.serviceAccounts;
    if (!page) return undefined;
    const values = page.facets.flatMap((facet) => facet.values).map(({ value, count }) => [value ?? '', count]);
    return { total: page.totalCount, values: Object.fromEntries(values) };
  },
  reread: () => Promise.resolve(),
};
