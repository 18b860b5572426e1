import {
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  Lexer,
  type OperationDefinitionNode,
  parse,
  type SelectionNode,
  type SelectionSetNode,
  Source,
  TokenKind,
  type TypeNode,
  type ValueNode,
} from 'graphql';
import { type Said, wordingOf } from '../../domain/kernel/errors.ts';
import { DocumentErrors, documentError, INVALID_DOCUMENT } from '../document/errors.ts';

export const MAX_TOKENS = 3_000;
const MAX_OPERATIONS = 50;
const MAX_FRAGMENTS = 100;
/** The maximum of all operations of a document together: as many as a document without fragments can contain. */
const MAX_SELECTIONS = 3_000;
/** The maximum selections of the same field in the same place: graphql-js compares every pair of them. */
const MAX_REPEATS = 50;
const MAX_ROOT_FIELDS = 20;
const MAX_DEPTH = 10;
const MAX_ALIASES = 30;
const MAX_DIRECTIVES = 30;
/** The maximum nesting of lists and objects, in values and in the types of variables; as in a JSON body. */
const MAX_NESTING = 32;
/**
 * The maximum open brackets of any kind at one place. The parser recurses for each, and its stack overflows somewhere beyond
 * 2,000.
 */
const MAX_OPEN_BRACKETS = 1_000;
/** More than any operation accepts. Each is coerced several times before an operation could reject it. */
const MAX_VARIABLE_VALUES = 2_000;
const MAX_SCHEMAS = 1;
const MAX_TYPES = 5;

/** The sentences that say where operations of a kind are served. */
const ELSEWHERE = {
  subscription: 'SUBSCRIPTION_ELSEWHERE',
  query: 'QUERY_ELSEWHERE',
  mutation: 'MUTATION_ELSEWHERE',
} as const;

/** The part of an operation that selects the schema itself. */
export type Introspection = 'none' | 'some' | 'only';

/** A document within the limits. */
export interface CheckedDocument {
  readonly document: DocumentNode;
  readonly introspection: ReadonlyMap<OperationDefinitionNode, Introspection>;
}

/** The contents of a selection; a fragment counts at each place where it is spread. */
interface Size {
  readonly depth: number;
  readonly selections: number;
  /** Fields of this level. */
  readonly fields: number;
  /** Fields of this level that select the schema or the type's name. */
  readonly metaFields: number;
  readonly aliases: number;
  readonly directives: number;
  readonly schemas: number;
  readonly types: number;
}

const NOTHING: Size = {
  depth: 0,
  selections: 0,
  fields: 0,
  metaFields: 0,
  aliases: 0,
  directives: 0,
  schemas: 0,
  types: 0,
};

/**
 * Parses a document and rejects it if a later step (validation, cost, execution) could take longer than its length
 * explains. Runs before all of them and takes time in proportion to the length: each fragment is measured once.
 * @param options `subscriptions`: the document must hold nothing else; without it none of them. It is kept for as long as it is
 *   listened to, so without the places of its tokens
 * @throws GraphQLError naming the limit, DocumentErrors for a syntax error
 */
