import type { RecordModel } from '../model/record.ts';
import type { PageSelection, SelectedEdge, SelectedMember } from '../model/selection.ts';
import type { PlannedEdge } from '../persistence/lists/edge-plan.ts';
import type { JsonMember } from '../persistence/lists/json-rows.ts';
import { type PageQuery, readList } from '../persistence/lists/list-reader.ts';
import type { ReadPage } from './list-operation.ts';
import { edgeTo, type Reader } from './reader.ts';
import { readers } from './readers.ts';

/**
 * Reads the requested page of a list operation, with the selected fields of its records.
 * @param selection default: whole records and their number
 */
export function pageReader(selection: PageSelection | undefined): ReadPage {
  return ({ em, now }, { list, query, view }) => {
    const selected = selection ? selectedOf(selection, list.model, now) : {};
    return readList(em, list, { ...query, ...selected }, now, view);
  };
}

/** The selection, with the lists that its edges lead to. */
function selectedOf(
  { rows, total, totals, facets, cursors, asJson, record }: PageSelection,
  model: RecordModel,
  now: Date,
): Partial<PageQuery> {
  if (asJson)
    return { withTotal: total, json: { members: writtenMembers(record.members, model, now), isApart: cursors } };
  return {
    withRows: rows,
    withTotal: total,
    withTotals: totals,
    facets,
    withCursors: cursors,
    select: record.fields,
    edges: plannedEdges(record.members, model, now),
  };
}

function plannedEdges(members: readonly SelectedMember[], from: RecordModel, now: Date): PlannedEdge[] {
  return members.flatMap((member) => {
    // The resolver of the edge has no rows to look for.
    if (!('edge' in member) || member.edge.first === 0) return [];
    const { as, edge } = member;
    const { name, first, isBackward, record } = edge;
    const to = readerAlong(edge, from);
    const view = to.view as PlannedEdge['view'];
    const edges = plannedEdges(record.members, to.record, now);
    return [{ ...edgeTo(from, name, to, now), as, first, isBackward, select: record.fields, edges, view }];
  });
}

/** @throws Error for a member that no column has: such a selection is read as rows */
function writtenMembers(members: readonly SelectedMember[], from: RecordModel, now: Date): JsonMember[] {
  return members.map((member) => {
    if ('isApart' in member) throw new Error(`${from.name} has no column for ${member.as}.`);
    if (!('edge' in member)) return member;
    const { as, edge } = member;
    const { name, first, isBackward, page, record } = edge;
    const to = readerAlong(edge, from);
    const members = writtenMembers(record.members, to.record, now);
    return { as, edge: { ...edgeTo(from, name, to, now), first, isBackward, page, members } };
  });
}

function readerAlong({ name }: SelectedEdge, { name: from, edges }: RecordModel): Reader {
  const reader = readers.get(edges[name]?.spec.to ?? '');
  if (!reader) throw new Error(`${from}.${name} leads to no record with a reader.`);
  return reader;
}
