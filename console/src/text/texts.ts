import { deviceTexts } from './devices.ts';
import { listTexts } from './list.ts';
import type { screenTexts } from './screen-texts.ts';
import { shellTexts } from './shell.ts';
import type { Triple } from './triple.ts';

/** What the first screen shows. */
const firstTexts = { ...shellTexts, ...listTexts, ...deviceTexts } as const;

export type TextKey = keyof typeof firstTexts | keyof typeof screenTexts;

const known: Partial<Record<string, Triple>> = { ...firstTexts };

/** Makes more texts known, by their keys: those that come with a screen. */
export function addTexts(more: Readonly<Record<string, Triple>>): void {
  Object.assign(known, more);
}

/** The text of a key; undefined while its screen is not loaded. */
export const textOf = (key: TextKey): Triple | undefined => known[key];
