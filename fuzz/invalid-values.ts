import fc from 'fast-check';
import type { ApiDocument, Operation, Schema } from './document.ts';
import type { Input, Values } from './values.ts';

/** Data that the document accepts, and one mistake that makes it invalid. */
export interface InvalidInput {
  readonly valid: Input;
  readonly spoil: (input: Input) => Input;
  /** `body.quantity: more than 500`. */
  readonly mistake: string;
}

/** Stands for a member that is left out. */
const MISSING = Symbol('missing');

/** One way to be wrong at one place. */
interface Mistake {
  readonly place: 'body' | 'query' | 'whole';
  /** Names of members; empty for the whole body. */
  readonly at: readonly string[];
  readonly what: string;
  readonly value: fc.Arbitrary<unknown>;
}

/** A body that is sent as it is, byte for byte. */
export class RawBody {
  readonly text: string;
  readonly contentType: string;

  constructor(text: string, contentType = 'application/json') {
    this.text = text;
    this.contentType = contentType;
  }
}

/** A parameter that is sent twice. */
export class Repeated {
  readonly value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }
}

const WRONG_TYPES: readonly (readonly [type: string, value: unknown])[] = [
  ['a number', 17],
  ['a boolean', true],
  ['a string', 'text'],
  ['a list', ['text']],
  ['an object', { text: 1 }],
];
/** What JSON's types are called in a schema. */
const IS_TYPE: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'a number',
  number: 'a number',
  boolean: 'a boolean',
  array: 'a list',
  object: 'an object',
};
/** Above this no text is too long: the body would be. */
const LONGEST = 20_000;

/**
 * Makes the same input with one mistake.
 * @returns undefined for an operation that takes nothing that could be wrong
 */
export function invalidInputOf(
  operation: Operation,
  values: Values,
  document: ApiDocument,
): fc.Arbitrary<InvalidInput> | undefined {
  const mistakes = [...bodyMistakes(operation, document), ...queryMistakes(operation, document)];
  if (mistakes.length === 0) return undefined;
  const valid = values.inputOf(operation);
  const mistaking = ({ value, ...mistake }: Mistake) =>
    fc.record({ valid, mistake: fc.constant(mistake), wrong: value });
  // The kind first: an object with many members has many wrong types, but only one unknown member.
  const kinds = [...Map.groupBy(mistakes, ({ what }) => kindOf(what)).values()];
  return fc.oneof(...kinds.map((ofKind) => fc.oneof(...ofKind.map(mistaking)))).map(({ valid, mistake, wrong }) => ({
    valid,
    spoil: (input) => mistaken(input, mistake, wrong),
    mistake: `${[mistake.place === 'whole' ? 'body' : mistake.place, ...mistake.at].join('.')}: ${mistake.what}`,
  }));
}

/** `a null`, `a string instead of a number` and so on are one kind; each other mistake is its own. */
function kindOf(what: string): string {
  return /^an? /.test(what) ? 'type' : (what.split(' ', 1)[0] ?? '');
}

function mistaken(valid: Input, { place, at }: Omit<Mistake, 'value'>, wrong: unknown): Input {
  if (place === 'whole') return { ...valid, body: wrong };
  return { ...valid, [place]: changed(valid[place], at, wrong) };
}

function changed(value: unknown, [name, ...deeper]: readonly string[], wrong: unknown): unknown {
  if (name === undefined) return wrong;
  const own: Record<string, unknown> = typeof value === 'object' && value !== null ? { ...value } : {};
  const member = changed(own[name], deeper, wrong);
  if (member === MISSING) delete own[name];
  else own[name] = member;
  return own;
}

function bodyMistakes({ body }: Operation, document: ApiDocument): Mistake[] {
  if (!body) return [];
  const schema = document.resolve(body.schema);
  const inside = memberMistakes(schema, document, 'body', []);
  if (body.mediaType !== 'application/json') {
    // Every field of a form is a text in UTF-8: none is of another type, and none has half a character.
    return inside.filter(({ what }) => !/^an? |half a character/.test(what));
  }
  const raw = (what: string, ...texts: RawBody[]): Mistake => ({
    place: 'whole',
    at: [],
    what,
    value: fc.constantFrom(...texts),
  });
  return [
    ...inside,
    raw('no object', new RawBody('[]'), new RawBody('"text"'), new RawBody('17')),
    raw('no JSON', new RawBody('{'), new RawBody("{'a': 1}"), new RawBody('{"a":1,}'), new RawBody('{} x')),
    raw('another media type', new RawBody('{}', 'text/plain'), new RawBody('<a/>', 'application/xml')),
  ];
}

