import { readFileSync } from 'node:fs';
import {
  buildSchema,
  type GraphQLOutputType,
  getNamedType,
  isInterfaceType,
  isLeafType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import type { RunningApp } from '../support/app.ts';
import type { Client, Reply } from '../support/callers.ts';
import { built, callRest } from './calls.ts';
import { exampleOf } from './examples.ts';

const RECORDS: Readonly<Record<string, string>> = { device: '/v1/admin/devices', release: '/v1/admin/firmware' };
const PAGE = 50;

/** A reply that was seen. */
export interface Recorded {
  readonly what: string;
  readonly status: number;
  readonly text: string;
}

/** A reply with its headers. */
export const textOf = ({ headers, text }: Reply) => `${JSON.stringify(headers)} ${text}`;

/** Keeps every reply to a client, with its headers. */
export function recordingClient(client: Client, replies: Recorded[]): Client {
  const keep = (what: string) => (reply: Reply) => {
    replies.push({ what, status: reply.status, text: textOf(reply) });
    return reply;
  };
  return {
    rest: (method, path, body, headers) => client.rest(method, path, body, headers).then(keep(`${method} ${path}`)),
    gql: (query, variables, headers) => client.gql(query, variables, headers).then(keep(query.slice(0, 80))),
  };
}

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));
/** Deep enough for a list's records and what belongs to each, and below the bound on costs. */
const DEPTH = 2;

/** All fields of a type, and of the types in it, that ask for no argument. */
function everything(type: GraphQLOutputType, depth = 0): string {
  const named = getNamedType(type);
  if (isLeafType(named)) return '';
  if (isInterfaceType(named)) return '{ __typename id }';
  if (!isObjectType(named)) throw new Error(`${named.name} is not expected here.`);
  const fields = Object.values(named.getFields()).flatMap((field) => {
    const inner = getNamedType(field.type);
    if (field.args.some((arg) => isNonNullType(arg.type) && arg.defaultValue === undefined)) return [];
    if (isLeafType(inner)) return [field.name];
    if (depth >= DEPTH || (depth > 0 && inner.name.endsWith('Connection'))) return [];
    return [`${field.name} ${everything(field.type, depth + 1)}`];
  });
  return `{ ${fields.join(' ')} }`;
}

/**
 * Reads every list and record that can be read, through both transports.
 * @param seesAll whether the caller may: then nothing is refused; otherwise some of it is, and told so
 */
export async function readEverything(
  app: RunningApp,
  caller: Client,
  { seesAll }: { seesAll: boolean },
): Promise<void> {
  for (const operation of built.filter(({ method, path }) => method === 'GET' && !path.includes('{'))) {
    await callRest(caller, operation);
  }
  for (let skip = 0; skip === 0 || (await restPage(caller, skip)) > 0; skip += PAGE);
  for (const field of Object.values(schema.getQueryType()?.getFields() ?? {})) {
    if (field.args.some((arg) => isNonNullType(arg.type))) continue;
    const reply = await caller.gql(`{ ${field.name} ${everything(field.type)} }`);
    if (seesAll) expect([field.name, reply.body.errors]).toEqual([field.name, undefined]);
  }
  let after: string | null = null;
  do after = await typedPage(caller, after);
  while (after !== null);
  for (const table of ['device', 'release']) {
    const type = schema.getQueryType()?.getFields()[table]?.type;
    for (const { id } of await app.sql(`select id from ${table}`)) {
      await caller.rest('GET', `${RECORDS[table]}/${id}`);
      if (type) await caller.gql(`query ($id: ID!) { ${table}(id: $id) ${everything(type)} }`, { id });
    }
  }
  const batch = built.find(({ id }) => id === 'inventory.get');
  if (batch) await callRest(caller, batch, await exampleOf('inventory.get', app));
}

async function restPage(caller: Client, skip: number): Promise<number> {
  const { body } = await caller.rest('GET', `/v1/admin/audit?skip=${skip}&take=${PAGE}`);
  return body.items?.length ?? 0;
}

/** The cursor of the next page; null after the last. */
async function typedPage(caller: Client, after: string | null): Promise<string | null> {
  const fields = 'nodes { id actorLabel action targetId changes detail reason requestId ip }';
  const { body } = await caller.gql(
    `query ($after: String) { auditEntries(after: $after, first: ${PAGE}) { ${fields} pageInfo { hasNextPage endCursor } } }`,
    { after },
  );
  const { hasNextPage = false, endCursor = null } = body.data?.auditEntries?.pageInfo ?? {};
  return hasNextPage ? endCursor : null;
}
