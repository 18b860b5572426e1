import type { TSchema } from 'typebox';
import { schemaNamed } from '../../domain/kernel/named-schemas.ts';
import { MAX_EDGES_DEEP, MAX_FILTER_DEPTH } from '../../model/limits.ts';
import type { Components } from './components.ts';
import type { Schema } from './document-types.ts';
import { exampleValue } from './example-values.ts';
import { enumSchema, orNull, withDescription } from './shared-schemas.ts';

/** The JSON Schema that the inputs of operations are made of (src/domain/kernel/input.ts). */
export interface InputSchema extends Omit<Schema, 'items' | 'properties' | 'anyOf' | 'type' | 'nullable'> {
  readonly type?: Schema['type'] | 'null';
  readonly title?: string;
  /** Of the type that `title` names; `description` is of the field. */
  readonly about?: string;
  readonly enumName?: string;
  readonly beyond?: string;
  readonly transform?: string;
  readonly upload?: { readonly extension?: string };
  readonly leavesOutNulls?: boolean;
  readonly items?: InputSchema;
  readonly anyOf?: readonly InputSchema[];
  readonly properties?: Readonly<Record<string, InputSchema>>;
}

/** Where a schema is: the name of its field, and the object that has it, which a reference to itself means. */
interface Place {
  readonly name: string;
  readonly self?: string;
}

export interface InputLimits {
  /** The largest file of a form, in bytes. */
  readonly maxFileBytes: number;
}

/** The OpenAPI schema of an operation's input, or of a part of it; objects with a title become components. */
export function inputSchema(components: Components, schema: TSchema, name: string, limits: InputLimits): Schema {
  return converter(components, limits)(schema as unknown as InputSchema, { name });
}

type Convert = (schema: InputSchema, place: Place) => Schema;

function converter(components: Components, limits: InputLimits): Convert {
  const convert: Convert = (schema, place) => {
    const { description, beyond, anyOf } = schema;
    if (!anyOf) return withReason(withDescription(undescribed(schema, place), description), beyond);
    const value = anyOf.find(({ type }) => type !== 'null') ?? {};
    const { description: ofValue, beyond: reason, ...rest } = value;
    return withReason(withDescription(orNull(undescribed(rest, place)), description ?? ofValue), beyond ?? reason);
  };

  function undescribed(schema: InputSchema, place: Place): Schema {
    const { type, title, upload, enumName } = schema;
    if (schema.$ref && schema.$ref === place.self) return { $ref: `#/components/schemas/${place.self}` };
    if (schema.$ref) return acrossEdge(schema.$ref);
    if (upload) return fileSchema(upload, limits);
    if (schema.enum && enumName) return withDefault(enumSchema(components, enumName, schema.enum as string[]), schema);
    if (type === 'object') {
      if (title) return components.add('schemas', title, () => objectOf(schema, title));
      return objectOf(schema, place.self ?? place.name);
    }
    if (type === 'array') return arrayOf(schema, place);
    return leafOf(schema, place);
  }

  /**
   * The filter of another record, with its own fields alone: filters that refer to each other in circles are endless for programs that put
   * in what a reference refers to. Its edges and groups are the additional properties.
   */
  function acrossEdge(name: string): Schema {
    const { properties = {}, ...filter } = schemaNamed(name) as unknown as InputSchema;
    const own = Object.entries(properties).filter(([, { title }]) => title?.endsWith('Condition'));
    const acrossName = `${name}Across`;
    return components.addOnce('schemas', acrossName, () => ({
      ...objectOf({ ...filter, properties: Object.fromEntries(own) }, acrossName),
      additionalProperties: true,
    }));
  }

  function objectOf({ properties = {}, required = [], about, leavesOutNulls }: InputSchema, self?: string): Schema {
    const members = Object.entries(properties).map(([name, member]) => [name, convert(member, { name, self })]);
    return {
      type: 'object',
      ...(about ? { description: about } : {}),
      ...(required.length > 0 ? { required } : {}),
      properties: Object.fromEntries(members),
      additionalProperties: false,
      ...(leavesOutNulls ? { 'x-max-depth': MAX_FILTER_DEPTH, 'x-max-edges': MAX_EDGES_DEEP } : {}),
    };
  }

  function arrayOf({ items = {}, minItems, maxItems, uniqueItems }: InputSchema, place: Place): Schema {
    return defined({ type: 'array', items: convert(items, place), minItems, maxItems, uniqueItems });
  }

  return convert;
}

/** Every input has a description, so its schema is never a `$ref` alone. */
function withReason(schema: Schema, beyond: string | undefined): Schema {
  return beyond ? { ...schema, 'x-beyond-contract': beyond } : schema;
}

/** A time is a date-time or a date (`timestamp`); a number has its format; the rest is JSON Schema as it is. */
function leafOf(schema: InputSchema, { name, self }: Place): Schema {
  const { type, format, transform, minLength, maxLength, minimum, maximum, pattern, default: preset } = schema;
  const example = schema.example ?? exampleValue(name, self);
  const isWhole = type === 'integer';
  const leaf: Schema = defined({
    type: type as Schema['type'],
    format: isWhole ? intFormat(minimum, maximum) : format,
    minLength,
    maxLength,
    minimum,
    maximum,
    pattern,
    enum: schema.enum,
    default: preset,
    example: isExampleOf(schema, example) ? example : undefined,
    'x-trim': transform && transform !== 'nfc' ? (true as const) : undefined,
  });
  if (format !== 'timestamp') return leaf;
  const { format: _timestamp, ...others } = leaf;
  return { ...others, anyOf: [{ format: 'date-time' }, { format: 'date' }] };
}

const INT32_MAX = 2 ** 31 - 1;

function intFormat(minimum = 0, maximum = Number.MAX_SAFE_INTEGER): string {
  return maximum > INT32_MAX || minimum < -INT32_MAX - 1 ? 'int64' : 'int32';
}

/** A field of the same name may be of another kind. */
function isExampleOf(
  { type, enum: values, format, minimum = 0, maximum = Infinity }: InputSchema,
  example: unknown,
): boolean {
  if (values) return values.includes(example);
  if (typeof example === 'number') return type === 'integer' && example >= minimum && example <= maximum;
  return typeof example === type && !(format === 'uuid' || format === 'date-time');
}

function fileSchema({ extension }: { readonly extension?: string }, { maxFileBytes }: InputLimits): Schema {
  return defined({
    type: 'string',
    format: 'binary',
    'x-max-bytes': maxFileBytes,
    'x-file-extension': extension,
  });
}

/** Beside a `$ref`, OpenAPI 3.0 ignores a default. */
function withDefault(schema: Schema, { default: preset }: InputSchema): Schema {
  if (preset === undefined) return schema;
  return schema.$ref ? { allOf: [schema], default: preset } : { ...schema, default: preset };
}

function defined<T extends object>(members: T): { [Name in keyof T]: Exclude<T[Name], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as never;
}
