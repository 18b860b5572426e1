import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { karvon } from '../support/cli.ts';

const FOLDERS = ['docs', 'src', 'scripts', 'bench', 'test', 'migrations', '.ci'];
const TEXT = /\.(?:md|ts|js|json|cjs)$|^run$|^\.env\.example$/;
/** However it is spelt: npm looks a name up in the registry when nothing of it is installed. */
const LOOK_UP = /\b(?:npx|npm exec|npm x|pnpm dlx|bunx)(?: -\S+)* karvon\b/g;
const SAFE = 'npx --no-install karvon';

const files = [
  ...readdirSync('.'),
  ...FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  ),
].filter((file) => TEXT.test(file.split('/').at(-1) ?? '') && !file.endsWith('architecture/documentation.test.ts'));

/** The ways of calling the command that npm could answer with a stranger's package. */
function unsafeIn(text: string): string[] {
  // A command may go over the end of a line, in a comment as well.
  const flowing = text.replace(/\s*\n\s*(?:[*>#]|\/\/)?\s*|\s+/g, ' ');
  return [...flowing.matchAll(LOOK_UP)].map(([call]) => call).filter((call) => call !== SAFE);
}

it.each(['npx karvon', 'npx -y karvon release', 'npm exec karvon', '| npx\n * karvon release sign'])(
  '%j would be found',
  (text) => {
    expect(unsafeIn(text)).toHaveLength(1);
  },
);

it('no file tells to call the command in a way that could download a package of that name', () => {
  expect(files).toContain('README.md');
  const found = files.flatMap((file) => unsafeIn(readFileSync(file, 'utf8')).map((call) => `${file}: ${call}`));
  expect(found).toEqual([]);
});

it.each([
  [[]],
  [['admin']],
  [['admin', 'create']],
  [['admin', 'reset-password']],
  [['admin', 'list']],
  [['release']],
  [['release', 'sign']],
  [['simulate']],
])('the help of karvon %j calls itself by name alone', async (command) => {
  const { code, stdout } = await karvon([...command, '--help']);
  expect([code, stdout.match(/npx.*/g)]).toEqual([0, null]);
});

it('the documentation of release signing passes the key to the installed command', () => {
  const text = readFileSync('docs/release-signing.md', 'utf8');
  expect(text.includes(`| ${SAFE} release sign lamp.release --key -`)).toBe(true);
});
