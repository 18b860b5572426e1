import { readFileSync } from 'node:fs';
import { buildSchema, parse, validate } from 'graphql';
import { screens } from '../support/screens.ts';

const page = readFileSync('docs/api/graphql-clients.md', 'utf8');
const errors = readFileSync('docs/api/errors-and-limits.md', 'utf8');
const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));

interface Snippet {
  readonly language: string;
  /** The file that it is taken from. */
  readonly file: string;
  readonly text: string;
}

const snippetsOf = (text: string): readonly Snippet[] =>
  [...text.matchAll(/^```(\w*) ?(\S*)\n([\s\S]*?)^```$/gm)].map(([, language = '', file = '', snippet = '']) => ({
    language,
    file,
    text: snippet,
  }));
const snippets = snippetsOf(page);
const inLanguage = (language: string) =>
  snippets.filter((each) => each.language === language).map((each) => [each.text.split('\n')[0], each] as const);

it.each(inLanguage('ts'))(
  'the page for authors of clients shows the example as it is: %s',
  (_first, { file, text }) => {
    expect(readFileSync(file, 'utf8')).toContain(text);
  },
);

it('the page of errors shows the example as it is', () => {
  const shown = snippetsOf(errors).filter(({ language }) => language === 'ts');
  expect(shown.length).toBeGreaterThan(0);
  for (const { file, text } of shown) expect(readFileSync(file, 'utf8')).toContain(text);
});

it.each(inLanguage('graphql'))('a document of that page fits the schema: %s', (_first, { text }) => {
  expect(validate(schema, parse(text)).map(({ message }) => message)).toEqual([]);
});

it('every snippet of that page is one of these, or a list of commands of the example', () => {
  const { scripts } = JSON.parse(readFileSync('examples/dashboard-client/package.json', 'utf8'));
  const commands = snippets.filter(({ language }) => language === 'sh').map(({ text }) => text);
  const named = commands.flatMap((text) => [...text.matchAll(/npm run (\w+)/g)].map(([, name]) => name));
  expect(named.sort()).toEqual(Object.keys(scripts).sort());
  expect(inLanguage('ts').length + inLanguage('graphql').length + commands.length).toBe(snippets.length);
  expect(inLanguage('ts').length).toBeGreaterThan(5);
});

it('the page of GraphQL clients says which roles use each screen', () => {
  const rows = [...page.matchAll(/^\| ([a-z, -]+) \| ([A-Z_, ]+) \|$/gm)];
  const told = rows.flatMap(([, files = '', roles = '']) =>
    files.split(', ').map((file) => [file, roles.split(', ').sort()] as const),
  );
  expect(Object.fromEntries(told)).toEqual(
    Object.fromEntries(screens.map(({ file, roles }) => [file, [...roles].sort()])),
  );
});
