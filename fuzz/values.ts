import fc from 'fast-check';
import type { ApiDocument, Operation, Parameter, Schema } from './document.ts';
import type { Links } from './links.ts';

/** Stands for the id of a record that exists when the request is made. */
export class Reference {
  readonly kind: string;
  /** Which of the known ones. */
  readonly pick: number;

  constructor(kind: string, pick: number) {
    this.kind = kind;
    this.pick = pick;
  }
}

/** Stands for the bytes of a file in a form. */
export class FileContent {
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
}

/** What a request carries, before it is written down. A member that is missing is not sent. */
export interface Input {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** Makes arbitrary data that a document accepts. */
export interface Values {
  inputOf(operation: Operation): fc.Arbitrary<Input>;
}

/** Longer texts are only sent where a bound is tried. */
const USUAL_LENGTH = 40;
/** Above this, no text is as long as its bound allows: it would be most of the traffic. */
const LONGEST = 2_000;
const USUAL_SPAN = 20;
const MOST_ITEMS = 5;
/** Of objects in one another. */
const MAX_DEPTH = 3;
/** Of an object with more members, such as a filter, only a few are given. */
const MANY_MEMBERS = 20;
const GIVEN_OF_MANY = 1;
/** Optional members are given this often, of 10. */
const GIVEN = 4;

const LETTERS = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'];
const ODD = [...'ʻʼўғқҳЯéß漢字٣\u200f\u202e😀👩', ...` .,;:!?'"\`\\/|<>&%$#@=+-_~^*()[]{}\t\n`];
const MOMENT = { min: new Date('2000-01-01T00:00:00Z'), max: new Date('2099-12-31T23:59:59Z'), noInvalidDate: true };

/** Where a value is: which field, of which operation, inside of how many objects. */
interface Place {
  readonly name?: string;
  readonly operation?: Operation;
  readonly depth?: number;
  readonly isForm?: boolean;
}

/** @param document where shared schemas are found */
export function valuesOf(document: ApiDocument, links: Links): Values {
  function arbitraryOf(given: Schema, outer: Place = {}): fc.Arbitrary<unknown> {
    const schema = merged(given);
    const value = nonNull(schema, outer);
    return schema.nullable ? fc.oneof({ weight: 4, arbitrary: value }, fc.constant(null)) : value;
  }

  function nonNull(schema: Schema, place: Place): fc.Arbitrary<unknown> {
    if (schema.enum) return fc.constantFrom(...schema.enum);
    const { oneOf, anyOf, ...own } = schema;
    const branches = oneOf ?? anyOf;
    if (branches)
      return fc.oneof(...branches.map((branch) => arbitraryOf({ ...own, ...document.resolve(branch) }, place)));
    const { name = '', operation } = place;
    switch (schema.type) {
      case 'string':
        return reference(name, operation) ?? textOf(schema);
      case 'integer':
        return integerOf(schema);
      case 'number':
        return numberOf(schema);
      case 'boolean':
        return fc.boolean();
      case 'array':
        return listOf(schema, place);
      default:
        return objectOf(schema, place);
    }
  }

  function reference(name: string, operation?: Operation): fc.Arbitrary<unknown> | undefined {
    const kind = links.wantedBy(operation, name);
    if (kind === undefined) return undefined;
    return fc.oneof({ weight: 9, arbitrary: fc.nat(999).map((pick) => new Reference(kind, pick)) }, fc.uuid());
  }

  function listOf({ items = {}, minItems = 0, maxItems = MOST_ITEMS, uniqueItems }: Schema, place: Place) {
    // A form with an empty list is a form without it.
    const least = place.isForm ? Math.max(1, minItems) : minItems;
    const bounds = { minLength: least, maxLength: Math.min(maxItems, least + MOST_ITEMS) };
    return uniqueItems
      ? fc.uniqueArray(arbitraryOf(items, place), bounds)
      : fc.array(arbitraryOf(items, place), bounds);
  }

  function objectOf(schema: Schema, place: Place): fc.Arbitrary<unknown> {
    const required = new Set(schema.required);
    const members = Object.entries(schema.properties ?? {}).filter(
      ([name, property]) => !property.readOnly && (required.has(name) || !isTooDeep(property, place)),
    );
    const chance = members.length > MANY_MEMBERS ? GIVEN_OF_MANY : GIVEN;
    const given = Object.fromEntries(
      members.map(([name, property]) => {
        const make = () => arbitraryOf(property, { ...place, name, depth: (place.depth ?? 0) + 1 });
        // Made when it is needed: all that a filter could hold is too much.
        const value = holdsObjects(property) && !required.has(name) ? fc.nat(0).chain(make) : make();
        return [name, required.has(name) ? value.map((each) => ({ value: each })) : perhaps(value, chance)];
      }),
    );
    return fc.record(given).map(withoutMissing);
  }

  /** Whether a member is one object too many in another: a filter can hold filters without an end, and is left out there. */
  function isTooDeep(property: Schema, { depth = 0 }: Place): boolean {
    return depth >= MAX_DEPTH && holdsObjects(property);
  }

  function holdsObjects(property: Schema): boolean {
    const { type, items } = merged(property);
    return (items ? merged(items).type : type) === 'object';
  }

  /** The schema that a reference or `allOf` stands for. */
  function merged(given: Schema): Schema {
    const schema = document.resolve(given);
    if (!schema.allOf) return schema;
    const parts = schema.allOf.map(merged);
    const { allOf: _parts, ...own } = schema;
    return {
      ...Object.assign({}, ...parts),
      ...own,
      properties: Object.assign({}, ...parts.map((part) => part.properties), own.properties),
      required: [...parts.flatMap((part) => part.required ?? []), ...(own.required ?? [])],
    };
  }

  function parametersOf(operation: Operation, place: Parameter['in']): fc.Arbitrary<Readonly<Record<string, unknown>>> {
    const parameters = operation.parameters.filter((parameter) => parameter.in === place);
    return fc
      .record(
        Object.fromEntries(
          parameters.map(({ name, schema, required, json }) => {
            const value =
              place === 'header' ? headerOf(schema) : arbitraryOf(inPlace(schema, place), { name, operation });
            const text = json ? value.map((each) => JSON.stringify(each)) : value;
            // Headers beside the data mean much (If-Match) or nothing (x-request-id): most requests have none.
            return [
              name,
              required ? text.map((each) => ({ value: each })) : perhaps(text, place === 'header' ? 1 : GIVEN),
            ];
          }),
        ),
      )
      .map(withoutMissing);
  }

  return {
    inputOf(operation) {
      const { body } = operation;
      return fc.record({
        path: parametersOf(operation, 'path'),
        query: parametersOf(operation, 'query'),
        headers: parametersOf(operation, 'header'),
        body: body
          ? arbitraryOf(body.schema, { operation, isForm: body.mediaType === 'multipart/form-data' })
          : fc.constant(undefined),
      });
    },
  };
}

type Member = { readonly value: unknown } | undefined;

/** Given in some of the cases; what is left out shrinks last. */
function perhaps(value: fc.Arbitrary<unknown>, given = GIVEN): fc.Arbitrary<Member> {
  return fc.oneof(
    { weight: 10 - given, arbitrary: fc.constant(undefined) },
    { weight: given, arbitrary: value.map((each) => ({ value: each })) },
  );
}

function withoutMissing(members: Readonly<Record<string, Member>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(members).flatMap(([name, member]) => (member ? [[name, member.value]] : [])),
  );
}

