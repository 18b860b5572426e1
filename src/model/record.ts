/**
 * The builder of record declarations: the type, the meaning and the uses of each field. Every layer derives its part
 * from `src/model/records/`: columns, filters and sorts of lists, views, GraphQL types, inputs, CSV, masking.
 */

import type { Edge } from './edge.ts';
import type { TextForm } from './text-forms.ts';

export type FieldKind =
  | 'id'
  | 'text'
  | 'email'
  | 'enum'
  | 'time'
  | 'integer'
  | 'bigInteger'
  | 'money'
  | 'number'
  | 'boolean'
  | 'texts'
  | 'sparseTexts'
  | 'sparseNumbers'
  | 'json'
  | 'part'
  | 'parts';

/** A use of a field besides the record's view. */
export type FieldUse =
  /** GraphQL clients can filter lists by it. */
  | 'filter'
  /** GraphQL clients can sort lists by it. */
  | 'sort'
  /** The list's `search` includes it. */
  | 'search'
  /** It is a column of the list's CSV export. */
  | 'csv'
  /** Analytics can group by it; a time in buckets of the calendar. */
  | 'dimension'
  /** Lists sum it for each currency. */
  | 'sum'
  /** Personal data: the audit log masks it for roles without access to personal data. */
  | 'personal'
  /** Callers set it when they create or update the record. */
  | 'input'
  /** Stored and read by rules; in no view. */
  | 'internal'
  /** In the view but not in the GraphQL type, where an edge or a computed field replaces it. */
  | 'restOnly'
  /** Read with the record, and nested in another member of the view. */
  | 'nested'
  /** Another record inside the view; no column of its own. */
  | 'part';

/** The declaration of a field. */
export interface FieldSpec {
  readonly kind: FieldKind;
  /** A sentence for the API documentation; empty only for internal fields. */
  readonly description: string;
  readonly nullable: boolean;
  /** True if the member is left out, instead of null, when there is no value. */
  readonly missing?: boolean;
  /** The one value that it has; only of answers. */
  readonly only?: unknown;
  /** True for a list of such values; only in answers. */
  readonly list?: boolean;
  readonly uses: ReadonlySet<FieldUse>;
  /** For text: minimum and maximum code points of callers' input. For numbers: the range of values. */
  readonly minimum?: number;
  readonly maximum?: number;
  /** For text: the form in which conditions and searches compare it; default: the text itself. */
  readonly form?: TextForm;
  /** For text: whether it may have several lines. */
  readonly hasLines?: boolean;
  /** For an input: the reason for it, if the specification has no such input. */
  readonly beyond?: string;
  /** An example for the API documentation. */
  readonly example?: string | number;
  /** For a nested field: its path in the view, for example `batch.code`. */
  readonly path?: readonly string[];
  /** For text: whether it is the id of something that may be gone. */
  readonly isId?: boolean;
  /** For text: whether it is a currency, which is stored in capitals. */
  readonly isCurrency?: boolean;
  /** For a sum: its meaning, if it is more than the sum of the field. */
  readonly sumOf?: string;
  /** For an enum: its name in the API, and its values. */
  readonly enumName?: string;
  readonly values?: readonly string[];
  /** For the id: the operations that read one such record. */
  readonly readBy?: readonly string[];
  /** For a part: the record that is nested. */
  readonly of?: RecordModel;
  /** Of an answer: its name in the payload of a mutation, where that is another. */
  readonly payloadName?: string;
}

/** A field under declaration; each method returns a new one. */
export class Field<Value, Uses extends FieldUse = never> {
  /** Types only. */
  declare readonly value: Value;
  declare readonly used: Uses;

  readonly spec: FieldSpec;

  constructor(spec: FieldSpec) {
    this.spec = spec;
  }

  /** The field may have no value, which is null in the view. */
  nullable(): Field<Value | null, Uses> {
    return new Field({ ...this.spec, nullable: true });
  }

  /** The field has this one value, by which callers distinguish two answers. */
  always<const Only extends Value>(value: Only): Field<Only, Uses> {
    return new Field({ ...this.spec, only: value });
  }

  /** The field is a list of such values. */
  list(): Field<readonly Value[], Uses> {
    return new Field({ ...this.spec, list: true });
  }

  /** The field may have no value, and the answer has no such member then. */
  orMissing(): Field<Value | undefined, Uses> {
    return new Field({ ...this.spec, missing: true });
  }

