import dayjs from 'dayjs';
import type { Language } from '../text/triple.ts';

const LOCALES: Readonly<Record<Language, string>> = { en: 'en', ru: 'ru', uz: 'uz-latn' };

/**
 * The name of a part of a series: `21 Nov`, `Nov 2026`, `14:00`. Weeks, quarters and years stay as the service names them.
 * @param label `2026-11-21`, `2026-11`, `2026-11-21T14:00+05:00`, `2026-W47`, `2026-Q4`, `2026`
 */
export function bucketText(label: string, language: Language, isLong = false): string {
  const at = dayjs(label.slice(0, 10)).locale(LOCALES[language]);
  const hour = /^\d{4}-\d\d-\d\d[T ](\d\d:\d\d)/.exec(label)?.[1];
  if (hour) return isLong ? `${at.format('D MMM YYYY')}, ${hour}` : hour;
  if (/^\d{4}-\d\d-\d\d$/.test(label)) return at.format(isLong ? 'D MMM YYYY' : 'D MMM');
  return /^\d{4}-\d\d$/.test(label) ? at.format('MMM YYYY') : label;
}
