import type { TypedDocumentNode } from '@urql/core';
import { nameOf, textOf } from '../api/document.ts';
import type { Query } from './list-def.ts';

/** A row with all that its columns ask for. A cell takes it: what it shows was asked for, since its column is shown (`shown.test.ts`). */
export type Shown<Row> = {
  readonly [Key in keyof Row]-?: Row[Key] extends object | null | undefined ? Shown<Row[Key]> : Row[Key];
};

/** The variables of a list's document that name its columns. */
type Flags<Variables> = {
  [Key in keyof Variables as Variables[Key] extends boolean ? Key : never]: boolean;
};

const FLAG = /\$(\w+):Boolean!/g;

/**
 * What a list's document includes: each of its variables `Boolean!` has the name of a column, `ownerFullName` for `owner.fullName`, or of the record that leads to some, `owner`.
 * A field that two columns show is in the document twice.
 */
export function shownIn<Data, Variables extends object>(
  document: TypedDocumentNode<Data, Variables>,
  { columns }: Pick<Query, 'columns'>,
): Flags<Variables> {
  const shown = new Set(columns.flatMap(variablesOf));
  const flags = [...textOf(nameOf(document)).matchAll(FLAG)].map(([, name = '']) => [name, shown.has(name)]);
  return Object.fromEntries(flags) as Flags<Variables>;
}

/** `presence` and `presenceOnline` for `presence.online`. */
function variablesOf(key: string): string[] {
  const parts = key
    .split('.')
    .map((part, index) => (index === 0 ? part : part.charAt(0).toUpperCase() + part.slice(1)));
  return parts.map((_, index) => parts.slice(0, index + 1).join(''));
}