/** Small numbers mostly, and both bounds. */
function integerOf({ minimum = 0, maximum = Number.MAX_SAFE_INTEGER, ...more }: Schema): fc.Arbitrary<number> {
  const min = minimum + (more.exclusiveMinimum ? 1 : 0);
  const max = maximum - (more.exclusiveMaximum ? 1 : 0);
  return fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min, max: Math.min(max, min + USUAL_SPAN) }) },
    { weight: 2, arbitrary: fc.integer({ min, max }) },
    { weight: 1, arbitrary: fc.constantFrom(min, max) },
  );
}

function numberOf({ minimum = -1e6, maximum = 1e6 }: Schema): fc.Arbitrary<number> {
  return fc.oneof(
    fc.integer({ min: Math.ceil(minimum), max: Math.floor(maximum) }),
    fc.double({ min: minimum, max: maximum, noNaN: true, noDefaultInfinity: true }),
  );
}

/** A text within its bounds: by its pattern, its format, or of letters of many alphabets. */
function textOf(schema: Schema): fc.Arbitrary<unknown> {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema;
  const fits = (text: string) => [...text].length >= minLength && [...text].length <= maxLength;
  if (schema.pattern !== undefined) return matching(schema.pattern, schema).filter(fits);
  switch (schema.format) {
    case 'email':
      return emails.filter(fits);
    case 'uri':
      return uris.filter(fits);
    case 'uuid':
      return fc.uuid();
    case 'date-time':
      return moments;
    case 'date':
      return fc.date(MOMENT).map((date) => date.toISOString().slice(0, 10));
    case 'binary':
      return fc.uint8Array({ minLength: 1, maxLength: 64 }).map((bytes) => new FileContent(bytes));
    default:
      return plainText(minLength, maxLength);
  }
}

