import { parseCsv } from '../csv/parse.ts';
import type { Caller, Json, Reply } from '../support/callers.ts';

/** The values of parameters; what is no text is sent as JSON. */
export type Parameters = Readonly<Record<string, unknown>>;

export function pathOf(list: string, parameters: Parameters = {}): string {
  const texts = Object.entries(parameters).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return `/v1/admin/exports/${list}?${new URLSearchParams(texts)}`;
}

export const exported = (by: Caller, list: string, parameters: Parameters = {}): Promise<Reply> =>
  by.rest('GET', pathOf(list, parameters));

/** The objects of an NDJSON export. @throws Error when it was refused */
export async function objectsOf(by: Caller, list: string, parameters: Parameters = {}): Promise<Json[]> {
  const reply = await exported(by, list, { ...parameters, format: 'ndjson' });
  if (reply.status !== 200) throw new Error(`The export was refused: ${reply.text}`);
  const lines = reply.text.split('\n');
  if (lines.pop() !== '') throw new Error('The last line has no end.');
  return lines.map((line) => JSON.parse(line));
}

/** The records of a CSV export, the header among them. @throws Error when it was refused */
export async function recordsOf(by: Caller, list: string, parameters: Parameters = {}): Promise<string[][]> {
  const reply = await exported(by, list, parameters);
  if (reply.status !== 200) throw new Error(`The export was refused: ${reply.text}`);
  return parseCsv(reply.text);
}
