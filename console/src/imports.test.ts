import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';

const SOURCE = dirname(fileURLToPath(import.meta.url));

/** Imports go from a folder to its own layer or a lower one. dependency-cruiser's parser does not read JSX without TypeScript's API, which version 7 lacks. */
const LAYERS: readonly (readonly string[])[] = [
  ['text', 'ui'],
  ['api', 'live', 'session'],
  ['actions', 'charts', 'list', 'palette', 'record'],
  [
    'devices',
    'inventory',
    'sales',
    'preorders',
    'team',
    'me',
    'settings',
    'audit',
    'service-accounts',
    'customers',
    'installations',
    'releases',
    'today',
    'analytics',
    'claim-codes',
  ],
  ['frame'],
  ['early.ts'],
  ['main.tsx'],
];
/** The names of enumerations are types, and what texts are keyed by. */
const FOR_ALL = ['api/generated/enums.ts'];

const layerOf = (path: string) => LAYERS.findIndex((folders) => folders.includes(path.split('/')[0] ?? ''));

it('imports of the console go from modules to lists, to the session, to texts, and a module imports no other', () => {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?<!\.test)\.tsx?$/.test(name),
  );
  const wrong = files.flatMap((file) => {
    const from = file.split('/')[0];
    const imports = [...readFileSync(join(SOURCE, file), 'utf8').matchAll(/(?:from|import)\s*\(?'(\.[^']+)'/g)];
    return imports.flatMap(([, path = '']) => {
      const to = relative(SOURCE, join(SOURCE, dirname(file), path));
      const isAllowed = FOR_ALL.includes(to) || to.split('/')[0] === from || layerOf(to) < layerOf(file);
      const isShared = layerOf(file) < 3 && layerOf(to) === layerOf(file);
      return isAllowed || isShared ? [] : [`${file} -> ${to}`];
    });
  });
  assert.deepEqual(wrong, []);
  assert.deepEqual(
    files.filter((file) => layerOf(file) < 0),
    [],
    'a new folder needs a layer',
  );
});
