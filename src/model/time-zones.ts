import { type FieldProblem, fieldProblem } from './field-problems.ts';

/**
 * The names of time zones that every caller, setting and saved question may use: those of a place (`Asia/Tashkent`), `Etc/...` and
 * `UTC`. They mean the same everywhere. Other names that Node knows do not: PostgreSQL reads `CET`, `EST` or `BST` as the abbreviation of
 * one offset, and some systems no longer have `US/Pacific` or `Japan`. An offset is no name either: `+05:00` is east of Greenwich to
 * Node and west to PostgreSQL.
 */
const PLACE = /^(?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Etc|Europe|Indian|Pacific)\//i;

/** ASCII only, because some letters of other scripts have lower-case forms in ASCII, such as the kelvin sign. */
const NAME = /^[A-Za-z0-9/_+-]+$/;

/** Abbreviations for which Node has an unusual meaning. */
const MEANT: Readonly<Record<string, string>> = {
  AST: 'America/Halifax',
  BST: 'Europe/London',
  NST: 'America/St_Johns',
};

/** Abbreviations that Node does not know, by those who write them: of Uzbekistan and around it, and of summer time. */
const UNKNOWN_TO_NODE: Readonly<Record<string, string>> = {
  ...{ UZT: 'Asia/Tashkent', UZST: 'Asia/Tashkent', ALMT: 'Asia/Almaty', KGT: 'Asia/Bishkek', TJT: 'Asia/Dushanbe' },
  ...{ TMT: 'Asia/Ashgabat', AZT: 'Asia/Baku', GET: 'Asia/Tbilisi', TRT: 'Europe/Istanbul', MSK: 'Europe/Moscow' },
  ...{ YEKT: 'Asia/Yekaterinburg', GST: 'Asia/Dubai', KST: 'Asia/Seoul', HKT: 'Asia/Hong_Kong', SGT: 'Asia/Singapore' },
  ...{ WEST: 'Europe/Lisbon', CEST: 'Europe/Berlin', EEST: 'Europe/Athens', AEST: 'Australia/Sydney' },
  ...{ EDT: 'America/New_York', CDT: 'America/Chicago', MDT: 'America/Denver', PDT: 'America/Los_Angeles' },
};

/** Old names in Node of places that have new ones. */
const PRESENT_NAMES: Readonly<Record<string, string>> = {
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
};

/** True for the name of a time zone with the same meaning everywhere. */
export function isTimeZone(name: string): boolean {
  return (PLACE.test(name) || name.toUpperCase() === 'UTC') && canonicalName(name) !== undefined;
}

/**
 * The name to use instead of one that Node accepts and whose meaning differs between systems: `Europe/Athens` for `EET`.
 * @returns undefined for a valid time zone, and for an unknown name
 */
export function replacementOf(name: string): string | undefined {
  if (isTimeZone(name)) return undefined;
  const canonical = /^[A-Za-z]/.test(name) ? canonicalName(name) : undefined;
  if (canonical === undefined) return undefined;
  const meant = MEANT[name.toUpperCase()] ?? PRESENT_NAMES[canonical] ?? canonical;
  return isTimeZone(meant) ? meant : undefined;
}

/** The problem of an invalid name of a time zone, with the name to use. */
export function timeZoneProblem(path: string, name: string): FieldProblem {
  const nearest = replacementOf(name) ?? UNKNOWN_TO_NODE[name.toUpperCase()];
  return nearest
    ? fieldProblem(path, 'OLD_TIME_ZONE', { nearest })
    : fieldProblem(path, 'WRONG_FORMAT', { format: 'timeZone' });
}

/** By lower-case names, because a format is expensive to create, and every question and file needs one. */
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
