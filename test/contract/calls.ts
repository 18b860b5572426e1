import { graphqlName } from '../../src/model/enums.ts';
import type { RunningApp } from '../support/app.ts';
import type { Caller, Client, Json, Reply } from '../support/callers.ts';
import { type ContractOperation, contract } from '../support/contract.ts';
import { formOf, type Part, partsOf } from '../support/form.ts';
import type { Example, FileField } from './example.ts';
import { PASSWORD } from './examples.ts';
import { names } from './names.ts';

/** The operations that have to be there, in the specification's order. */
export const built = contract.operations;
/** Those that GraphQL has to offer too. */
export const onGraphql = built.filter(({ id }) => names[id]?.field !== undefined);

/** Changes that are kept in a history of their own (heartbeats, visits) and leave no audit entry. */
export const OWN_HISTORY = ['devices.heartbeat', 'preorders.recordView', 'firmware.report'];

/** They write what is gone in minutes, or only look, and leave no audit entry. */
export const NO_RECORD = ['firmware.inspectPackage', 'pairing.challenge', 'pairing.codeStatus'];

/** Reads that take data out of the house as a file: each leaves an entry. */
export const isExport = ({ responseContentType }: ContractOperation) => responseContentType === 'text/csv';

/** A caller who may; nobody in particular where no admin is needed. Only a change of password needs one (20 ms of hashing). */
export async function callerOf(app: RunningApp, operation: ContractOperation): Promise<Caller | undefined> {
  const role = operation.roles?.[0];
  return role && app.as(role, operation.id === 'auth.changePassword' ? { password: PASSWORD } : {});
}

/** Stands for a record that does not exist. */
export const UNKNOWN_ID = '01890000-0000-7000-8000-000000000000';

/** Calls an operation over REST as its row in the specification says. */
export function callRest(client: Client, operation: ContractOperation, example: Example = {}): Promise<Reply> {
  const path = operation.path.replace(/\{\w+\}/g, encodeURIComponent(example.id ?? UNKNOWN_ID));
  const query = example.query ? `?${new URLSearchParams(example.query)}` : '';
  const { body, headers } = sent(operation, example);
  return client.rest(operation.method, `${path}${query}`, body, headers);
}

/** What goes over the wire: a form where the operation takes one. */
function sent({ multipart }: ContractOperation, { body, headers }: Example): { body?: unknown; headers?: Headers } {
  if (!multipart || body === undefined) return { body, headers };
  const parts = Object.entries(body).flatMap(([name, value]): Part[] =>
    isFile(value) ? [{ name, value: value.bytes, fileName: value.fileName }] : partsOf({ [name]: value }),
  );
  const form = formOf(parts);
  return { body: form.body, headers: { ...headers, ...form.headers } };
}

type Headers = Readonly<Record<string, string>>;

function isFile(value: unknown): value is FileField {
  return typeof value === 'object' && value !== null && 'bytes' in value;
}

/** Calls at a time: waiting for one is time for another. */
const AT_ONCE = 8;

/** Makes a few calls at a time. @returns the replies in the order of the items */
export async function repliesTo<I>(items: readonly I[], call: (item: I) => Promise<Reply>): Promise<[I, Reply][]> {
  const replies: [I, Reply][] = [];
  const left = items.map((item, index) => [item, index] as const);
  const work = async () => {
    for (let next = left.shift(); next; next = left.shift()) replies[next[1]] = [next[0], await call(next[0])];
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return replies;
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

export async function readRootFields(app: RunningApp): Promise<RootFields> {
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
  const variables = Object.fromEntries(args.map((arg) => [arg.name, valueFor(arg.type, given[arg.name])]));
  return client.gql(`${kind}${declared ? `(${declared})` : ''} { ${calls} }`, variables, example.headers);
}

/** A value of the specification as GraphQL names it: `7d` is LAST_7_DAYS. */
function valueFor({ kind, name, ofType }: TypeRef, value: unknown): unknown {
  if (ofType) return valueFor(ofType, value);
  return kind === 'ENUM' && typeof value === 'string' ? graphqlName(name ?? '', value) : value;
}

function printed({ kind, name, ofType }: TypeRef): string {
  if (kind === 'NON_NULL' && ofType) return `${printed(ofType)}!`;
  if (kind === 'LIST' && ofType) return `[${printed(ofType)}]`;
  return name ?? '';
}

function isComposite(type: TypeRef): boolean {
  return type.ofType ? isComposite(type.ofType) : ['OBJECT', 'UNION', 'INTERFACE'].includes(type.kind);
}
