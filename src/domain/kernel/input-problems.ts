import type { ErrorObject } from 'ajv';
import type { TSchema } from 'typebox';
import {
  FIRMWARE_VERSION,
  HARDWARE_REVISION,
  MEASURE_NAME,
  PERIOD,
  PLAIN_FIRMWARE_VERSION,
  SERIAL,
} from '../../model/grammar.ts';
import { type FieldProblem, fieldProblem, pathOf } from './errors.ts';
import { schemaNamed } from './named-schemas.ts';
import { type Member, membersMeant } from './nearest.ts';
import { isSafeToRepeat, suggestionsFor } from './suggestions.ts';

type Json = Record<string, unknown>;

/** What a message needs of a schema. */
interface Declaration {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Declaration>>;
  readonly items?: Declaration;
  readonly anyOf?: readonly Declaration[];
  readonly enum?: readonly string[];
}

/** The names of more would take long to compare. */
const MAX_PROBLEMS = 50;
/** An unknown member of what has more members is not answered with all of them. */
const MAX_LISTED = 12;
/** The forms (`FORMATS`) that the patterns of inputs stand for. */
const FORMS: Readonly<Record<string, string>> = {
  [PERIOD.source]: 'period',
  [SERIAL.source]: 'serial',
  [FIRMWARE_VERSION.source]: 'firmwareVersion',
  [PLAIN_FIRMWARE_VERSION.source]: 'plainVersion',
  [HARDWARE_REVISION.source]: 'hardwareRevision',
  [MEASURE_NAME.source]: 'measureName',
  '^[A-Z]{3}$': 'currencyCapitals',
  '^[A-Za-z]{3}$': 'currency',
  '^@?[A-Za-z0-9_]{5,32}$': 'telegram',
  '^[0-9a-fA-F]{2}(?::[0-9a-fA-F]{2}){5}$': 'mac',
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
    if (problem && !seen.has(`${problem.path} ${problem.message}`))
      seen.set(`${problem.path} ${problem.message}`, problem);
  }
  return [...seen.values()];
}

function problemOf(error: ErrorObject, schema: Declaration, input: Json): FieldProblem | undefined {
  const names = namesIn(error.instancePath);
  const at = pathOf(names);
  const path = at || 'input';
  const params = error.params as Json;
  const inside = (key: unknown) => (at ? `${at}.${String(key)}` : String(key));
  const limit = Number(params.limit);
  switch (error.keyword) {
    case 'additionalProperties': {
      const name = String(params.additionalProperty);
      return fieldProblem(shorten(inside(name)), 'UNKNOWN_FIELD', meantBy(name, schemaAt(schema, names), at !== ''));
    }
    case 'required': {
      const name = String(params.missingProperty);
      return fieldProblem(inside(name), 'REQUIRED', valuesOf(schemaAt(schema, [...names, name])));
    }
    case 'enum':
      return fieldProblem(at, 'NOT_IN_ENUM', notOneOf(params.allowedValues as string[], memberAt(names, input)));
    case 'minimum':
      return fieldProblem(path, 'TOO_SMALL', { minimum: limit });
    case 'maximum':
      return fieldProblem(path, 'TOO_LARGE', { maximum: limit });
    case 'minLength':
      return fieldProblem(path, 'TOO_SHORT', { minimum: limit });
    case 'maxLength':
      return fieldProblem(path, 'TOO_LONG', { maximum: limit, of: 'characters' });
    case 'minItems':
      return fieldProblem(path, 'TOO_FEW', { minimum: limit });
    case 'maxItems':
      return fieldProblem(path, 'TOO_MANY', { maximum: limit, of: 'items' });
    case 'uniqueItems':
      return fieldProblem(path, 'NOT_UNIQUE', {
        first: Number(params.j),
        second: Number(params.i),
        name: nameAt(schemaAt(schema, names), memberAt(names, input), Number(params.i)),
      });
    case 'pattern':
      return wrongPattern(path, String(params.pattern));
    case 'format':
      return fieldProblem(path, 'WRONG_FORMAT', { format: String(params.format) });
    case 'type':
      if (params.type === 'null') return undefined;
      return params.type === 'object' && /\/filter\/./.test(error.instancePath)
        ? fieldProblem(at, 'NO_CONDITION', { example: conditionOf(memberAt(names, input)) })
        : fieldProblem(path, 'WRONG_TYPE', { type: String(params.type) });
    case 'anyOf':
      return undefined;
    default:
      return fieldProblem(path, 'INVALID');
  }
}

/** What its writer may have meant, else the few members that there are: those of a condition, or of an edge to many. */
function meantBy(name: string, owner: Declaration = {}, isInside = false) {
  const known = Object.keys(owner.properties ?? {});
  const found = someOf(membersMeant(name, membersOf(owner)));
  if (found) return { nearest: found };
  return { values: isInside && known.length <= MAX_LISTED ? someOf(known) : undefined };
}

function membersOf(owner: Declaration | undefined): readonly Member[] {
  return Object.entries(schemaAt(owner, [])?.properties ?? {}).map(([name, declared]) => {
    const value = schemaAt(declared, []);
    return { name, isList: value?.items !== undefined, members: () => membersOf(value?.items ?? value) };
  });
}

function wrongPattern(path: string, pattern: string): FieldProblem {
  const format = FORMS[pattern];
  return format ? fieldProblem(path, 'WRONG_FORMAT', { format }) : fieldProblem(path, 'WRONG_PATTERN', { pattern });
}

/** The values of an enumeration, or of a list of them. */
function valuesOf({ enum: values, items }: Declaration = {}): {
  values?: readonly string[];
  items?: readonly string[];
} {
  if (values) return { values };
  return items?.enum ? { items: items.enum } : {};
}

/** An item of a list that is a name of an enumeration; other values may be secrets. */
function nameAt({ items }: Declaration = {}, list: unknown, at: number): string | undefined {
  const name: unknown = Array.isArray(list) ? list[at] : undefined;
  return items?.enum?.find((value) => value === name);
}

/** The value too, unless it may be a secret, and what its writer may have meant. */
function notOneOf(values: readonly string[], given: unknown) {
  if (typeof given !== 'string' || !isSafeToRepeat(given, values)) return { values };
  return { values, given, nearest: someOf(suggestionsFor(given, values)) };
}

/** Undefined for none, which a sentence leaves out. */
function someOf(names: readonly string[]): readonly string[] | undefined {
  return names.length > 0 ? names : undefined;
}

/** The condition that the writer of a plain value may have meant. */
function conditionOf(given: unknown): string {
  const isShown =
    typeof given === 'number' || typeof given === 'boolean' || (typeof given === 'string' && isSafeToRepeat(given));
  return `{"eq": ${isShown ? JSON.stringify(given) : '...'}}`;
}

/** @param pointer https://www.rfc-editor.org/rfc/rfc6901 */
function namesIn(pointer: string): readonly string[] {
  const names = pointer.split('/').slice(1);
  return names.map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The declaration of what is at a path. */
function schemaAt(schema: Declaration | undefined, path: readonly string[]): Declaration | undefined {
  if (schema?.$ref) return schemaAt(schemaNamed(schema.$ref) as Declaration, path);
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
