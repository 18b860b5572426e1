import type { GraphQLResolveInfo } from 'graphql';
import { Ctx, FieldResolver, Info, Resolver, Root } from 'type-graphql';
import { readerOfKind, type SearchHit, search } from '../../domain/search/index.ts';
import type { GraphqlContext } from '../execution/context.ts';
import type { TypedObject } from '../nodes/node.type.ts';
import { operationField } from '../schema/operation-field.ts';
import { selectionOf } from '../schema/record-type.ts';
import { SearchHitType, SearchRecordType } from './search.type.ts';

export const searchFields = [operationField(search, [SearchHitType])];

@Resolver(() => SearchHitType)
export class SearchHitResolver {
  @FieldResolver(() => SearchRecordType, {
    nullable: true,
    description: 'The record; null when it was deleted meanwhile.',
  })
  async record(
    @Root() { kind, id }: SearchHit,
    @Ctx() ctx: GraphqlContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<TypedObject | null> {
    const reader = readerOfKind(kind);
    const { name } = reader.record;
    const record = await ctx.readOne(reader, id, selectionOf(info, name));
    return record ? { ...record, id, __typename: name } : null;
  }
}
