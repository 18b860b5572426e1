import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { MantineProvider } from '@mantine/core';
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { Client, makeResult } from '@urql/core';
import {
  buildSchema,
  executeSync,
  type GraphQLOutputType,
  isAbstractType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createServer } from 'vite';
import { filter, map, pipe } from 'wonka';
import { LANGUAGES } from '../text/triple.ts';
import type { ListDef } from './list-def.ts';

type Def = ListDef<{ readonly id: string; readonly revision: number; readonly name: string }>;
type Values = Readonly<Record<string, unknown>>;

const CONSOLE = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const SOURCE = join(CONSOLE, 'src');
const schema = buildSchema(readFileSync(join(CONSOLE, '..', 'schema.graphql'), 'utf8'));

/** So many records are tried at least: a cell reads this of one, and that of another. */
const LEAST = 20;
const MOST = 2_000;

// What a module reads of a browser when it is loaded.
Object.assign(globalThis, {
  localStorage: { getItem: () => null },
  document: { getElementById: () => null },
  BroadcastChannel: EventTarget,
});
const vite = await createServer({
  root: CONSOLE,
  configFile: false,
  appType: 'custom',
  logLevel: 'error',
  server: { middlewareMode: true, hmr: false, ws: false },
});

/** One of so many, the same for the same record and field. */
function chosen(record: number, field: string, count: number): number {
  let hash = record * 2_654_435_761;
  for (const letter of field) hash = Math.imul(hash ^ letter.charCodeAt(0), 16_777_619) ^ (hash >>> 13);
  return (hash >>> 3) % count;
}

/** Some value of a type of the schema. A text is the name of its field. */
function valueIn(type: GraphQLOutputType, field: string, record: number, kind: string | undefined): unknown {
  return isNonNullType(type) || chosen(record, `${field}?`, 2) === 0
    ? anyOf(asNonNull(type), field, record, kind)
    : null;
}

function anyOf(type: GraphQLOutputType, field: string, record: number, kind: string | undefined): unknown {
  if (isListType(type)) return [anyOf(asNonNull(type.ofType), field, record, kind)];
  if (isObjectType(type)) return { __typename: type.name };
  if (isAbstractType(type)) {
    const types = schema.getPossibleTypes(type);
    return { __typename: kind ?? types[chosen(record, field, types.length)]?.name };
  }
  if (isEnumType(type)) return type.getValues()[chosen(record, field, type.getValues().length)]?.name;
  if (type.name === 'Boolean') return chosen(record, field, 2) === 0;
  if (type.name === 'DateTime') return '2026-11-29T07:00:00.000Z';
  if (type.name === 'JSON') return { name: field };
  if (/(?:^i|I)d$/.test(field)) return '01998e6a-0000-7000-8000-000000000000';
  return type.name === 'String' || type.name === 'ID' ? field : 1 + chosen(record, field, 9);
}

const asNonNull = (type: GraphQLOutputType): GraphQLOutputType => (isNonNullType(type) ? type.ofType : type);

/** A client whose answers are made of the schema, for exactly what it is asked. */
function clientFor(record: number, answers: Values[], kind?: string): Client {
  return new Client({
    url: '/graphql',
    preferGetMethod: false,
    exchanges: [
      () => (operations) =>
        pipe(
          operations,
          filter(({ kind: sort }) => sort === 'query'),
          map((operation) => {
            const { data, errors } = executeSync({
              schema,
              document: operation.query,
              variableValues: operation.variables,
              typeResolver: ({ __typename }: { readonly __typename: string }) => __typename,
              fieldResolver: (_source, _arguments, _context, { fieldName, returnType, path }) => {
                const isThere = fieldName === 'nodes' || path.prev === undefined;
                if (isThere) return anyOf(asNonNull(returnType), fieldName, record, kind);
                return valueIn(returnType, fieldName, record, undefined);
              },
            });
            assert.equal(errors, undefined);
            answers.push(structuredClone(data) as Values);
            return makeResult(operation, { data, hasNext: false });
          }),
        ),
    ],
  });
}

const isRecord = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && '__typename' in value;

/** The fields of a record, also inside of others: `owner.fullName`. An id leads to the record, and finds it in the cache. */
const pathsOf = (value: Values, before = ''): string[] =>
  Object.entries(value).flatMap(([key, inside]) => {
    if (key === '__typename' || key === 'id') return [];
    return [before + key, ...(isRecord(inside) ? pathsOf(inside, `${before}${key}.`) : [])];
  });

/** A record that notes what is read of it. */
function watched(value: Values, read: Set<string>, before = ''): Values {
  return new Proxy(value, {
    get(target, key) {
      if (typeof key === 'symbol') return undefined;
      if (key !== '__typename' && key !== 'id') read.add(before + key);
      const inside = target[key];
      return isRecord(inside) ? watched(inside, read, `${before}${key}.`) : inside;
    },
    ownKeys: () => assert.fail('a cell names the fields that it takes'),
  });
}

