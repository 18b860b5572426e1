import { importErasedCustomers, listErasedCustomers, reapplyErasures } from '../../domain/customers/index.ts';
import { UUID } from '../../domain/kernel/input.ts';
import { onDatabase } from '../admin/as-system.ts';
import { readText } from '../files.ts';
import { CliError, type CliIo, line } from '../io.ts';

type Entry = Awaited<ReturnType<typeof listErasedCustomers>>[number];

/** Prints the list. @throws CliError */
export function exportList(io: CliIo): Promise<void> {
  return onDatabase(io, async (runtime) => {
    for (const entry of await listErasedCustomers(runtime)) io.stdout.write(`${JSON.stringify(entry)}\n`);
  });
}

/** Adds an exported list and applies it. @throws CliError before anything is written if a line is not an entry */
export async function importList(file: string, io: CliIo): Promise<void> {
  const entries = await readEntries(file, io);
  await onDatabase(io, async (runtime) => {
    const returned = await importErasedCustomers(runtime, entries, 'CLI');
    io.stdout.write(
      line(`${entries.length} on the list; ${returned} of them were in the database and are anonymized.`),
    );
  });
}

/** The entries of an exported list. @throws CliError if a line is none */
export async function readEntries(file: string, io: CliIo): Promise<Entry[]> {
  return (await readText(file, io)).split('\n').flatMap((text, at) => (text.trim() ? [entryOf(text, at + 1)] : []));
}

/** Applies the list to what is in the database. @throws CliError */
export function applyList(io: CliIo): Promise<void> {
  return onDatabase(io, async (runtime) => {
    const returned = await reapplyErasures(runtime, 'CLI');
    io.stdout.write(line(`${returned} customers were in the database again and are anonymized.`));
  });
}

/** @param at the number of the line */
function entryOf(text: string, at: number): Entry {
  const { id, erasedAt } = parsed(text, at);
  const time = new Date(String(erasedAt));
  if (typeof id !== 'string' || !UUID.test(id) || Number.isNaN(time.getTime())) throw notAnEntry(at);
  return { id: id.toLowerCase(), erasedAt: time };
}

function parsed(text: string, at: number): { readonly id?: unknown; readonly erasedAt?: unknown } {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // Not JSON: the same error.
  }
  throw notAnEntry(at);
}

function notAnEntry(at: number): CliError {
  return new CliError(
    `line ${at} is not an entry of the list, such as {"id":"0191e2a4-0000-7000-8000-000000000000","erasedAt":"2026-11-26T12:00:00.000Z"}: nothing was imported.`,
  );
}
