import { LogIcon } from '@primer/octicons-react';
import { Link } from '@tanstack/react-router';
import { AuditCountsDocument, AuditEntriesDocument } from '../api/generated/audit-audit.ts';
import type { AdminRole } from '../api/generated/enums.ts';
import type {
  AuditEntriesQueryVariables,
  AuditEntryFilter,
  AuditEntrySort,
  AuditRowFragment,
} from '../api/generated/operations.ts';
import { type Column, type ListDef, type Query, TIME_WIDTH } from '../list/list-def.ts';
import { shownIn } from '../list/shown.ts';
import { type PageVariables, Windows } from '../list/windows.ts';
import { Target } from '../record/audit-target.tsx';
import { Code } from '../ui/code.tsx';
import { Time } from '../ui/time.tsx';
import { Word } from '../ui/word.tsx';
import { ACTOR_TYPES, filtersFor } from './filters.ts';
import { ActionName, Actor } from './parts.tsx';
import '../text/actions.ts';
import '../text/audit.ts';
import '../text/staff-enums.ts';

type AuditRow = AuditRowFragment & { readonly name: string; readonly revision: number };

const conditionsOf = ({ filter }: Query) => ({ filter: filter as AuditEntryFilter | undefined });

const columns: readonly Column<AuditRow>[] = [
  {
    key: 'at',
    label: 'audit.at',
    width: TIME_WIDTH,
    isShown: true,
    sort: 'AT',
    cell: ({ id, at }) => (
      <Link to="/audit/$id" params={{ id }} className="k-link">
        <Time at={at} />
      </Link>
    ),
  },
  {
    key: 'action',
    label: 'audit.action',
    width: 250,
    isElastic: true,
    isShown: true,
    sort: 'ACTION',
    cell: (row) => <ActionName deed={row} />,
  },
  {
    key: 'actorLabel',
    label: 'audit.actor',
    width: 190,
    isElastic: true,
    isShown: true,
    cell: (row) => <Actor entry={row} />,
  },
  {
    key: 'targetKind',
    label: 'audit.targetKind',
    width: 175,
    isShown: true,
    sort: 'TARGET_KIND',
    cell: ({ targetKind }) => (targetKind ? <Word name="TargetKind" value={targetKind} /> : '–'),
  },
  { key: 'targetId', label: 'audit.record', width: 200, isShown: true, cell: (row) => <Target entry={row} /> },
  { key: 'reason', label: 'action.reason', width: 220, cell: ({ reason }) => reason ?? '–' },
  {
    key: 'actorType',
    label: 'audit.actorType',
    width: 130,
    sort: 'ACTOR_TYPE',
    cell: ({ actorType }) => <Word name="ActorType" value={actorType} />,
  },
  {
    key: 'serviceAccountName',
    label: 'audit.script',
    width: 160,
    cell: ({ serviceAccountName }) => serviceAccountName ?? '–',
  },
  {
    key: 'transport',
    label: 'audit.transport',
    width: 120,
    cell: ({ transport }) => (transport ? <Word name="Transport" value={transport} /> : '–'),
  },
  { key: 'ip', label: 'audit.ip', width: 140, cell: ({ ip }) => <Code>{ip}</Code> },
  {
    key: 'requestId',
    label: 'audit.requestId',
    width: 290,
    cell: ({ requestId }) => <Code>{requestId}</Code>,
  },
];

/** Everything that was done, the newest first. @param role decides what it can be filtered by */
export function auditListFor(role: AdminRole): ListDef<AuditRow> {
  return {
    title: 'nav.audit',
    list: 'AUDIT_ENTRIES',
    view: 'auditEntries',
    exported: 'audit',
    narrow: [['action'], ['targetId'], ['actorLabel', 'at']],
    live: [],
    grows: { on: 'auditEntryAdded', by: 'CREATED' },
    hasSearch: false,
    filters: filtersFor(role),
    tabs: { key: 'by', label: 'audit.actorType', name: 'ActorType', values: ACTOR_TYPES },
    actions: [],
    empty: { icon: LogIcon, title: 'audit.empty', text: 'audit.emptyText' },
    order: { field: 'AT', direction: 'DESC' },
    columns,
    rows(client, query, isBackward, places) {
      const variables = (page: PageVariables): AuditEntriesQueryVariables => ({
        ...page,
        ...conditionsOf(query),
        ...shownIn(AuditEntriesDocument, query),
        sort: query.sort as AuditEntrySort[] | undefined,
      });
      return new Windows(
        client,
        {
          document: AuditEntriesDocument,
          variables,
          pick: ({ auditEntries }) =>
            auditEntries && {
              ...auditEntries,
              // Entries never change, so they have no revision.
              nodes: auditEntries.nodes.map((row) => ({ ...row, name: row.action, revision: 0 })),
            },
        },
        isBackward,
        places,
      );
    },
    async count(client, query) {
      const { data } = await client
        .query(AuditCountsDocument, conditionsOf(query), { requestPolicy: 'network-only' })
        .toPromise();
      if (!data?.auditEntries) return undefined;
      const { totalCount, facets } = data.auditEntries;
      const values = facets.flatMap((facet) => facet.values).map(({ value, count }) => [value ?? '', count]);
      return { total: totalCount, values: Object.fromEntries(values) };
    },
    reread: () => Promise.resolve(),
  };
}
