import { DownloadIcon } from '@primer/octicons-react';
import { Link } from '@tanstack/react-router';
import {
  InstallationCountsDocument,
  InstallationRowsDocument,
  InstallationsDocument,
} from '../api/generated/installations-installations.ts';
import type {
  InstallationFilter,
  InstallationRowFragment,
  InstallationSort,
  InstallationsQueryVariables,
} from '../api/generated/operations.ts';
import { INSTALLATION_STATUSES } from '../api/installation-statuses.ts';
import { type Column, type ListDef, type Query, TIME_WIDTH } from '../list/list-def.ts';
import { shownIn } from '../list/shown.ts';
import { type PageVariables, Windows } from '../list/windows.ts';
import { Code } from '../ui/code.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { Time } from '../ui/time.tsx';
import { Cause, Proof, Source } from './cells.tsx';
import { filtersFor } from './filters.ts';
import '../text/firmware.ts';

type InstallationRow = InstallationRowFragment & { readonly name: string };

const conditionsOf = ({ filter, search }: Query) => ({ filter: filter as InstallationFilter | undefined, search });

const columns: readonly Column<InstallationRow>[] = [
  {
    key: 'serial',
    label: 'installation.serial',
    width: 168,
    isShown: true,
    cell: ({ id, serial }) => (
      <Link to="/installations/$id" params={{ id }} className="k-link">
        <Code>{serial}</Code>
      </Link>
    ),
  },
  {
    key: 'version',
    label: 'installation.version',
    width: 66,
    isShown: true,
    sort: 'VERSION',
    cell: ({ releaseId, version }) => (
      <Link to="/releases/$id" params={{ id: releaseId }} className="k-link k-number">
        {version}
      </Link>
    ),
  },
  {
    key: 'status',
    label: 'installation.status',
    width: 148,
    isShown: true,
    sort: 'STATUS',
    cell: ({ status }) => <StatusBadge name="InstallationStatus" value={status} />,
  },
  {
    key: 'failureCode',
    label: 'installation.cause',
    width: 244,
    isElastic: true,
    isShown: true,
    cell: (row) => <Cause row={row} />,
  },
  {
    key: 'verification',
    label: 'installation.verification',
    width: 192,
    isElastic: true,
    isShown: true,
    cell: ({ verification }) => <Proof verification={verification} />,
  },
  {
    key: 'attempt',
    label: 'installation.attempt',
    width: 75,
    isShown: true,
    isNumber: true,
    cell: ({ attempt }) => attempt,
  },
  {
    key: 'lastReportAt',
    label: 'installation.lastReportAt',
    width: 128,
    isShown: true,
    cell: ({ lastReportAt }) => <Time at={lastReportAt} ago />,
  },
  {
    key: 'createdAt',
    label: 'installation.createdAt',
    width: TIME_WIDTH,
    isShown: true,
    sort: 'CREATED_AT',
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
  {
    key: 'buildNumber',
    label: 'release.build',
    width: 90,
    isNumber: true,
    sort: 'BUILD_NUMBER',
    cell: ({ buildNumber }) => buildNumber,
  },
  {
    key: 'hardwareRevision',
    label: 'installation.hardware',
    width: 110,
    cell: ({ hardwareRevision }) => hardwareRevision ?? '–',
  },
  {
    key: 'fromVersion',
    label: 'installation.fromVersion',
    width: 110,
    cell: ({ fromVersion }) => fromVersion ?? '–',
  },
  {
    key: 'failureSource',
    label: 'installation.source',
    width: 120,
    cell: ({ failureSource }) => <Source source={failureSource} />,
  },
  {
    key: 'restarts',
    label: 'installation.restarts',
    width: 110,
    isNumber: true,
    cell: ({ restarts }) => restarts ?? '–',
  },
  {
    key: 'startedAt',
    label: 'installation.startedAt',
    width: TIME_WIDTH,
    cell: ({ startedAt }) => <Time at={startedAt} />,
  },
  {
    key: 'finishedAt',
    label: 'installation.finishedAt',
    width: TIME_WIDTH,
    cell: ({ finishedAt }) => <Time at={finishedAt} />,
  },
];

/**
 * The attempts of all releases.
 * @param mayReadDevices what the API asks of who hears of changes, and of filters by what a device is
 */
export function installationListFor(mayReadDevices: boolean): ListDef<InstallationRow> {
  return {
    title: 'nav.installations',
    list: 'INSTALLATIONS',
    view: 'installations',
    exported: 'installations',
    narrow: [['serial', 'status'], ['failureCode'], ['version', 'lastReportAt']],
    live: mayReadDevices ? ['installationChanged'] : [],
    // A rollout moves thousands of them: its release tells so once a second.
    grows: { on: 'releaseChanged', by: 'PROGRESS' },
    filters: filtersFor(mayReadDevices),
    tabs: { key: 'status', label: 'installation.status', name: 'InstallationStatus', values: INSTALLATION_STATUSES },
    actions: [],
    empty: { icon: DownloadIcon, title: 'installation.empty', text: 'installation.emptyText', from: '/releases' },
    columns,
    rows(client, query, isBackward, places) {
      const variables = (page: PageVariables): InstallationsQueryVariables => ({
        ...page,
        ...conditionsOf(query),
        ...shownIn(InstallationsDocument, query),
        sort: query.sort as InstallationSort[] | undefined,
      });
      return new Windows(
        client,
        {
          document: InstallationsDocument,
          variables,
          pick: ({ installations }) =>
            installations && {
              ...installations,
              nodes: installations.nodes.map((row) => ({ ...row, name: row.serial })),
            },
        },
        isBackward,
        places,
      );
    },
    async count(client, query) {
      const { data } = await client
        .query(InstallationCountsDocument, conditionsOf(query), { requestPolicy: 'network-only' })
        .toPromise();
      if (!data?.installations) return undefined;
      const { totalCount, facets } = data.installations;
      const values = facets.flatMap((facet) => facet.values).map(({ value, count }) => [value ?? '', count]);
      return { total: totalCount, values: Object.fromEntries(values) };
    },
    async reread(client, ids, query) {
      const variables = { ids: [...ids].slice(0, 100), ...shownIn(InstallationRowsDocument, query) };
      await client.query(InstallationRowsDocument, variables, { requestPolicy: 'network-only' }).toPromise();
    },
  };
}
