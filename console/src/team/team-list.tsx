import { PeopleIcon } from '@primer/octicons-react';
import { Link } from '@tanstack/react-router';
import type { AdminFilter, AdminRowFragment, AdminSort, TeamQueryVariables } from '../api/generated/operations.ts';
import { TeamCountsDocument, TeamDocument } from '../api/generated/team-team.ts';
import { type ListDef, type Query, TIME_WIDTH } from '../list/list-def.ts';
import { type Shown, shownIn } from '../list/shown.ts';
import { type PageVariables, Windows } from '../list/windows.ts';
import { useText } from '../text/index.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { Time } from '../ui/time.tsx';
import { adminActions, createAdmin } from './actions.ts';
import { ADMIN_STATUSES, PasswordMark, ROLES } from './status.tsx';
import '../text/staff-enums.ts';
import '../text/team.ts';

const filterOf = ({ filter }: Query) => filter as AdminFilter | undefined;

export const teamList: ListDef<AdminRowFragment> = {
  title: 'nav.team',
  list: 'TEAM',
  view: 'team',
  exported: 'team',
  narrow: [
    ['name', 'status'],
    ['role', 'lastLoginAt'],
  ],
  live: [],
  hasSearch: false,
  searchedBy: 'name',
  filters: [
    {
      key: 'status',
      label: 'team.status',
      path: ['status'],
      kind: 'enum',
      name: 'AdminStatus',
      values: ADMIN_STATUSES,
    },
    { key: 'role', label: 'team.role', path: ['role'], kind: 'enum', name: 'AdminRole', values: ROLES },
    { key: 'name', label: 'team.name', path: ['name'], kind: 'text', isOwnControl: true },
    { key: 'email', label: 'team.email', path: ['email'], kind: 'text' },
    { key: 'login', label: 'team.lastLoginAt', path: ['lastLoginAt'], kind: 'time' },
    { key: 'created', label: 'team.createdAt', path: ['createdAt'], kind: 'time' },
  ],
  tabs: { key: 'status', label: 'team.status', name: 'AdminStatus', values: ADMIN_STATUSES },
  actions: adminActions,
  create: createAdmin,
  empty: { icon: PeopleIcon, title: 'team.empty', text: 'team.emptyText' },
  order: { field: 'NAME', direction: 'ASC' },
  columns: [
    {
      key: 'name',
      label: 'team.name',
      width: 200,
      isElastic: true,
      isShown: true,
      sort: 'NAME',
      cell: ({ id, name }) => (
        <Link to="/team/$id" params={{ id }} className="k-link">
          {name}
        </Link>
      ),
    },
    {
      key: 'email',
      label: 'team.email',
      width: 240,
      isElastic: true,
      isShown: true,
      sort: 'EMAIL',
      cell: ({ email }) => email,
    },
    {
      key: 'role',
      label: 'team.role',
      width: 164,
      isShown: true,
      sort: 'ROLE',
      cell: ({ role }) => <Role role={role} />,
    },
    {
      key: 'status',
      label: 'team.status',
      width: 130,
      isShown: true,
      sort: 'STATUS',
      cell: ({ status }) => <StatusBadge name="AdminStatus" value={status} />,
    },
    {
      key: 'lastLoginAt',
      label: 'team.lastLoginAt',
      width: 150,
      isShown: true,
      sort: 'LAST_LOGIN_AT',
      cell: ({ lastLoginAt }) => <LastLogin at={lastLoginAt} />,
    },
    {
      key: 'mustChangePassword',
      label: 'team.password',
      width: 120,
      isShown: true,
      cell: ({ mustChangePassword }) => <PasswordMark mustChangePassword={mustChangePassword} />,
    },
    {
      key: 'createdAt',
      label: 'team.createdAt',
      width: TIME_WIDTH,
      sort: 'CREATED_AT',
      cell: ({ createdAt }) => <Time at={createdAt} />,
    },
    { key: 'updatedAt', label: 'team.updatedAt', width: TIME_WIDTH, cell: ({ updatedAt }) => <Time at={updatedAt} /> },
  ],
  rows(client, query, isBackward, places) {
    const variables = (page: PageVariables): TeamQueryVariables => ({
      ...page,
      ...shownIn(TeamDocument, query),
      filter: filterOf(query),
      sort: query.sort as AdminSort[] | undefined,
    });
    return new Windows(client, { document: TeamDocument, variables, pick: ({ team }) => team }, isBackward, places);
  },
  async count(client, query) {
    const variables = { filter: filterOf(query) };
    const { data } = await client.query(TeamCountsDocument, variables, { requestPolicy: 'network-only' }).toPromise();
    if (!data?.team) return undefined;
    const values = data.team.facets.flatMap((facet) => facet.values).map(({ value, count }) => [value ?? '', count]);
    return { total: data.team.totalCount, values: Object.fromEntries(values) };
  },
  reread: () => Promise.resolve(),
};

function Role({ role }: Pick<Shown<AdminRowFragment>, 'role'>) {
  const { word } = useText();
  return word('AdminRole', role);
}

export function LastLogin({ at }: { readonly at: string | null }) {
  const { t } = useText();
  return at ? <Time at={at} ago /> : t('team.never');
}
