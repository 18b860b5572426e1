import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from '@swc/core';

const MADE_ONCE = 'what declarations are made into at the first use, the same for each service';
const OF_AN_OBJECT = 'belongs to the object that is its key, and ends with it';
const NEVER_CHANGED = 'an object of a library, not changed after its module has loaded';
const SCRATCH = 'written and read within one synchronous call';

/**
 * State of a service belongs to objects that `src/app.ts` builds (`RuntimeState` in src/domain/kernel/runtime-state.ts): two
 * services in one process share nothing. What modules keep is listed here, with why services may share it.
 */
const ALLOWED: Readonly<Record<string, string>> = {
  'src/settings/address-settings.ts THIS_MACHINE': NEVER_CHANGED,
  'src/domain/analytics/question-input.ts schemas': MADE_ONCE,
  'src/domain/auth/password.ts inTurn': "hashing has half of libuv's threads, which are the process's",
  'src/domain/devices/device-proof.ts inner': SCRATCH,
  'src/domain/devices/device-proof.ts outer': SCRATCH,
  'src/domain/formats/entered-time.ts FIRST_ENTERED_TIME': NEVER_CHANGED,
  'src/domain/heartbeats/record-heartbeat.ts receivedIso': 'the text of the last moment, a pure function of it',
  'src/domain/heartbeats/record-heartbeat.ts serverIso': 'the text of the last moment, a pure function of it',
  'src/domain/kernel/input.ts ajv': MADE_ONCE,
  'src/domain/kernel/input.ts compiled': MADE_ONCE,
  'src/domain/kernel/input.ts ids': MADE_ONCE,
  'src/domain/kernel/input.ts sharedIds': MADE_ONCE,
  'src/domain/kernel/named-schemas.ts made': MADE_ONCE,
  'src/domain/formats/jws.ts keySets': OF_AN_OBJECT,
  'src/domain/kernel/record-input.ts refinements': MADE_ONCE,
  'src/domain/formats/secret-box.ts preparedKeys': OF_AN_OBJECT,
  'src/domain/offers/offer-facts.ts ranked': OF_AN_OBJECT,
  'src/graphql/schema/bulk.ts resolverClasses': MADE_ONCE,
  'src/graphql/schema/bulk.ts results': MADE_ONCE,
  'src/graphql/schema/connection.ts connections': MADE_ONCE,
  'src/graphql/schema/edges.ts needsDirective': NEVER_CHANGED,
  'src/graphql/schema/input-type.ts enums': MADE_ONCE,
  'src/graphql/schema/input-type.ts inputs': MADE_ONCE,
  'src/graphql/schema/operation-field.ts resolvers': MADE_ONCE,
  'src/graphql/schema/operation-field.ts mutationClasses': MADE_ONCE,
  'src/graphql/execution/executor.ts variants': OF_AN_OBJECT,
  'src/graphql/execution/plan.ts selectedPages': OF_AN_OBJECT,
  'src/graphql/schema/record-type.ts recordTypes': MADE_ONCE,
  'src/graphql/schema/record-type.ts selections': OF_AN_OBJECT,
  'src/graphql/schema/scalars.ts DateTime': NEVER_CHANGED,
  'src/graphql/schema/scalars.ts Json': NEVER_CHANGED,
  'src/graphql/schema/schema.ts served': MADE_ONCE,
  'src/log.ts secretNames': 'whether a name is that of a secret, a pure function of it; at most 1,000',
  'src/model/enums.ts declared': MADE_ONCE,
  'src/model/work.ts currentWork': 'what the running code belongs to: each call has its own',
  'src/model/zoned-time.ts formats': 'formats by time zone, pure functions of it',
  'src/model/zoned-time.ts years': 'the changes of clocks by time zone and year, pure functions of them; at most 2,000',
  'src/persistence/sql/pg-types.ts builtins': NEVER_CHANGED,
  'src/persistence/sql/prepared.ts kept': OF_AN_OBJECT,
  'src/rest/middleware/request-id.ts used': 'how many of the random bytes that were drawn are used',
  'src/rest/server/client-ip.ts addresses': OF_AN_OBJECT,
  'src/rest/server/multipart-headers.ts PARAMETER': SCRATCH,
  'src/rest/server/server.ts connectionsOf': OF_AN_OBJECT,
  'src/model/time-zones.ts canonicalNames': 'the names that Node gives to time zones, a pure function of them',
};

