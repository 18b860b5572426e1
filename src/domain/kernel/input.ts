import type { Readable } from 'node:stream';
import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { type TObject, type TSchema, Type } from 'typebox';
import { normalForm, normalLines } from '../../model/text-forms.ts';
import { validationFailed } from './errors.ts';
import { requireDepth, withoutNullParts } from './filter-parts.ts';
import { memberAt, problemsOf } from './input-problems.ts';
import { schemaNamed } from './named-schemas.ts';

export { UUID } from '../../model/grammar.ts';

/** Largest money amount, in whole currency units (contract: Limits). */
export const MAX_MONEY = 2_000_000_000;

const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/i;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** A line that people type, in its normal form. Its length counts the code points of the normal form. */
export function text(minLength: number, maxLength?: number) {
  return Type.String({ minLength, ...(maxLength === undefined ? {} : { maxLength }), transform: 'line' });
}

/** The same for text with several lines. */
export function lines(minLength: number, maxLength?: number) {
  return Type.String({ minLength, ...(maxLength === undefined ? {} : { maxLength }), transform: 'lines' });
}

/** A string that is not normalized: from a machine, or a secret. */
export function verbatim(minLength: number, maxLength?: number) {
  return Type.String({ minLength, ...(maxLength === undefined ? {} : { maxLength }) });
}

/** The id of another record, an `ID` in GraphQL. Any text may be one: the operation says whether there is such a record. */
export function reference<Text extends TSchema>(text: Text): Text {
  return { ...text, scalar: 'ID' };
}

/** A password: not normalized, and hidden while people type it. */
export function password(minLength: number, maxLength?: number) {
  return { ...verbatim(minLength, maxLength), format: 'password' };
}

/** A new password, stored in NFC (https://www.rfc-editor.org/rfc/rfc8265#section-4.2). */
export function passwordToSet(minLength: number, maxLength: number, pattern: string) {
  return { ...password(minLength, maxLength), pattern, transform: 'nfc' };
}

/** An e-mail address: in its normal form, lower case, ASCII, compared as stored. */
export function email(bounds: { minLength?: number; maxLength?: number } = {}) {
  return Type.String({ format: 'email', ...bounds, transform: 'email' });
}

/** An enum; `name` is its name in the contract and in GraphQL. */
export function oneOf<const Values extends readonly string[]>(
  name: string,
  values: Values,
  options: { default?: Values[number] } = {},
) {
  return Type.Unsafe<Values[number]>({ type: 'string', enum: [...values], enumName: name, ...options });
}

/** A time for which the contract specifies no format: an RFC 3339 date-time or a date. */
export function timestamp() {
  return Type.String({ format: 'timestamp' });
}

/** An integer that JSON represents exactly. */
export function integer(
  minimum: number,
  maximum: number = Number.MAX_SAFE_INTEGER,
  options: { default?: number } = {},
) {
  return Type.Integer({ minimum, maximum, ...options });
}

/** An amount of money, in whole units of a currency. */
export function money(minimum: number, maximum: number = MAX_MONEY) {
  return { ...integer(minimum, maximum), scalar: 'Money' };
}

/** A file of a multipart form: staged and hashed, and removed when the call ends. */
export interface UploadedFile {
  /** Bytes. */
  readonly size: number;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
  /** Reads the file from the start; can be called repeatedly. */
  open(): Readable;
}

/**
 * A file field; only multipart forms can contain it.
 * @param extension the required extension of the file name, for example `.release`; the name has no other meaning
 */
export function upload(options: { extension?: string } = {}) {
  return Type.Unsafe<UploadedFile>({ type: 'object', upload: options });
}

/** `skip` and `take` of a list. */
export function paging(defaultTake: number, maximumTake: number) {
  return {
    skip: Type.Optional(
      described(
        integer(0, Number.MAX_SAFE_INTEGER, { default: 0 }),
        'How many records to skip at the start of the list.',
      ),
    ),
    take: Type.Optional(
      described(
        integer(1, maximumTake, { default: defaultTake }),
        `The maximum number of records, from 1 to ${maximumTake}.`,
      ),
    ),
  };
}

