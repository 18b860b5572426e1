import { isSpelledLike, nearest } from './nearest.ts';

/**
 * Words without digits, and constants such as LAST_30_DAYS. No password has this form, since each has a lower-case letter and a digit;
 * no claim code has an underscore. What is longer may be a token.
 */
const SHOWABLE = /^(?:[A-Za-z_]+|[A-Z]+(?:_[A-Z0-9]+)+)$/;
const MAX_SHOWN_LENGTH = 40;

/**
 * Whether a message may repeat a word that was given in the place of another: it may be a misplaced password, token or claim code.
 * @param values what it should have been one of
 */
export function isShowable(word: string, values: readonly string[] = []): boolean {
  if (word.length > MAX_SHOWN_LENGTH) return false;
  return SHOWABLE.test(word) || values.some((value) => isSpelledLike(word, value));
}

/** The values that a writer of a wrong word may have meant; none for a word that a message must not repeat. */
export function meantBy(word: string, values: readonly string[]): string[] {
  return isShowable(word, values) ? nearest(word, values) : [];
}
