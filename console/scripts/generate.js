// Writes src/api/generated/: the types of all operations, the enums of the schema, the roles of the service's operations, and for each
// .graphql file its documents.
// `--check` writes nothing and fails when a file would differ.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { codegen } from '@graphql-codegen/core';
import * as operations from '@graphql-codegen/typescript-operations';
import {
  buildSchema,
  isEnumType,
  Kind,
  parse,
  print,
  specifiedRules,
  stripIgnoredCharacters,
  validate,
  visit,
} from 'graphql';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const source = join(root, 'src');
const target = join(source, 'api', 'generated');
const HEADER = '// Written by `npm run generate` from schema.graphql and the .graphql files. Do not edit.\n';
const scalars = { DateTime: 'string', JSON: 'unknown', Money: 'number', SafeInt: 'number', ID: 'string' };

const schemaText = readFileSync(join(root, '..', 'schema.graphql'), 'utf8');
const schema = buildSchema(schemaText);
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.graphql'))
  .sort()
  .map((name) => ({ name, document: parse(readFileSync(join(source, name), 'utf8'), { noLocation: true }) }));

const whole = { kind: Kind.DOCUMENT, definitions: files.flatMap(({ document }) => document.definitions) };
const problems = validate(
  schema,
  whole,
  specifiedRules.filter(({ name }) => name !== 'LoneSchemaDefinitionRule'),
);
if (problems.length > 0) {
  for (const { message } of problems) console.error(message);
  process.exit(1);
}

const fragments = new Map(
  whole.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION).map((one) => [one.name.value, one]),
);
const TYPENAME = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } };

/** The operation with the fragments that it needs and a `__typename` in each selection, as the cache needs them: the text that is sent. */
function textOf(operation) {
  const needed = new Map();
  const collect = (node) =>
    visit(node, {
      FragmentSpread({ name: { value } }) {
        if (needed.has(value)) return;
        needed.set(value, fragments.get(value));
        collect(fragments.get(value));
      },
    });
  collect(operation);
  const document = { kind: Kind.DOCUMENT, definitions: [operation, ...needed.values()] };
  const named = visit(document, {
    SelectionSet(node, _key, parent) {
      if (parent?.kind === Kind.OPERATION_DEFINITION) return undefined;
      if (node.selections.some((one) => one.kind === Kind.FIELD && one.name.value === '__typename')) return undefined;
      return { ...node, selections: [TYPENAME, ...node.selections] };
    },
  });
  return stripIgnoredCharacters(print(named));
}

const KINDS = { query: 'Query', mutation: 'Mutation', subscription: 'Subscription' };
const manifest = {};

/** The file of the documents of one .graphql file. */
function documentsOf({ name, document }) {
  const types = [];
  const lines = document.definitions
    .filter(({ kind }) => kind === Kind.OPERATION_DEFINITION)
    .map((operation) => {
      const { value } = operation.name;
      const text = textOf(operation);
      manifest[createHash('sha256').update(text).digest('hex')] = text;
      const type = `${value}${KINDS[operation.operation]}`;
      types.push(type, `${type}Variables`);
      return `export const ${value}Document = typedDocument<${type}, ${type}Variables>(\n  '${value}',\n  ${JSON.stringify(text)},\n);\n`;
    });
  if (lines.length === 0) return [];
  const imports = `import { typedDocument } from '../document.ts';\nimport type { ${types.sort().join(', ')} } from './operations.ts';\n\n`;
  const path = `${relative('.', name)
    .replaceAll('/', '-')
    .replace(/\.graphql$/, '')}.ts`;
  return [[basename(path), HEADER + imports + lines.join('')]];
}

const enums = Object.values(schema.getTypeMap())
  .filter((type) => isEnumType(type) && !type.name.startsWith('__'))
  .map(
    (type) =>
      `export type ${type.name} = ${type
        .getValues()
        .map(({ name }) => `'${name}'`)
        .join(' | ')};\n`,
  );

/** The examples of questions: their data set and the question itself, which screens can change and ask. */
function examplesOf() {
  const folder = join(root, '..', 'examples', 'questions');
  const names = readdirSync(folder).filter((name) => name.endsWith('.graphql')).sort();
  const entries = names.map((name) => {
    const written = readFileSync(join(folder, name), 'utf8');
    const [{ selectionSet }] = parse(written, { noLocation: true }).definitions;
    // The question is what the first line asks; what follows it explains.
    const text = /^# ([^?]*\?|.*)/.exec(written)?.[1];
    const [field] = selectionSet.selections;
    const question = questionOf(field.arguments.find((one) => one.name.value === 'query').value);
    return `  '${basename(name, '.graphql')}': ${JSON.stringify({ field: field.name.value, text, question })},\n`;
  });
  return `export const examples = {\n${entries.join('')}} as const;\n`;
}

/** The value of a literal; a variable, such as the time zone, is left out. */
function questionOf(value) {
  if (value.kind === Kind.LIST) return value.values.map(questionOf);
  if (value.kind === Kind.INT || value.kind === Kind.FLOAT) return Number(value.value);
  if (value.kind !== Kind.OBJECT) return value.value ?? null;
  const fields = value.fields.filter((field) => field.value.kind !== Kind.VARIABLE);
  return Object.fromEntries(fields.map((field) => [field.name.value, questionOf(field.value)]));
}

/** Who may call what, from the service's own code: the schema does not tell, and `viewer.permissions` is about the viewer alone. */
async function rolesOf() {
  const { catalog } = await import('../../src/domain/catalog.ts');
  const entries = catalog
    .filter(({ access }) => access.kind === 'admin')
    .map(({ name, access }) => `  ${name}: [${access.roles.map((role) => `'${role}'`).join(', ')}],\n`)
    .sort();
  const type = 'Readonly<Record<string, readonly AdminRole[]>>';
  return `import type { AdminRole } from './enums.ts';\n\nexport const roles: ${type} = {\n${entries.join('')}};\n`;
}

const types = await codegen({
  schema: parse(schemaText),
  schemaAst: schema,
  documents: files.map(({ name, document }) => ({ document, location: name })),
  filename: 'operations.ts',
  config: { scalars, useTypeImports: true, enumsAsTypes: true, nonOptionalTypename: true, maybeValue: 'T | null' },
  plugins: [{ operations: {} }],
  pluginMap: { operations },
});

const written = new Map([
  ['operations.ts', HEADER + types.replace(/^\s*\/\*\*.*\*\/\n/gm, '')],
  ['enums.ts', HEADER + enums.join('')],
  ['examples.ts', HEADER + examplesOf()],
  ['roles.ts', HEADER.replace('schema.graphql', 'the operations of the service') + (await rolesOf())],
  ...files.flatMap(documentsOf),
]);
written.set('../../../documents.json', `${JSON.stringify(manifest, null, 1)}\n`);

if (process.argv.includes('--check')) {
  const old = [...written].filter(([name, text]) => contentOf(join(target, name)) !== text).map(([name]) => name);
  if (old.length > 0) console.error(`Run "npm run generate --prefix console": ${old.join(', ')} would differ.`);
  process.exit(old.length > 0 ? 1 : 0);
}
rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
for (const [name, text] of written) writeFileSync(join(target, name), text);
console.log(`${written.size} files, ${Object.keys(manifest).length} documents.`);

function contentOf(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
