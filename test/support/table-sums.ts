import { openCopySession } from '../../src/persistence/backup/copy-session.ts';
import { RowCounter, type RowSums } from '../../src/persistence/backup/row-sums.ts';
import { readSequences, readTables, rowsOf, type SequenceState } from '../../src/persistence/backup/tables.ts';

/** What is in every table and sequence of a database: two are equal when they have the same rows. */
export async function tableSums(url: string): Promise<Record<string, RowSums | SequenceState>> {
  const session = await openCopySession(url);
  const sums: Record<string, RowSums | SequenceState> = {};
  try {
    for (const table of await readTables(session.client)) {
      const counter = new RowCounter();
      for await (const piece of session.copyOut(rowsOf(table))) counter.add(piece);
      sums[table.name] = counter.sums();
    }
    return { ...sums, ...(await readSequences(session.client)) };
  } finally {
    await session.close();
  }
}
