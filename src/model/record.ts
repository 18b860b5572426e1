/**
 * The builder of record declarations: what a field holds, what it means, and where it is used. Every layer derives its part
 * from `src/model/records/`: columns, filters and sorts of lists, views, GraphQL types, inputs, CSV, masking.
 */

export type FieldKind =
  | 'id'
  | 'text'
  | 'email'
  | 'enum'
  | 'time'
  | 'integer'
  | 'money'
  | 'number'
  | 'boolean'
  | 'texts'
  | 'json';

/** Where a field is used, beside the record's view. */
export type FieldUse =
  /** GraphQL clients filter lists by it. */
  | 'filter'
  /** GraphQL clients sort lists by it. */
  | 'sort'
  /** The list's `search` looks into it. */
  | 'search'
  /** It is a column of the list's CSV export. */
  | 'csv'
  /** It tells something of a person: the audit log masks it for roles without personal data. */
  | 'personal'
  /** Callers give it when they create or update the record. */
  | 'input'
  /** It is stored and read by rules, and no view shows it. */
  | 'internal'
  /** It is in the view, and not a field of the GraphQL type: an edge or a computed field stands for it. */
  | 'restOnly';

/** What is declared of a field. */
export interface FieldSpec {
  readonly kind: FieldKind;
  /** A sentence for the documentation of the API; empty only for internal fields. */
  readonly description: string;
  readonly nullable: boolean;
  readonly uses: ReadonlySet<FieldUse>;
  /** Of text: code points that callers may give. Of numbers: the values. */
  readonly minimum?: number;
  readonly maximum?: number;
  /** Of an enum: its name in the API, and its values. */
  readonly enumName?: string;
  readonly values?: readonly string[];
}

/** A field under declaration; each method gives a new one. */
export class Field<Value, Uses extends FieldUse = never> {
  /** Types only. */
  declare readonly value: Value;
  declare readonly used: Uses;

  constructor(readonly spec: FieldSpec) {}

  /** A record may have no value here; the view then says null. */
  nullable(): Field<Value | null, Uses> {
    return new Field({ ...this.spec, nullable: true });
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

  personal(): Field<Value, Uses | 'personal'> {
    return this.use('personal');
  }

  input(): Field<Value, Uses | 'input'> {
    return this.use('input');
  }

  internal(): Field<Value, Uses | 'internal'> {
    return this.use('internal');
  }

  restOnly(): Field<Value, Uses | 'restOnly'> {
    return this.use('restOnly');
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
}

type FieldsOf<Model extends RecordModel> = Model['fields'];
type NamesWith<Model extends RecordModel, Use extends FieldUse> = {
  [Name in keyof FieldsOf<Model>]: Use extends FieldsOf<Model>[Name]['used'] ? Name : never;
}[keyof FieldsOf<Model>] &
  string;

/** A record as it is stored and as lists select it. */
export type Stored<Model extends RecordModel> = {
  readonly [Name in keyof FieldsOf<Model>]: FieldsOf<Model>[Name]['value'];
};

/** A record as callers see it: every field that is not internal. */
export type View<Model extends RecordModel> = Omit<Stored<Model>, NamesWith<Model, 'internal'>>;

/** The fields that callers give. */
export type Given<Model extends RecordModel> = Pick<Stored<Model>, NamesWith<Model, 'input'>>;

/** Declares a record. `name` and `description` are those of the API. */
export function record<const Fields extends Readonly<Record<string, Field<never, never> | AnyField>>>(
  name: string,
  description: string,
  fields: Fields,
): { readonly name: string; readonly description: string; readonly fields: Fields } {
  return { name, description, fields };
}

/** The names of the fields with a use, in the order of their declaration. */
export function fieldsWith<Model extends RecordModel, Use extends FieldUse>(
  model: Model,
  use: Use,
): NamesWith<Model, Use>[] {
  return Object.keys(model.fields).filter((name) => model.fields[name]?.spec.uses.has(use)) as NamesWith<Model, Use>[];
}

/** The names of the fields that the view shows, in the order of their declaration. */
export function viewFields(model: RecordModel): string[] {
  return Object.keys(model.fields).filter((name) => !model.fields[name]?.spec.uses.has('internal'));
}

/** The column of a field in its record's table: `fullName` is `full_name`. */
export function columnOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/**
 * A stored record as callers see it.
 * @param row a stored record, a row of its list, or the part of it that was read
 */
export function viewOf<Model extends RecordModel>(model: Model, row: Partial<Stored<Model>>): View<Model> {
  const given = row as Readonly<Record<string, unknown>>;
  return Object.fromEntries(viewFields(model).map((name) => [name, given[name] ?? null])) as View<Model>;
}

function field<Value>(kind: FieldKind, description: string, more: Partial<FieldSpec> = {}): Field<Value> {
  return new Field<Value>({ kind, description, nullable: false, uses: new Set(), ...more });
}

/** A UUID: the record's own (v7), or a reference to another record. */
export const id = (description: string) => field<string>('id', description);

/**
 * @param minimum code points that callers give at least, without the white space around them
 * @param maximum and at most
 */
export const text = (description: string, minimum?: number, maximum?: number) =>
  field<string>('text', description, { minimum, maximum });

/** An e-mail address, trimmed and in lower case. */
export const email = (description: string, maximum?: number, minimum?: number) =>
  field<string>('email', description, { maximum, minimum });

/** One of an enumeration's values. `name` is its name in the API. */
export const oneOf = <const Values extends readonly string[]>(name: string, values: Values, description: string) =>
  field<Values[number]>('enum', description, { enumName: name, values });

/** A moment, to the millisecond. */
export const time = (description: string) => field<Date>('time', description);

/** A whole number of at most 31 bits. */
export const integer = (description: string, minimum?: number, maximum?: number) =>
  field<number>('integer', description, { minimum, maximum });

/** An amount in whole units of the record's currency, or another whole number beyond 31 bits. */
export const money = (description: string, minimum?: number, maximum?: number) =>
  field<number>('money', description, { minimum, maximum });

/** A number with a fraction. */
export const number = (description: string) => field<number>('number', description);

export const boolean = (description: string) => field<boolean>('boolean', description);

/** A list of strings. */
export const texts = (description: string) => field<readonly string[]>('texts', description);

/** A JSON object. */
export const json = (description: string) => field<Readonly<Record<string, unknown>>>('json', description);

/** The revision of a record, which `If-Match` and `expectedRevision` name. */
export const revision = () => integer('Counts the changes: `expectedRevision` names it.');
