import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { buildSchema, isExecutableDefinitionNode, parse, specifiedRules, validate } from 'graphql';
import { blocksOf, commandsOf, pages, proseOf } from '../support/markdown.ts';
import { temporaryFolder } from '../support/run.ts';

const PAGES = pages();
const blocks = PAGES.flatMap((page) => blocksOf(page));
const place = ({ page, line }: { page: string; line: number }) => `${page}:${line}`;
const SHELLS = ['sh', 'bash', 'zsh', 'shell'];

const hasZsh = spawnSync('zsh', ['--version']).status === 0;
if (!hasZsh)
  process.stderr.write('zsh is not installed: the commands of the documentation are not parsed by it here.\n');

it('the reader of Markdown finds the pages, and their blocks and links', () => {
  expect(PAGES).toEqual(
    expect.arrayContaining([
      'README.md',
      'CONTRIBUTING.md',
      'docs/devices/pairing.md',
      'examples/public-site/README.md',
    ]),
  );
  expect(blocks.length).toBeGreaterThan(30);
  expect(PAGES.flatMap(linksOf).length).toBeGreaterThan(25);
});

describe('links', () => {
  /** GitHub's: lower case, no punctuation, dashes for spaces, a number for the second of a name. */
  function anchorsOf(page: string): ReadonlySet<string> {
    const seen = new Map<string, number>();
    const names = [...proseOf(page).matchAll(/^#{1,6} +(.+?) *#*$/gm)].map(([, title = '']) => {
      const text = title.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
      const name = text.replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, '').replaceAll(' ', '-');
      const before = seen.get(name) ?? 0;
      seen.set(name, before + 1);
      return before === 0 ? name : `${name}-${before}`;
    });
    return new Set(names);
  }

  it.each(PAGES)('links of %s lead to files and headings that exist', (page) => {
    const broken = linksOf(page).filter((link) => {
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? page : normalize(join(dirname(page), decodeURIComponent(path)));
      if (!existsSync(target)) return true;
      return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).has(anchor);
    });
    expect(broken).toEqual([]);
  });
});

