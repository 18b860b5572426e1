import { line } from './io.ts';

const GAP = '  ';

/** Rows of text in columns, the titles first. */
export function tableOf(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [titles, ...rows];
  const widths = titles.map((_, column) => Math.max(...all.map((cells) => cells[column]?.length ?? 0)));
  return all
    .map((cells) =>
      line(
        cells
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join(GAP)
          .trimEnd(),
      ),
    )
    .join('');
}
