import { cut } from '../formats/cut.ts';

/** What is kept of a text for which the contract knows no bound: a device's status, the version of an app. */
const MAX_WORD_CHARACTERS = 64;

/** What is stored of such a text. Proofs and answers are of what was sent. */
export function deviceWord(text: string): string {
  return cut(text, MAX_WORD_CHARACTERS);
}
