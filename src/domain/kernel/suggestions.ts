import { isSpelledLike, meant } from './nearest.ts';

/**
 * Words without digits, and constants such as LAST_30_DAYS. No password has this form, because each has a lower-case letter and
 * a digit; no claim code has an underscore. A longer word may be a token.
 */
const SAFE_TO_REPEAT = /^(?:[A-Za-z_]+|[A-Z]+(?:_[A-Z0-9]+)+)$/;
const MAX_SHOWN_LENGTH = 40;

/**
 * Whether a message may repeat a wrong value: it may be a misplaced password, token or claim code.
 * @param values the valid values
 */
export function isSafeToRepeat(word: string, values: readonly string[] = []): boolean {
  if (word.length > MAX_SHOWN_LENGTH) return false;
  return SAFE_TO_REPEAT.test(word) || values.some((value) => isSpelledLike(word, value));
}

/** The values that are spelled like a wrong one, nearest first; none for a word that a message must not repeat. */
export function suggestionsFor(word: string, values: readonly string[]): string[] {
  return isSafeToRepeat(word, values) ? meant(word, values) : [];
}

/** A wrong name for a message, unless it may be a secret, with the names that its writer may have meant. */
export function wrongName(given: string, names: readonly string[]) {
  const isShown =
    given.split('.').every((part) => isSafeToRepeat(part)) || names.some((name) => isSpelledLike(given, name));
  const suggestions = isShown ? meant(given, names) : [];
  return { given: isShown ? given : undefined, nearest: suggestions.length > 0 ? suggestions : undefined };
}
