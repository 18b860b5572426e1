import { knownValues } from '../../model/enums.ts';
import type { FieldSpec, RecordModel } from '../../model/record.ts';
import type { Components } from './components.ts';
import type { Schema } from './document-types.ts';
import { exampleValue } from './example-values.ts';
import { enumSchema, orNull, withDescription } from './shared-schemas.ts';

const LEAVES: Readonly<Partial<Record<FieldSpec['kind'], Schema>>> = {
  id: { type: 'string', format: 'uuid' },
  text: { type: 'string' },
  // An open enumeration: REST shows what is stored.
  enum: { type: 'string' },
  email: { type: 'string', format: 'email' },
  time: { type: 'string', format: 'date-time' },
  integer: { type: 'integer', format: 'int32' },
  bigInteger: { type: 'integer', format: 'int64' },
  money: { type: 'integer', format: 'int64' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  json: { type: 'object', additionalProperties: true },
};

/**
 * The schema of the view of a record, as a component of its name.
 * @param omits members that REST leaves out
 */
export function recordSchema(components: Components, model: RecordModel, omits: readonly string[] = []): Schema {
  return components.add('schemas', model.name, () => {
    const shown = model.viewFields.filter((name) => !omits.includes(name));
    const specs = shown.map((name) => [name, specOf(model, name)] as const);
    return {
      type: 'object',
      description: model.description,
      required: specs.flatMap(([name, { missing }]) => (missing ? [] : [name])),
      properties: Object.fromEntries(
        specs.map(([name, spec]) => [name, memberOf(components, model, name, spec, omits)]),
      ),
    };
  });
}

function specOf({ fields }: RecordModel, name: string): FieldSpec {
  const field = fields[name];
  if (!field) throw new Error(`There is no field ${name}.`);
  return field.spec;
}

function memberOf(
  components: Components,
  model: RecordModel,
  name: string,
  spec: FieldSpec,
  omits: readonly string[],
): Schema {
  const { nullable, list, only, description } = spec;
  const one = only === undefined ? schemaOfValue(components, model, name, spec, omits) : onlyOf(only);
  const schema: Schema = list ? { type: 'array', items: one } : one;
  return withDescription(nullable ? orNull(schema) : schema, description);
}

function onlyOf(value: unknown): Schema {
  return { type: typeof value === 'boolean' ? 'boolean' : 'string', enum: [value] };
}

function schemaOfValue(
  components: Components,
  model: RecordModel,
  name: string,
  { kind, of, enumName = '', values = [], example = exampleValue(name, model.name) }: FieldSpec,
  omits: readonly string[],
): Schema {
  if (of) {
    const schema = recordSchema(components, of, omits);
    return kind === 'parts' ? { type: 'array', items: schema } : schema;
  }
  if (kind === 'enum' && !knownValues(enumName)) return enumSchema(components, enumName, values);
  const withExample = (schema: Schema): Schema => (example === undefined ? schema : { ...schema, example });
  if (kind === 'texts') return { type: 'array', items: withExample({ type: 'string' }) };
  if (kind === 'sparseTexts') return { type: 'array', items: { type: 'string', nullable: true } };
  if (kind === 'sparseNumbers') return { type: 'array', items: { type: 'number', nullable: true } };
  const leaf = LEAVES[kind] ?? {};
  const isMeant =
    typeof example === 'number' ? kind === 'integer' || kind === 'money' : kind === 'text' || kind === 'enum';
  return isMeant ? withExample(leaf) : leaf;
}
