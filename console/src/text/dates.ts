import { addTexts } from './texts.ts';
import type { Triple } from './triple.ts';

/** The texts of fields for dates. */
export const dateTexts = {
  'date.calendar': ['Calendar', 'Календарь', 'Kalendar'],
  'date.previous': ['Back', 'Назад', 'Orqaga'],
  'date.next': ['Forward', 'Вперёд', 'Oldinga'],
  'date.wrong': [
    'This is not a date. Write it like {example}.',
    'Такой даты нет. Напишите, например, так: {example}.',
    'Bunday sana yoʻq. Masalan, shunday yozing: {example}.',
  ],
  'date.ahead': ['This time has not come yet.', 'Это время ещё не наступило.', 'Bu vaqt hali kelmagan.'],
  'date.noClock': [
    'The time is missing. Write it like {example}.',
    'Нет времени. Напишите, например, так: {example}.',
    'Vaqti yoʻq. Masalan, shunday yozing: {example}.',
  ],
} as const satisfies Readonly<Record<string, Triple>>;

addTexts(dateTexts);
