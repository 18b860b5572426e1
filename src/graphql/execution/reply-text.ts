import type { FormattedExecutionResult } from 'graphql';
import type { PageArguments } from '../../domain/kernel/list.ts';
import type { Page } from '../../model/ports.ts';
import { connectionFrom } from '../schema/connection.ts';
import type { ConnectionMember, EdgeMember } from './plan.ts';

/** A part of a reply that is JSON already. */
export class ReplyText {
  constructor(readonly text: string) {}
}

/** A reply as JSON. */
export function stringifyReply({ errors, data, ...others }: FormattedExecutionResult): string {
  const members: [string, string][] = [];
  if (errors) members.push(['errors', JSON.stringify(errors)]);
  if (data !== undefined) members.push(['data', data === null ? 'null' : objectText(Object.entries(data).map(textOf))]);
  for (const [name, value] of Object.entries(others)) {
    if (value !== undefined) members.push([name, JSON.stringify(value)]);
  }
  return `${objectText(members)}\n`;
}

function textOf([name, value]: [string, unknown]): [string, string] {
  return [name, value instanceof ReplyText ? value.text : (JSON.stringify(value) ?? 'null')];
}

/** @param members names of GraphQL, which need no escape, with their values as JSON */
function objectText(members: readonly (readonly [name: string, json: string])[]): string {
  return `{${members.map(([name, json]) => `"${name}":${json}`).join(',')}}`;
}

/**
 * A connection of records that PostgreSQL has written.
 * @param args of the page
 */
export function connectionText(
  connection: readonly ConnectionMember[],
  page: Page<unknown>,
  args: PageArguments,
): ReplyText {
  const { json = '', cursors = [] } = page;
  const { pageInfo, totalCount, totals, facets } = connectionFrom(page, args);
  const jsonOf = (member: ConnectionMember): string => {
    switch (member.of) {
      case 'typename':
        return JSON.stringify(member.type);
      case 'totalCount':
        return String(totalCount);
      case 'totals':
      case 'facets':
        return JSON.stringify(member.of === 'totals' ? totals : facets);
      case 'nodes':
        return `[${typeof json === 'string' ? json : json.join(',')}]`;
      case 'pageInfo':
        return objectText(
          member.fields.map(([as, field]) => [
            as,
            JSON.stringify(field === '__typename' ? 'PageInfo' : pageInfo[field as keyof typeof pageInfo]),
          ]),
        );
      case 'edges':
        return `[${[...json].map((node, at) => edgeText(member.members, member.type, node, cursors[at])).join(',')}]`;
    }
  };
  return new ReplyText(objectText(connection.map((member) => [member.as, jsonOf(member)])));
}

function edgeText(members: readonly EdgeMember[], type: string, node: string, cursor = ''): string {
  const values = { node, cursor: JSON.stringify(cursor), typename: JSON.stringify(type) };
  return objectText(members.map(({ as, of }) => [as, values[of]]));
}
