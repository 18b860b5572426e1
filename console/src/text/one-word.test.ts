import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';

const FOLDER = dirname(fileURLToPath(import.meta.url));
const ELSEWHERE = '../analytics/example-titles.ts';

/** Second words for what has its own, or the words of another thing. The comment has the one that is used. */
const NEVER = {
  ru: [
    /в сети/i, // на связи
    /нет продвижения/i, // зависла
    /сбо[йея]|неудачн(?!ый вход)/i, // ошибка
    /(?<!пред)заказ/i, // продажа, предзаказ
    /привязк\S+ прилож|привязано к|сервис(?!н)|служб/i, // сопряжение, Karvon
  ],
  uz: [
    /onlayn|oflayn/i, // aloqada
    /qotib|siljish/i, // toʻxtab qolgan
    /muvaffaqiyatsiz|chiqmadi/i, // xato bilan tugadi
    /(?<!oldindan )buyurtma|sotuv/i, // savdo, oldindan buyurtma
    /tormoz|xizmat(?!d| hisob| ruxsat|i\b)/i, // avtomatik toʻxtatib turish, Karvon
  ],
} as const;

/** Words that are typed to find something may be any. */
const SEARCHED = /\.\w+Words$/;

/** The last texts of a row are Russian and Uzbek: those of errors have no English. */
const rowsIn = (value: unknown): readonly (readonly string[])[] => {
  if (Array.isArray(value)) return value.every((one) => typeof one === 'string') ? [value] : value.flatMap(rowsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => (SEARCHED.test(key) ? [] : rowsIn(one)));
};

const files = readdirSync(FOLDER).filter((name) => /(?<!\.test)\.ts$/.test(name));
const modules: readonly object[] = await Promise.all([...files, ELSEWHERE].map((name) => import(join(FOLDER, name))));
const rows = modules.flatMap((one) => rowsIn({ ...one }));

it('one thing has one word in Russian and in Uzbek', () => {
  assert.ok(rows.length > 1000);
  const others = rows.filter(
    (row) =>
      NEVER.ru.some((word) => word.test(row.at(-2) ?? '')) || NEVER.uz.some((word) => word.test(row.at(-1) ?? '')),
  );
  assert.deepEqual(others, []);
});