type Node = { readonly type: string; readonly [key: string]: unknown };

const MUTATORS = new Set(
  'set add delete clear push pop shift unshift splice sort reverse fill copyWithin write addSchema'.split(' '),
);
/** Unchangeable once made: those of the language, and ours whose members are read-only. */
const CONSTANT_CLASSES = new Set('RegExp Error URL TextEncoder TextDecoder Collator Source Column'.split(' '));
const CONTAINERS = new Set('Map Set WeakMap WeakSet Array'.split(' '));
const FUNCTIONS = new Set(
  'FunctionDeclaration FunctionExpression ArrowFunctionExpression ClassMethod PrivateMethod MethodProperty GetterProperty'.split(
    ' ',
  ),
);
const WRAPPERS = new Set(
  'TsAsExpression TsSatisfiesExpression TsConstAssertion TsNonNullExpression ParenthesisExpression'.split(' '),
);

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .map((value) => (isNode(value) ? value : value?.expression))
    .filter(isNode);
}

function* walk(node: Node): Generator<Node> {
  yield node;
  for (const child of childrenOf(node)) yield* walk(child);
}

const at = (node: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((value, key) => (isNode(value) ? value[key] : undefined), node);
const nameOf = (node: unknown) => (at(node, 'type') === 'Identifier' ? String(at(node, 'value')) : undefined);

/** The variable at the beginning of `a.b[c]`; undefined for a plain `a`. */
function rootOf(node: unknown): string | undefined {
  if (at(node, 'type') !== 'MemberExpression') return undefined;
  return nameOf(at(node, 'object')) ?? rootOf(at(node, 'object'));
}

/** The variables whose content a piece of code changes. */
function changedIn(code: Node): Set<string> {
  const changed = new Set<string | undefined>();
  for (const node of walk(code)) {
    if (node.type === 'AssignmentExpression') changed.add(rootOf(node.left));
    if (node.type === 'UpdateExpression' || node.type === 'UnaryExpression') {
      if (node.operator !== 'delete' && node.type === 'UnaryExpression') continue;
      changed.add(rootOf(node.argument));
    }
    if (node.type !== 'CallExpression') continue;
    const method = at(node, 'callee', 'property', 'value');
    if (MUTATORS.has(String(method))) changed.add(nameOf(at(node, 'callee', 'object')));
    const [first] = node.arguments as readonly { readonly expression: Node }[];
    if (method === 'assign') changed.add(nameOf(first?.expression));
  }
  return new Set([...changed].filter((name) => name !== undefined));
}

function assignedIn(code: Node): Set<string | undefined> {
  return new Set(
    [...walk(code)].flatMap((node) => {
      if (node.type === 'AssignmentExpression') return [nameOf(node.left), nameOf(at(node, 'left', 'pat'))];
      return node.type === 'UpdateExpression' ? [nameOf(node.argument)] : [];
    }),
  );
}

interface Variable {
  readonly name: string;
  readonly kind: string;
  readonly init: Node | undefined;
}

function variablesOf(statement: Node): Variable[] {
  const declaration = statement.type === 'ExportDeclaration' ? (statement.declaration as Node) : statement;
  if (declaration.type !== 'VariableDeclaration' || declaration.declare) return [];
  return (declaration.declarations as readonly Node[]).flatMap(({ id, init }) => {
    const name = nameOf(id);
    return name ? [{ name, kind: String(declaration.kind), init: unwrapped(init) }] : [];
  });
}

function unwrapped(node: unknown): Node | undefined {
  if (!isNode(node)) return undefined;
  return WRAPPERS.has(node.type) ? unwrapped(node.expression) : node;
}

/** Whether a function keeps something between the calls of the functions that it makes. */
function keepsState(made: Node | undefined): boolean {
  if (!made || !FUNCTIONS.has(made.type)) return false;
  const body = (at(made, 'body', 'stmts') ?? []) as readonly Node[];
  const inner = [...walk(made)].filter((node) => node !== made && FUNCTIONS.has(node.type));
  return body
    .flatMap(variablesOf)
    .some(({ name, kind }) =>
      inner.some((code) => (kind === 'const' ? changedIn(code).has(name) : assignedIn(code).has(name))),
    );
}

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => {
    const path = join('src', name);
    const program = parseSync(readFileSync(path, 'utf8'), { syntax: 'typescript', decorators: true, target: 'es2023' });
    const body = program.body as unknown as readonly Node[];
    return { path, program: program as unknown as Node, body };
  });

