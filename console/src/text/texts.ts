import type { screenTexts } from './screen-texts.ts';
import { shellTexts } from './shell.ts';
import type { Triple } from './triple.ts';

export type TextKey = keyof typeof shellTexts | keyof typeof screenTexts;

const known: Partial<Record<string, Triple>> = { ...shellTexts };

/** Makes more texts known, by their keys. A file of texts calls it for its own, so that importing it is enough. */
export function addTexts(more: Readonly<Record<string, Triple>>): void {
  Object.assign(known, more);
}

/** The text of a key; undefined while its file is not loaded. */
export const textOf = (key: TextKey): Triple | undefined => known[key];
