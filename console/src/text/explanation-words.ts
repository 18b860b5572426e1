import type * as schema from '../api/generated/enums.ts';
import { addWords } from './enums.ts';
import type { Triple } from './triple.ts';

const ExplanationCode: Readonly<Record<schema.ExplanationCode, Triple>> = {
  DEVICES_FELL_BACK: [
    '{devices} devices fell back to their old firmware or may not start any more.',
    'Откатились или, возможно, больше не включаются: {devices}.',
    '{devices} ta qurilma orqaga qaytdi yoki endi yonmasligi mumkin.',
  ],
  INSTALLATIONS_FAILED: [
    'By then, {failed} of {finished} installations had failed.',
    'К тому времени ошибкой закончились {failed} из {finished} установок.',
    'Oʻsha paytgacha {finished} ta oʻrnatishdan {failed} tasi xato bilan tugagan.',
  ],
  NO_REPORT: [
    'No report since {since}, while {status}.',
    'Нет отчётов с {since}: {status}.',
    '{since} dan beri hisobot yoʻq: {status}.',
  ],
  OLD_VERSION: [
    'A heartbeat shows {version} again.',
    'Сигнал снова показывает {version}.',
    'Signal yana {version} ni koʻrsatmoqda.',
  ],
};

/** The words of firmware: releases and their installations. */
/** Why the service did what it did by itself. */
export const explanationWords = { ExplanationCode } as const;

addWords(explanationWords);
