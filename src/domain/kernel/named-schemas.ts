import type { TSchema } from 'typebox';

/** Schemas that others refer to by `$ref`: the filters of records that edges lead to, which refer to each other in circles. */
const made = new Map<string, () => TSchema>();

/** @param make called whenever the schema is needed, not before */
export function nameSchema(name: string, make: () => TSchema): void {
  made.set(name, make);
}

/** @throws Error when no schema has the name */
export function schemaNamed(name: string): TSchema {
  const make = made.get(name);
  if (!make) throw new Error(`There is no schema with the name ${name}.`);
  return make();
}
