/** Longer words are not typing errors, and would take long to compare. */
const MAX_WORD_LENGTH = 60;
const MAX_SUGGESTIONS = 3;
/** Wrong letters, in a long word. */
const MAX_DISTANCE = 3;
/** Shorter words are parts of too many names. */
const SHORTEST_PART = 4;
const CONTAINED = 1;

/**
 * At most three names that are similar to `word`, the nearest first: names that are spelled like it, else names that contain
 * the word or are contained in it, or differ in a few letters.
 */
export function nearest(word: string, names: readonly string[]): string[] {
  if (word.length > MAX_WORD_LENGTH) return [];
  const alike = names.filter((name) => isSpelledLike(word, name));
  if (alike.length > 0) return alike.slice(0, MAX_SUGGESTIONS);
  const allowed = Math.min(MAX_DISTANCE, Math.max(1, Math.floor(word.length * 0.3)));
  return names
    .map((name) => ({ name, distance: distanceOf(word, name) }))
    .filter(({ distance }) => distance <= allowed)
    .sort((a, b) => a.distance - b.distance || a.name.length - b.name.length)
    .slice(0, MAX_SUGGESTIONS)
    .map(({ name }) => name);
}

/** ` Did you mean "serial" or "status"?`, or nothing. */
export function didYouMean(suggestions: readonly string[]): string {
  if (suggestions.length === 0) return '';
  const quoted = suggestions.map((suggestion) => `"${suggestion}"`);
  const last = quoted.pop();
  return ` Did you mean ${quoted.length > 0 ? `${quoted.join(', ')} or ` : ''}${last}?`;
}

function distanceOf(word: string, name: string): number {
  const [a, b] = [plain(word), plain(name)];
  const [shorter, longer] = a.length < b.length ? [a, b] : [b, a];
  if (shorter.length >= SHORTEST_PART && longer.includes(shorter)) return CONTAINED;
  return edits(a, b);
}

/** Whether two names differ only in case and in what separates their words: `first_name`, `firstName`, `First name`. */
export function isSpelledLike(word: string, name: string): boolean {
  return plain(word) === plain(name);
}

/** `first_name` and `firstName` compare as equal. */
function plain(name: string): string {
  return name.replace(/[ _-]/g, '').toLowerCase();
}

/** The number of letters to insert, delete, replace or swap with the next (https://en.wikipedia.org/wiki/Damerau–Levenshtein_distance). */
function edits(a: string, b: string): number {
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [row, letter] of [...a].entries()) {
    const current = [row + 1];
    for (const [column, other] of [...b].entries()) {
      const replaced = (previous[column] ?? 0) + (letter === other ? 0 : 1);
      const isSwapped = row > 0 && column > 0 && letter === b[column - 1] && a[row - 1] === other;
      const swapped = isSwapped ? (before[column - 1] ?? 0) + 1 : replaced;
      current.push(Math.min((previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1, replaced, swapped));
    }
    before = previous;
    previous = current;
  }
  return previous.at(-1) ?? 0;
}

/** What other APIs call arguments and parameters, by the names that they have here. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  first: ['take', 'limit', 'count', 'size', 'pageSize', 'perPage', 'top'],
  after: ['skip', 'offset', 'start', 'page', 'cursor'],
  filter: ['where', 'conditions'],
  sort: ['orderBy', 'order', 'sortBy'],
  take: ['first', 'limit', 'count', 'size', 'pageSize', 'perPage', 'top'],
  skip: ['offset', 'start', 'page'],
  search: ['q', 'query', 'term'],
  from: ['since'],
  to: ['until'],
  metrics: ['count', 'select', 'aggregate', 'aggregates', 'aggregations'],
  dimensions: ['groupBy', 'group', 'by', 'breakdown'],
  orderBy: ['sort', 'order', 'sortBy'],
  grain: ['interval', 'granularity', 'bucket'],
  range: ['period', 'dateRange', 'timeRange', 'dates'],
  avg: ['average', 'mean'],
  distinct: ['countDistinct', 'distinctCount', 'countUnique', 'unique', 'uniq'],
  percentile: ['quantile', 'p90', 'p95', 'p99'],
  PREVIOUS_WEEK: ['LAST_WEEK'],
  PREVIOUS_MONTH: ['LAST_MONTH'],
  PREVIOUS_QUARTER: ['LAST_QUARTER'],
  PREVIOUS_YEAR: ['LAST_YEAR'],
};

/** The names that a word may mean: those that other APIs call so, else the nearest. */
export function meant(word: string, names: readonly string[]): string[] {
  const others = calledSo(word);
  const found = names.filter((name) => others.includes(name));
  return found.length > 0 ? found : nearest(word, names);
}

/** The names here of what other APIs call so. */
export function calledSo(word: string): string[] {
  if (word.length > MAX_WORD_LENGTH) return [];
  return Object.keys(OTHER_NAMES).filter((name) => OTHER_NAMES[name]?.some((other) => isSpelledLike(word, other)));
}

/** A member of an input: an argument, a parameter, or a field of an object. */
export interface Member {
  readonly name: string;
  readonly isList: boolean;
  /** Those of the object that it takes, if it takes one. */
  readonly members: () => readonly Member[];
}

/** More places than this say nothing about what was meant. */
const MAX_PLACES = 3;

/**
 * What the writer of an unknown member may have meant: the one that is called so elsewhere or is spelled like it, else where the
 * members have such a member (`measures: [{distinct: ...}]`), else the nearest.
 * @param levels how deep such members are sought: each level costs as many comparisons as it has members
 */
export function membersMeant(word: string, members: readonly Member[], levels = 1): readonly string[] {
  const others = calledSo(word);
  const own = meant(
    word,
    members.map(({ name }) => name),
  );
  const [first] = own;
  if (first !== undefined && (isSpelledLike(word, first) || others.includes(first))) return own;
  const places = placesOf([word, ...others], members, levels);
  return places.length > 0 && places.length <= MAX_PLACES ? places : own;
}

/** The places of any of the names, of the uppermost level that has one. */
function placesOf(names: readonly string[], members: readonly Member[], levels: number): readonly string[] {
  const inside = members.map((member) => ({ member, fields: member.members() }));
  const places = inside.flatMap(({ member, fields }) =>
    fields.filter(({ name }) => names.includes(name)).map(({ name }) => placeIn(member, `${name}: ...`)),
  );
  if (places.length > 0 || levels === 1) return places;
  return inside.flatMap(({ member, fields }) =>
    placesOf(names, fields, levels - 1).map((place) => placeIn(member, place)),
  );
}

function placeIn({ name, isList }: Member, place: string): string {
  return `${name}: ${isList ? `[{${place}}]` : `{${place}}`}`;
}