export function checkedDocument(source: string, { subscriptions = false } = {}): CheckedDocument {
  const document = parsed(source, { noLocation: subscriptions });
  const operations: OperationDefinitionNode[] = [];
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.OPERATION_DEFINITION) operations.push(definition);
    if (definition.kind !== Kind.FRAGMENT_DEFINITION) continue;
    const name = definition.name.value;
    if (fragments.has(name)) throw refused('FRAGMENT_TWICE', { name });
    fragments.set(name, definition);
  }
  atMost(MAX_OPERATIONS, operations.length, 'operations');
  atMost(MAX_FRAGMENTS, fragments.size, 'fragments');

  const measured = new Map<string, Size | undefined>();
  let [selections, schemas, types] = [0, 0, 0];

  function sizeOf({ selections: members }: SelectionSetNode): Size {
    return members.map(sizeOfSelection).reduce(sum, NOTHING);
  }

  function sizeOfSelection(selection: SelectionNode): Size {
    const directives = countDirectives(selection.directives);
    const size = sizeInside(selection);
    return { ...size, selections: size.selections + 1, directives: size.directives + directives };
  }

  function sizeInside(selection: SelectionNode): Size {
    if (selection.kind === Kind.FIELD) return sizeOfField(selection);
    if (selection.kind === Kind.INLINE_FRAGMENT) return sizeOf(selection.selectionSet);
    return sizeOfFragment(selection.name.value);
  }

  function sizeOfField(field: FieldNode): Size {
    const name = field.name.value;
    for (const { value } of field.arguments ?? []) checkValue(value);
    const inside = field.selectionSet ? sizeOf(field.selectionSet) : NOTHING;
    const introspects = name === '__schema' || name === '__type';
    // Without aliases the answer to an introspection query is bounded by the schema.
    if (introspects && inside.aliases > 0) throw refused('ALIASED_SCHEMA', { name });
    return {
      ...inside,
      // graphql-js has a rule of its own for the depth of introspection.
      depth: introspects ? 1 : inside.depth + 1,
      fields: 1,
      metaFields: introspects || name === '__typename' ? 1 : 0,
      aliases: inside.aliases + (field.alias ? 1 : 0),
      schemas: inside.schemas + (name === '__schema' ? 1 : 0),
      types: inside.types + (name === '__type' ? 1 : 0),
    };
  }

  function sizeOfFragment(name: string): Size {
    const fragment = fragments.get(name);
    if (!fragment) return NOTHING;
    const existing = measured.get(name);
    if (existing) return existing;
    if (measured.has(name)) throw refused('FRAGMENT_CYCLE', { name });
    measured.set(name, undefined);
    const size = sizeOf(fragment.selectionSet);
    measured.set(name, { ...size, directives: size.directives + countDirectives(fragment.directives) });
    return size;
  }

  /** Adds a root of the document to the contents of all roots, before any other step traverses it. */
  function add(root: SelectionSetNode, size: Size): void {
    selections += size.selections;
    schemas += size.schemas;
    types += size.types;
    atMost(MAX_SELECTIONS, selections, 'selections');
    atMost(MAX_SCHEMAS, schemas, '__schema fields');
    atMost(MAX_TYPES, types, '__type fields');
    checkRepeats([root]);
  }

  function checkRepeats(sets: readonly SelectionSetNode[]): void {
    const places = new Map<string, FieldNode[]>();
    for (const set of sets) gather(set, places);
    for (const [name, fields] of places) {
      if (fields.length > MAX_REPEATS) {
        throw refused('FIELD_REPEATED', { name, maximum: MAX_REPEATS });
      }
      const inside = fields.flatMap(({ selectionSet }) => selectionSet ?? []);
      if (inside.length > 0) checkRepeats(inside);
    }
  }

  /** The fields of a selection set by their names in the answer, fragments looked through. */
  function gather({ selections: members }: SelectionSetNode, places: Map<string, FieldNode[]>): void {
    for (const selection of members) {
      if (selection.kind !== Kind.FIELD) {
        const inside = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value);
        if (inside) gather(inside.selectionSet, places);
        continue;
      }
      const name = (selection.alias ?? selection.name).value;
      const existing = places.get(name);
      if (existing) existing.push(selection);
      else places.set(name, [selection]);
    }
  }

  const introspection = new Map<OperationDefinitionNode, Introspection>();
  for (const operation of operations) {
    if ((operation.operation === 'subscription') !== subscriptions) throw refused(ELSEWHERE[operation.operation]);
    for (const { type, defaultValue, directives } of operation.variableDefinitions ?? []) {
      checkType(type);
      if (defaultValue) checkValue(defaultValue);
      countDirectives(directives);
    }
    const size = sizeOf(operation.selectionSet);
    atMost(MAX_DEPTH, size.depth, 'levels of fields');
    atMost(MAX_ROOT_FIELDS, size.fields, 'root fields');
    atMost(MAX_ALIASES, size.aliases, 'aliases');
    atMost(MAX_DIRECTIVES, size.directives + countDirectives(operation.directives), 'directives');
    add(operation.selectionSet, size);
    introspection.set(operation, introspectionOf(size));
  }
  // A fragment that no operation uses is invalid, but validation traverses it, too.
  for (const [name, { selectionSet }] of fragments) {
    if (!measured.has(name)) add(selectionSet, sizeOfFragment(name));
  }
  return { document, introspection };
}

