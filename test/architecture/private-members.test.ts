import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from '@swc/core';

/** Members of packages that their documentation and types leave out, whatever their names look like. */
const UNDOCUMENTED = new Set(['processID', 'parsedStatements', 'writeQueueSize']);
/** Objects of packages that are used as they are: nothing of them is replaced. */
const PATCHES = /Object\.(?:assign|defineProperty)\(\s*(?:pool|client|connection|socket|server|req|res)\b/;

type Node = { readonly type?: string; readonly value?: unknown; readonly [key: string]: unknown };

/** The private members that a source reads, declares or destructures. */
function privateMembersIn(source: string): readonly string[] {
  const found: string[] = [];
  const note = (name: unknown) => {
    if (typeof name === 'string' && (/^_[a-zA-Z]/.test(name) || UNDOCUMENTED.has(name))) found.push(name);
  };
  const walk = (node: Node) => {
    const { type, property, key } = node as Node & { property?: Node; key?: Node };
    if (type === 'MemberExpression' && property?.type === 'Identifier') note(property.value);
    if (/Property|Signature/.test(type ?? '')) note(key?.value);
    for (const part of Object.values(node).flat()) if (typeof part === 'object' && part !== null) walk(part as Node);
  };
  walk(parseSync(source, { syntax: 'typescript', decorators: true }) as unknown as Node);
  return found;
}

it.each([
  ['reads it', 'const fd = socket._handle.fd;', '_handle'],
  ['declares it', 'interface Handle { readonly writeQueueSize?: number }', 'writeQueueSize'],
  ['destructures it', 'const { processID: pid } = client;', 'processID'],
])('the search finds a module that %s', (_how, source, name) => {
  expect(privateMembersIn(source)).toEqual([name]);
});

it('no module touches a private member of a package, or replaces a member of its objects', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const found = files.flatMap((file) => {
    const source = readFileSync(join('src', file), 'utf8');
    const members = privateMembersIn(source).map((name) => `${file}: ${name}`);
    return PATCHES.test(source) ? [...members, `${file}: replaces a member`] : members;
  });
  expect(found).toEqual([]);
});
