import pg from 'pg';
import type { Sql } from './app.ts';

/** How many statements the service sends while it works. */
export async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  await watching(() => {
    count += 1;
  }, work);
  return count;
}

/** The text of the statements that the service sends while it works. */
export async function statementTextsOf(work: () => Promise<unknown>): Promise<string[]> {
  const texts: string[] = [];
  await watching(({ text }) => texts.push(text), work);
  return texts;
}

/** The names of the statements that the service prepares while it works, for each connection that it sends some to. */
export async function statementNamesOf(work: () => Promise<unknown>): Promise<ReadonlySet<string>[]> {
  const names = new Map<unknown, Set<string>>();
  await watching(({ name, client }) => {
    if (name) names.set(client, (names.get(client) ?? new Set()).add(name));
  }, work);
  return [...names.values()];
}

/** How many records PostgreSQL gives the service while it works: rows, and objects in JSON that it writes. */
export async function rowsGivenBy(work: () => Promise<unknown>): Promise<number> {
  const results: Promise<{ readonly rows?: readonly object[] }>[] = [];
  await watching((_statement, result) => {
    if (result instanceof Promise) results.push(result);
  }, work);
  return (await Promise.all(results)).flatMap(({ rows = [] }) => rows).reduce((sum, row) => sum + recordsIn(row), 0);
}

function recordsIn(row: object): number {
  const { json, ...columns } = row as { readonly json?: unknown };
  if (typeof json === 'string') return objectsIn(JSON.parse(`[${json}]`));
  const followed = Object.entries(columns).filter(([name]) => name.startsWith('followed'));
  return 1 + objectsIn(followed.map(([, value]) => value));
}

function objectsIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inside = Object.values(value).reduce<number>((sum, member) => sum + objectsIn(member), 0);
  return Array.isArray(value) ? inside : inside + 1;
}

async function watching(seen: (statement: Sent, result: unknown) => void, work: () => Promise<unknown>): Promise<void> {
  const original = pg.Client.prototype.query;
  pg.Client.prototype.query = function watched(this: unknown, ...args: never[]) {
    const [statement, values] = args as readonly unknown[];
    const result: unknown = Reflect.apply(original, this, args);
    const text = textOf(statement);
    if (ASKED_ONCE.includes(text) || BY_ITSELF.test(text)) return result;
    seen({ client: this, text, values: valuesOf(statement, values), name: nameOf(statement) }, result);
    return result;
  } as typeof original;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = original;
  }
}

/** By a new connection, whenever one is opened. */
const ASKED_ONCE = [
  'select pg_backend_pid() as pid',
  'select set_config(name, value, false) from unnest($1::text[], $2::text[]) as setting (name, value)',
];

/** Whatever is asked for: the feed of live events looks every ten seconds whether its connection is there. */
const BY_ITSELF = /^listen /;

function nameOf(statement: unknown): string | undefined {
  return typeof statement === 'string' ? undefined : (statement as { name?: string }).name;
}

function textOf(statement: unknown): string {
  return typeof statement === 'string' ? statement : String((statement as { text?: unknown }).text ?? '');
}

function valuesOf(statement: unknown, values: unknown): readonly unknown[] {
  const own = typeof statement === 'object' && statement !== null && 'values' in statement ? statement.values : values;
  return Array.isArray(own) ? own : [];
}

interface Sent {
  readonly client: unknown;
  /** Of the plan that PostgreSQL keeps. */
  readonly name: string | undefined;
  readonly text: string;
  readonly values: readonly unknown[];
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly PlanNode[];
}

/**
 * How many rows of tables PostgreSQL reads for the selects that the service sends while it works, found by having them
 * explained afterwards: whatever an index spares is not counted, whatever is thrown away is.
 */
export async function rowsReadBy(sql: Sql, work: () => Promise<unknown>): Promise<number> {
  const plans = await plansOf(sql, work);
  return Math.round(plans.reduce((read, plan) => read + readIn(plan), 0));
}

/** The tables of which PostgreSQL passes over at least so many rows at once for what the service selects while it works. */
export async function tablesScannedBy(
  sql: Sql,
  rows: number,
  work: () => Promise<unknown>,
): Promise<readonly string[]> {
  const scanned = new Set<string>();
  for (const plan of await plansOf(sql, work)) scanIn(plan, rows, scanned);
  return [...scanned].sort();
}

async function plansOf(sql: Sql, work: () => Promise<unknown>): Promise<PlanNode[]> {
  const sent: Sent[] = [];
  await watching((statement) => sent.push(statement), work);
  const plans: PlanNode[] = [];
  for (const { text, values } of sent) {
    if (!/^\s*(?:select|with)\b/i.test(text)) continue;
    const [{ 'QUERY PLAN': found }] = await sql(`explain (analyze, format json) ${text}`, values);
    plans.push(found[0].Plan);
  }
  return plans;
}

function scanIn(node: PlanNode, rows: number, scanned: Set<string>): void {
  const table = node['Relation Name'];
  const passed = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0);
  if (table && passed >= rows) scanned.add(table);
  for (const part of node.Plans ?? []) scanIn(part, rows, scanned);
}

function readIn(node: PlanNode): number {
  const below = (node.Plans ?? []).reduce((sum, part) => sum + readIn(part), 0);
  if (!node['Relation Name']) return below;
  const thrownAway = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  return below + (node['Actual Rows'] + thrownAway) * node['Actual Loops'];
}
