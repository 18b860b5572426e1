import { type Static, type TObject, type TSchema, Type } from 'typebox';
import { memberName, VIEWED_LISTS, type ViewedList } from '../../model/enums.ts';
import { SavedViewRecord } from '../../model/records/saved-view.ts';
import { described, fields, verbatim } from '../kernel/input.ts';
import { schemaOf } from '../kernel/record-input.ts';
import { queryParts, type ViewQuery, viewedLists } from './viewed-lists.ts';

/** Why these operations are beyond the specification. */
export const BEYOND = {
  why: 'people look at the same lists again, with the same filter and columns',
  graphqlOnly: true,
} as const;

const MAX_COLUMNS = 50;
const MAX_COLUMN_LENGTH = 80;

export const nameInput = schemaOf(SavedViewRecord.fields.name);
export const sharedInput = schemaOf(SavedViewRecord.fields.shared);

/** What a view keeps, as callers give it. */
export interface GivenView extends ViewQuery {
  readonly columns: readonly string[];
}

const columnsInput = described(
  Type.Array(verbatim(1, MAX_COLUMN_LENGTH), { minItems: 1, maxItems: MAX_COLUMNS, uniqueItems: true }),
  `The columns in their order, 1 to ${MAX_COLUMNS}: fields of the record, or fields of a record that it leads to, such as \`owner.fullName\`.`,
);

const schemas: Readonly<Record<string, TObject>> = Object.fromEntries(
  VIEWED_LISTS.map((list) => [list, schemaFor(list)]),
);

/** The schema of what a view of a list keeps. */
export function viewSchema(list: ViewedList): TObject {
  return schemas[list] as TObject;
}

function schemaFor(list: ViewedList): TObject {
  const { name } = viewedLists[list].record;
  const parts = Object.entries(queryParts(list)).map(([part, schema]) => [part, Type.Optional(schema)] as const);
  return fields(
    { ...Object.fromEntries(parts), columns: columnsInput },
    { title: `${name}ViewInput`, about: `A view of the list \`${memberName(list)}\`.` },
  );
}

const byList: Record<string, TSchema> = Object.fromEntries(
  VIEWED_LISTS.map((list) => [
    memberName(list),
    Type.Optional(described(viewSchema(list), `A view of \`${memberName(list)}\`.`)),
  ]),
);

/** What a view keeps, by its list: exactly one of them. */
export const viewInput = Type.Unsafe<Readonly<Record<string, GivenView>>>(
  described(
    fields(byList, { title: 'ViewInput', about: 'What a view keeps, by its list: exactly one.', isOneOf: true }),
    'The list with what the view keeps of it.',
  ),
);

/** The list of a given view, and what it keeps. */
export function givenView(view: Static<typeof viewInput>): readonly [list: ViewedList, given: GivenView] {
  const found = VIEWED_LISTS.flatMap((list) => {
    const given = view[memberName(list)];
    return given ? [[list, given] as const] : [];
  });
  const [one] = found;
  if (!one) throw new Error('A view without a list was valid.');
  return one;
}
