import { readFileSync } from 'node:fs';
import { COMPARISONS, PARTS_OF_TIME, RANGE_PRESETS, TIME_GRAINS } from '../../src/model/enums.ts';
import { type RunningApp, sharedTestApp } from '../support/app.ts';
import { dataOf } from '../support/graphql-reads.ts';
import { blocksOf } from '../support/markdown.ts';

const PAGE = 'docs/api/analytics.md';
const lines = readFileSync(PAGE, 'utf8').split('\n');

/** The constants in a row of the table of what to write. @param begins the start of the row's first cell */
function listed(begins: string): string[] {
  const rows = lines.filter((line) => line.startsWith(`| ${begins}`));
  return rows.flatMap((row) => row.split('|')[2]?.match(/[A-Z][A-Z0-9_]+/g) ?? []).sort();
}

/** The text of a section of the page. */
function section(title: string): string {
  const [, text = ''] = new RegExp(`^## ${title}\\n([\\s\\S]*?)(?=^## )`, 'm').exec(lines.join('\n')) ?? [];
  return text;
}

describe('the page of reports and questions', () => {
  it.each([
    ['range: { preset', '`range: { preset: … }`', RANGE_PRESETS],
    ['compareTo', '`compareTo` | `PREVIOUS_PERIOD`, ', COMPARISONS],
    ['grain', '`grain` | `', TIME_GRAINS],
    ['part', '`derived: [{ part: … }]`', PARTS_OF_TIME],
  ])('the page lists every value of %s', (_what, begins, values) => {
    expect(listed(begins)).toEqual([...values].sort());
  });

  it('the page says with what each preset is compared', () => {
    const missing = RANGE_PRESETS.filter((preset) => !section('Comparisons').includes(`\`${preset}\``));
    expect(missing).toEqual([]);
  });

  describe('its questions', () => {
    let app: RunningApp;
    beforeAll(async () => {
      app = await sharedTestApp();
    });
    afterAll(() => app.stop());

    it('each question of the page is answered, HOUR as a grain with each hour of the day', async () => {
      const admin = await app.as('VIEWER');
      const questions = blocksOf(PAGE).filter(({ language }) => language === 'graphql');
      expect(questions.length).toBe(3);
      for (const { text } of questions) {
        const { salesMetrics } = await dataOf(admin, text);
        if (text.includes('grain: HOUR')) expect(salesMetrics.rows).toHaveLength(24);
      }
    });
  });
});