/** Without a text, a path would be another. */
function inPlace(schema: Schema, place: Parameter['in']): Schema {
  return place === 'path' && schema.type === 'string' ? { pattern: '^[A-Za-z0-9_-]{1,40}$', ...schema } : schema;
}

/** Only visible ASCII is a header everywhere. */
function headerOf(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.pattern !== undefined || schema.type !== 'string') return textOf(schema);
  return fc.stringMatching(/^[!-~]{1,40}$/);
}

/**
 * The service measures texts in their normal form: none begins or ends with a space, and one that is shorter in it has letters
 * alone.
 */
function plainText(minLength: number, maxLength: number): fc.Arbitrary<string> {
  const unit = fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...LETTERS) }, fc.constantFrom(...ODD));
  const ofLengths = (from: number, to: number) =>
    fc
      .array(unit, { minLength: from, maxLength: to, size: 'max' })
      .map((units) => ofLength(inked(units), from).join(''));
  const usual = ofLengths(minLength, Math.min(maxLength, minLength + USUAL_LENGTH));
  const bounds = [ofLengths(minLength, minLength)];
  if (maxLength <= LONGEST) bounds.push(ofLengths(maxLength, maxLength));
  return fc.oneof({ weight: 8, arbitrary: usual }, ...bounds);
}

function ofLength(units: readonly string[], minLength: number): readonly string[] {
  const normal = units
    .join('')
    .replace(/[\u200f\u202e]/gu, '')
    .replace(/\s+/gu, ' ');
  return [...normal].length < minLength ? units.map((unit) => (LETTERS.includes(unit) ? unit : 'x')) : units;
}

/** The first and the last are letters. */
function inked(units: readonly string[]): string[] {
  return units.map((unit, at) => ((at === 0 || at === units.length - 1) && !LETTERS.includes(unit) ? 'x' : unit));
}

const texts = new Map<string, fc.Arbitrary<string>>();

/** Made once: most of the work is what fast-check prepares for a pattern. */
function matching(pattern: string, schema: Schema): fc.Arbitrary<string> {
  const key = JSON.stringify([pattern, schema.example, schema.maxLength]);
  const made = texts.get(key) ?? patterned(pattern, schema);
  texts.set(key, made);
  return made;
}

/** A pattern with look-ahead is kept by additions to its example. */
function patterned(pattern: string, { example, maxLength = Number.POSITIVE_INFINITY }: Schema): fc.Arbitrary<string> {
  const matches = new RegExp(pattern, 'u');
  if (!pattern.includes('(?')) return fc.stringMatching(new RegExp(pattern, 'u'));
  if (!pattern.includes('(?=') && !pattern.includes('(?!'))
    return fc.stringMatching(new RegExp(pattern.replaceAll('(?:', '('), 'u'));
  if (typeof example !== 'string') throw new Error(`the schema gives no example of ${pattern}`);
  return fc
    .array(fc.constantFrom(...LETTERS), { maxLength: Math.max(0, Math.min(maxLength - example.length, USUAL_LENGTH)) })
    .map((more) => example + more.join(''))
    .filter((text) => matches.test(text));
}

const word = fc
  .array(fc.constantFrom(...LETTERS.slice(0, 26)), { minLength: 1, maxLength: 12 })
  .map((units) => units.join(''));
const emails = fc
  .tuple(word, fc.nat(), word, fc.constantFrom('uz', 'com', 'example.org'))
  .map(([name, number, host, end]) => `${name}.${number}@${host}.${end}`);
const uris = fc
  .tuple(fc.constantFrom('http', 'https'), word, fc.option(fc.webPath()), fc.option(fc.webQueryParameters()))
  .map(([scheme, host, path, query]) => `${scheme}://${host}.uz${path ?? ''}${query === null ? '' : `?${query}`}`);
const moments = fc
  .tuple(fc.date(MOMENT), fc.constantFrom('Z', '+05:00', '-11:30'), fc.constantFrom('', '.5', '.123456'))
  .map(([date, zone, fraction]) => `${date.toISOString().slice(0, 19)}${fraction}${zone}`);
