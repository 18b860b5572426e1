import {
  type GraphQLEnumType,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  Kind,
  type ValueNode,
} from 'graphql';
import { type FieldProblem, fieldProblem } from '../../domain/kernel/errors.ts';
import { didYouMean, isSpelledLike, type Member, nearest } from '../../domain/kernel/nearest.ts';
import { isSafeToRepeat, suggestionsFor } from '../../domain/kernel/suggestions.ts';

/** With more values or fields than this, a message names only the nearest. */
const MAX_LISTED_VALUES = 24;
const MAX_LISTED_FIELDS = 12;
const MAX_SHOWN_ITEMS = 3;
/** Shown in place of a text, which may be a misplaced password. */
const HIDDEN = '...';

/** An invalid value, as far as a message may repeat it. */
export interface Found {
  readonly kind: 'enum' | 'text' | 'number' | 'boolean' | 'list' | 'object' | 'other';
  /** As a message shows it in an example. */
  readonly shown: string;
  /** The word that was written, for enumerations. */
  readonly word?: string;
  /** The items of a list. */
  readonly items?: readonly Found[];
}

/** How examples are written: in a document, or as the JSON of variables. */
export type Notation = 'document' | 'json';

/** A value of a document. */
export function foundInDocument(node: ValueNode): Found {
  if (node.kind === Kind.ENUM) return { kind: 'enum', word: node.value, shown: shownName(node.value) };
  if (node.kind === Kind.STRING) return { kind: 'text', word: node.value, shown: `"${HIDDEN}"` };
  if (node.kind === Kind.INT || node.kind === Kind.FLOAT) return { kind: 'number', shown: shownNumber(node.value) };
  if (node.kind === Kind.BOOLEAN) return { kind: 'boolean', shown: String(node.value) };
  if (node.kind === Kind.LIST) return listOf(node.values.map(foundInDocument));
  if (node.kind === Kind.OBJECT) return OBJECT;
  return { kind: 'other', shown: HIDDEN };
}

/** A value of the variables. */
export function foundInVariables(value: unknown): Found {
  if (typeof value === 'string') return { kind: 'text', word: value, shown: `"${HIDDEN}"` };
  if (typeof value === 'number') return { kind: 'number', shown: shownNumber(String(value)) };
  if (typeof value === 'boolean') return { kind: 'boolean', shown: String(value) };
  if (Array.isArray(value)) return listOf(value.slice(0, MAX_SHOWN_ITEMS + 1).map(foundInVariables));
  if (typeof value === 'object' && value !== null) return OBJECT;
  return { kind: 'other', shown: HIDDEN };
}

function listOf(items: readonly Found[]): Found {
  const shown = items.length > MAX_SHOWN_ITEMS ? HIDDEN : items.map((item) => item.shown).join(', ');
  return { kind: 'list', items, shown: `[${shown}]` };
}

const OBJECT: Found = { kind: 'object', shown: `{${HIDDEN}}` };

function shownName(word: string): string {
  return isSafeToRepeat(word) ? word : HIDDEN;
}

function shownNumber(text: string): string {
  return text.length > 20 ? HIDDEN : text;
}

/** What a value has wrong: the end of a sentence about its place, with what to write instead, and the problem of its field. */
interface WrongValue {
  readonly said: string;
  readonly problem: FieldProblem;
}

/**
 * The problem of a value, and what to write instead; undefined for a value of a scalar.
 * @param name of the argument or field that has the value, for the example
 * @param path of the value
 */
export function problemOfValue(
  type: GraphQLInputType,
  found: Found,
  { name, notation, path }: { readonly name: string | undefined; readonly notation: Notation; readonly path: string },
): WrongValue | undefined {
  const named = getNamedType(type);
  if (isEnumType(named)) {
    const filter = EQUALITIES.has(name ?? '') ? filterFor(named, found, writer(notation)) : undefined;
    return { said: problemOfEnum(named, found, notation, filter), problem: problemOfWord(named, found, path, filter) };
  }
  if (!isInputObjectType(named) || found.kind === 'object') return undefined;
  const write = writer(notation);
  const place = (example: string) => (name ? write.object([[name, example]]) : example);
  const condition = conditionFor(named, found, write);
  if (condition) {
    const problem = fieldProblem(path, 'NO_CONDITION', { example: condition });
    return { said: `takes a condition: write ${place(condition)}.`, problem };
  }
  const example = exampleOf(named, found, write) || choiceOf(named, found, write);
  const wanted = isListType(isNonNullType(type) ? type.ofType : type) ? `[${example}]` : example;
  const said = `takes an object of the type "${named.name}"${example ? `: write ${place(wanted)}` : ''}.`;
  return { said, problem: fieldProblem(path, 'WRONG_TYPE', { type: 'object' }) };
}

