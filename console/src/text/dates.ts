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
  'date.unclear': [
    'It is not clear which number is the month. Write the date like {example}.',
    'Непонятно, какое число здесь месяц. Напишите дату, например, так: {example}.',
    'Qaysi raqam oy ekani nomaʼlum. Masalan, shunday yozing: {example}.',
  ],
  'date.today': ['today', 'сегодня', 'bugun'],
  'date.yesterday': ['yesterday', 'вчера', 'kecha'],
  'date.tomorrow': ['tomorrow', 'завтра', 'ertaga'],
  'date.order': [
    'The last day is before the first one.',
    'Последний день раньше первого.',
    'Oxirgi kun birinchisidan oldin.',
  ],
  'date.ahead': ['This time has not come yet.', 'Это время ещё не наступило.', 'Bu vaqt hali kelmagan.'],
} as const satisfies Readonly<Record<string, Triple>>;

addTexts(dateTexts);
