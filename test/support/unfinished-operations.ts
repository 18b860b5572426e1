import 'reflect-metadata';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalog } from '../../src/domain/catalog.ts';
import { type RootField, rootFields } from '../../src/graphql/schema/root-fields.ts';
import { buildOpenSchema } from '../../src/graphql/schema/schema.ts';

/**
 * Operations of which a step of CONTRIBUTING.md was forgotten. test/architecture/catalog.test.ts says what to do about them;
 * other tests pass over them, so that a forgotten step fails one test.
 */

/** How a file of the domain declares an operation. */
const DECLARATION = /^export const (\w+) = (?:operation|listOperation|graphqlListOperation)\(/gm;

/** Every operation that a file of the domain declares, in the catalog or not. */
export const declaredOperations: readonly { readonly name: string; readonly file: string }[] = readdirSync(
  'src/domain',
  { recursive: true, encoding: 'utf8' },
)
  .filter((file) => file.endsWith('.ts'))
  .flatMap((file) =>
    [...readFileSync(join('src/domain', file), 'utf8').matchAll(DECLARATION)].map(([, name = '']) => ({ name, file })),
  );

/** The names of declared operations that their module does not list. */
export const unlistedOperations: readonly string[] = declaredOperations
  .map(({ name }) => name)
  .filter((name) => !catalog.some((operation) => operation.name === name));

/** The root fields that no `operationField` declares. */
export const unservedFields: readonly RootField[] = missingFields();

function missingFields(): RootField[] {
  const schema = buildOpenSchema();
  return rootFields.filter(({ type, field }) => {
    const root = type === 'Query' ? schema.getQueryType() : schema.getMutationType();
    return !root?.getFields()[field];
  });
}
