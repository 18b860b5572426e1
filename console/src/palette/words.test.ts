import assert from 'node:assert/strict';
import { it } from 'node:test';
import { paletteTexts } from '../text/palette.ts';
import { shellTexts } from '../text/shell.ts';
import { LANGUAGES, type Language } from '../text/triple.ts';

const TEXTS = { ...paletteTexts, ...shellTexts };

/** What people typed and did not find, and where it leads. */
const TYPED: readonly (readonly [typed: string, language: Language, words: keyof typeof TEXTS])[] = [
  ['batch', 'en', 'palette.inventoryWords'],
  ['stock', 'en', 'palette.inventoryWords'],
  ['stuck', 'en', 'palette.installationsWords'],
  ['revenue', 'en', 'palette.analyticsWords'],
  ['order', 'en', 'palette.preordersWords'],
  ['партия', 'ru', 'palette.inventoryWords'],
  ['продажа', 'ru', 'palette.salesWords'],
  ['заказ', 'ru', 'palette.preordersWords'],
  ['склад', 'ru', 'palette.devicesWords'],
  ['зависшие', 'ru', 'palette.installationsWords'],
  ['загрузить прошивку', 'ru', 'palette.uploadWords'],
  ['ombor', 'uz', 'palette.devicesWords'],
  ['zaxira', 'uz', 'palette.inventoryWords'],
  ['toʻxtab qolgan', 'uz', 'palette.installationsWords'],
  ['savdo', 'uz', 'palette.salesWords'],
  ['tungi', 'uz', 'palette.themeWords'],
];

it('the words that people type are found in their language', () => {
  const missing = TYPED.filter(([typed, language, key]) => {
    const words = TEXTS[key][LANGUAGES.indexOf(language)] ?? '';
    return !` ${words}`.includes(` ${typed}`);
  });
  assert.deepEqual(missing, []);
});
