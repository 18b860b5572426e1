import { RocketIcon, UploadIcon } from '@primer/octicons-react';
import { Link } from '@tanstack/react-router';
import type {
  ReleaseFilter,
  ReleaseRowFragment,
  ReleaseSort,
  ReleasesQueryVariables,
} from '../api/generated/operations.ts';
import { ReleaseCountsDocument, ReleaseRowsDocument, ReleasesDocument } from '../api/generated/releases-releases.ts';
import { type ListDef, type Query, TIME_WIDTH } from '../list/list-def.ts';
import { type Shown, shownIn } from '../list/shown.ts';
import { type PageVariables, Windows } from '../list/windows.ts';
import { useText } from '../text/index.tsx';
import { grouped } from '../text/triple.ts';
import { StatusBadge } from '../ui/status-badge.tsx';
import { Time } from '../ui/time.tsx';
import { bulkReleaseActions } from './actions.ts';
import { LIFECYCLES, releaseFilters } from './filters.ts';
import { Share } from './share.tsx';
import '../text/firmware.ts';
import '../text/firmware-words.ts';
import '../text/list.ts';

type ReleaseRow = ReleaseRowFragment & { readonly name: string };

const conditionsOf = ({ filter }: Query) => ({ filter: filter as ReleaseFilter | undefined });

export const releaseList: ListDef<ReleaseRow> = {
  title: 'nav.releases',
  list: 'RELEASES',
  view: 'releases',
  exported: 'releases',
  narrow: [
    ['version', 'lifecycle'],
    ['rolloutPercentage', 'stats.failureRate'],
    ['hardwareRevision', 'createdAt'],
  ],
  live: ['releaseChanged'],
  grows: { on: 'releaseChanged', by: 'CREATED' },
  hasSearch: false,
  create: { page: '/releases/upload', label: 'nav.upload', icon: UploadIcon },
  filters: releaseFilters,
  tabs: { key: 'lifecycle', label: 'release.lifecycle', name: 'FirmwareLifecycle', values: LIFECYCLES },
  actions: bulkReleaseActions,
  empty: { icon: RocketIcon, title: 'release.empty', text: 'release.emptyText' },
  columns: [
    {
      key: 'version',
      label: 'release.version',
      width: 113,
      isShown: true,
      sort: 'VERSION',
      cell: ({ id, version }) => (
        <Link to="/releases/$id" params={{ id }} className="k-link k-number">
          {version}
        </Link>
      ),
    },
    {
      key: 'buildNumber',
      label: 'release.build',
      width: 90,
      isShown: true,
      isNumber: true,
      sort: 'BUILD_NUMBER',
      cell: ({ buildNumber }) => grouped(buildNumber),
    },
    {
      key: 'lifecycle',
      label: 'release.lifecycle',
      width: 137,
      isShown: true,
      sort: 'LIFECYCLE',
      cell: ({ lifecycle }) => <StatusBadge name="FirmwareLifecycle" value={lifecycle} />,
    },
    {
      key: 'channel',
      label: 'release.channel',
      width: 100,
      isShown: true,
      sort: 'CHANNEL',
      cell: ({ channel }) => <Channel channel={channel} />,
    },
    {
      key: 'hardwareRevision',
      label: 'release.hardware',
      width: 128,
      isShown: true,
      sort: 'HARDWARE_REVISION',
      cell: ({ hardwareRevision }) => hardwareRevision,
    },
    {
      key: 'rolloutPercentage',
      label: 'release.percentage',
      width: 100,
      isShown: true,
      isNumber: true,
      sort: 'ROLLOUT_PERCENTAGE',
      cell: ({ rolloutPercentage, channel }) => (channel === 'INTERNAL' ? '–' : `${rolloutPercentage} %`),
    },
    {
      key: 'stats.total',
      label: 'release.installations',
      width: 100,
      isShown: true,
      isNumber: true,
      cell: ({ stats }) => (stats ? grouped(stats.total) : '–'),
    },
    {
      key: 'stats.failureRate',
      label: 'release.failureRate',
      width: 110,
      isShown: true,
      isNumber: true,
      cell: ({ stats }) => <Share value={stats?.failureRate} />,
    },
    {
      key: 'createdAt',
      label: 'release.createdAt',
      width: TIME_WIDTH,
      isShown: true,
      sort: 'CREATED_AT',
      cell: ({ createdAt }) => <Time at={createdAt} />,
    },
    {
      key: 'mandatory',
      label: 'release.mandatory',
      width: 120,
      cell: ({ mandatory }) => <Mandatory mandatory={mandatory} />,
    },
    { key: 'model', label: 'release.model', width: 120, sort: 'MODEL', cell: ({ model }) => model ?? '–' },
    {
      key: 'securityVersion',
      label: 'release.securityVersion',
      width: 130,
      isNumber: true,
      sort: 'SECURITY_VERSION',
      cell: ({ securityVersion }) => securityVersion ?? '–',
    },
    {
      key: 'rolloutStartedAt',
      label: 'release.startedAt',
      width: TIME_WIDTH,
      sort: 'ROLLOUT_STARTED_AT',
      cell: ({ rolloutStartedAt }) => <Time at={rolloutStartedAt} />,
    },
    {
      key: 'completedAt',
      label: 'release.completedAt',
      width: TIME_WIDTH,
      sort: 'COMPLETED_AT',
      cell: ({ completedAt }) => <Time at={completedAt} />,
    },
    {
      key: 'updatedAt',
      label: 'release.updatedAt',
      width: TIME_WIDTH,
      sort: 'UPDATED_AT',
      cell: ({ updatedAt }) => <Time at={updatedAt} />,
    },
  ],
  rows(client, query, isBackward, places) {
    const variables = (page: PageVariables): ReleasesQueryVariables => ({
      ...page,
      ...conditionsOf(query),
      ...shownIn(ReleasesDocument, query),
      sort: query.sort as ReleaseSort[] | undefined,
    });
    return new Windows(
      client,
      {
        document: ReleasesDocument,
        variables,
        pick: ({ releases }) =>
          releases && { ...releases, nodes: releases.nodes.map((row) => ({ ...row, name: row.version })) },
      },
      isBackward,
      places,
    );
  },
  async count(client, query) {
    const { data } = await client
      .query(ReleaseCountsDocument, conditionsOf(query), { requestPolicy: 'network-only' })
      .toPromise();
    if (!data?.releases) return undefined;
    const { totalCount, facets } = data.releases;
    const values = facets.flatMap((facet) => facet.values).map(({ value, count }) => [value ?? '', count]);
    return { total: totalCount, values: Object.fromEntries(values) };
  },
  async reread(client, ids, query) {
    const variables = { ids: [...ids].slice(0, 100), ...shownIn(ReleaseRowsDocument, query) };
    await client.query(ReleaseRowsDocument, variables, { requestPolicy: 'network-only' }).toPromise();
  },
};

function Channel({ channel }: Pick<Shown<ReleaseRow>, 'channel'>) {
  const { word } = useText();
  return word('FirmwareChannel', channel);
}

function Mandatory({ mandatory }: Pick<Shown<ReleaseRow>, 'mandatory'>) {
  const { t } = useText();
  return t(mandatory ? 'filter.yes' : 'filter.no');
}
