import 'dayjs/locale/ru.js';
import 'dayjs/locale/uz-latn.js';
import type { Language } from '../text/triple.ts';

/** How dayjs calls the languages. */
export const LOCALES: Readonly<Record<Language, string>> = { en: 'en', ru: 'ru', uz: 'uz-latn' };
