import { enumerationOf } from '../../model/enums.ts';
import type { Components } from './components.ts';
import type { Schema } from './document-types.ts';

/** A schema with a description: beside a `$ref`, OpenAPI 3.0 ignores one. */
export function withDescription(schema: Schema, description: string | undefined): Schema {
  if (!description) return schema;
  return schema.$ref ? { allOf: [schema], description } : { ...schema, description };
}

/** A schema that also takes null: beside a `$ref` or an enumeration, `nullable` alone means nothing in OpenAPI 3.0. */
export function orNull(schema: Schema): Schema {
  if (schema.$ref) return { anyOf: [schema, { type: 'object', nullable: true, enum: [null] }] };
  return { ...schema, nullable: true, ...(schema.enum ? { enum: [...schema.enum, null] } : {}) };
}

/** The schema of an enumeration: a component where it is declared in src/model/enums.ts with the same values. */
export function enumSchema(components: Components, name: string, values: readonly string[]): Schema {
  const declared = enumerationOf(name);
  const isWhole = declared && Object.keys(declared.values).join() === values.join();
  if (!isWhole) return { type: 'string', enum: values };
  return components.add('schemas', name, () => ({
    type: 'string',
    description: [declared.description, '', ...meaningsOf(declared.values)].join('\n').trim(),
    enum: values,
  }));
}

function meaningsOf(values: Readonly<Record<string, string>>): string[] {
  return Object.entries(values).flatMap(([value, meaning]) => (meaning ? [`- \`${value}\`: ${meaning}`] : []));
}
