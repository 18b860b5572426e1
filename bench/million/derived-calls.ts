import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  buildSchema,
  type GraphQLField,
  type GraphQLInputObjectType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isObjectType,
} from 'graphql';
import { constantName } from '../../src/model/enums.ts';
import type { Call } from './calls.ts';
import type { Facts } from './facts.ts';

const PAGE = 50;
/** Filters of these are conditions by themselves; what leads to other records is in calls.ts. */
const LOGIC = ['and', 'or', 'not'];

/** A list of the schema, with what it can be sorted and filtered by. */
export interface List {
  readonly name: string;
  /** Required arguments, as text. */
  readonly needs: string;
  /** The fields of its records that have no selection of their own. */
  readonly leaves: readonly string[];
  readonly sorts: readonly string[];
  /** Field, where its values are found, and its condition; words of an enumeration are written without quotes. */
  readonly filters: readonly {
    readonly field: string;
    readonly path: string;
    readonly operator: 'eq' | 'gte';
    readonly isWord: boolean;
  }[];
}

/** Where a field of a filter is found in the records, when it is not a field of theirs. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  customerName: 'customer.fullName',
  serial: 'device.serial',
  createdById: 'createdBy.id',
  online: 'presence.online',
  lastSeenAt: 'presence.lastSeenAt',
  firmwareVersion: 'presence.firmwareVersion',
  firmwareBuildNumber: 'presence.firmwareBuildNumber',
  appVersion: 'presence.appVersion',
  firmwareSha256: 'firmware.sha256',
  firmwareSize: 'firmware.size',
};

export function readSchema(): GraphQLSchema {
  return buildSchema(readFileSync(fileURLToPath(new URL('../../schema.graphql', import.meta.url)), 'utf8'));
}

/** Every list that can be read page by page. */
export function listsOf(schema: GraphQLSchema, facts: Facts): List[] {
  const needs: Readonly<Record<string, string>> = {
    heartbeats: `deviceId: "${facts.busyDeviceId}"`,
    packageDevices: 'hardwareRevision: "l2-b"',
  };
  return Object.values(schema.getQueryType()?.getFields() ?? {}).flatMap((field) => {
    const record = recordOf(field);
    if (!record) return [];
    const filter = field.args.find(({ name }) => name === 'filter')?.type;
    const sort = schema.getType(`${record.name}SortField`);
    const leaves = Object.values(record.getFields()).flatMap(({ name, type, args }) =>
      isLeafType(getNamedType(type)) && args.length === 0 ? [name] : [],
    );
    const filterType = filter && getNamedType(filter);
    return [
      {
        name: field.name,
        needs: needs[field.name] ?? '',
        leaves,
        sorts: isEnumType(sort) ? sort.getValues().map(({ name }) => name) : [],
        filters: isInputObjectType(filterType) ? filtersOf(filterType, leaves) : [],
      },
    ];
  });
}

function recordOf(field: GraphQLField<unknown, unknown>) {
  const connection = getNamedType(field.type);
  if (!isObjectType(connection) || !connection.name.endsWith('Connection')) return undefined;
  const nodes = connection.getFields().nodes;
  const record = nodes && getNamedType(nodes.type);
  return isObjectType(record) ? record : undefined;
}

function filtersOf(filter: GraphQLInputObjectType, leaves: readonly string[]): List['filters'] {
  return Object.values(filter.getFields()).flatMap(({ name, type }) => {
    const condition = getNamedType(type);
    if (LOGIC.includes(name) || !isInputObjectType(condition)) return [];
    const { eq, gte } = condition.getFields();
    // A condition across an edge has fields of the other record.
    if (!eq) return [];
    const path = leaves.includes(name) ? name : (ELSEWHERE[name] ?? `${name.replace(/Id$/, '')}.id`);
    return [{ field: name, path, operator: gte ? 'gte' : 'eq', isWord: isEnumType(getNamedType(eq.type)) } as const];
  });
}