  /** The route on REST leaves the member out if it is null (rest/routes/audit.ts), because the contract does not have it. */
  absentOnRest(): Field<Value, Uses> {
    return new Field({ ...this.spec, missing: true });
  }

  /** @param example a value for the API documentation; src/rest/openapi/example-values.ts has those of shared names */
  example(example: string | number): Field<Value, Uses> {
    return new Field({ ...this.spec, example });
  }

  filter(): Field<Value, Uses | 'filter'> {
    return this.use('filter');
  }

  sort(): Field<Value, Uses | 'sort'> {
    return this.use('sort');
  }

  search(): Field<Value, Uses | 'search'> {
    return this.use('search');
  }

  csv(): Field<Value, Uses | 'csv'> {
    return this.use('csv');
  }

  dimension(): Field<Value, Uses | 'dimension'> {
    return this.use('dimension');
  }

  /** @param sumOf the meaning of the sum, as a sentence; default: the field itself. Its SQL is in the `sums` of the list. */
  summed(sumOf?: string): Field<Value, Uses | 'sum'> {
    const summed = this.use('sum');
    return new Field({ ...summed.spec, sumOf });
  }

  personal(): Field<Value, Uses | 'personal'> {
    return this.use('personal');
  }

  /** @param beyond the reason for it, if the specification has no such input */
  input(beyond?: string): Field<Value, Uses | 'input'> {
    const { form = this.spec.kind === 'text' ? 'typed' : undefined, ...given } = this.use('input').spec;
    return new Field({ ...given, form, beyond });
  }

  /** For text that people type, here or in another record: conditions and searches compare its search form. */
  typed(): Field<Value, Uses> {
    return new Field({ ...this.spec, form: 'typed' });
  }

  /** For the name of a person, a company or a place: lists sort it as people do, and any apostrophe compares as equal. */
  named(): Field<Value, Uses> {
    return new Field({ ...this.spec, form: 'name' });
  }

  /** For user names of Telegram: conditions and searches take them with an address or an `@` before them too. */
  userName(): Field<Value, Uses> {
    return new Field({ ...this.spec, form: 'userName' });
  }

  /** For serials, numbers and versions: conditions and searches find them with the dashes and letters of other keyboards too. */
  code(): Field<Value, Uses> {
    return new Field({ ...this.spec, form: 'code' });
  }

  /** Of text that may have several lines. */
  lines(): Field<Value, Uses> {
    return new Field({ ...this.spec, hasLines: true });
  }

  /** Of text that is the id of something that may be gone. */
  identifying(): Field<Value, Uses> {
    return new Field({ ...this.spec, isId: true });
  }

  /** A currency, stored as three capital letters: conditions accept letters of any case. */
  currency(): Field<Value, Uses> {
    return new Field({ ...this.spec, isCurrency: true });
  }

  internal(): Field<Value, Uses | 'internal'> {
    return this.use('internal');
  }

  restOnly(): Field<Value, Uses | 'restOnly'> {
    return this.use('restOnly');
  }

  /** A member of REST's view that a nested field fills; it has no column of its own. */
  filled(): Field<Value, Uses | 'restOnly' | 'part'> {
    return this.restOnly().use('part');
  }

  /** @param payloadName the name of the member in the payload of a mutation */
  inPayload(payloadName: string): Field<Value, Uses> {
    return new Field({ ...this.spec, payloadName });
  }

  /** For the id. @param operations that read one such record; the roles of each of them may read it by the id */
  readBy(...operations: readonly string[]): Field<Value, Uses> {
    return new Field({ ...this.spec, readBy: operations });
  }

  /** @param path of the field in the view, for example `batch.code`; one name is that of a member that it fills */
  nested(path: string): Field<Value, Uses | 'nested'> {
    const nested = this.use('nested');
    return new Field({ ...nested.spec, path: path.split('.') });
  }

  private use<Use extends FieldUse>(use: Use): Field<Value, Uses | Use> {
    return new Field({ ...this.spec, uses: new Set([...this.spec.uses, use]) });
  }
}

type AnyField = Field<unknown, FieldUse>;