/** The operators of conditions that compare with words. */
const EQUALITIES: ReadonlySet<string> = new Set(['eq', 'ne', 'in', 'notIn']);
/** What people ask for as a status, and a field of its own says: the conditions on it, by the enumeration that lacks the word. */
const SAID_ELSEWHERE: Readonly<
  Record<string, Readonly<Record<string, readonly [field: string, condition: string, value: string]>>>
> = {
  InstallationStatus: { STUCK: ['stuckSince', 'isNull', 'false'], SILENT: ['silent', 'eq', 'true'] },
  DeviceStatus: { ONLINE: ['online', 'eq', 'true'], OFFLINE: ['online', 'eq', 'false'] },
};

/** `{stuckSince: {isNull: false}}` for a status STUCK; undefined for what no other field says. */
function filterFor({ name }: GraphQLEnumType, { word = '' }: Found, write: Writer): string | undefined {
  const found = Object.entries(SAID_ELSEWHERE[name] ?? {}).find(([said]) => isSpelledLike(word, said));
  if (!found) return undefined;
  const [, [field, condition, value]] = found;
  return write.object([[field, write.object([[condition, value]])]]);
}

/** With the values that a message lists, and those that its writer may have meant. */
function problemOfWord(
  type: GraphQLEnumType,
  { word = '' }: Found,
  path: string,
  filter: string | undefined,
): FieldProblem {
  const values = type.getValues().map(({ name }) => name);
  const suggestions = filter === undefined ? suggestionsFor(word, values) : [filter];
  const [first] = suggestions;
  return fieldProblem(path, 'NOT_IN_ENUM', {
    values: firstOf(values, filter === undefined ? suggestions : []),
    nearest: first === undefined ? undefined : suggestions,
  });
}

function problemOfEnum(type: GraphQLEnumType, found: Found, notation: Notation, filter: string | undefined): string {
  const values = type.getValues().map(({ name }) => name);
  const { kind, word = '' } = found;
  if (kind === 'object') {
    return `takes one value of the enum "${type.name}", not an object: ${listed(values)}.`;
  }
  if (kind === 'list') return `takes one value of the enum "${type.name}", not a list: ${listed(values)}.`;
  if (kind === 'text' && notation === 'document' && values.includes(word)) {
    return `takes a value of the enum "${type.name}", which has no quotes: write ${word}.`;
  }
  const shown = isSafeToRepeat(word, values) ? `"${word}" is` : 'the value is';
  const suggestions = suggestionsFor(word, values);
  const hint = filter === undefined ? didYouMean(suggestions) : ` Another field says that: write ${filter}.`;
  return `takes a value of the enum "${type.name}", and ${shown} none.${hint} Its values: ${listed(values, suggestions)}.`;
}

function listed(values: readonly string[], nearestValues: readonly string[] = []): string {
  const shown = firstOf(values, nearestValues).join(', ');
  return values.length > MAX_LISTED_VALUES
    ? `${shown} and ${values.length - MAX_LISTED_VALUES} more in the schema`
    : shown;
}

/** As many as are shown; of more, the nearest first. */
function firstOf(values: readonly string[], nearestValues: readonly string[]): readonly string[] {
  if (values.length <= MAX_LISTED_VALUES) return values;
  const rest = values.filter((value) => !nearestValues.includes(value));
  return [...nearestValues, ...rest].slice(0, MAX_LISTED_VALUES);
}

/** The problem of a field that an input must have. */
export function missingProblem(path: string, type: GraphQLInputType): FieldProblem {
  const named = getNamedType(type);
  const values = isEnumType(named) ? named.getValues().map(({ name }) => name) : undefined;
  return fieldProblem(path, 'REQUIRED', values ? { values: firstOf(values, []) } : {});
}

/**
 * The problem of a name that a field or an input does not have.
 * @param suggestions what its writer may have meant
 */
export function unknownProblem(path: string, suggestions: readonly string[]): FieldProblem {
  return fieldProblem(path, 'UNKNOWN_FIELD', { nearest: suggestions.length > 0 ? suggestions : undefined });
}

/** ` Its values: ASC, DESC.`, of an enumeration or a list of one; '' of every other type. */
export function valuesListed(type: GraphQLInputType): string {
  const named = getNamedType(type);
  return isEnumType(named) ? ` Its values: ${listed(named.getValues().map(({ name }) => name))}.` : '';
}

/** The fields that an object of this type must have, and has not. @param given the names of those that it has */
export function fieldsMissing(type: GraphQLInputObjectType, given: readonly string[]): GraphQLInputField[] {
  return Object.values(type.getFields()).filter((field) => isRequiredInputField(field) && !given.includes(field.name));
}

