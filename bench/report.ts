import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BenchRow, CaseResult } from './case.ts';
import type { Machine } from './machine.ts';

/** A case with its result. */
export interface CaseReport extends CaseResult {
  readonly name: string;
  readonly title: string;
}

/** Results of one run, with the machine and database they were measured on. */
export interface BenchReport {
  readonly startedAt: string;
  readonly machine: Machine & Readonly<Record<string, string | number>>;
  readonly options: Readonly<Record<string, unknown>>;
  readonly cases: readonly CaseReport[];
}

const COLUMNS: readonly (readonly [title: string, cell: (row: BenchRow) => string])[] = [
  ['what', (row) => row.what],
  ['per second', (row) => decimals(row.perSecond, 0)],
  ['smaller, p50 ms', (row) => decimals(row.smallerP50, 1)],
  ['p50 ms', (row) => decimals(row.p50, 2)],
  ['p95 ms', (row) => decimals(row.p95, 2)],
  ['p99 ms', (row) => decimals(row.p99, 2)],
  ['ratio', (row) => decimals(row.ratio, 2)],
  ['server CPU', (row) => decimals(row.serverCpu ?? undefined, 2)],
  ['peak MiB', (row) => decimals(row.peakMiB, 0)],
  ['client CPU', (row) => decimals(row.clientCpu, 2)],
  ['verdict', (row) => row.verdict ?? ''],
];

function decimals(value: number | undefined, digits: number): string {
  if (value === undefined) return '';
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** The case as a table for a terminal or a README: first column to the left, numbers to the right. */
export function formatCase({ name, title, rows, targets }: CaseReport): string {
  const used = COLUMNS.filter(([, cell]) => rows.some((row) => cell(row) !== ''));
  const table = [used.map(([heading]) => heading), ...rows.map((row) => used.map(([, cell]) => cell(row)))];
  const widths = used.map((_, column) => Math.max(...table.map((line) => line[column]?.length ?? 0)));
  const pad = (text: string, column: number): string =>
    column === 0 ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0);
  const lines = table.map((line) => `| ${line.map(pad).join(' | ')} |`);
  const rule = `|${widths.map((width, column) => (column === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`;
  lines.splice(1, 0, rule);
  const promises = targets.map(
    ({ promise, measured, held }) => `${held ? 'passed' : 'FAILED'} ${promise}: ${decimals(measured, 2)}`,
  );
  return [`${name}: ${title}`, '', ...lines, ...(promises.length > 0 ? ['', ...promises] : [])].join('\n');
}

/** Writes the report as `<folder>/<start, ISO>.json` and gives its path. */
export async function writeReport(folder: string, report: BenchReport): Promise<string> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${report.startedAt.replaceAll(':', '-')}.json`);
  await writeFile(path, `${JSON.stringify(report, null, 2)}\n`);
  return path;
}