/** The relative ones. */
function linksOf(page: string): string[] {
  const text = proseOf(page).replaceAll(/`[^`\n]+`(?!\])/g, '');
  const inline = [...text.matchAll(/\]\(<?([^()\s>]+)>?(?: "[^"]*")?\)/g)];
  const named = [...text.matchAll(/^\[[^\]]+\]: +(\S+)/gm)];
  return [...inline, ...named].map(([, link = '']) => link).filter((link) => !/^[a-z][a-z+.-]*:/i.test(link));
}

/** What a shell says of the blocks that it cannot parse, each after its place. One process of Node's starts them all. */
function unparsed(shell: string, texts: readonly { page: string; line: number; text: string }[]): string {
  const folder = temporaryFolder('blocks');
  for (const [at, { text }] of texts.entries()) writeFileSync(join(folder, String(at)), text);
  const options = shell === 'zsh' ? '-f -n' : '--norc -n';
  const each = `cd '${folder}'; at=0; for place; do said=$(${shell} ${options} "$at" 2>&1) && [ -z "$said" ] || echo "$place $said"; at=$((at + 1)); done`;
  const { status, stdout, stderr } = spawnSync('sh', ['-c', each, 'sh', ...texts.map(place)], { encoding: 'utf8' });
  return status === 0 ? stdout + stderr : `${status} ${stdout}${stderr}`;
}

describe('blocks', () => {
  it('blocks of commands are marked as commands', () => {
    const COMMAND = /^\s*(?:\$ )?(?:curl|npm|npx|node|git|cd|openssl|psql|python3|docker|make|gcc|ts=|export [A-Z])\b/m;
    const unnamed = blocks.filter(
      ({ language, text }) => (language === '' || language === 'text') && COMMAND.test(text),
    );
    expect(unnamed.map(place)).toEqual([]);
  });

  it('blocks of JSON are JSON', () => {
    const broken = blocks.filter(({ language, text }) => language === 'json' && !isJson(text));
    expect(broken.map(place)).toEqual([]);
    expect([isJson('{"a": 1}'), isJson('{"a": 1, ...}')]).toEqual([true, false]);
  });

  const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));
  const rules = specifiedRules.filter(({ name }) => name !== 'NoUnusedFragmentsRule');
  it.each(blocks.filter(({ language }) => language === 'graphql').map((block) => [place(block), block.text]))(
    '%s fits the schema',
    (_place, text) => {
      const document = parse(text);
      expect(document.definitions.every(isExecutableDefinitionNode)).toBe(true);
      expect(validate(schema, document, rules).map(({ message }) => message)).toEqual([]);
    },
  );

  const commands = blocks.filter(({ language }) => SHELLS.includes(language));
  const parses = (shell: string) => (shell === 'bash' || hasZsh || process.env.CI === 'true' ? it : it.skip);
  describe.each(['bash', 'zsh'])('of commands, in %s', (shell) => {
    parses(shell)('each parses', () => {
      expect(unparsed(shell, commands)).toEqual('');
      expect(unparsed(shell, [{ page: 'a page', line: 3, text: 'if true; then' }])).toContain('a page:3');
    });
  });

  it('blocks of commands have no comments: an interactive zsh takes # for a word, and an apostrophe behind it for a quotation mark', () => {
    const commented = PAGES.flatMap((page) => commandsOf(page)).filter(({ text }) =>
      /(?:^|\s)#(?:\s|$)/m.test(text.replaceAll(/'[^']*'|"(?:\\.|[^"\\])*"/g, '')),
    );
    expect(commented.map(place)).toEqual([]);
  });

  it('blocks of settings name settings', () => {
    const known = settings();
    const named = blocks
      .filter(({ language }) => language === 'dotenv')
      .flatMap((block) =>
        [...block.text.matchAll(/^#?([A-Z_0-9]+)=/gm)].map(([, name = '']) => `${place(block)} ${name}`),
      );
    expect(named.length).toBeGreaterThan(3);
    expect(named.filter((one) => !known.has(one.split(' ')[1] ?? ''))).toEqual([]);
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function settings(): ReadonlySet<string> {
  return new Set([...readFileSync('.env.example', 'utf8').matchAll(/^#([A-Z0-9_]+)=/gm)].map(([, name = '']) => name));
}

describe('what pages name exists:', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  /** Of the folders with packages of their own: their pages say `cd` first. */
  const nested = ['examples', 'bench']
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name, 'package.json')))
    .filter((file) => existsSync(file))
    .flatMap((file) => Object.keys(JSON.parse(readFileSync(file, 'utf8')).scripts ?? {}));
  const known = new Set([...Object.keys(scripts), ...nested]);
  const read = new Map(PAGES.map((page) => [page, readFileSync(page, 'utf8')]));
  const textOf = (page: string) => read.get(page) ?? '';

  it.each(PAGES)('the npm scripts of %s', (page) => {
    const named = [...textOf(page).matchAll(/\bnpm run (?:-s )?([a-z][\w:-]*)/g)].map(([, name = '']) => name);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });

  it.each(PAGES)('the options of npm scripts and of karvon in %s', (page) => {
    const flowing = textOf(page).replaceAll(/\\\n\s*/g, ' ');
    const calls = [...flowing.matchAll(/\bnpm run ([\w:-]+) -- ([^`\n|;]*)/g)].map(
      ([, name = '', options = '']) => [sourceOfScript(scripts[name] ?? ''), options] as const,
    );
    const cli = [...flowing.matchAll(/\bkarvon (?:admin|release|simulate)\b([^`\n|;]*)/g)].map(
      ([, options = '']) => [sourcesIn('src/cli'), options] as const,
    );
    const unknown = [...calls, ...cli].flatMap(([source, options]) =>
      [...options.matchAll(/(?<=^|\s)--([a-z][\w-]*)/g)].flatMap(([, option = '']) =>
        source.includes(option) ? [] : option,
      ),
    );
    expect(unknown).toEqual([]);
  });

  it.each(PAGES)('the files of %s', (page) => {
    const FILE = /`((?:src|test|docs|scripts|migrations|examples|bench|fuzz|patches|\.ci)\/[\w./-]*\w)`/g;
    const named = [...textOf(page).matchAll(FILE)].map(([, file = '']) => file);
    // Pages about an example name its files from its folder.
    const places = ['.', dirname(page), ...readdirSync('examples').map((name) => join('examples', name))];
    expect(named.filter((file) => !places.some((folder) => existsSync(join(folder, file))))).toEqual([]);
  });

  it('their settings, codes and other names in capital letters', () => {
    const words = new Set(readFileSync('schema.graphql', 'utf8').match(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g) ?? []);
    for (const folder of ['src', 'scripts', 'bench', 'fuzz', 'examples', 'test/support', '.ci']) {
      for (const word of sourcesIn(folder).match(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g) ?? []) words.add(word);
    }
    const named = PAGES.flatMap((page) =>
      [...textOf(page).matchAll(/`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?:=[^`]*)?`/g)].map(
        ([, name = '']) => `${page} ${name}`,
      ),
    );
    expect(named.length).toBeGreaterThan(80);
    expect(named.filter((one) => !words.has(one.split(' ')[1] ?? ''))).toEqual([]);
  });
});

const sources = new Map<string, string>();

/** The texts of all sources of a folder. */
function sourcesIn(folder: string): string {
  const read = sources.get(folder);
  if (read !== undefined) return read;
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(
      (file) => !/node_modules|generated/.test(file) && (/\.(?:[cm]?[jt]s|sh|py|c|h)$/.test(file) || file === 'run'),
    )
    .map((file) => join(folder, file))
    .filter((file) => statSync(file).isFile());
  const text = files.map((file) => readFileSync(file, 'utf8')).join('\n');
  sources.set(folder, text);
  return text;
}

/** The sources of what a script of package.json runs. */
function sourceOfScript(script: string): string {
  if (script.includes('jest')) return 'testPathPatterns testNamePattern';
  if (script.includes('print-schema')) return 'check write';
  return sourcesIn(/\b(?:bench|fuzz)(?=\/)/.exec(script)?.[0] ?? 'scripts');
}
