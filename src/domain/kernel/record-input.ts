import { type TObject, type TOptional, type TSchema, type TUnsafe, Type } from 'typebox';
import { type ConditionEdge, conditionEdges, sortsAcross } from '../../model/condition-edges.ts';
import { type Field, type FieldUse, fieldsWith, type Given, type RecordModel } from '../../model/record.ts';
import { clearable, described, email, integer, lines, money, oneOf, text } from './input.ts';
import {
  acrossEdge,
  booleanField,
  enumField,
  filterOf,
  idField,
  idTextField,
  integerField,
  moneyField,
  sortOf,
  textField,
  timeField,
} from './list.ts';
import { nameSchema } from './named-schemas.ts';

/** Inputs derived from a record's declaration. */

type Optional<Model extends RecordModel> = {
  [Name in keyof Given<Model>]: TOptional<TUnsafe<NonNullable<Given<Model>[Name]>>>;
};
type Required<Model extends RecordModel> = {
  [Name in keyof Given<Model>]: TUnsafe<Given<Model>[Name]>;
};
type Clearable<Model extends RecordModel> = {
  [Name in keyof Given<Model>]: TOptional<TUnsafe<Given<Model>[Name]>>;
};

/** The input fields of a record, all optional and without null. Spread over them to require some. */
export function givenFields<Model extends RecordModel>(model: Model): Optional<Model> {
  return eachGiven(model, (field) => Type.Optional(schemaOf(field))) as Optional<Model>;
}

/** The input fields of a record, all required: for records that are replaced as a whole. */
export function requiredFields<Model extends RecordModel>(model: Model): Required<Model> {
  return eachGiven(model, schemaOf) as Required<Model>;
}

/** The input fields of a record, all optional, where null clears a nullable field. */
export function clearableFields<Model extends RecordModel>(model: Model): Clearable<Model> {
  return eachGiven(model, (field) =>
    field.spec.nullable ? clearable(schemaOf(field)) : Type.Optional(schemaOf(field)),
  ) as Clearable<Model>;
}

/**
 * The input schema of one field, without null.
 * @param more overrides: a default, a description
 */
export function schemaOf<Value>(
  field: Field<Value, FieldUse>,
  more: { readonly default?: Value; readonly description?: string } = {},
): TUnsafe<NonNullable<Value>> {
  const { example, beyond } = field.spec;
  return Type.Unsafe<NonNullable<Value>>({
    ...jsonSchemaOf(field),
    ...(example === undefined ? {} : { example }),
    ...(beyond ? { beyond } : {}),
    ...more,
  });
}

function jsonSchemaOf(field: Field<unknown, FieldUse>): TSchema {
  const { kind, description, minimum, maximum, enumName = '', values = [], hasLines } = field.spec;
  switch (kind) {
    case 'email':
      return described(email({ minLength: minimum, maxLength: maximum }), description);
    case 'enum':
      return described(oneOf(enumName, values), description);
    case 'integer':
      return described(integer(minimum ?? 0, maximum), description);
    case 'money':
      return described(money(minimum ?? 0, maximum), description);
    case 'boolean':
      return described(Type.Boolean(), description);
    case 'text':
      return described((hasLines ? lines : text)(minimum ?? 0, maximum), description);
    default:
      throw new Error(`Callers cannot give a field of the kind ${kind}.`);
  }
}

const CONDITIONS = {
  id: idField,
  text: textField,
  email: textField,
  time: timeField,
  integer: integerField,
  bigInteger: integerField,
  money: moneyField,
  boolean: booleanField,
} as const;

/**
 * The `filter` and `sort` of a record's list, for the fields that declare them, and for the fields of the records that its
 * edges lead to.
 */
export function refinementFor(model: RecordModel): ReturnType<typeof makeRefinement> {
  const refinement = refinements.get(model) ?? makeRefinement(model);
  refinements.set(model, refinement);
  return refinement;
}

const refinements = new WeakMap<RecordModel, ReturnType<typeof makeRefinement>>();

function makeRefinement(model: RecordModel) {
  const edges = conditionEdges(model).map((edge) => [edge.name, conditionAcross(edge)] as const);
  return {
    filter: filterOf(`${model.name}Filter`, conditionsFor(model), Object.fromEntries(edges)),
    sort: sortOf(`${model.name}Sort`, sortFieldsOf(model)),
  };
}

function conditionsFor(model: RecordModel): Record<string, TObject> {
  return Object.fromEntries(fieldsWith(model, 'filter').map((name) => [name, conditionOf(model, name)]));
}

/** Made when a list is filtered first, because records lead to each other. */
function conditionAcross({ spec, to, isMany }: ConditionEdge): TSchema {
  nameSchema(`${to.name}Filter`, () => refinementFor(to).filter);
  const { description, needs } = spec;
  return acrossEdge({ to: to.name, isMany, description, ...(needs ? { needs } : {}) });
}

function conditionOf(model: RecordModel, name: string): TObject {
  const { kind, description = '', enumName = '', values = [], isId } = model.fields[name]?.spec ?? {};
  if (isId) return described(idTextField, description);
  if (kind === 'enum') return described(enumField(enumName, values), description);
  if (!kind || !(kind in CONDITIONS)) throw new Error(`${model.name}.${name} cannot be filtered by.`);
  return described(CONDITIONS[kind as keyof typeof CONDITIONS], description);
}

function sortFieldsOf(model: RecordModel): Parameters<typeof sortOf>[1] {
  const own = fieldsWith(model, 'sort').map((name) => ({
    name,
    description: model.fields[name]?.spec.description ?? '',
  }));
  const across = sortsAcross(model).map(({ name, edge, field }) => {
    const { needs } = edge.spec;
    const refused = needs ? ` ROLE_FORBIDDEN for roles that may not call ${needs}.` : '';
    return { name, needs, description: `The \`${field}\` of the \`${edge.name}\`.${refused}` };
  });
  return [...own, ...across];
}

function eachGiven(model: RecordModel, make: (field: Field<unknown, FieldUse>) => TSchema): Record<string, TSchema> {
  return Object.fromEntries(
    fieldsWith(model, 'input').map((name) => [name, make(model.fields[name] as Field<unknown, FieldUse>)]),
  );
}
