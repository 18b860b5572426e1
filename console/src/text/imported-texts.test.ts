import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { shellTexts } from './shell.ts';

const FOLDER = dirname(fileURLToPath(import.meta.url));
const SOURCE = join(FOLDER, '..');

/** What is there before any screen. */
const FIRST = ['shell.ts', 'enums.ts'];
/** The names of fields: the sign-in page has its own labels, and a problem with a field is shown by the form that sent it. */
const NEEDS_NAMES = /\b(?:problemOfField|fieldSentenceOf)\(/;
const WITHOUT_NAMES = /^(?:session|ui|text)\//;

/** Which file has the text of a key or the words of an enumeration. */
async function owners(): Promise<ReadonlyMap<string, string>> {
  const files = readdirSync(FOLDER).filter((name) => /(?<!\.test)\.ts$/.test(name) && name !== 'screen-texts.ts');
  const all = await Promise.all(
    files.map(async (file) => {
      const exported: Record<string, unknown> = await import(join(FOLDER, file));
      const keyed = Object.entries(exported).filter(([name]) => /(?:Texts|Words|Enums)$/.test(name));
      return keyed.flatMap(([, value]) => Object.keys(value as object).map((key): [string, string] => [key, file]));
    }),
  );
  // Words of one enumeration, such as those of analytics, are read by their own name and not by `word`.
  return new Map(all.flat().filter(([key]) => key.includes('.') || /^[A-Z]\w*[a-z]\w*$/.test(key)));
}

it('a file that names a text imports the file that has it', async () => {
  const owner = await owners();
  assert.equal(owner.get('sale.number'), 'sales.ts');
  assert.equal(owner.get('AuditAction'), 'audit-actions.ts');
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /(?<!\.test)\.tsx?$/.test(name) && !/^text\/|^api\/generated\//.test(name),
  );
  const missing = files.flatMap((file) => {
    const source = readFileSync(join(SOURCE, file), 'utf8');
    const named = [...source.matchAll(/'([\w.-]+)'/g)].map(([, key = '']) => owner.get(key));
    const started = [...source.matchAll(/`([a-z][A-Za-z]*\.[\w.-]*)\$\{/g)].flatMap(([, start = '']) =>
      Object.keys(shellTexts).some((key) => key.startsWith(start))
        ? []
        : [...owner].filter(([key]) => key.startsWith(start)).map(([, name]) => name),
    );
    const names = NEEDS_NAMES.test(source) && !WITHOUT_NAMES.test(file) ? ['field-names.ts'] : [];
    return [...new Set([...named, ...started, ...names])]
      .filter((name) => name !== undefined && !FIRST.includes(name) && !source.includes(`text/${name}'`))
      .map((name) => `${file} -> text/${name}`);
  });
  assert.deepEqual(missing, []);
});