/** ` Its fields: ...`, of a type with few of them. */
export function fieldsListed(names: readonly string[]): string {
  return names.length > 0 && names.length <= MAX_LISTED_FIELDS ? ` Its fields: ${names.join(', ')}.` : '';
}

interface Writer {
  readonly object: (members: readonly (readonly [name: string, value: string])[]) => string;
  readonly enumValue: (name: string) => string;
}

function writer(notation: Notation): Writer {
  const quoted = (text: string) => (notation === 'json' ? `"${text}"` : text);
  return {
    object: (members) => `{${members.map(([name, value]) => `${quoted(name)}: ${value}`).join(', ')}}`,
    enumValue: quoted,
  };
}

/** `{eq: ACTIVE}` for ACTIVE, `{in: [ACTIVE, SOLD]}` for a list; undefined for a type that is no condition. */
function conditionFor(type: GraphQLInputObjectType, found: Found, write: Writer): string | undefined {
  const { eq, in: among } = type.getFields();
  if (!eq) return undefined;
  const written = (each: Found) => exampleValue(getNamedType(eq.type), each, write);
  if (found.kind !== 'list' || !among) return write.object([['eq', written(found)]]);
  const items = (found.items ?? []).slice(0, MAX_SHOWN_ITEMS).map(written);
  return write.object([['in', `[${items.join(', ')}]`]]);
}

/** The value itself where it can be shown, as the type writes it. */
function exampleValue(type: GraphQLInputType, { word = '', shown }: Found, write: Writer): string {
  if (!isEnumType(type)) return shown;
  const values = type.getValues().map(({ name }) => name);
  const [meant = HIDDEN] = values.includes(word) ? [word] : nearest(word, values);
  return meant === HIDDEN ? HIDDEN : write.enumValue(meant);
}

/** `{preset: LAST_30_DAYS}` for LAST_30_DAYS: the field of an object without required ones that takes such a word; '' for none. */
function choiceOf(type: GraphQLInputObjectType, { word = '' }: Found, write: Writer): string {
  for (const { name, type: member } of Object.values(type.getFields())) {
    const named = getNamedType(member);
    if (!isEnumType(named) || word === '') continue;
    const values = named.getValues().map((value) => value.name);
    const [value = values.length > 0 ? HIDDEN : ''] = suggestionsFor(word, values);
    if (value) return write.object([[name, value === HIDDEN ? HIDDEN : write.enumValue(value)]]);
  }
  return '';
}

/** The problem of an object that must have exactly one of its fields; undefined for any other. @param given the names of those it has */
export function oneOfProblem(
  type: GraphQLInputObjectType,
  given: readonly string[],
  path: string,
): WrongValue | undefined {
  if (!type.isOneOf || given.length === 1) return undefined;
  const values = Object.keys(type.getFields());
  const problem = fieldProblem(path, 'EXACTLY_ONE', { values });
  return { said: `must have exactly one of these fields, not ${given.length}: ${values.join(', ')}.`, problem };
}

/** An object with the fields that the type requires, for example `{field: SERIAL, direction: ASC}`; '' without such fields. */
function exampleOf(type: GraphQLInputObjectType, { word = '' }: Found, write: Writer): string {
  const required = Object.values(type.getFields()).filter(isRequiredInputField);
  const members = required.map(({ name, type: member }) => {
    const named = getNamedType(member);
    if (!isEnumType(named)) return [name, HIDDEN] as const;
    const values = named.getValues().map((value) => value.name);
    const value = values.find((each) => isSpelledLike(word, each)) ?? values[0] ?? HIDDEN;
    return [name, write.enumValue(value)] as const;
  });
  return members.length > 0 ? write.object(members) : '';
}

/** An argument, or a field of an input, with the fields of the input that it takes. */
export function memberOf({ name, type }: { readonly name: string; readonly type: GraphQLInputType }): Member {
  const named = getNamedType(type);
  return {
    name,
    isList: isListType(isNonNullType(type) ? type.ofType : type),
    members: () => (isInputObjectType(named) ? Object.values(named.getFields()).map(memberOf) : []),
  };
}

/** A suggestion for an unknown field of an input. @param suggestions what its writer may have meant */
export function hintOfInputField(type: GraphQLInputObjectType, name: string, suggestions: readonly string[]): string {
  const fields = Object.keys(type.getFields());
  if (suggestions.length > 0) return didYouMean(suggestions);
  const example = exampleOf(type, { kind: 'enum', shown: name, word: name }, writer('document'));
  // `{field: SOLD_AT, direction: ASC}` for `soldAt`.
  const isSortKey = isSpelledLike(name, /: (\w+),/.exec(example)?.[1] ?? '');
  return isSortKey ? ` Write ${example}.` : fieldsListed(fields);
}
