import { type Tables, tablesSql, textOf } from '../sql/sql.ts';

/** The tables of a list as text, which data sets are written in; goes when they are values as well. */
export function fromText(tables: Tables): string {
  return textOf(tablesSql(tables));
}