/** A field that can also be null, which clears it. */
export function clearable<S extends TSchema>(schema: S) {
  return Type.Optional(Type.Union([schema, Type.Null()]));
}

/** Adds an API description to a schema. Call it before making the schema optional or clearable. */
export function described<Schema extends TSchema>(schema: Schema, description: string): Schema {
  return { ...schema, description };
}

/**
 * An object schema that rejects undeclared fields.
 * @param options its GraphQL name, its API description, the operation whose roles may give it, and whether exactly one field is given
 */
export function fields<P extends Record<string, TSchema>>(
  properties: P,
  options: { title?: string; about?: string; needs?: string; isOneOf?: true } = {},
) {
  const one = options.isOneOf ? { minProperties: 1, maxProperties: 1 } : {};
  return Type.Object(properties, { additionalProperties: false, ...one, ...options });
}

/**
 * An input without some of its optional fields, which only typed clients may send: the contract's body is closed. A handler has
 * the type of both, and the fields are missing over REST.
 */
export function without<S extends TObject>(schema: S, ...names: (keyof S['properties'] & string)[]): S {
  const properties = Object.entries(schema.properties).filter(([name]) => !names.includes(name));
  return { ...schema, properties: Object.fromEntries(properties) } as S;
}

/** The input of an operation without parameters: missing, or `{}`. */
export const NoInput = fields({});

const ajv = new Ajv({
  allErrors: true,
  strict: true,
  useDefaults: true,
  allowUnionTypes: true,
  ownProperties: true,
  // A filter would be compiled at each place that refers to it.
  inlineRefs: false,
});
addFormats.default(ajv, ['email', 'uri', 'uuid']);
ajv.addFormat('password', true);
ajv.addFormat('date-time', (value: string) => DATE_TIME.test(value) && isRealTime(value));
ajv.addFormat('timestamp', (value: string) => isTimestamp(value));
const FACTS = [
  'transform',
  'enumName',
  'scalar',
  'upload',
  'about',
  'needs',
  'isOneOf',
  'example',
  'beyond',
  'leavesOutNulls',
];
for (const keyword of FACTS) ajv.addKeyword(keyword);

function isTimestamp(value: string): boolean {
  if (DATE.test(value)) return isRealDate(value);
  return DATE_TIME.test(value) && isRealTime(value);
}

function isRealDate(value: string): boolean {
  const parsed = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(value) && parsed.getUTCFullYear() > 0;
}

function isRealTime(value: string): boolean {
  return isRealDate(value.slice(0, 10)) && !Number.isNaN(new Date(value.toUpperCase()).getTime());
}

type Wire = 'json' | 'strings';
type Json = Record<string, unknown>;

/** What is made of the strings of a field before they are validated. */
const TRANSFORMS = {
  line: normalForm,
  lines: normalLines,
  email: (text: string) => normalForm(text).toLowerCase(),
  nfc: (text: string) => text.normalize('NFC'),
} as const;
type TransformName = keyof typeof TRANSFORMS;

/** What was made of them before texts had a normal form (ADR 39). */
const FORMER_TRANSFORMS: Readonly<Record<TransformName, (text: string) => string>> = {
  line: (text) => text.trim(),
  lines: (text) => text.trim(),
  email: (text) => text.trim().toLowerCase(),
  nfc: (text) => text,
};

/** A declared transform and the path of its field: `['customer', 'email']`. */
type Transform = readonly [path: readonly string[], transform: TransformName];

/** A filter in an input, and its path: `['query', 'filter']`; EACH stands for the items of a list. */
type FilterInput = readonly [path: readonly string[], schema: TSchema];

