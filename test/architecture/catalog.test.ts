import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import 'reflect-metadata';
import { catalog } from '../../src/domain/catalog.ts';
import { anyAdmin } from '../../src/domain/kernel/access.ts';
import { fields } from '../../src/domain/kernel/input.ts';
import { operation } from '../../src/domain/kernel/operation.ts';
import { graphqlOperations, REST_ONLY, rootFieldOf, rootFields } from '../../src/graphql/schema/root-fields.ts';
import { buildOpenSchema } from '../../src/graphql/schema/schema.ts';
import { table } from '../../src/rest/route-table.ts';
import { names } from '../contract/names.ts';
import { declaredOperations, unlistedOperations, unservedFields } from '../support/unfinished-operations.ts';

/** Its path is one of EXTRA_PATHS: it answers with bytes, and only where the service serves its files itself. */
const BESIDE_THE_TABLE = 'openDownload';
/** What a file imports of a module of the domain; types are of no consequence. */
const FROM_A_MODULE = /^import \{([^}]*)\} from '(?:\.\.\/)+domain\/(?!kernel)\w+\/[^']*';$/gm;
const operationNames = catalog.map(({ name }) => name);

describe('the catalog', () => {
  it('the catalog holds every operation that the domain declares and REST serves', () => {
    const served = table.filter(({ operation }) => !catalog.includes(operation)).map(({ operation }) => operation.name);
    const missing = [...new Set([...unlistedOperations, ...served])];
    expect(missing.map((name) => `${name}: export it from its module's operations.ts`)).toEqual([]);
  });

  it('the catalog names each operation once', () => {
    expect(operationNames).toEqual([...new Set(operationNames)]);
  });

  it('the catalog holds the operations of the specification, and beyond it only those that say why', () => {
    const specified = new Set(Object.values(names).map(({ operation }) => operation));
    const missing = [...specified].filter(
      (name) => !operationNames.includes(name) && !unlistedOperations.includes(name),
    );
    expect(missing.map((name) => `${name}: add it as src/domain/<module>/${kebab(name)}.ts`)).toEqual([]);
    const unexplained = catalog.filter(({ name, beyond }) => !specified.has(name) && !/\w{3}/.test(beyond?.why ?? ''));
    expect(unexplained.map(({ name }) => `${name}: say why it exists in its \`beyond\``)).toEqual([]);
    const both = catalog.filter(({ name, beyond }) => specified.has(name) && beyond !== undefined);
    expect(both.map(({ name }) => `${name}: the specification has it, remove its \`beyond\``)).toEqual([]);
  });

  it('each operation has tests in its module, in a describe whose name begins with the operation', () => {
    // A table of `describe.each` can take several lines: then its name follows a closing bracket.
    const missing = modulesOfOperations().filter(([name, module]) => {
      const described = new RegExp(`^ *(describe\\b.*|\\](?: as const)?\\))\\(['"\`]${name}: `, 'm');
      return !testsOf(module).some((text) => described.test(text));
    });
    expect(
      missing.map(([name, module]) => `${name}: add describe('${name}: ...') to test/${module}/${kebab(name)}.test.ts`),
    ).toEqual([]);
  });

  it('the catalog is collected from one file an operation, named like it', () => {
    const wrong = operationNames.flatMap((name) => {
      const files = declaredOperations.filter((each) => each.name === name).map(({ file }) => file);
      if (files.length === 1 && files[0]?.endsWith(`/${kebab(name)}.ts`)) return [];
      return [`${name}: declare it in src/domain/<module>/${kebab(name)}.ts (it is in ${files.join(', ') || 'none'})`];
    });
    expect(wrong).toEqual([]);
  });

  it('the catalog declares the members of each operation in one order, so that a reader knows where each of them is', () => {
    const order = membersOf(readFileSync('src/domain/kernel/operation.ts', 'utf8'), 'export interface OperationSpec<');
    expect(order.slice(0, 2)).toEqual(['name', 'summary']);
    const wrong = declaredOperations.filter(({ name, file }) => {
      const members = membersOf(readFileSync(join('src/domain', file), 'utf8'), `export const ${name} = `);
      const places = members.map((member) => order.indexOf(member)).filter((place) => place >= 0);
      expect(places.length).toBeGreaterThan(1);
      return places.some((place, at) => place < (places[at - 1] ?? 0));
    });
    expect(
      wrong.map(({ name }) => `${name}: declare its members in the order of OperationSpec: ${order.join()}`),
    ).toEqual([]);
  });

  it('every operation that REST could serve declares its answer', () => {
    const spec = {
      name: 'undescribed',
      summary: 'Answers something.',
      access: anyAdmin(),
      limit: 1,
      effect: 'read',
      input: fields({}),
      handle: async () => ({}),
    } as const;
    const { beyond } = operation({ ...spec, beyond: { why: 'a test', graphqlOnly: true } });
    expect(beyond?.graphqlOnly).toBe(true);
    // @ts-expect-error `answers` is missing
    expect(operation(spec).answers).toBeUndefined();
  });

  it('the catalog has one REST route for each operation, but for those that only GraphQL has', () => {
    const wrong = catalog.flatMap((operation) => {
      const rows = table.filter((route) => route.operation === operation).length;
      if (operation.name === BESIDE_THE_TABLE) return [];
      if (operation.beyond?.graphqlOnly)
        return rows === 0 ? [] : [`${operation.name}: remove its route or its \`graphqlOnly\``];
      return rows === 1 ? [] : [`${operation.name}: add one row to src/rest/routes/<module>.ts (it has ${rows})`];
    });
    expect(wrong).toEqual([]);
  });

  it('REST uses only the catalog of a module, so that nothing bypasses `run`', () => {
    const files = readdirSync('src/rest', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
    const used = files.flatMap((file) =>
      [...readFileSync(join('src/rest', file), 'utf8').matchAll(FROM_A_MODULE)].flatMap(([, list = '']) =>
        list
          .split(/[,\s]+/)
          .filter((name) => name && !operationNames.includes(name) && !unlistedOperations.includes(name)),
      ),
    );
    expect(used.map((name) => `${name}: make it an operation`)).toEqual([]);
  });

  it('REST reads with GET and writes with all other methods, except for the look-up that makes an offer', () => {
    const wrong = table.filter(({ method, operation }) => (method === 'GET') !== (operation.effect === 'read'));
    expect(wrong.map(({ operation }) => operation.name)).toEqual(['getLatestFirmware']);
  });

  it('REST serves each method and path once', () => {
    const rows = table.map(({ method, path }) => `${method} ${path.replace(/:\w+/g, ':id')}`);
    expect(rows).toEqual([...new Set(rows)]);
  });

  it('a path names a record where the operation has a target, and nowhere else', () => {
    const wrong = table.filter(({ path, operation }) => path.includes(':') !== (operation.target !== undefined));
    expect(wrong.map(({ operation }) => operation.name)).toEqual([]);
  });

  it('only operations of devices and visits commit on their own', () => {
    const own = catalog.filter(({ transaction }) => transaction === 'own').map(({ name }) => name);
    expect(own).toEqual(['recordHeartbeat', 'getLatestFirmware', 'reportInstallation', 'recordPreorderView']);
  });

  it('the catalog has one GraphQL field for each operation, but for those that are listed with a reason', () => {
    const schema = buildOpenSchema();
    const roots = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
      Object.keys(type?.getFields() ?? {}),
    );
    expect(
      unservedFields.map(
        ({ operation, field }) =>
          `${operation.name}: add its operationField (${field}) in src/graphql/<module>/, or its reason to REST_ONLY in src/graphql/schema/root-fields.ts`,
      ),
    ).toEqual([]);
    const fields = rootFields.map(({ field }) => field);
    expect(fields).toEqual([...new Set(fields)]);
    const unknown = roots.filter((field) => !fields.includes(field));
    expect(unknown.map((field) => `${field}: no operation has it`)).toEqual([]);
    const listed = catalog.filter(({ name }) => name in REST_ONLY).map(({ name }) => name);
    expect(Object.keys(REST_ONLY).sort()).toEqual(listed.sort());
    for (const reason of Object.values(REST_ONLY)) expect(reason).toMatch(/\w{3}/);
  });

  it('the catalog names the GraphQL fields as the tests of the specification expect them', () => {
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

/** The names of the members of a declaration, each at the beginning of a line, indented by two spaces. */
function membersOf(text: string, start: string): readonly string[] {
  const from = text.indexOf(start);
  const [body = ''] = text.slice(from).split(/^\}/m);
  return [...body.matchAll(/^ {2}(?:readonly |async )?(\w+)\??[:(]/gm)].map(([, name = '']) => name);
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Each operation of the catalog with the module whose folder holds its file. */
function modulesOfOperations(): [name: string, module: string][] {
  return declaredOperations
    .filter(({ name }) => operationNames.includes(name))
    .map(({ name, file }) => [name, dirname(file)]);
}

/** The texts of a module's test files. */
function testsOf(module: string): string[] {
  const folder = join('test', module);
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).filter((file) => file.endsWith('.test.ts'));
  return files.map((file) => readFileSync(join(folder, file), 'utf8'));
}
