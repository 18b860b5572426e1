import { type GraphQLSchema, Kind, lexicographicSortSchema, parse, printSchema } from 'graphql';
import { guardedEdges, needsDirective } from './edges.ts';
import { ERRORS_DIRECTIVE, rootErrors } from './root-errors.ts';

const HEADER = '# The admin API of Karvon. Written by `npm run schema` out of src/graphql; do not edit.\n\n';

/** The text of schema.graphql: the schema with the directives of its fields, which graphql-js leaves out. */
export function schemaText(schema: GraphQLSchema): string {
  const printed = printSchema(lexicographicSortSchema(schema));
  const directives = parse(printed).definitions.flatMap((definition) =>
    definition.kind === Kind.OBJECT_TYPE_DEFINITION
      ? (definition.fields ?? []).flatMap(({ name, type }) => {
          const text = directiveOf(definition.name.value, name.value);
          return text ? [{ at: type.loc?.end ?? 0, text: ` ${text}` }] : [];
        })
      : [],
  );
  const ends = [0, ...directives.map(({ at }) => at)];
  const parts = ends.map((from, index) => (directives[index - 1]?.text ?? '') + printed.slice(from, ends[index + 1]));
  return `${HEADER}${parts.join('')}\n`;
}

function directiveOf(type: string, field: string): string | undefined {
  const operation = guardedEdges[type]?.[field];
  if (operation) return `@${needsDirective.name}(operation: "${operation.name}")`;
  const codes = rootErrors.get(`${type}.${field}`);
  return codes && `@${ERRORS_DIRECTIVE}(codes: [${codes.join(', ')}])`;
}
