import { type FieldNode, type GraphQLField, type GraphQLSchema, getArgumentValues, isObjectType } from 'graphql';
import { Arg, Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import { constantName } from '../../model/enums.ts';
import { facetFields } from '../../model/facets.ts';
import type { FacetCounts } from '../../model/ports.ts';
import type { RecordModel } from '../../model/record.ts';
import type { ClassType } from './record-type.ts';

@ObjectType('FacetValue', { description: 'The number of records with one value of a field.' })
class FacetValueType {
  @Field(() => String, {
    nullable: true,
    description: 'The value: of an enum its name, of a Boolean `true` or `false`; null: no value.',
  })
  value: string | null;

  @Field(() => Int, { description: 'The records with it.' })
  count: number;
}

@ObjectType('Facet', { description: 'The numbers of records by the values of one field.' })
class FacetType {
  @Field({ description: 'The field, by its name in `fields`.' })
  field: string;

  @Field(() => [FacetValueType], {
    description: 'Every value that the field can have, also those of no record, in the order of the enum.',
  })
  values: FacetValueType[];
}

const FACETS =
  'How many matching records have each value of fields, whatever the page. A condition on the field itself does not count, where every record has to meet it: so the values that are not chosen have their numbers too.';

/** Declares the facets of a record's connection, where it has fields of closed sets of values. */
export function declareFacets(model: RecordModel, connection: ClassType): void {
  const names = facetFields(model);
  if (names.length === 0) return;
  const fields = Object.fromEntries(names.map((name) => [constantName(name), name]));
  const meanings = names.map((name) => [constantName(name), { description: model.fields[name]?.spec.description }]);
  registerEnumType(fields, {
    name: `${model.name}FacetField`,
    description: `The fields that lists of the type \`${model.name}\` are counted by.`,
    valuesConfig: Object.fromEntries(meanings),
  });
  Field(() => [FacetType], { description: FACETS })(connection.prototype, 'facets', { value: unresolved });
  Arg('fields', () => [fields], { description: 'The fields to count by.' })(connection.prototype, 'facets', 0);
}

/** The fields that one selection of facets asks for. */
export function facetArguments(
  field: GraphQLField<unknown, unknown>,
  node: FieldNode,
  variables: Readonly<Record<string, unknown>> | undefined,
): readonly string[] {
  return getArgumentValues(field, node, variables).fields as readonly string[];
}

/** Gives the facets of connections their resolvers: a page has those of all selections. */
export function resolveFacets(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    const field = isObjectType(type) && type.name.endsWith('Connection') ? type.getFields().facets : undefined;
    if (field)
      field.resolve = ({ facets }: { readonly facets: readonly FacetCounts[] }, { fields }) => shown(facets, fields);
  }
}

function shown(facets: readonly FacetCounts[], fields: readonly string[]): readonly FacetCounts[] {
  return fields.flatMap((name) =>
    facets.flatMap(({ field, values }) => (field === name ? [{ field: constantName(name), values }] : [])),
  );
}

function unresolved(): never {
  throw new Error('Facets have no resolver.');
}