/** Pages and probes take no data, and declare no code for data that is not valid. */
function validatesData({ responses }: Operation, document: ApiDocument): boolean {
  const schema = document.resolve(responses.get('400')?.content.get('application/json') ?? {});
  const error = document.resolve(schema.properties?.error ?? {});
  return document.resolve(error.properties?.code ?? {}).enum?.includes('VALIDATION_FAILED') ?? false;
}

/** Clients add parameters to it to get past caches. */
const IGNORES_PARAMETERS = ['GET /v1/devices/pair/issuer-keys'];

function queryMistakes(operation: Operation, document: ApiDocument): Mistake[] {
  const { name: called, parameters, body } = operation;
  if (body || !validatesData(operation, document) || IGNORES_PARAMETERS.includes(called)) return [];
  const query = parameters.filter((parameter) => parameter.in === 'query');
  const each = query.flatMap(({ name, schema, required, json }): Mistake[] => {
    const resolved = document.resolve(schema);
    // Every value of a query is a text, so that only what a text cannot be is of another type.
    const texts = [...(required ? [missing('query', [name])] : []), ...ruleMistakes(resolved, 'query', [name])];
    const notWhole = mistake('query', [name], 'no whole number', '', 'abc', '1.5', '1e2', '0x10', ' 1');
    const notJson = mistake('query', [name], 'no JSON', '{', "{'a': 1}", 'text');
    return [
      ...texts,
      ...(resolved.type === 'integer' ? [notWhole] : []),
      ...(json ? [notJson] : []),
      { place: 'query', at: [name], what: 'given twice', value: fc.constant(new Repeated('1')) },
      unclean('query', [name]),
    ];
  });
  return [...each, unknownMember('query', [])];
}

/** Mistakes in the members of an object, and in those of the objects in it. */
function memberMistakes(schema: Schema, document: ApiDocument, place: 'body', at: readonly string[]): Mistake[] {
  const parts = [schema, ...(schema.allOf ?? []).map((part) => document.resolve(part))];
  const required = new Set(parts.flatMap((part) => part.required ?? []));
  const members = parts.flatMap((part) => Object.entries(part.properties ?? {}));
  const isClosed = parts.every((part) => part.additionalProperties === false);
  return [
    ...members.flatMap(([name, property]): Mistake[] => {
      const path = [...at, name];
      const own = document.resolve(property);
      const wrongs = [...(required.has(name) ? [missing(place, path)] : []), ...typeMistakes(own, place, path)];
      if (own.type === 'object') return [...wrongs, ...memberMistakes(own, document, place, path)];
      return [...wrongs, ...ruleMistakes(own, place, path), ...(own.type === 'string' ? [unclean(place, path)] : [])];
    }),
    ...(isClosed ? [unknownMember(place, at)] : []),
  ];
}

function typeMistakes(schema: Schema, place: Mistake['place'], at: readonly string[]): Mistake[] {
  const { type, nullable, format } = schema;
  if (type === undefined || format === 'binary') return [];
  const wrong = WRONG_TYPES.filter(([name]) => name !== IS_TYPE[type]);
  return [
    ...wrong.map(([name, value]) => mistake(place, at, `${name} instead of ${IS_TYPE[type]}`, value)),
    ...(nullable ? [] : [mistake(place, at, 'a null', null)]),
  ];
}