/** By `file name`, as the modules of src import it. */
function importsOf({ path, body }: (typeof files)[number]): Map<string, string> {
  const entries = body.flatMap((node) => {
    const source = String(at(node, 'source', 'value') ?? '');
    if (node.type !== 'ImportDeclaration' || !source.startsWith('.')) return [];
    return (node.specifiers as readonly Node[]).map(({ local, imported }): [string, string] => {
      const name = nameOf(local) ?? '';
      return [name, `${join(dirname(path), source)} ${nameOf(imported) ?? name}`];
    });
  });
  return new Map(entries);
}

function foundState(): string[] {
  const changed = new Set<string>();
  const stateful = new Set<string>();
  for (const file of files) {
    const imports = importsOf(file);
    for (const name of changedIn(file.program)) changed.add(imports.get(name) ?? `${file.path} ${name}`);
    for (const statement of file.body) {
      const declared = statement.type === 'ExportDeclaration' ? (statement.declaration as Node) : statement;
      const own = nameOf(declared.identifier);
      if (own && keepsState(declared)) stateful.add(`${file.path} ${own}`);
      for (const { name, init } of variablesOf(statement)) if (keepsState(init)) stateful.add(`${file.path} ${name}`);
    }
  }
  return files.flatMap((file) => {
    const imports = importsOf(file);
    const own = (name: string | undefined) => imports.get(name ?? '') ?? `${file.path} ${name}`;
    const variables = file.body.flatMap(variablesOf).filter(({ name, kind, init }) => {
      if (kind !== 'const' || changed.has(`${file.path} ${name}`)) return true;
      const callee = nameOf(init?.callee) ?? String(at(init?.callee, 'property', 'value'));
      if (init?.type === 'CallExpression') return stateful.has(own(nameOf(init.callee)));
      return init?.type === 'NewExpression' && !CONTAINERS.has(callee) && !CONSTANT_CLASSES.has(callee);
    });
    const fields = [...walk(file.program)].filter(
      (node) => /^(Class|Private)Property$/.test(node.type) && node.isStatic && !node.readonly,
    );
    return [
      ...variables.map(({ name }) => `${file.path} ${name}`),
      ...fields.map(({ key }) => `${file.path} static ${at(key, 'value')}`),
    ];
  });
}

it('a module keeps no state but what services may share, each with its reason', () => {
  const found = foundState().sort();
  const known = Object.keys(ALLOWED);
  expect({
    'belongs to an object that app.ts builds, or has its reason in this test': found.filter(
      (each) => !known.includes(each),
    ),
    'is no state any more': known.filter((each) => !found.includes(each)),
  }).toEqual({
    'belongs to an object that app.ts builds, or has its reason in this test': [],
    'is no state any more': [],
  });
});