interface CompiledInput {
  readonly validate: ValidateFunction;
  readonly transforms: readonly Transform[];
  readonly filters: readonly FilterInput[];
  readonly nonStrings: readonly (readonly [key: string, type: 'integer' | 'number' | 'boolean'])[];
}

const compiled = new WeakMap<TObject, CompiledInput>();

function compile(schema: TObject): CompiledInput {
  const cached = compiled.get(schema);
  if (cached) return cached;
  const properties = Object.entries(schema.properties as Record<string, Json>);
  const compiledInput: CompiledInput = {
    validate: ajv.compile(withSharedParts({ ...schema })),
    transforms: transformsIn(schema.properties as Record<string, Json>),
    filters: filtersIn(schema.properties as Record<string, Json>),
    nonStrings: properties.flatMap(([key, { type }]) =>
      type === 'integer' || type === 'number' || type === 'boolean' ? [[key, type] as const] : [],
    ),
  };
  compiled.set(schema, compiledInput);
  return compiledInput;
}

/**
 * The schema with references to its parts that have a name, so that all lists share the validators of filters and conditions.
 * Compiled at each place, they take 170 MB, and the first sorted list of a process takes half a second.
 */
function withSharedParts(schema: Json): Json {
  const { properties } = schema as { readonly properties?: Record<string, Json> };
  return properties ? { ...schema, properties: mapValues(properties, shared) } : schema;
}

function shared(part: Json): Json {
  if (typeof part.$ref === 'string') return sharedAs(part.$ref, schemaNamed(part.$ref));
  if (part.type === 'array') return { ...part, items: shared((part.items ?? {}) as Json) };
  if (part.title === undefined || part.type !== 'object') return part;
  return sharedAs(typeof part.$id === 'string' ? part.$id : idOf(part), part);
}

const sharedIds = new Set<string>();

function sharedAs(id: string, part: Json | TSchema): Json {
  if (!sharedIds.has(id)) {
    // At first, because filters refer to each other in circles.
    sharedIds.add(id);
    ajv.addSchema({ ...withSharedParts(part as Json), $id: id });
  }
  return { $ref: id };
}

const ids = new Map<string, string>();

/** The same for parts that validate the same; their descriptions do not matter. */
function idOf({ description, about, needs, ...part }: Json): string {
  const rules = JSON.stringify(part);
  const id = ids.get(rules) ?? `part${ids.size}`;
  ids.set(rules, id);
  return id;
}

function mapValues<From, To>(record: Record<string, From>, change: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}

function transformsIn(properties: Record<string, Json>, inside: readonly string[] = []): Transform[] {
  return Object.entries(properties).flatMap(([key, property]) => {
    const path = [...inside, key];
    if (property.type === 'object') return transformsIn((property.properties ?? {}) as Record<string, Json>, path);
    const transform = transformOf(property);
    return transform ? [[path, transform] as const] : [];
  });
}

const EACH = '*';

function filtersIn(properties: Record<string, Json>, inside: readonly string[] = []): FilterInput[] {
  return Object.entries(properties).flatMap(([key, property]) => {
    const isList = property.type === 'array';
    const { type, leavesOutNulls, properties: members = {} } = (isList ? (property.items ?? {}) : property) as Json;
    if (type !== 'object') return [];
    const path = [...inside, key, ...(isList ? [EACH] : [])];
    if (leavesOutNulls === true) return [[path, property as TSchema] as const];
    return filtersIn(members as Record<string, Json>, path);
  });
}

/** The transform of the field, of the strings in its list, or of its non-null form. */
function transformOf(property: Json): TransformName | undefined {
  const { transform, items, anyOf: branches } = property;
  if (isTransform(transform)) return transform;
  if (property.type === 'array') return transformOf((items ?? {}) as Json);
  if (!Array.isArray(branches)) return undefined;
  return branches.map((branch) => transformOf(branch as Json)).find((found) => found !== undefined);
}

