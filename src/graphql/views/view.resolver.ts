import { FieldResolver, Resolver, Root } from 'type-graphql';
import { listSavedViews, outdatedParts } from '../../domain/views/index.ts';
import { constantName } from '../../model/enums.ts';
import { SavedViewRecord, type SavedViewView } from '../../model/records/saved-view.ts';
import { connectionOf } from '../schema/connection.ts';
import { operationField } from '../schema/operation-field.ts';
import { objectTypeOf } from '../schema/record-type.ts';
import { Json } from '../schema/scalars.ts';

const SavedViewType = objectTypeOf(SavedViewRecord, {
  // The list and the query decide who may see it.
  query: ['query', 'list'],
  outdated: ['query', 'list', 'columns'],
});

export const viewFields = [
  operationField(
    listSavedViews,
    connectionOf('SavedView', () => SavedViewType),
  ),
];

@Resolver(() => SavedViewType)
export class SavedViewResolver {
  @FieldResolver(() => Json, { nullable: true, description: SavedViewRecord.fields.query.spec.description })
  query(@Root() { query }: SavedViewView): object | null {
    return query && asVariables(query);
  }

  @FieldResolver(() => [String], {
    description:
      'What the view names and the list no longer has, by its path: `columns[2]`, `filter.color`. Empty for a view that works.',
  })
  outdated(@Root() view: SavedViewView): string[] {
    return outdatedParts(view);
  }
}

/** As the variables of a list have it: fields to sort by are constants. */
function asVariables({ sort, ...others }: Readonly<Record<string, unknown>>): object {
  if (!Array.isArray(sort)) return others;
  return {
    ...others,
    sort: sort.map(({ field, ...key }: { readonly field: string }) => ({ field: constantName(field), ...key })),
  };
}
