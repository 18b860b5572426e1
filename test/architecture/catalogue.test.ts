import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import 'reflect-metadata';
import { catalogue } from '../../src/domain/catalogue.ts';
import { REST_ONLY } from '../../src/graphql/root-fields.ts';
import { buildOpenSchema } from '../../src/graphql/schema.ts';
import { table } from '../../src/rest/table.ts';
import { names } from '../contract/names.ts';

const operationNames = catalogue.map(({ name }) => name);

describe('the catalogue', () => {
  it('names each operation once', () => {
    expect(operationNames).toEqual([...new Set(operationNames)]);
  });

  it('holds the operations of the specification and no other', () => {
    expect([...operationNames].sort()).toEqual(
      Object.values(names)
        .map(({ operation }) => operation)
        .sort(),
    );
  });

  it('is collected from one file an operation, named like it', () => {
    const files = readdirSync('src/domain', { recursive: true, encoding: 'utf8' });
    const missing = operationNames.filter((name) => {
      const file = files.find((path) => path.endsWith(`/${kebab(name)}.ts`));
      return !file || !readFileSync(join('src/domain', file), 'utf8').includes(`export const ${name} = operation(`);
    });
    expect(missing).toEqual([]);
  });

  it.each(catalogue.map((operation) => ({ name: operation.name, operation })))(
    '$name has exactly one REST route',
    ({ operation }) => {
      expect(table.filter((route) => route.operation === operation)).toHaveLength(1);
    },
  );

  it('is all that REST serves', () => {
    expect(table.filter(({ operation }) => !catalogue.includes(operation))).toEqual([]);
  });

  it('reads with GET and writes with everything else, but for the look-up that makes an offer', () => {
    const wrong = table.filter(({ method, operation }) => (method === 'GET') !== (operation.effect === 'read'));
    expect(wrong.map(({ operation }) => operation.name)).toEqual(['getLatestFirmware']);
  });

  it('serves each method and path once', () => {
    const rows = table.map(({ method, path }) => `${method} ${path.replace(/:\w+/g, ':id')}`);
    expect(rows).toEqual([...new Set(rows)]);
  });

  it('names a record in the path where an operation has a target, and nowhere else', () => {
    const wrong = table.filter(({ path, operation }) => path.includes(':') !== (operation.target !== undefined));
    expect(wrong.map(({ operation }) => operation.name)).toEqual([]);
  });

  it('lets only devices and visits commit by themselves', () => {
    const own = catalogue.filter(({ transaction }) => transaction === 'own').map(({ name }) => name);
    expect(own).toEqual(['recordHeartbeat', 'getLatestFirmware', 'reportInstallation', 'recordPreorderView']);
  });

  it('is whole in GraphQL but for the operations that are listed with a reason', () => {
    const schema = buildOpenSchema();
    const roots = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
      Object.keys(type?.getFields() ?? {}),
    );
    const expected = Object.values(names).flatMap(({ field }) => field ?? []);
    expect(roots.sort()).toEqual(expected.sort());
    expect(Object.keys(REST_ONLY).sort()).toEqual(
      Object.values(names)
        .filter(({ field }) => field === undefined)
        .map(({ operation }) => operation)
        .sort(),
    );
    for (const reason of Object.values(REST_ONLY)) expect(reason).toMatch(/\w{3}/);
  });
});

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
