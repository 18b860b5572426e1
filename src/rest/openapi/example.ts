import type { Components } from './components.ts';
import type { Ref, Schema } from './document-types.ts';

/** The example of a format where the field has none of its own. */
const OF_FORMAT: Readonly<Record<string, unknown>> = {
  uuid: '0198f3a2-7c41-7d2e-9b1a-5e0c8f6d4a37',
  'date-time': '2026-09-10T08:30:00.000Z',
  date: '2026-09-10',
  email: 'aziza@example.com',
  uri: 'https://karvon.uz/lamp',
  password: 'Quiet-Harbour-71',
  binary: 'the bytes of the file',
};

/** Which members of an object an example has: all, or those that are required and those of these names. */
type Members = 'all' | readonly string[];

/**
 * An example that is valid by a schema, made of the examples of its fields.
 * @param members names: where none of them is there and none is required, the first member
 */
export function exampleOf(components: Components, schema: Schema, members: Members = 'all'): unknown {
  if (schema.example !== undefined) return schema.example;
  if (schema.$ref) return exampleOf(components, components.find<Schema>(schema as Ref), members);
  if (schema.default !== undefined) return schema.default;
  const [first] = schema.allOf ?? schema.anyOf ?? schema.oneOf ?? [];
  if (first) return exampleOf(components, first, members);
  if (schema.enum) return schema.enum[0];
  switch (schema.type) {
    case 'object':
      return objectExample(components, schema, members);
    case 'array':
      return schema.items ? [exampleOf(components, schema.items, members)] : [];
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return true;
    default:
      return OF_FORMAT[schema.format ?? ''] ?? 'text'.padEnd(schema.minLength ?? 0, ' text').slice(0, schema.maxLength);
  }
}

function objectExample(components: Components, { properties = {}, required = [] }: Schema, members: Members): unknown {
  const names = Object.keys(properties);
  const given = members === 'all' ? names : names.filter((name) => required.includes(name) || members.includes(name));
  const shown = given.length > 0 ? given : names.slice(0, 1);
  return Object.fromEntries(shown.map((name) => [name, exampleOf(components, properties[name] ?? {}, members)]));
}
