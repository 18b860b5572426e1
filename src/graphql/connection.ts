import { type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';
import { Field, Int, ObjectType } from 'type-graphql';
import type { Page } from '../domain/kernel/list.ts';

type ClassType = new () => object;

/** Where a page stands in its list. */
@ObjectType()
export class PageInfo {
  @Field()
  hasNextPage: boolean;

  @Field(() => String, { nullable: true, description: 'What `after` takes for the next page.' })
  endCursor!: string | null;

  @Field(() => Int)
  skip!: number;

  @Field(() => Int)
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
  Field(() => [node])(made.prototype, 'nodes');
  Field(() => PageInfo)(made.prototype, 'pageInfo');
  Field(() => Int, { nullable: true, description: 'All that match. Counted only when selected.' })(
    made.prototype,
    'totalCount',
  );
  ObjectType(name)(made);
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

/** A part of a list that is known as a whole: the devices of a batch. */
export function pageOfKnown<T>(all: readonly T[], skip: number, take: number): Connection<T> {
  return {
    nodes: all.slice(skip, skip + take),
    pageInfo: { hasNextPage: skip + take < all.length, endCursor: null, skip, take },
    totalCount: all.length,
  };
}

/** Whether the query selects a member of the field being resolved, looking through fragments. */
export function selects(info: GraphQLResolveInfo, member: string): boolean {
  const inside = (set: SelectionSetNode | undefined): boolean =>
    (set?.selections ?? []).some((selection) => {
      if (selection.kind === Kind.FIELD) return selection.name.value === member;
      if (selection.kind === Kind.INLINE_FRAGMENT) return inside(selection.selectionSet);
      return inside(info.fragments[selection.name.value]?.selectionSet);
    });
  return info.fieldNodes.some(({ selectionSet }) => inside(selectionSet));
}
