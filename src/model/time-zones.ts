/**
 * The names of time zones that every caller, setting and saved question may use: those of a place (`Asia/Tashkent`), `Etc/...` and
 * `UTC`. They mean the same everywhere. Other names that Node knows do not: PostgreSQL reads `CET`, `EST` or `BST` as the abbreviation of
 * one offset, and some systems no longer have `US/Pacific` or `Japan`. An offset is no name either: `+05:00` is east of Greenwich to
 * Node and west to PostgreSQL.
 */
const PLACE = /^(?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Etc|Europe|Indian|Pacific)\//i;

/** Letters of other scripts have small ones of ASCII, such as the sign of the kelvin. */
const NAME = /^[A-Za-z0-9/_+-]+$/;

/** Abbreviations of which Node means something that few people do. */
const MEANT: Readonly<Record<string, string>> = {
  AST: 'America/Halifax',
  BST: 'Europe/London',
  NST: 'America/St_Johns',
};

/** Names by which Node calls places that have others today. */
const PRESENT_NAMES: Readonly<Record<string, string>> = {
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
};

/** Whether a text is the name of a time zone that means the same everywhere. */
export function isTimeZone(name: string): boolean {
  return (PLACE.test(name) || name.toUpperCase() === 'UTC') && canonicalName(name) !== undefined;
}

/**
 * The name to use instead of one that Node knows and that does not mean the same everywhere: `Europe/Athens` for `EET`.
 * @returns undefined for a time zone, and for what is none at all
 */
export function replacementOf(name: string): string | undefined {
  if (isTimeZone(name)) return undefined;
  const canonical = /^[A-Za-z]/.test(name) ? canonicalName(name) : undefined;
  if (canonical === undefined) return undefined;
  const meant = MEANT[name.toUpperCase()] ?? PRESENT_NAMES[canonical] ?? canonical;
  return isTimeZone(meant) ? meant : undefined;
}

/** Why a text is refused as the name of a time zone, and what to use. */
export function timeZoneProblem(name: string): string {
  const replacement = replacementOf(name);
  if (!replacement) return 'must be an IANA time zone, such as Asia/Tashkent';
  return `is an abbreviation or an old name, which not every system reads alike: use ${replacement} or the like`;
}

/** By names in small letters: a format takes long to make, and each question and each file asks. */
const canonicalNames = new Map<string, string>();

function canonicalName(name: string): string | undefined {
  if (!NAME.test(name)) return undefined;
  const key = name.toLowerCase();
  const known = canonicalNames.get(key);
  if (known !== undefined) return known;
  try {
    const found = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
    // There are some six hundred.
    canonicalNames.set(key, found);
    return found;
  } catch {
    return undefined;
  }
}
