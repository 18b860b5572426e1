import type { ErrorObject } from 'ajv';
import type { TSchema } from 'typebox';
import type { FieldProblem } from './errors.ts';
import { didYouMean, isSpelledLike, nearest } from './nearest.ts';
import { isSafeToRepeat, suggestionsFor } from './suggestions.ts';

type Json = Record<string, unknown>;

/** What a message needs of a schema. */
interface Declaration {
  readonly properties?: Readonly<Record<string, Declaration>>;
  readonly items?: Declaration;
  readonly anyOf?: readonly Declaration[];
  readonly enum?: readonly string[];
}

/** The names of more would take long to compare. */
const MAX_PROBLEMS = 50;
/** What other APIs call parameters of lists, by the names that they have here. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  take: ['first', 'limit', 'count', 'size', 'pageSize', 'perPage'],
  skip: ['offset', 'start', 'page'],
  search: ['q', 'query', 'term'],
  from: ['since'],
  to: ['until'],
};

/**
 * What is wrong with an input, in messages that say what to send instead.
 * @param schema by which it was validated
 */
export function problemsOf(errors: readonly ErrorObject[], schema: TSchema, input: Json): FieldProblem[] {
  const seen = new Map<string, FieldProblem>();
  for (const error of errors) {
    if (seen.size === MAX_PROBLEMS) break;
    const problem = problemOf(error, schema as Declaration, input);
    if (problem && !seen.has(`${problem.field} ${problem.message}`))
      seen.set(`${problem.field} ${problem.message}`, problem);
  }
  return [...seen.values()];
}

/** The bounds of numbers, in words. */
const BOUNDS: Readonly<Record<string, string>> = { minimum: 'must be at least', maximum: 'must be at most' };

function problemOf(error: ErrorObject, schema: Declaration, input: Json): FieldProblem | undefined {
  const path = namesIn(error.instancePath);
  const at = path.join('.');
  const params = error.params as Json;
  const inside = (key: unknown) => (at ? `${at}.${String(key)}` : String(key));
  if (error.keyword === 'additionalProperties') {
    const name = String(params.additionalProperty);
    return { field: shorten(inside(name)), message: notKnown(name, schemaAt(schema, path)) };
  }
  if (error.keyword === 'required') {
    const name = String(params.missingProperty);
    return { field: inside(name), message: missing(schemaAt(schema, [...path, name])) };
  }
  if (error.keyword === 'enum')
    return { field: at, message: notOneOf(params.allowedValues as string[], memberAt(path, input)) };
  const bound = BOUNDS[error.keyword];
  if (bound) return { field: at || 'input', message: `${bound} ${params.limit}` };
  if (error.keyword === 'type' && params.type === 'null') return undefined;
  if (error.keyword === 'anyOf') return undefined;
  if (error.keyword === 'type' && params.type === 'object' && /^\/filter\/./.test(error.instancePath))
    return { field: at, message: noCondition(memberAt(path, input)) };
  if (error.keyword === 'format' && params.format === 'timestamp')
    return { field: at, message: 'must be an RFC 3339 date-time or a date' };
  return { field: at || 'input', message: (error.message ?? 'is invalid').replace('must NOT', 'must not') };
}

/** Names what its writer may have meant: a known field that is spelled nearly like it, or that others call by this name. */
function notKnown(name: string, owner: Declaration = {}): string {
  const known = Object.keys(owner.properties ?? {});
  const meant = known.filter((field) => OTHER_NAMES[field]?.some((other) => isSpelledLike(name, other)));
  return `is not a known field${inParentheses(didYouMean(meant.length > 0 ? meant : nearest(name, known)))}`;
}

/** Names the values of an enumeration, or of a list of them. */
function missing({ enum: values, items }: Declaration = {}): string {
  if (values) return `is required: one of ${values.join(', ')}`;
  return items?.enum ? `is required: a list of ${items.enum.join(', ')}` : 'is required';
}

/** Names the value too, unless it may be a secret, and what its writer may have meant. */
function notOneOf(values: readonly string[], given: unknown): string {
  const message = `must be one of ${values.join(', ')}`;
  if (typeof given !== 'string' || !isSafeToRepeat(given, values)) return message;
  return `${message}, not "${given}"${inParentheses(didYouMean(suggestionsFor(given, values)))}`;
}

/** ` (did you mean "take"?)` for ` Did you mean "take"?`. */
function inParentheses(hint: string): string {
  const sentence = hint.trim();
  return sentence && ` (${sentence.charAt(0).toLowerCase()}${sentence.slice(1)})`;
}

/** Shows the condition that the writer of a plain value may have meant. */
function noCondition(given: unknown): string {
  const isShown =
    typeof given === 'number' || typeof given === 'boolean' || (typeof given === 'string' && isSafeToRepeat(given));
  return `must be conditions, such as {"eq": ${isShown ? JSON.stringify(given) : '...'}}`;
}

/** @param pointer https://www.rfc-editor.org/rfc/rfc6901 */
function namesIn(pointer: string): readonly string[] {
  const names = pointer.split('/').slice(1);
  return names.map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The declaration of what is at a path; undefined where a reference leads to it. */
function schemaAt(schema: Declaration | undefined, path: readonly string[]): Declaration | undefined {
  if (schema?.anyOf) return schema.anyOf.map((branch) => schemaAt(branch, path)).find((found) => found !== undefined);
  const [name, ...rest] = path;
  return name === undefined ? schema : schemaAt(schema?.properties?.[name] ?? schema?.items, rest);
}

/** What is at a path of a value; undefined for nothing. */
export function memberAt(path: readonly string[], input: unknown): unknown {
  return path.reduce((value, name) => (isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined), input);
}

function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null;
}

/** A caller's field name for an error message, truncated. */
function shorten(name: string): string {
  return name.length > 64 ? `${name.slice(0, 64)}…` : name;
}