/** All lists: those that files export, and those that functions make for a role or for what it may do. */
const defs: Def[] = [];
const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.tsx') && /\bListDef<\w+> (?:=|\{)/.test(readFileSync(join(SOURCE, name), 'utf8')),
);
for (const file of files) {
  const exported = Object.values(await vite.ssrLoadModule(`/src/${file}`));
  const made = exported.map((one) =>
    typeof one === 'function' && one.length === 1 && /\bcolumns\b/.test(`${one}`) ? one(() => true) : one,
  );
  const found = made.filter((one): one is Def => typeof one === 'object' && one !== null && 'reread' in one);
  if (/: ListDef</.test(readFileSync(join(SOURCE, file), 'utf8')))
    assert.notEqual(found.length, 0, `${file} exports its list`);
  defs.push(...found);
}
const { ViewerContext } = await vite.ssrLoadModule('/src/session/use-session.ts');
const { roles } = await vite.ssrLoadModule('/src/api/generated/roles.ts');
const { textOf } = await vite.ssrLoadModule('/src/text/texts.ts');
await vite.close();
const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });

function draw(cell: unknown): void {
  const viewer = { permissions: Object.keys(roles) };
  const inside = createElement(ViewerContext.Provider, { value: viewer }, cell as never);
  renderToStaticMarkup(
    createElement(MantineProvider, null, createElement(RouterContextProvider, { router } as never, inside)),
  );
}

/** The row that a list has with these columns. */
function rowOf(def: Def, columns: readonly string[], record: number) {
  const rows = def.rows(
    clientFor(record, []),
    { filter: undefined, sort: undefined, search: undefined, columns },
    false,
  );
  rows.show(0, 0);
  const row = rows.row(0);
  rows.stop();
  assert.ok(row, `the list ${def.view} has a row`);
  return row as typeof row & Values;
}

const repeated = (names: readonly string[]) => names.filter((name, index) => names.indexOf(name) !== index);

it('there are lists to try', () => assert.ok(defs.length > 0));

for (const def of defs) {
  it(`the order that the list ${def.view} begins with is that of a column that it begins with`, () => {
    const { field } = def.order ?? { field: 'CREATED_AT' };
    assert.ok(
      def.columns.some(({ sort, isShown }) => isShown && sort === field),
      `no column is sorted by ${field}`,
    );
  });

  it(`without columns the list ${def.view} asks for what names its records, and for their revision`, () => {
    const row = rowOf(def, [], 1);
    const others = pathsOf(row).filter((key) => key !== 'revision' && row[key] !== row.name);
    assert.deepEqual(others, []);
  });

  it(`each column of the list ${def.view} asks for all that it shows, and for nothing else`, () => {
    const base = new Set(pathsOf(rowOf(def, [], 1)));
    const wrong = def.columns.flatMap(({ key, cell }) => {
      const [asked, read] = [new Set<string>(), new Set<string>()];
      const unread = () => [...asked].filter((path) => !read.has(path));
      for (let record = 1; record <= LEAST || (record <= MOST && unread().length > 0); record += 1) {
        const row = rowOf(def, [key], record);
        for (const path of pathsOf(row)) if (!base.has(path)) asked.add(path);
        draw(createElement(() => cell(watched(row, read) as never)));
      }
      const missing = [...read].filter((path) => !asked.has(path) && !base.has(path));
      return [...unread().map((path) => `${key} asks for ${path}`), ...missing.map((path) => `${key} lacks ${path}`)];
    });
    assert.deepEqual(wrong, []);
  });

  it(`no two filters of the list ${def.view} have one name, in any language`, () => {
    const names = def.filters.map(({ label }): readonly string[] => textOf(label));
    for (const language of [0, 1, 2])
      assert.deepEqual(repeated(names.map((name) => String(name[language]))), [], LANGUAGES[language]);
  });

  it(`on a narrow screen the list ${def.view} shows columns that it begins with`, () => {
    const begun = def.columns.filter(({ isShown }) => isShown).map(({ key }) => key);
    assert.deepEqual(
      def.narrow.flat().filter((key) => !key || !begun.includes(key)),
      [],
    );
  });

  it(`the list ${def.view} says how many records are new, if it hears of changes`, () => {
    assert.ok(def.live.length === 0 || def.grows);
  });

  it(`the list ${def.view} reads the rows that an event names as it has read them`, async () => {
    if (def.live.length === 0) return;
    for (const columns of [[], ...def.columns.map(({ key }) => [key])]) {
      const row = rowOf(def, columns, 3);
      const answers: Values[] = [];
      const query = { filter: undefined, sort: undefined, search: undefined, columns };
      await def.reread(clientFor(3, answers, String(row.__typename)), ['a'], query);
      const [again] = (answers[0]?.nodes ?? []) as Values[];
      assert.ok(again);
      const known = pathsOf(row).filter((path) => path !== 'name' || 'name' in again);
      assert.deepEqual(pathsOf(again).sort(), known.sort());
    }
  });
}
