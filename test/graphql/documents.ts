import fc from 'fast-check';
import {
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isEnumType,
} from 'graphql';

/** Deep enough for lists in lists, and what the service lets through in any case. */
const MAX_DEPTH = 6;
/** Few of each list, so that most documents are cheap enough to be executed. */
const MAX_FIRST = 5;

/** What fills the arguments of root fields that need one: the id of a record, by the field. */
export type RootArguments = Readonly<Record<string, string>>;

/**
 * Documents over a schema: random fields, lengths, aliases, inline fragments and repetitions.
 * @param only the root fields to draw from; default all
 */
export function documentsOf(
  schema: GraphQLSchema,
  rootArguments: RootArguments,
  only?: readonly string[],
): fc.Arbitrary<string> {
  const query = schema.getQueryType();
  if (!query) throw new Error('There is no query.');
  return fc.noShrink(
    fc.gen().map((random) => {
      const below = (end: number) => random(fc.nat, end - 1);
      const heads = () => below(2) === 0;
      return selectionOf(query, 0);

      function selectionOf(type: GraphQLObjectType, depth: number): string {
        const fields = Object.values(type.getFields()).filter((field) => depth > 0 || mayBeAsked(field));
        const objects = depth < MAX_DEPTH ? fields.filter(isObject) : [];
        const leaves = fields.filter((field) => !isObject(field));
        const chosen = Array.from(
          { length: Math.min(objects.length, 1 + below(3)) },
          () => objects[below(objects.length)],
        );
        const parts = chosen.map((field, at) => (field ? fieldOf(field, depth, at) : ''));
        const inside = [...parts, depth > 0 ? (leaves[0]?.name ?? '__typename') : '__typename'].join(' ');
        return heads() ? `{ ${inside} }` : `{ ... on ${type.name} { ${inside} } }`;
      }

      function fieldOf(field: GraphQLField<unknown, unknown>, depth: number, at: number): string {
        const type = getNamedType(field.type) as GraphQLCompositeType;
        const inside = isAbstractType(type) ? fragmentsOf(schema.getPossibleTypes(type), depth + 1) : undefined;
        const selection = inside ?? selectionOf(type as GraphQLObjectType, depth + 1);
        return `f${depth}_${at}_${below(1_000_000)}: ${field.name}${argumentsOf(field, depth)} ${selection}`;
      }

      /** Of some of the types that an object may have. */
      function fragmentsOf(types: readonly GraphQLObjectType[], depth: number): string {
        const chosen = Array.from({ length: 1 + below(4) }, () => types[below(types.length)]);
        const fragments = chosen.map((type) => (type ? `... on ${type.name} ${selectionOf(type, depth)}` : ''));
        return `{ __typename ${fragments.join(' ')} }`;
      }

      function argumentsOf(field: GraphQLField<unknown, unknown>, depth: number): string {
        const given = depth === 0 ? [rootArguments[field.name] ?? ''] : [];
        const least = depth === 0 ? 1 : 0;
        for (const { name, type } of field.args) {
          if (name === 'first' && heads()) given.push(`first: ${least + below(MAX_FIRST)}`);
          const named = getNamedType(type);
          if (depth === 0 || !isEnumType(named) || heads()) continue;
          const values = named.getValues();
          given.push(`${name}: ${values[below(values.length)]?.name}`);
        }
        const all = given.filter((part) => part !== '').join(', ');
        return all === '' ? '' : `(${all})`;
      }

      function mayBeAsked(field: GraphQLField<unknown, unknown>): boolean {
        const needs = field.args.some((arg) => String(arg.type).endsWith('!') && arg.defaultValue === undefined);
        return (!needs || field.name in rootArguments) && (only?.includes(field.name) ?? true);
      }
    }),
  );
}

function isObject({ type }: GraphQLField<unknown, unknown>): boolean {
  return isCompositeType(getNamedType(type));
}

/** How many objects a reply holds below its root. An edge, which has a cursor, is none beside its node. */
export function objectsIn(data: object): number {
  return Object.values(data).reduce<number>((sum, member) => sum + countObjects(member), 0);
}

function countObjects(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (Array.isArray(value)) return objectsIn(value);
  return 'cursor' in value ? Math.max(1, objectsIn(value)) : 1 + objectsIn(value);
}
