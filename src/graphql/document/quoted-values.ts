/**
 * The places where graphql-js quotes a value of a variable or of the document: its rules, its scalars and enums, its parser.
 */
const QUOTED_VALUES: readonly (readonly [pattern: RegExp, without: string])[] = [
  [/^(Variable "\$\w+") got invalid value .*?( at "[\w.[\]]+")?; .*$/s, '$1 has a value of another type$2.'],
  [/^((?:Enum )?"?\w+"? cannot represent [\w -]*value): .*$/s, '$1.'],
  [/^(Expected value of type "[^"]+"), found .*$/s, '$1.'],
  [/\b((?:Block)?String) ".*"/s, '$1'],
];

/** A message of graphql-js without quoted values, which may be a mistyped or misplaced password. */
export function withoutValue(message: string): string {
  return QUOTED_VALUES.reduce((text, [pattern, without]) => text.replace(pattern, without), message);
}