/** A declared record. */
export interface RecordModel<Fields extends Readonly<Record<string, AnyField>> = Readonly<Record<string, AnyField>>> {
  /** Its name in the API, for example `Customer`. */
  readonly name: string;
  readonly description: string;
  readonly fields: Fields;
  readonly edges: Readonly<Record<string, Edge>>;
  /** The names of the view's own fields, in the order of their declaration. */
  readonly viewFields: readonly string[];
  /** The members of the view that nested fields fill, with the names of the fields. */
  readonly filled: ReadonlyMap<string, string>;
  /** Of an answer that has the fields of a record: the record. */
  readonly shows?: RecordModel;
  /** The names of its fields that are of the answer alone, and not of the record that it shows. */
  readonly ownFields?: readonly string[];
}

type FieldsOf<Model extends RecordModel> = Model['fields'];
type NamesWith<Model extends RecordModel, Use extends FieldUse> = {
  [Name in keyof FieldsOf<Model>]: Use extends FieldsOf<Model>[Name]['used'] ? Name : never;
}[keyof FieldsOf<Model>] &
  string;

type Values<Model extends RecordModel> = {
  readonly [Name in keyof FieldsOf<Model>]: FieldsOf<Model>[Name]['value'];
};

/** A record as stored and as selected by lists: all fields but its parts. */
export type Stored<Model extends RecordModel> = Omit<Values<Model>, NamesWith<Model, 'part'>>;

/** The fields that callers see: all that are neither internal nor nested. */
export type View<Model extends RecordModel> = Omit<Values<Model>, NamesWith<Model, 'internal' | 'nested'>>;

/** The fields that callers give. */
export type Given<Model extends RecordModel> = Pick<Values<Model>, NamesWith<Model, 'input'>>;

/** Declares a record that is stored; src/model/records/all.ts lists it. `name` and `description` are those of the API. */
export function record<
  const Fields extends Readonly<Record<string, Field<never, never> | AnyField>>,
  const Edges extends Readonly<Record<string, Edge>> = Record<never, Edge>,
>(
  name: string,
  description: string,
  fields: Fields,
  edges: Edges = {} as Edges,
): {
  readonly name: string;
  readonly description: string;
  readonly fields: Fields;
  readonly edges: Edges;
  readonly viewFields: readonly string[];
  readonly filled: ReadonlyMap<string, string>;
} {
  const viewFields = Object.keys(fields).filter((field) => {
    const uses: ReadonlySet<FieldUse> | undefined = fields[field]?.spec.uses;
    return !uses?.has('internal') && !uses?.has('nested');
  });
  const filled = Object.keys(fields).flatMap((field) => {
    const [member, deeper] = fields[field]?.spec.path ?? [];
    return member !== undefined && deeper === undefined ? [[member, field] as const] : [];
  });
  return { name, description, fields, edges, viewFields, filled: new Map(filled) };
}

/** Declares a record that only answers contain: a result, a report or a part of one. It is neither stored nor audited. */
export const answer = <const Fields extends Readonly<Record<string, AnyField>>>(
  name: string,
  description: string,
  fields: Fields,
) => record(name, description, fields);

type AnyFields = Readonly<Record<string, AnyField>>;

/** Declares a record as REST shows it: its fields, and what GraphQL shows by edges and computed fields of the record. */
export const shown = <Model extends RecordModel, const Fields extends AnyFields>(
  of: Model,
  name: string,
  description: string,
  fields: Fields,
) => ({ ...answer(name, description, { ...(of.fields as Model['fields']), ...fields }), shows: of.shows ?? of });

/** Declares an answer with the fields of a record and some of its own, which are beside the record in the payload of a mutation. */
export const beside = <Model extends RecordModel, const Fields extends AnyFields>(
  of: Model,
  name: string,
  description: string,
  fields: Fields,
) => ({ ...shown(of, name, description, fields), ownFields: Object.keys(fields) });

/** Declares the answer of a deletion: `deletedId` in the payload, by which clients forget the record, and `deleted` on REST. */
export const deletion = <const Fields extends AnyFields = Record<never, AnyField>>(
  name: string,
  what: string,
  fields: Fields = {} as Fields,
) =>
  answer(name, `The result of a deleted ${what}.`, {
    id: id(`The id that the ${what} had.`).inPayload('deletedId'),
    deleted: boolean('Always true.').restOnly(),
    ...fields,
  });

