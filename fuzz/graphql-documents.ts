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

/** Makes a valid document out of a schema. @param records whose ids arguments are filled with */
export function validDocument(schema: GraphQLSchema, draws: Draws, records: KnownRecords): GraphqlRequest {
  const variables: Record<string, unknown> = {};
  const declared: string[] = [];
  const isMutation = draws.once(3);
  const root = isMutation ? schema.getMutationType() : schema.getQueryType();
  if (!root) throw new Error('the schema has no such root type');
  const choices = Object.values(root.getFields()).filter(({ name }) => !NOT_SENT.includes(name));
  const count = 1 + draws.below(MOST_ROOT_FIELDS);
  const selected = Array.from({ length: count }, (_, index) => field(draws.oneOf(choices), `f${index}: `, 1));
  const head = `${isMutation ? 'mutation' : 'query'} Fuzz${declared.length > 0 ? `(${declared.join(', ')})` : ''}`;
  return { query: `${head} { ${selected.join(' ')} }`, variables };

  function field({ name, args, type }: GraphQLField<unknown, unknown>, alias: string, depth: number): string {
    const given = args.filter((arg) => isRequiredArgument(arg) || draws.once(4)).map((arg) => argument(arg, name));
    return `${alias}${name}${given.length > 0 ? `(${given.join(', ')})` : ''}${selection(type, depth)}`;
  }

  function argument({ name, type }: GraphQLArgument, ofField: string): string {
    const variable = `v${declared.length}`;
    declared.push(`$${variable}: ${type}`);
    // The `id` of `updateSale` is the id of a sale.
    variables[variable] = inputValue(type, /^ids?$/.test(name) ? ofField : name, draws, records);
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
    return Array.from({ length }, () => notNull(type.ofType, name, draws, records, depth + 1));
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
