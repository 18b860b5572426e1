import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { blocksOf } from '../support/markdown.ts';
import { temporaryFolder } from '../support/run.ts';

const INVENTORY = 'src/domain/inventory';
/** Those of move-batch.ts: "like those of archive-batch.ts", and what the page says where to find. */
const IMPORTS = [
  ...(textOf(`${INVENTORY}/archive-batch.ts`).match(/^import .+;$/gm) ?? []),
  `import { fields } from '../kernel/input.ts';`,
  `import { schemaOf } from '../kernel/record-input.ts';`,
  `import { shelfError } from './inventory-rules.ts';`,
];

it('the example of CONTRIBUTING compiles', () => {
  const [field = '', column = '', sentence = '', rule = '', handler = ''] = blocksOf('CONTRIBUTING.md')
    .filter(({ language }) => language === 'ts')
    .map(({ text }) => text);
  const example = new Map([
    ['src/model/records/batch.ts', behind('source: ', field, textOf('src/model/records/batch.ts'))],
    ['src/model/error-texts.ts', behind('BATCH_NEVER_PROVISIONED: ', sentence, textOf('src/model/error-texts.ts'))],
    [`${INVENTORY}/inventory-rules.ts`, `${textOf(`${INVENTORY}/inventory-rules.ts`)}\n${rule}`],
    [`${INVENTORY}/move-batch.ts`, `${IMPORTS.join('\n')}\n${handler}`],
  ]);
  const entity = 'src/persistence/inventory/batch.entity.ts';
  example.set(entity, behind('source: ', column, textOf(entity)));
  expect(problemsOf(example)).toBe('');
});

/** @throws Error where no line begins so */
function behind(start: string, added: string, text: string): string {
  const lines = text.split('\n');
  const at = lines.findIndex((line) => line.trimStart().startsWith(start));
  if (at < 0) throw new Error(`No line begins with ${start}`);
  return lines.toSpliced(at + 1, 0, added).join('\n');
}

/** What the compiler says of these files, in a copy of the source. `npm run check` checks all others. */
function problemsOf(files: ReadonlyMap<string, string>): string {
  const folder = temporaryFolder('example');
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).map((name) => join('src', name));
  const others = sources.filter((name) => name.endsWith('.ts') && !files.has(name));
  for (const [name, text] of [...others.map((name) => [name, `// @ts-nocheck\n${textOf(name)}`] as const), ...files]) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const options = {
    extends: resolve('tsconfig.json'),
    include: [],
    files: [...files.keys()],
    compilerOptions: { types: ['node'] },
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(options));
  const { stdout, stderr } = spawnSync(resolve('node_modules/.bin/tsc'), ['-p', folder], { encoding: 'utf8' });
  return stdout + stderr;
}

function textOf(file: string): string {
  return readFileSync(file, 'utf8');
}
