import {
  codeSpellings,
  emailPart,
  nameForm,
  normalForm,
  phoneForm,
  phonePart,
  phoneSought,
  searchForm,
  searchParts,
  type TextForm,
  userName,
  userNamePart,
} from '../../model/text-forms.ts';
import { allOf, type SqlFragment, sql, trustedSql } from '../sql/sql.ts';

/** A column of text and how it is compared; as it is where no form is named. */
export interface TextColumn {
  readonly column: SqlFragment;
  readonly form?: TextForm | undefined;
}

/** SQL of the forms that PostgreSQL compares; indexes have the same expressions. */
const FORMS: Readonly<Record<TextForm, (column: SqlFragment) => SqlFragment>> = {
  given: (column) => column,
  typed: (column) => sql`search_form(${column})`,
  name: (column) => sql`search_form(${column})`,
  phone: (column) => sql`phone_form(${column})`,
  userName: (column) => sql`search_form(${column})`,
  code: (column) => column,
};

/** Before a part that may be anywhere. */
const ANYTHING = '%';

/** The parts of which a text has to contain one, or start with one. */
function partsIn(form: TextForm, part: string, before: string): readonly string[] {
  if (form === 'code') return codeSpellings(part);
  if (form === 'phone')
    return before === ANYTHING ? [phoneSought(part)] : [...new Set([phonePart(part), phoneForm(part)])];
  if (form === 'userName') return [userNamePart(part)];
  return [form === 'typed' || form === 'name' ? searchForm(part) : part];
}

/**
 * A case-insensitive "contains" that can use a trigram index of the column, or of its form. A part of which nothing is left to look for is
 * in no text.
 */
export function containsText(text: TextColumn, part: string): SqlFragment {
  return isLike(text, part, ANYTHING);
}

/**
 * What a search finds in a column: text that contains each word, in any order, if people type it; an e-mail address however it was copied; any other as `containsText`.
 */
export function foundText(text: TextColumn, typed: string): SqlFragment {
  const { form = 'given' } = text;
  if (form === 'given') return containsText(text, emailPart(typed));
  if (form !== 'typed' && form !== 'name') return containsText(text, typed);
  return allOf(searchParts(typed).map((part) => containsText(text, part)));
}

/** As `containsText`, for text that starts with a part, which the same index answers. */
export function startsText(text: TextColumn, part: string): SqlFragment {
  return isLike(text, part, '');
}

function isLike({ column, form = 'given' }: TextColumn, part: string, before: string): SqlFragment {
  const patterns = partsIn(form, part, before).map((wanted) =>
    wanted === '' && part !== '' ? null : `${before}${wanted.replace(/[\\%_]/g, '\\$&')}%`,
  );
  // However many spellings there are, the text of the statement is the same.
  const wanted = hasSpellings(form, before) ? sql`any(${patterns}::text[])` : sql`${patterns[0] ?? null}`;
  return form === 'given' || form === 'code'
    ? sql`${column} ilike ${wanted}`
    : sql`${FORMS[form](column)} like ${wanted}`;
}

/** Whether a text is looked for in several spellings. */
function hasSpellings(form: TextForm, before: string): boolean {
  return form === 'code' || (form === 'phone' && before !== ANYTHING);
}

/** SQL of what is equal where texts of a column are, beside which a value of `wholeIn` stands. */
export function comparedColumn(column: SqlFragment, form: TextForm | undefined): SqlFragment {
  if (form === 'name') return sql`name_form(${column})`;
  return form === 'phone' ? FORMS.phone(column) : column;
}

/** So many characters of a name that may have any length are sorted by: an index takes no long text. */
export const LONGEST_SORTED = 200;

/** SQL of what names are sorted by. @param name a column, or the beginning of one */
export function nameOrder(name: SqlFragment): SqlFragment {
  return sql`name_key(${name}) collate "name_order"`;
}

/** The same of a column that may have a name of any length. */
export function longNameOrder(column: SqlFragment): SqlFragment {
  return nameOrder(sql`left(${column}, ${trustedSql(String(LONGEST_SORTED))})`);
}

/** A whole text in the form in which a column is compared with it. */
export function wholeIn(form: TextForm | undefined, text: string): string {
  if (form === 'phone') return phoneForm(text);
  if (form === 'name') return nameForm(text);
  if (form === 'userName') return userName(text);
  return form === 'typed' ? normalForm(text) : text;
}