function isTransform(name: unknown): name is TransformName {
  return typeof name === 'string' && Object.hasOwn(TRANSFORMS, name);
}

/**
 * Validates a caller's input against an operation's schema.
 * @param schema the input schema of the operation
 * @param input the caller's value; defaults and transforms are applied to it in place, and its filters lose what is null
 * @param wire `strings` if every value is a string (query parameters, form fields)
 * @returns the same object, valid
 * @throws DomainError 400 VALIDATION_FAILED naming every invalid field
 */
export function parseInput(schema: TObject, input: unknown, wire: Wire = 'json'): Json {
  const { validate, transforms, filters, nonStrings: words } = compile(schema);
  const value = (input ?? {}) as Json;
  if (typeof value === 'object' && !Array.isArray(value)) {
    if (wire === 'strings')
      for (const [key, type] of words) {
        const word = value[key];
        if (typeof word === 'string') value[key] = parseString(word, type);
      }
    for (const [path, transform] of transforms) apply(TRANSFORMS[transform], value, path);
    for (const [path, schema] of filters) readFilter(value, path, schema);
  }
  if (validate(value)) return value;
  throw validationFailed(problemsOf(validate.errors ?? [], schema, value));
}

/**
 * The result that `parseInput` had for a value before texts had a normal form. A retry of a request from that time has the
 * fingerprint of that result.
 * @param sent the caller's value, which is not changed; call this before `parseInput`, which changes it
 * @returns undefined if both results are equal, or the value was invalid
 */
export function formerInput(schema: TObject, sent: unknown): Json | undefined {
  const { validate, transforms } = compile(schema);
  const isOther = transforms.some(([path, transform]) => {
    const text = memberAt(path, sent);
    return typeof text === 'string' && TRANSFORMS[transform](text) !== FORMER_TRANSFORMS[transform](text);
  });
  if (!isOther) return undefined;
  const value = structuredClone(sent) as Json;
  for (const [path, transform] of transforms) apply(FORMER_TRANSFORMS[transform], value, path);
  return validate(value) ? value : undefined;
}

function apply(transform: (text: string) => string, value: Json, [key = '', ...deeper]: readonly string[]): void {
  const member = value[key];
  if (deeper.length > 0) {
    if (typeof member === 'object' && member !== null && !Array.isArray(member))
      apply(transform, member as Json, deeper);
  } else if (typeof member === 'string') value[key] = transform(member);
  else if (Array.isArray(member))
    value[key] = member.map((each) => (typeof each === 'string' ? transform(each) : each));
}

/** @throws DomainError 400 VALIDATION_FAILED for a filter that is too deep */
function readFilter(owner: unknown, [name = '', ...rest]: readonly string[], schema: TSchema, at = ''): void {
  if (name === EACH) {
    if (Array.isArray(owner))
      for (const [place, each] of owner.entries()) readFilter(each, rest, schema, `${at}[${place}]`);
    return;
  }
  if (typeof owner !== 'object' || owner === null || !Object.hasOwn(owner, name)) return;
  const path = at === '' ? name : `${at}.${name}`;
  const member: unknown = Reflect.get(owner, name);
  if (rest.length > 0) {
    readFilter(member, rest, schema, path);
    return;
  }
  const kept = withoutNullParts(member);
  requireDepth(schema, kept, path);
  if (kept === undefined) Reflect.deleteProperty(owner, name);
  else Reflect.set(owner, name, kept);
}

/**
 * Converts a string of a query to the declared type; leaves it unchanged if it is invalid, for the validator to reject.
 */
function parseString(word: string, type: 'integer' | 'number' | 'boolean'): unknown {
  if (type === 'boolean') return word === 'true' || (word === 'false' ? false : word);
  if (type === 'integer') return /^-?\d{1,16}$/.test(word) ? Number(word) : word;
  return /^-?\d{1,16}(?:\.\d{1,16})?$/.test(word) ? Number(word) : word;
}
