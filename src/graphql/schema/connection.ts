import type { FieldNode } from 'graphql';
import { Field, Int, ObjectType } from 'type-graphql';
import { type PageArguments, pageRequest } from '../../domain/kernel/list.ts';
import { MAX_TOTALS } from '../../model/limits.ts';
import type { CurrencyTotals, FacetCounts, Page } from '../../model/ports.ts';
import { answer, bigInteger, fieldsWith, integer, money, type RecordModel, text } from '../../model/record.ts';
import type { PageSelection } from '../../model/selection.ts';
import { declareFacets } from './facets.ts';
import { type ClassType, objectTypeOf, recordTypes } from './record-type.ts';

/** Where a page is in its list (https://relay.dev/graphql/connections.htm#sec-undefined.PageInfo). */
@ObjectType({ description: 'The position of a page in its list.' })
export class PageInfo {
  @Field({ description: 'Whether records follow the page.' })
  hasNextPage: boolean;

  @Field({ description: 'Whether records precede the page.' })
  hasPreviousPage: boolean;

  @Field(() => String, {
    nullable: true,
    description: 'The cursor of the first record, which `before` takes for the page before; null for an empty page.',
  })
  startCursor!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The cursor of the last record, which `after` takes for the next page; null for an empty page.',
  })
  endCursor!: string | null;
}

/** The one shape of a list; only its selected parts are read. */
export interface Connection<T> {
  readonly edges: readonly { readonly cursor: string; readonly node: T }[];
  readonly nodes: readonly T[];
  readonly pageInfo: PageInfo;
  readonly totalCount: number | null;
  readonly totals: readonly CurrencyTotals[] | null;
  readonly facets: readonly FacetCounts[];
}

const TOTALS = `Of all matching records, whatever the page: one entry for each currency, at most the ${MAX_TOTALS} with the most records. Read only when selected.`;

const connections = new Map<string, ClassType>();

/** The connection type over a node type, as `DeviceConnection` over `Device`, with its edge type. */
export function connectionOf(record: string, node: () => ClassType): ClassType {
  const name = `${record}Connection`;
  const cached = connections.get(name);
  if (cached) return cached;
  const [made, edge] = [classNamed(name), classNamed(`${record}Edge`)];
  connections.set(name, made);
  Field(() => String, { description: 'Pass it as `after` to get the records that follow.' })(edge.prototype, 'cursor');
  Field(() => node(), { description: 'The record.' })(edge.prototype, 'node');
  ObjectType(`${record}Edge`, { description: 'A record of a page, with its place in the list.' })(edge);
  Field(() => [edge], { description: 'The records of the page, each with its cursor.' })(made.prototype, 'edges');
  Field(() => [node()], { description: 'The records of the page.' })(made.prototype, 'nodes');
  Field(() => PageInfo, { description: 'Where the page is in the list.' })(made.prototype, 'pageInfo');
  Field(() => Int, { description: 'The number of all matching records; counted only when selected.' })(
    made.prototype,
    'totalCount',
  );
  const model = recordTypes.get(record)?.model;
  const totals = totalsOf(model);
  if (totals) Field(() => [totals], { description: TOTALS })(made.prototype, 'totals');
  if (model) declareFacets(model, made);
  ObjectType(name, { description: 'A page of a list.' })(made);
  return made;
}

/** The type of the totals of a record's lists; undefined for a record that declares no sums. */
function totalsOf(model: RecordModel | undefined): ClassType | undefined {
  const summed = model ? fieldsWith(model, 'sum') : [];
  if (!model || summed.length === 0) return undefined;
  const sums = summed.map((name) => {
    const { kind, sumOf = `\`${name}\`.` } = model.fields[name]?.spec ?? {};
    const description = `The sum of ${sumOf}`;
    return [name, kind === 'money' ? money(description) : bigInteger(description)] as const;
  });
  return objectTypeOf(
    answer(`${model.name}CurrencyTotals`, 'The records of a list that are in one currency.', {
      currency: text('The currency of the sums, three letters.'),
      count: integer('How many records are in it.'),
      ...Object.fromEntries(sums),
    }),
  );
}

function classNamed(name: string): ClassType {
  return { [name]: class {} }[name] as ClassType;
}

/**
 * A page of the domain as a connection.
 * @param args of the page: in the list, the record of a cursor lies beyond the page
 */
export function connectionFrom<T>(page: Page<T>, args: PageArguments): Connection<T> {
  const { items, cursors = [], hasMore, total, totals, facets = [] } = page;
  const { after, before, isBackward } = pageRequest(args, 0);
  return {
    edges: items.map((node, at) => ({ cursor: cursors[at] ?? '', node })),
    nodes: items,
    pageInfo: {
      hasNextPage: (!isBackward && hasMore) || before !== undefined,
      hasPreviousPage: (isBackward && hasMore) || after !== undefined,
      startCursor: cursors[0] ?? null,
      endCursor: cursors.at(-1) ?? null,
    },
    totalCount: total ?? null,
    totals: totals ?? null,
    facets,
  };
}

/** The selected parts of a connection: the rest need not be read. */
export type SelectedParts = Pick<PageSelection, 'rows' | 'total' | 'totals' | 'facets' | 'cursors'>;

/** @param fields of the connection, as `selectedFields` gives them */
export function partsOf(
  fields: Iterable<readonly FieldNode[]>,
): Omit<SelectedParts, 'facets'> & { readonly nodes: boolean } {
  const names = new Set([...fields].flatMap(([node]) => node?.name.value ?? []));
  const nodes = names.has('nodes') || names.has('edges');
  return {
    nodes,
    rows: nodes || names.has('pageInfo'),
    total: names.has('totalCount'),
    totals: names.has('totals'),
    cursors: names.has('edges') || names.has('pageInfo'),
  };
}
