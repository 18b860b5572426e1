const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * The name of a member that valid JSON has twice in one object, which JSON.parse hides: it keeps the last one.
 * It costs one pass over the text: a repeated member is a name that the value does not have, so text and value have the same number of
 * strings unless there is one.
 * @param value what JSON.parse made of the text
 * @returns undefined if there is none
 */
export function repeatedName(text: string, value: unknown): string | undefined {
  return stringsIn(text) === stringsOf(value) ? undefined : firstRepeated(text);
}

/** Outside of strings, JSON has no quote and no backslash. */
function stringsIn(text: string): number {
  let quotes = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) quotes += 1;
    else if (code === BACKSLASH) at += 1;
  }
  return quotes / 2;
}

/** The names of members, and the texts. */
function stringsOf(value: unknown): number {
  if (typeof value === 'string') return 1;
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value) count += stringsOf(item);
    return count;
  }
  for (const member of Object.values(value)) count += 1 + stringsOf(member);
  return count;
}

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]/g;

/** Reads names only where the count says that one is repeated. */
function firstRepeated(text: string): string | undefined {
  const open: Set<string>[] = [];
  let string = '';
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') open.push(new Set());
    else if (token === '}' || token === ']') open.pop();
    else if (token === ':') {
      const names = open.at(-1);
      const name = String(JSON.parse(string));
      if (names?.has(name)) return name;
      names?.add(name);
    } else if (token !== ',') string = token;
  }
  return undefined;
}