/** What is of the right type and breaks another rule of the schema. */
function ruleMistakes(schema: Schema, place: Mistake['place'], at: readonly string[]): Mistake[] {
  const { type, enum: words, pattern, format, minLength = 0, maxLength, minimum, maximum } = schema;
  const found: Mistake[] = [];
  if (words) {
    const lower = words.map((each) => String(each).toLowerCase()).filter((text) => !words.includes(text));
    found.push(mistake(place, at, 'none of the words', 'SOMETHING_ELSE', '', ...lower.slice(0, 1)));
    return found;
  }
  if (type === 'string' && minLength > 1) {
    const short = fc.integer({ min: 0, max: minLength - 1 }).map((length) => 'x'.repeat(length));
    found.push({ place, at, what: `shorter than ${minLength}`, value: short });
  }
  if (type === 'string' && minLength === 1) {
    const spaces = schema['x-trim'] ? [' ', '\t\n'] : [];
    found.push(mistake(place, at, 'nothing', '', ...spaces));
  }
  if (type === 'string' && maxLength !== undefined && maxLength < LONGEST) {
    const long = fc.integer({ min: maxLength + 1, max: maxLength + 20 }).map((length) => 'x'.repeat(length));
    found.push({ place, at, what: `longer than ${maxLength}`, value: long });
  }
  if (pattern !== undefined) {
    const other = textsAgainst(new RegExp(pattern, 'u'), schema.example);
    if (other.length > 0) found.push(mistake(place, at, `not as ${pattern}`, ...other));
  }
  if (format !== undefined) found.push(...formatMistakes(format, place, at));
  if (type === 'integer' || type === 'number') {
    if (minimum !== undefined) found.push(below(minimum, place, at));
    if (maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER) found.push(above(maximum, place, at));
    if (type === 'integer') found.push(mistake(place, at, 'a fraction', (minimum ?? 0) + 0.5));
  }
  return found;
}

const ODD_TEXTS = [
  '',
  '-',
  'é',
  '٣٤٥',
  'two words',
  'a/b',
  '<a>',
  '😀',
  '1.2',
  'javascript:alert(1)',
  'data:text/html,x',
];

/** Texts that a pattern excludes, with white space around them or without. */
function textsAgainst(pattern: RegExp, example: unknown): string[] {
  const near =
    typeof example === 'string' ? [`${example}!`, `.${example}`, example.toLowerCase(), example.toUpperCase()] : [];
  return [...near, ...ODD_TEXTS].filter((text) => !pattern.test(text) && !pattern.test(text.trim()));
}

const NOT_IN_FORMAT: Readonly<Record<string, readonly string[]>> = {
  email: ['', 'a', 'a@', '@b.uz', 'a b@c.uz', 'a@b@c.uz', 'a.b.uz'],
  uri: ['', 'karvon.uz', '/path/only', '//karvon.uz', 'two words', 'https://a b'],
  'date-time': ['', 'yesterday', '2026-13-01T00:00:00Z', '2026-02-30T00:00:00Z', '1767225600000'],
  date: ['', 'yesterday', '2026-13-01', '2026-02-30'],
};

function formatMistakes(format: string, place: Mistake['place'], at: readonly string[]): Mistake[] {
  const wrong = NOT_IN_FORMAT[format];
  return wrong ? [mistake(place, at, `no ${format}`, ...wrong)] : [];
}

function below(minimum: number, place: Mistake['place'], at: readonly string[]): Mistake {
  const value = fc.integer({ min: 1, max: 1_000 }).map((by) => minimum - by);
  return { place, at, what: `less than ${minimum}`, value };
}

function above(maximum: number, place: Mistake['place'], at: readonly string[]): Mistake {
  const value = fc.integer({ min: 1, max: 1_000 }).map((by) => maximum + by);
  return { place, at, what: `more than ${maximum}`, value };
}

function missing(place: Mistake['place'], at: readonly string[]): Mistake {
  return mistake(place, at, 'left out', MISSING);
}

/** PostgreSQL stores no NUL, and a lone surrogate is no character. */
function unclean(place: Mistake['place'], at: readonly string[]): Mistake {
  return mistake(
    place,
    at,
    'with NUL or half a character',
    ...(place === 'query' ? ['a\0b'] : ['long enough \0 text', 'long enough \ud800 text']),
  );
}

function unknownMember(place: Mistake['place'], at: readonly string[]): Mistake {
  return mistake(place, [...at, 'nobodyDeclaredThis'], 'unknown', 'text', '');
}

function mistake(place: Mistake['place'], at: readonly string[], what: string, ...wrong: readonly unknown[]): Mistake {
  return { place, at, what, value: fc.constantFrom(...wrong) };
}