/** The names of the fields with a use, in the order of their declaration. */
export function fieldsWith<Model extends RecordModel, Use extends FieldUse>(
  model: Model,
  use: Use,
): NamesWith<Model, Use>[] {
  return Object.keys(model.fields).filter((name) => model.fields[name]?.spec.uses.has(use)) as NamesWith<Model, Use>[];
}

/** The names of the stored fields that the view needs, in the order of their declaration. */
export function readFields(model: RecordModel): string[] {
  return Object.keys(model.fields).filter((name) => {
    const uses = model.fields[name]?.spec.uses;
    return !uses?.has('internal') && !uses?.has('part');
  });
}

/** The column of a field in its record's table: `fullName` is `full_name`. */
export function columnOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/**
 * The view of a stored record.
 * @param row a stored record, a row of its list, or a row with only the columns that were read; and the record's parts
 */
export function viewOf<Model extends RecordModel>(model: Model, row: Partial<Values<Model>>): View<Model> {
  const values = row as Readonly<Record<string, unknown>>;
  // A loop, because lists make thousands of views.
  const view: Record<string, unknown> = {};
  for (const name of model.viewFields) view[name] = values[name] ?? null;
  for (const [member, field] of model.filled) view[member] = values[field] ?? view[member];
  return view as View<Model>;
}

function field<Value>(kind: FieldKind, description: string, more: Partial<FieldSpec> = {}): Field<Value> {
  return new Field<Value>({ kind, description, nullable: false, uses: new Set(), ...more });
}

/** A UUID: the record's own (v7), or a reference to another record. */
export const id = (description: string) => field<string>('id', description);

/**
 * @param minimum minimum code points of callers' input, in its normal form
 * @param maximum maximum code points
 */
export const text = (description: string, minimum?: number, maximum?: number) =>
  field<string>('text', description, { minimum, maximum });

/** A phone number as people write it, compared by its digits. */
export const phone = (description: string, minimum: number, maximum: number) =>
  field<string>('text', description, { minimum, maximum, form: 'phone' });

/** An e-mail address, trimmed and in lower case. */
export const email = (description: string, maximum?: number, minimum?: number) =>
  field<string>('email', description, { maximum, minimum });

/** One of an enumeration's values. `name` is its name in the API. */
export const oneOf = <const Values extends readonly string[]>(name: string, values: Values, description: string) =>
  field<Values[number]>('enum', description, { enumName: name, values });

/** A timestamp with millisecond precision. */
export const time = (description: string) => field<Date>('time', description);

/** A whole number of at most 31 bits. */
export const integer = (description: string, minimum?: number, maximum?: number) =>
  field<number>('integer', description, { minimum, maximum });

/** A whole number beyond 31 bits that JSON represents without loss. */
export const bigInteger = (description: string) => field<number>('bigInteger', description);

/** An amount in whole units of the record's currency. */
export const money = (description: string, minimum?: number, maximum?: number) =>
  field<number>('money', description, { minimum, maximum });

/** A number with a fraction. */
export const number = (description: string) => field<number>('number', description);

export const boolean = (description: string) => field<boolean>('boolean', description);

/** A list of strings. */
export const texts = (description: string) => field<readonly string[]>('texts', description);

/** A list of strings, with null for missing ones. */
export const sparseTexts = (description: string) => field<readonly (string | null)[]>('sparseTexts', description);

/** A list of numbers, with null for missing ones. */
export const sparseNumbers = (description: string) => field<readonly (number | null)[]>('sparseNumbers', description);

/** A JSON object. */
export const json = (description: string) => field<Readonly<Record<string, unknown>>>('json', description);

/** The revision of a record, which `If-Match` and `expectedRevision` name. */
export const revision = () =>
  integer(
    'Increases with each change. Pass it as `expectedRevision` so that a write fails when the record has changed since.',
  );

/** Another record inside the view: read together with it, for the same roles. */
export const part = <Model extends RecordModel>(of: Model, description: string): Field<View<Model>, 'part'> =>
  new Field({ kind: 'part', description, nullable: false, uses: new Set(['part']), of });

/** A list of other records inside the view. Its maximum length is in `fixedLists` of src/graphql/schema/bounds.ts. */
export const parts = <Model extends RecordModel>(
  of: Model,
  description: string,
): Field<readonly View<Model>[], 'part'> =>
  new Field({ kind: 'parts', description, nullable: false, uses: new Set(['part']), of });
