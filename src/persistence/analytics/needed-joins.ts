/**
 * A `from` without the joins that a statement does not use. PostgreSQL removes them too, but then reads what they would have
 * been joined by, and an index that lacks it no longer answers alone.
 * @param from a table or subquery with its alias; left joins on a unique key, or cross joins of one row, each with an alias
 * @param used the rest of the statement, which writes every column with its alias
 */
export function neededJoins(from: string, used: string): string {
  const [table = '', ...joins] = splitAtJoins(from);
  const needed = joins.reduceRight(
    (after, join) => (names(`${used} ${after}`, aliasOf(join)) ? `${join} ${after}` : after),
    '',
  );
  return `${table} ${needed}`.trim();
}

/** Splits before each join that is not inside parentheses. */
function splitAtJoins(from: string): string[] {
  const outside = withoutNested(from);
  const starts = [...outside.matchAll(/\b(?:left|cross) join\b/g)].map(({ index }) => index);
  return [0, ...starts].map((start, at) => from.slice(start, starts[at]).trim());
}

/** The same text with spaces for what is in parentheses, and the parentheses as one word. */
function withoutNested(text: string): string {
  let depth = 0;
  return [...text]
    .map((letter) => {
      if (letter === '(') depth += 1;
      const shown = depth === 0 ? letter : '_';
      if (letter === ')') depth -= 1;
      return shown;
    })
    .join('');
}

function aliasOf(join: string): string {
  const alias = /^\w+ join \S+ (\w+)/.exec(withoutNested(join))?.[1];
  if (!alias) throw new Error(`A join of analytics has no alias: ${join}`);
  return alias;
}

function names(text: string, alias: string): boolean {
  return new RegExp(`\\b${alias}\\.`).test(text);
}
