import { type PageSelection, WHOLE_PAGE } from '../model/selection.ts';
import type { FollowEdge, FollowedEdge } from '../persistence/lists/edge-rows.ts';
import { readList } from '../persistence/lists/list-reader.ts';
import type { ReadPage } from './list-operation.ts';
import { edgeTo } from './reader.ts';
import { readers } from './readers.ts';

/** Reads the requested page of a list operation, with the selected fields and edges of its records. */
export function pageReader(selection: PageSelection = WHOLE_PAGE): ReadPage {
  return ({ em, now }, { list, query, view }) =>
    readList(em, list, query, { selection, follow: readersAt(now) }, now, view);
}

/** The readers of the records that edges lead to. @param now the time at which derived fields are derived */
function readersAt(now: Date): FollowEdge {
  return (from, name) => {
    const to = readers.get(from.edges[name]?.spec.to ?? '');
    if (!to) throw new Error(`${from.name}.${name} leads to no record with a reader.`);
    return { ...edgeTo(from, name, to, now), view: to.view as FollowedEdge['view'] };
  };
}
