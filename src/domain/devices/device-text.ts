import { cut } from '../formats/cut.ts';

/** Characters that are stored of a device's text for which the contract has no bound: its status, the version of an app. */
const MAX_TEXT_CHARACTERS = 64;

/** The stored part of such a text. Proofs and answers use the whole text. */
export function cutDeviceText(text: string): string {
  return cut(text, MAX_TEXT_CHARACTERS);
}