/** Reads one document and gives its data. */
export type Ask = (query: string) => Promise<Readonly<Record<string, unknown>>>;

/**
 * Each list as it is opened, by each filter with a value that its records have, with its count, and by each sort in both directions.
 * @returns also the filters that no record had a value for
 */
export async function derivedCalls(lists: readonly List[], ask: Ask): Promise<{ calls: Call[]; unmeasured: string[] }> {
  const calls: Call[] = [];
  const unmeasured: string[] = [];
  for (const list of lists) {
    const { name, leaves, sorts, filters } = list;
    const selection = `{ nodes { ${leaves.join(' ')} } }`;
    calls.push({ name: `${name}`, query: `{ ${name}${argumentsOf(list)} ${selection} }` });
    const values = await sample(list, ask);
    for (const { field, operator } of filters) {
      const value = values.get(field);
      if (value === undefined) {
        unmeasured.push(`${name} by ${field}`);
        continue;
      }
      const condition = `filter: { ${field}: { ${operator}: ${value} } }`;
      calls.push({ name: `${name} by ${field}`, query: `{ ${name}${argumentsOf(list, condition)} ${selection} }` });
      if (name === 'team') continue;
      calls.push({
        name: `count: ${name} by ${field}`,
        query: `{ ${name}${argumentsOf(list, condition)} { totalCount } }`,
      });
    }
    for (const field of sorts) {
      for (const direction of ['ASC', 'DESC']) {
        const sort = `sort: [{ field: ${field}, direction: ${direction} }]`;
        calls.push({
          name: `${name} sorted by ${field}, ${direction === 'ASC' ? 'up' : 'down'}`,
          query: `{ ${name}${argumentsOf(list, sort)} ${selection} }`,
        });
      }
    }
  }
  return { calls, unmeasured };
}

function argumentsOf({ name, needs }: List, more = ''): string {
  const all = [needs, name === 'team' ? '' : `first: ${PAGE}`, more].filter((text) => text !== '');
  return all.length > 0 ? `(${all.join(', ')})` : '';
}

/** A value of each filter from a page of its list, as it is written in a document. */
async function sample(list: List, ask: Ask): Promise<Map<string, string>> {
  const selection = [...new Set(list.filters.map(({ path }) => path))].map((path, index) => {
    const [head = '', tail] = path.split('.');
    return `f${index}: ${head}${tail ? ` { v: ${tail} }` : ''}`;
  });
  const paths = [...new Set(list.filters.map(({ path }) => path))];
  if (selection.length === 0) return new Map();
  const read = async (more: string) => {
    const data = await ask(`{ rows: ${list.name}${argumentsOf(list, more)} { nodes { ${selection.join(' ')} } } }`);
    return nodesOf(data.rows);
  };
  const newest = await read('');
  const values = new Map<string, string>();
  for (const { field, path, isWord } of list.filters) {
    const shownIn = (nodes: Awaited<ReturnType<typeof read>>) => {
      const found = nodes.map((node) => shown(node[`f${paths.indexOf(path)}`]));
      const known = found.filter((value) => value !== null && value !== undefined);
      return known[Math.floor(known.length / 2)];
    };
    // What the newest records lack, the first ones in the field's own order may have.
    const order = constantName(field);
    const sort = `sort: [{ field: ${order}, direction: ASC }]`;
    const value = shownIn(newest) ?? (list.sorts.includes(order) ? shownIn(await read(sort)) : undefined);
    if (value !== undefined) values.set(field, isWord ? String(value) : JSON.stringify(value));
  }
  return values;
}

function nodesOf(rows: unknown): readonly Readonly<Record<string, unknown>>[] {
  return typeof rows === 'object' && rows !== null && 'nodes' in rows && Array.isArray(rows.nodes) ? rows.nodes : [];
}

function shown(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'v' in value ? value.v : value;
}