/**
 * Rejects variables with more values than any operation accepts, counting nested lists and objects.
 * @param variables JSON
 * @throws GraphQLError
 */
export function checkVariables(variables: unknown): void {
  const values = [variables];
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index];
    if (typeof value === 'object' && value !== null) for (const member of Object.values(value)) values.push(member);
    if (values.length > MAX_VARIABLE_VALUES) {
      throw refused('TOO_MANY_VALUES', { maximum: MAX_VARIABLE_VALUES });
    }
  }
}

function parsed(source: string, options: { readonly noLocation: boolean }): DocumentNode {
  try {
    if (openBrackets(source) <= MAX_OPEN_BRACKETS) return parse(source, { ...options, maxTokens: MAX_TOKENS });
  } catch (error) {
    throw error instanceof GraphQLError ? new DocumentErrors([error]) : error;
  }
  throw refused('TOO_DEEP');
}

const OPENING: ReadonlySet<TokenKind> = new Set([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L]);
const CLOSING: ReadonlySet<TokenKind> = new Set([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R]);

/** The most brackets that are open at once among the tokens that the parser reads. @throws GraphQLError for bad syntax */
function openBrackets(source: string): number {
  // Most documents have fewer of them in all.
  if (source.split(/[{[(]/, MAX_OPEN_BRACKETS + 2).length <= MAX_OPEN_BRACKETS + 1) return 0;
  const lexer = new Lexer(new Source(source));
  let [open, most] = [0, 0];
  for (let tokens = 0; tokens < MAX_TOKENS; tokens += 1) {
    const { kind } = lexer.advance();
    if (kind === TokenKind.EOF) break;
    if (OPENING.has(kind)) open += 1;
    if (CLOSING.has(kind)) open -= 1;
    most = Math.max(most, open);
  }
  return most;
}

function sum(a: Size, b: Size): Size {
  return {
    depth: Math.max(a.depth, b.depth),
    selections: a.selections + b.selections,
    fields: a.fields + b.fields,
    metaFields: a.metaFields + b.metaFields,
    aliases: a.aliases + b.aliases,
    directives: a.directives + b.directives,
    schemas: a.schemas + b.schemas,
    types: a.types + b.types,
  };
}

function introspectionOf({ fields, metaFields, schemas, types }: Size): Introspection {
  if (schemas + types === 0) return 'none';
  return fields === metaFields ? 'only' : 'some';
}

function countDirectives(directives: readonly DirectiveNode[] = []): number {
  for (const directive of directives) {
    for (const { value } of directive.arguments ?? []) checkValue(value);
  }
  return directives.length;
}

function checkValue(value: ValueNode, level = 1): void {
  if (value.kind !== Kind.LIST && value.kind !== Kind.OBJECT) return;
  if (level > MAX_NESTING) throw refused('VALUE_TOO_DEEP', { maximum: MAX_NESTING });
  if (value.kind === Kind.LIST) for (const member of value.values) checkValue(member, level + 1);
  else for (const { value: member } of value.fields) checkValue(member, level + 1);
}

function checkType(type: TypeNode, level = 1): void {
  if (type.kind === Kind.NAMED_TYPE) return;
  if (level > MAX_NESTING) throw refused('TYPE_TOO_DEEP', { maximum: MAX_NESTING });
  checkType(type.type, level + 1);
}

function atMost(maximum: number, count: number, of: string): void {
  if (count <= maximum) return;
  throw refused('TOO_MANY', { maximum, of });
}

function refused(...said: Said<typeof INVALID_DOCUMENT>): GraphQLError {
  return documentError(INVALID_DOCUMENT, wordingOf(INVALID_DOCUMENT, ...said));
}
