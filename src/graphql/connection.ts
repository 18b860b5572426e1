import { type FieldNode, type GraphQLObjectType, type GraphQLResolveInfo, getNamedType } from 'graphql';
import { Field, Int, ObjectType } from 'type-graphql';
import type { Page } from '../model/ports.ts';
import { neededFields } from './record-type.ts';
import { selectedFields } from './selection.ts';

type ClassType = new () => object;

@ObjectType({ description: 'Where a page is in its list.' })
export class PageInfo {
  @Field({ description: 'Whether records follow the page.' })
  hasNextPage: boolean;

  @Field(() => String, {
    nullable: true,
    description: 'What `after` takes for the next page; null without a next page, and in lists without cursors.',
  })
  endCursor!: string | null;

  @Field(() => Int, { description: 'Records left out before the page, as asked.' })
  skip!: number;

  @Field(() => Int, { description: 'The most records that the page can hold, as asked.' })
  take!: number;
}

/** The one shape of a list: `nodes`, `pageInfo`, and a `totalCount` that is counted only when it is asked for. */
export interface Connection<T> {
  readonly nodes: readonly T[];
  readonly pageInfo: PageInfo;
  readonly totalCount: number | null;
}

/** A connection type over a node type, as `DeviceConnection` over `Device`. */
export function connectionOf(name: string, node: ClassType): ClassType {
  const made = { [name]: class {} }[name] as ClassType;
  Field(() => [node], { description: 'The records of the page.' })(made.prototype, 'nodes');
  Field(() => PageInfo, { description: 'Where the page is in the list.' })(made.prototype, 'pageInfo');
  Field(() => Int, { nullable: true, description: 'The number of all matching records; counted only when selected.' })(
    made.prototype,
    'totalCount',
  );
  ObjectType(name, { description: 'A page of a list.' })(made);
  return made;
}

/** A page of the domain as a connection. */
export function connectionFrom<T>(page: Page<T>): Connection<T> {
  return {
    nodes: page.items,
    pageInfo: { hasNextPage: page.hasMore, endCursor: page.nextCursor ?? null, skip: page.skip, take: page.take },
    totalCount: page.total ?? null,
  };
}

/** What of a connection is selected: the rest need not be read. */
export interface SelectedParts {
  readonly nodes: boolean;
  /** The nodes, or whether there are more of them. */
  readonly rows: boolean;
  readonly total: boolean;
  /** The fields of the record that the selected nodes need; undefined for all of them. */
  readonly select?: readonly string[];
}

/** @param fields of the connection, as `selectedFields` gives them */
export function partsOf(fields: Iterable<readonly FieldNode[]>): SelectedParts {
  const names = new Set([...fields].flatMap(([node]) => node?.name.value ?? []));
  const nodes = names.has('nodes');
  return { nodes, rows: nodes || names.has('pageInfo'), total: names.has('totalCount') };
}

/** What the query selects of the connection that is being resolved. */
export function selectedParts(info: GraphQLResolveInfo): SelectedParts {
  const type = getNamedType(info.returnType) as GraphQLObjectType;
  const selecting = { schema: info.schema, fragments: info.fragments, variables: info.variableValues };
  const sets = info.fieldNodes.flatMap(({ selectionSet }) => selectionSet ?? []);
  const fields = [...selectedFields(selecting, type, sets).values()];
  const nodes = fields.filter(([first]) => first?.name.value === 'nodes').flat();
  const node = getNamedType(type.getFields().nodes?.type) as GraphQLObjectType;
  const nodeSets = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
  const names = [...selectedFields(selecting, node, nodeSets).values()].flatMap(([first]) => first?.name.value ?? []);
  return { ...partsOf(fields), select: neededFields(node.name, names) };
}
