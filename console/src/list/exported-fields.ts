import type { Column } from './list-def.ts';

/** What the file has for the columns that are seen: a column of money shows its currency, so the file has it too. */
export function exportedFields(
  columns: readonly Pick<Column<never>, 'key' | 'isOnlyShown' | 'currency'>[],
  seen: readonly string[],
): readonly string[] {
  const fields = seen.flatMap((key) => {
    const column = columns.find((one) => one.key === key);
    if (column?.isOnlyShown) return [];
    return column?.currency && !seen.includes(column.currency) ? [key, column.currency] : [key];
  });
  return [...new Set(fields)];
}
