import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import 'reflect-metadata';
import { catalog } from '../../src/domain/catalog.ts';
import { graphqlOperations, REST_ONLY, rootFieldOf } from '../../src/graphql/root-fields.ts';
import { buildOpenSchema } from '../../src/graphql/schema.ts';
import { table } from '../../src/rest/table.ts';
import { names } from '../contract/names.ts';

const operationNames = catalog.map(({ name }) => name);

describe('the catalog of operations', () => {
  it('contains each operation once', () => {
    expect(operationNames).toEqual([...new Set(operationNames)]);
  });

  it('contains the operations of the specification, and others only with a reason', () => {
    const specified = new Set(Object.values(names).map(({ operation }) => operation));
    const missing = [...specified].filter((name) => !operationNames.includes(name));
    expect(missing.map((name) => `${name}: add it to its module's index.ts`)).toEqual([]);
    const unexplained = catalog.filter(({ name, beyond }) => !specified.has(name) && !/\w{3}/.test(beyond ?? ''));
    expect(unexplained.map(({ name }) => `${name}: say why it exists in its \`beyond\``)).toEqual([]);
    const both = catalog.filter(({ name, beyond }) => specified.has(name) && beyond !== undefined);
    expect(both.map(({ name }) => `${name}: the specification has it, remove its \`beyond\``)).toEqual([]);
  });

  it('has a test file for each operation beyond the specification, because the contract tests do not cover those', () => {
    const files = readdirSync('test', { recursive: true, encoding: 'utf8' });
    const untested = catalog.filter(
      ({ name, beyond }) => beyond && !files.some((file) => file.endsWith(`/${kebab(name)}.test.ts`)),
    );
    expect(untested.map(({ name }) => `${name}: add test/<module>/${kebab(name)}.test.ts`)).toEqual([]);
  });

  it('is collected from one file per operation with the same name', () => {
    const files = readdirSync('src/domain', { recursive: true, encoding: 'utf8' });
    const missing = operationNames.filter((name) => {
      const file = files.find((path) => path.endsWith(`/${kebab(name)}.ts`));
      return !file || !readFileSync(join('src/domain', file), 'utf8').includes(`export const ${name} = operation(`);
    });
    expect(missing).toEqual([]);
  });

  it('has one REST route for each operation, except for those with a reason', () => {
    const wrong = catalog.flatMap((operation) => {
      const rows = table.filter((route) => route.operation === operation).length;
      if (operation.graphqlOnly)
        return rows === 0 ? [] : [`${operation.name}: remove its route or its \`graphqlOnly\``];
      return rows === 1 ? [] : [`${operation.name}: add one row to src/rest/routes/<module>.ts (it has ${rows})`];
    });
    expect(wrong).toEqual([]);
  });

  it('contains everything that REST serves', () => {
    expect(table.filter(({ operation }) => !catalog.includes(operation))).toEqual([]);
  });

  it('reads with GET and writes with all other methods, except for the look-up that creates an offer', () => {
    const wrong = table.filter(({ method, operation }) => (method === 'GET') !== (operation.effect === 'read'));
    expect(wrong.map(({ operation }) => operation.name)).toEqual(['getLatestFirmware']);
  });

  it('contains each method and path once', () => {
    const rows = table.map(({ method, path }) => `${method} ${path.replace(/:\w+/g, ':id')}`);
    expect(rows).toEqual([...new Set(rows)]);
  });

  it('has a record id in the path exactly if the operation has a target', () => {
    const wrong = table.filter(({ path, operation }) => path.includes(':') !== (operation.target !== undefined));
    expect(wrong.map(({ operation }) => operation.name)).toEqual([]);
  });

  it('allows only device and visit operations to commit their own transactions', () => {
    const own = catalog.filter(({ transaction }) => transaction === 'own').map(({ name }) => name);
    expect(own).toEqual(['recordHeartbeat', 'getLatestFirmware', 'reportInstallation', 'recordPreorderView']);
  });

  it('has one GraphQL field for each operation, except for those listed with a reason', () => {
    const schema = buildOpenSchema();
    const roots = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
      Object.keys(type?.getFields() ?? {}),
    );
    const expected = graphqlOperations.map((operation) => ({ operation, field: rootFieldOf(operation).field }));
    const missing = expected.filter(({ field }) => !roots.includes(field));
    expect(
      missing.map(
        ({ operation, field }) =>
          `${operation.name}: add the resolver ${field} in src/graphql/<module>/, or its reason to REST_ONLY in src/graphql/root-fields.ts`,
      ),
    ).toEqual([]);
    const fields = expected.map(({ field }) => field);
    expect(roots.filter((field) => !fields.includes(field)).map((field) => `${field}: no operation has it`)).toEqual(
      [],
    );
    const listed = catalog.filter(({ name }) => name in REST_ONLY).map(({ name }) => name);
    expect(Object.keys(REST_ONLY).sort()).toEqual(listed.sort());
    for (const reason of Object.values(REST_ONLY)) expect(reason).toMatch(/\w{3}/);
  });

  it('has the GraphQL field names that the tests of the specification expect', () => {
    const specified = new Set(Object.values(names).map(({ operation }) => operation));
    const fields = graphqlOperations
      .filter(({ name }) => specified.has(name))
      .map((operation) => rootFieldOf(operation).field);
    expect(fields.sort()).toEqual(
      Object.values(names)
        .flatMap(({ field }) => field ?? [])
        .sort(),
    );
  });
});

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
