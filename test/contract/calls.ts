import type { TestApp } from '../support/app.ts';
import type { Client, Json, Reply } from '../support/callers.ts';
import { type ContractOperation, contract } from '../support/contract.ts';
import type { Example } from './examples.ts';
import { isPending, names } from './names.ts';

/** The operations that have to be there, in the specification's order. */
export const built = contract.operations.filter(({ id }) => !isPending(id));
export const pending = contract.operations.filter(({ id }) => isPending(id));
/** Those that GraphQL has to offer too. */
export const onGraphql = built.filter(({ id }) => names[id]?.field !== undefined);

/** Stands for a record that does not exist. */
export const UNKNOWN_ID = '01890000-0000-7000-8000-000000000000';

/** Calls an operation over REST as its row in the specification says. */
export function callRest(client: Client, operation: ContractOperation, example: Example = {}): Promise<Reply> {
  const path = operation.path.replace(/\{\w+\}/g, encodeURIComponent(example.id ?? UNKNOWN_ID));
  const query = example.query ? `?${new URLSearchParams(example.query)}` : '';
  return client.rest(operation.method, `${path}${query}`, example.body, example.headers);
}

interface TypeRef {
  readonly kind: string;
  readonly name: string | null;
  readonly ofType: TypeRef | null;
}
interface FieldFacts {
  readonly name: string;
  readonly type: TypeRef;
  readonly args: readonly { readonly name: string; readonly type: TypeRef }[];
}

/** GraphQL's root fields as the service describes them to a signed-in admin. */
export interface RootFields {
  readonly query: ReadonlyMap<string, FieldFacts>;
  readonly mutation: ReadonlyMap<string, FieldFacts>;
}

const TYPE = 'type { kind name ofType { kind name ofType { kind name ofType { kind name } } } }';
const ROOTS = `{ __schema {
  queryType { fields { name ${TYPE} args { name ${TYPE} } } }
  mutationType { fields { name ${TYPE} args { name ${TYPE} } } }
} }`;

export async function readRootFields(app: TestApp): Promise<RootFields> {
  const admin = await app.as('SUPER_ADMIN');
  const reply = await admin.gql(ROOTS);
  const { queryType, mutationType } = reply.body?.data?.__schema ?? {};
  if (!queryType || !mutationType) throw new Error(`The service does not describe its schema: ${reply.text}`);
  const byName = (type: Json) =>
    new Map<string, FieldFacts>(type.fields.map((field: FieldFacts) => [field.name, field]));
  return { query: byName(queryType), mutation: byName(mutationType) };
}

/** Calls an operation over GraphQL, `times` times in one request under aliases. */
export function callGraphql(
  client: Client,
  roots: RootFields,
  operation: ContractOperation,
  example: Example = {},
  times = 1,
): Promise<Reply> {
  const name = names[operation.id]?.field ?? '';
  const kind = roots.query.has(name) ? 'query' : 'mutation';
  const field = roots[kind].get(name);
  if (!field) throw new Error(`GraphQL has no root field ${name} for ${operation.id}.`);
  const given: Record<string, unknown> = { id: example.id ?? UNKNOWN_ID, input: example.body ?? {}, ...example.query };
  const args = field.args.filter((arg) => arg.name in given);
  const declared = args.map((arg) => `$${arg.name}: ${printed(arg.type)}`).join(', ');
  const passed = args.map((arg) => `${arg.name}: $${arg.name}`).join(', ');
  const call = `${name}${passed ? `(${passed})` : ''}${isComposite(field.type) ? ' { __typename }' : ''}`;
  const calls = Array.from({ length: times }, (_, index) => `call${index}: ${call}`).join(' ');
  const variables = Object.fromEntries(args.map((arg) => [arg.name, given[arg.name]]));
  return client.gql(`${kind}${declared ? `(${declared})` : ''} { ${calls} }`, variables, example.headers);
}

function printed({ kind, name, ofType }: TypeRef): string {
  if (kind === 'NON_NULL' && ofType) return `${printed(ofType)}!`;
  if (kind === 'LIST' && ofType) return `[${printed(ofType)}]`;
  return name ?? '';
}

function isComposite(type: TypeRef): boolean {
  return type.ofType ? isComposite(type.ofType) : ['OBJECT', 'UNION', 'INTERFACE'].includes(type.kind);
}
