import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { type ApiDocument, isObject, type Schema } from './document.ts';

/** Says what is wrong with a value by a schema of the document. */
export interface SchemaValidator {
  /** @returns the problems in one line; undefined for a valid value */
  problemIn(schema: Schema, value: unknown): string | undefined;
}

const MOST_PROBLEMS = 3;

/** Compiles each schema of a document once, as JSON Schema. */
export function validatorOf(document: ApiDocument): SchemaValidator {
  const ajv = new Ajv({ strict: false, allErrors: true, inlineRefs: false });
  addFormats.default(ajv);
  for (const format of ['binary', 'password', 'int32', 'int64', 'double', 'float', 'byte']) ajv.addFormat(format, true);
  ajv.addSchema({ $id: 'document', components: { schemas: mapped(document.schemas) } });
  const compiled = new WeakMap<Schema, ValidateFunction>();

  function validateOf(schema: Schema): ValidateFunction {
    const known = compiled.get(schema);
    if (known) return known;
    const made = ajv.compile(asJsonSchema(schema) as object);
    compiled.set(schema, made);
    return made;
  }

  return {
    problemIn(schema, value) {
      const validate = validateOf(schema);
      if (validate(value)) return undefined;
      const problems = (validate.errors ?? []).map(({ instancePath, message, params }) => {
        const named = Object.values(params).find((each) => typeof each === 'string');
        return `${instancePath || 'the body'} ${message}${named ? ` (${named})` : ''}`;
      });
      return [...new Set(problems)].slice(0, MOST_PROBLEMS).join('; ');
    },
  };
}

/**
 * What OpenAPI 3.0 says in its own way: what may be null, exclusive bounds, and where shared schemas are. Objects have no other
 * members than those that the file names: a client may ignore one, but it is missing from the file.
 */
function asJsonSchema(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(asJsonSchema);
  if (!isObject(part)) return part;
  const {
    nullable,
    example: _example,
    discriminator: _discriminator,
    exclusiveMinimum,
    exclusiveMaximum,
    ...rest
  } = part;
  const schema: Record<string, unknown> = Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [name, name === 'properties' ? mapped(value) : asJsonSchema(value)]),
  );
  if (typeof schema.$ref === 'string') schema.$ref = `document${schema.$ref}`;
  if (exclusiveMinimum === true) moveBound(schema, 'minimum', 'exclusiveMinimum');
  if (schema.properties !== undefined && schema.additionalProperties === undefined) schema.additionalProperties = false;
  if (exclusiveMaximum === true) moveBound(schema, 'maximum', 'exclusiveMaximum');
  return nullable === true ? { anyOf: [{ type: 'null' }, schema] } : schema;
}

function moveBound(schema: Record<string, unknown>, from: string, to: string): void {
  schema[to] = schema[from];
  delete schema[from];
}

/** The schemas of members, whose names may be any word. */
function mapped(members: unknown): unknown {
  return Object.fromEntries(Object.entries(Object(members)).map(([name, schema]) => [name, asJsonSchema(schema)]));
}
