import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
  type OperationTypeNode,
} from 'graphql';
import type { KnownRecords } from './known-records.ts';

/** A request to `/graphql`. */
export interface GraphqlRequest {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/**
 * Whole numbers that decide what a document has; when they are used up, every decision is the smallest. fast-check makes them,
 * so that a shorter list is a smaller document.
 */
export class Draws {
  readonly #numbers: readonly number[];
  #at = 0;

  constructor(numbers: readonly number[]) {
    this.#numbers = numbers;
  }

  /** At least 0 and less than `below`. */
  below(below: number): number {
    const number = this.#numbers[this.#at] ?? 0;
    this.#at += 1;
    return number % below;
  }

  /** True once in so many times; false when the numbers are used up. */
  once(times: number): boolean {
    return this.below(times) === times - 1;
  }

  oneOf<T>(choices: readonly T[]): T {
    const choice = choices[this.below(choices.length)];
    if (choice === undefined) throw new Error('there is nothing to choose from');
    return choice;
  }
}

const MAX_DEPTH = 4;
const MOST_FIELDS = 5;
const MOST_ROOT_FIELDS = 3;
const MOST_ITEMS = 3;
/** Of inputs in one another; filters may hold filters without an end. */
const INPUT_DEPTH = 4;
/** They would end the session of the caller, or lock the account. */
const NOT_SENT = ['logout', 'changePassword', 'login'];
const WORDS = ['a', 'Aziza', 'KRV-0001', 'ўзбек', '😀', "'; drop table device; --", '%_\\', '', '0', ' x '];

export type RootField = GraphQLField<unknown, unknown>;
export type RootKind = 'query' | 'mutation' | 'subscription';

/** The root fields of a kind. */
export function rootFieldsOf(schema: GraphQLSchema, kind: RootKind): RootField[] {
  return Object.values(schema.getRootType(kind as OperationTypeNode)?.getFields() ?? {});
}

/** What reports call the operation of the wire that a root field is part of. */
export function wireNameOf(kind: RootKind): string {
  return `POST ${kind === 'subscription' ? '/graphql/stream' : '/graphql'}`;
}

/** What reports call a root field: `POST /graphql: mutation createSale`. */
export function rootGoal(kind: RootKind, name: string): string {
  return `${wireNameOf(kind)}: ${kind} ${name}`;
}

/** Makes a valid document out of a schema. @param records whose ids arguments are filled with */
export function validDocument(schema: GraphQLSchema, draws: Draws, records: KnownRecords): GraphqlRequest {
  const kind = draws.once(3) ? 'mutation' : 'query';
  const choices = rootFieldsOf(schema, kind).filter(({ name }) => !NOT_SENT.includes(name));
  const fields = Array.from({ length: 1 + draws.below(MOST_ROOT_FIELDS) }, () => draws.oneOf(choices));
  return documentOf({ schema, draws, records }, kind, fields);
}

/**
 * Makes a valid document of these root fields.
 * @param known arguments of the root fields; required ones that are not known are arbitrary, and others are left out
 */
export function documentOf(
  { schema, draws, records }: { readonly schema: GraphQLSchema; readonly draws: Draws; readonly records: KnownRecords },
  kind: RootKind,
  fields: readonly RootField[],
  known?: Readonly<Record<string, unknown>>,
): GraphqlRequest {
  const variables: Record<string, unknown> = {};
  const declared: string[] = [];
  const selected = fields.map((each, index) => field(each, `f${index}: `, 1, known));
  const head = `${kind} Fuzz${declared.length > 0 ? `(${declared.join(', ')})` : ''}`;
  return { query: `${head} { ${selected.join(' ')} }`, variables };

  function field({ name, args, type }: RootField, alias: string, depth: number, given?: typeof known): string {
    const sent = args.filter((arg) => isRequiredArgument(arg) || (given ? arg.name in given : draws.once(4)));
    const texts = sent.map((arg) => argument(arg, name, given));
    return `${alias}${name}${texts.length > 0 ? `(${texts.join(', ')})` : ''}${selection(type, depth)}`;
  }

  function argument({ name, type }: GraphQLArgument, ofField: string, given: typeof known): string {
    const variable = `v${declared.length}`;
    declared.push(`$${variable}: ${type}`);
    // The `id` of `updateSale` is the id of a sale.
    const value = () => inputValue(type, /^ids?$/.test(name) ? ofField : name, draws, records);
    variables[variable] = given?.[name] ?? value();
    return `${name}: $${variable}`;
  }

  /** Empty for a leaf. */
  function selection(type: GraphQLOutputType, depth: number): string {
    const named = getNamedType(type);
    if (isLeafType(named)) return '';
    const objects = isAbstractType(named) ? schema.getPossibleTypes(named) : [];
    const spread = objects.length > 0 && draws.once(2) ? draws.oneOf(objects) : undefined;
    const own = isObjectType(named) || !isAbstractType(named) ? fieldsOf(named, depth) : [];
    const inside = spread ? [`... on ${spread.name} { ${['__typename', ...fieldsOf(spread, depth)].join(' ')} }`] : [];
    const id = 'getFields' in named && named.getFields().id ? ['id'] : [];
    return ` { ${['__typename', ...id, ...own, ...inside].join(' ')} }`;
  }

  function fieldsOf(type: unknown, depth: number): string[] {
    if (!isObjectType(type)) return [];
    const candidates = Object.values(type.getFields()).filter(
      ({ name, type: of, args }) =>
        name !== 'id' && (isLeafType(getNamedType(of)) || (depth < MAX_DEPTH && args.length < 20)),
    );
    if (candidates.length === 0) return [];
    const chosen = new Set(Array.from({ length: draws.below(MOST_FIELDS + 1) }, () => draws.oneOf(candidates)));
    // Aliases, because the same name may have other arguments in another place of the same answer.
    return [...chosen].map((each) =>
      field(each, each.args.length > 0 ? `a${declared.length}${each.name}: ` : '', depth + 1),
    );
  }
}

/** A value of an input type, as JSON. */
export function inputValue(
  type: GraphQLInputType,
  name: string,
  draws: Draws,
  records: KnownRecords,
  depth = 0,
): unknown {
  if (isNonNullType(type)) return inputValue(type.ofType, name, draws, records, depth);
  if (depth > 0 && draws.once(12)) return null;
  if (isListType(type)) {
    const length = depth > INPUT_DEPTH ? 0 : draws.below(MOST_ITEMS + 1);
    const item = isNonNullType(type.ofType) ? notNull : inputValue;
    return Array.from({ length }, () => item(type.ofType, name, draws, records, depth + 1));
  }
  if (isEnumType(type)) return draws.oneOf(type.getValues()).name;
  if (isInputObjectType(type)) {
    const members = Object.values(type.getFields()).filter(
      (member) => isRequiredInputField(member) || (depth < INPUT_DEPTH && draws.once(5)),
    );
    return Object.fromEntries(
      members.map((member) => [
        member.name,
        isRequiredInputField(member)
          ? notNull(member.type, member.name, draws, records, depth + 1)
          : inputValue(member.type, member.name, draws, records, depth + 1),
      ]),
    );
  }
  return scalar(type.name, name, draws, records);
}

function notNull(type: GraphQLInputType, name: string, draws: Draws, records: KnownRecords, depth: number): unknown {
  const value = inputValue(type, name, draws, records, 0);
  return value === null || (depth > INPUT_DEPTH && isListType(type))
    ? inputValue(type, name, new Draws([]), records, 0)
    : value;
}

const MOMENTS = ['2026-01-31T08:30:00Z', '2026-09-10T00:00:00.000Z', '1999-12-31T23:59:59+05:00'];

function scalar(type: string, name: string, draws: Draws, records: KnownRecords): unknown {
  switch (type) {
    case 'Boolean':
      return draws.once(2);
    case 'Int':
      // Pages are small, so that the cost of the document stays within its bound.
      return ['first', 'last', 'take', 'top'].includes(name) ? 1 + draws.below(5) : draws.below(50);
    case 'SafeInt':
    case 'Money':
      return draws.oneOf([0, 1, 100, 1_200_000, 2_000_000_000]);
    case 'Float':
      return draws.below(1_000) / 8;
    case 'DateTime':
      return draws.oneOf(MOMENTS);
    case 'ID':
      return records.named(name, draws.below(1_000)) ?? '01890000-0000-7000-8000-000000000000';
    case 'JSON':
      return { text: draws.oneOf(WORDS) };
    default:
      return /id$/i.test(name) ? (records.named(name, draws.below(1_000)) ?? 'none') : draws.oneOf(WORDS);
  }
}

type Break = (request: GraphqlRequest, draws: Draws) => unknown;

/** Ways to be no valid request. Each changes a valid one; what is valid all the same is not sent. */
const BREAKS: readonly Break[] = [
  withQuery((query) => query.replace('{', '{ noSuchField ')),
  withQuery((query) => query.replace('__typename', '__typename noSuchField')),
  withQuery((query, draws) => query.slice(0, 1 + draws.below(query.length))),
  withQuery((query) => `${query} }`),
  withQuery((query) => query.replace('{', '{ ...NoSuchFragment ')),
  withQuery((query) => query.replace('{', '{ ... on NoSuchType { id } ')),
  withQuery((query) => query.replace('__typename', '__typename { id }')),
  withQuery((query) => query.replace('__typename', '__typename @noSuchDirective')),
  withQuery((query) => `${query} ${query}`),
  withQuery((query) => query.replace(/\$v0: [^,)]+/, '$v0: NoSuchType')),
  withQuery((query) => query.replace(/: \$v0\b/, ': $noSuchVariable')),
  withQuery((query) => query.replace(/: \$v0\b/, ': {} ')),
  withQuery((query) => query.replace(/\(([a-z]\w*): \$/, '(noSuchArgument: 1, $1: $')),
  withQuery((query) => query.replace(/^(\w+) Fuzz/, 'subscription Fuzz')),
  withQuery(() => ''),
  withQuery((query, draws) => query + draws.oneOf(['\0', '\u{d800}', '€', '"', '"""', '#{', '&'])),
  ({ query, variables }) => ({ query, variables: { ...variables, v0: { no: { such: ['value'] } } } }),
  ({ query }) => ({ query, variables: {} }),
  ({ query }) => ({ query, variables: [1] }),
  ({ variables }) => ({ variables }),
  ({ variables }) => ({ query: 17, variables }),
  ({ query }) => [{ query }],
  ({ query }) => ({ query, operationName: 'NoSuchOperation' }),
];

function withQuery(change: (query: string, draws: Draws) => string): Break {
  return ({ query, variables }, draws) => ({ query: change(query, draws), variables });
}

/** The body of a request that is one of the mistakes away from a valid one. */
export function brokenRequest(request: GraphqlRequest, draws: Draws): unknown {
  return draws.oneOf(BREAKS)(request, draws);
}
