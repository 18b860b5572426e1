import type { AdminRole } from '../../src/model/enums.ts';
import { names } from '../contract/names.ts';
import type { RunningApp } from './app.ts';
import type { Caller, Json } from './callers.ts';
import { contract, ROLES } from './contract.ts';

/** The data of a query that succeeds. @throws Error when it does not */
export async function dataOf(who: Caller, query: string, variables: Record<string, unknown> = {}): Promise<Json> {
  const { status, body } = await who.gql(query, variables);
  if (status !== 200 || body.errors) throw new Error(`${status} ${JSON.stringify(body.errors)}`);
  return body.data;
}

/** The status, the code and the named field of a query that fails as a whole. */
export async function errorOf(
  who: Caller,
  query: string,
  variables: Record<string, unknown> = {},
): Promise<[number, string, string?]> {
  const { status, body } = await who.gql(query, variables);
  const { code, fields, status: own = status } = body.errors?.[0]?.extensions ?? {};
  return fields ? [own, code, fields[0].path] : [own, code];
}

/**
 * The roles, of all there are, that a query lets through; every other one is refused with 403 and gets nothing.
 * @param unknown the 404 code of a query that finds nothing
 */
export async function rolesThatMay(app: RunningApp, query: string, unknown?: string): Promise<AdminRole[]> {
  const may: AdminRole[] = [];
  for (const role of ROLES) {
    const { body } = await (await app.as(role)).gql(query);
    const code = body.errors?.[0].extensions.code;
    if (code === unknown) may.push(role);
    else if (code !== 'ROLE_FORBIDDEN' || JSON.stringify(body.data ?? {}).length > 100)
      throw new Error(`${role} ${code}`);
  }
  return may;
}

/** The roles that the contract gives an operation of the specification. */
export function contractRoles(operation: string): readonly AdminRole[] {
  const [id] = Object.entries(names).find(([, named]) => named.operation === operation) ?? [];
  const roles = contract.operations.find((each) => each.id === id)?.roles;
  if (!roles) throw new Error(`The contract has no roles of ${operation}.`);
  return ROLES.filter((role) => roles.includes(role));
}

/** Every page of a list, by cursor. @param page the query of one page, which takes `$after` and asks for `pageInfo` */
export async function pagesOf(who: Caller, list: string, query: string): Promise<Json[][]> {
  const pages: Json[][] = [];
  let after: string | null = null;
  do {
    const page: Json = (await dataOf(who, query, { after }))[list];
    pages.push(page.nodes);
    after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
  } while (after !== null);
  return pages;
}
