import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { karvon } from '../support/cli.ts';

const FOLDERS = ['docs', 'src', 'scripts', 'bench', 'fuzz', 'test', 'migrations', '.ci', '.github'];
const TEXT = /\.(?:md|ts|js|json|cjs)$|^run$|^\.env\.example$/;
/** However it is spelt: npm looks a name up in the registry when nothing of it is installed. */
const LOOK_UP = /\b(?:npx|npm exec|npm x|pnpm dlx|bunx)(?: -\S+)* karvon\b/g;
/** The packages of the owner's design card. */
const CARD = [
  '@apollo/server',
  'graphql',
  'type-graphql',
  'reflect-metadata',
  'mikro-orm',
  '@mikro-orm/postgresql',
  'dataloader',
  'graphql-shield',
  'koa',
  '@koa/router',
  'koa-body',
  'ajv',
  'jest',
];
const SAFE = 'npx --no-install karvon';

const files = [
  ...readdirSync('.'),
  ...FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  ),
]
  .filter((file) => !file.includes('node_modules'))
  .filter((file) => TEXT.test(file.split('/').at(-1) ?? '') && !file.endsWith('architecture/documentation.test.ts'));

/** The ways of calling the command that npm could answer with a stranger's package. */
function unsafeIn(text: string): string[] {
  // A command may go over the end of a line, in a comment as well.
  const flowing = text.replace(/\s*\n\s*(?:[*>#]|\/\/)?\s*|\s+/g, ' ');
  return [...flowing.matchAll(LOOK_UP)].map(([call]) => call).filter((call) => call !== SAFE);
}

it.each(['npx karvon', 'npx -y karvon release', 'npm exec karvon', '| npx\n * karvon release sign'])(
  'the search finds %j',
  (text) => {
    expect(unsafeIn(text)).toHaveLength(1);
  },
);

it('no file calls the command in a way that could download a package of that name', () => {
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
])('the help of karvon %j uses only the name of the command', async (command) => {
  const { code, stdout } = await karvon([...command, '--help']);
  expect([code, stdout.match(/npx.*/g)]).toEqual([0, null]);
});

it('the documentation of release signing passes the key to the installed command', () => {
  const text = readFileSync('docs/devices/release-signing.md', 'utf8');
  expect(text.includes(`| ${SAFE} release sign lamp.release --key -`)).toBe(true);
});

it('the map in ARCHITECTURE.md lists every folder of the project and every layer', () => {
  const map = readFileSync('ARCHITECTURE.md', 'utf8');
  const folders = (place: string) =>
    readdirSync(place, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
  const top = folders('.').filter(
    (name) => !name.startsWith('.') && !['node_modules', 'dist', 'coverage'].includes(name),
  );
  const expected = [...top.map((name) => `${name}/`), ...folders('src').map((name) => `src/${name}/`)];
  expect(expected.filter((name) => !map.includes(name))).toEqual([]);
});

it('every file that the walks of ARCHITECTURE.md name exists', () => {
  const [, walks = ''] = readFileSync('ARCHITECTURE.md', 'utf8').split(/^## (?=The walk of a heartbeat)/m);
  const steps = walks.match(/^\d+\. .+$/gm) ?? [];
  expect(steps.length).toBeGreaterThan(25);
  const missing = steps.flatMap((step) => {
    let folder = '';
    return [...step.matchAll(/`([\w./-]+\.ts)`/g)].flatMap(([, name = '']) => {
      // A bare name is a file beside the one before.
      const file = name.includes('/') ? name : join(folder, name);
      folder = dirname(file);
      return existsSync(file) ? [] : file;
    });
  });
  expect(missing).toEqual([]);
});

it('the table of packages in ARCHITECTURE.md has each package of the card', () => {
  const [, packages = ''] = readFileSync('ARCHITECTURE.md', 'utf8').split('## The packages of the card');
  const rows = packages.match(/^\| `.+$/gm) ?? [];
  expect(CARD.filter((name) => !rows.some((row) => row.split('|')[1]?.includes(`\`${name}\``)))).toEqual([]);
});

it.each([
  ['README.md', 900],
  ['ARCHITECTURE.md', 1_100],
  ['CONTRIBUTING.md', 1_500],
])('%s has at most %i words, so that people finish it', (page, most) => {
  const words = readFileSync(page, 'utf8').split(/\s+/).filter(Boolean);
  expect(words.length).toBeLessThanOrEqual(most);
});

describe('the index of the documentation', () => {
  const pagesOf = (folder: string) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.md'));
  const linksIn = (page: string) =>
    [...readFileSync(page, 'utf8').matchAll(/\]\(([^)#\s]+\.md)(?:#[^)]*)?\)/g)].map(([, path = '']) => path);

  it('the index of the documentation has every page: each one is linked from docs/README.md', () => {
    const linked = linksIn('docs/README.md');
    const missing = pagesOf('docs').filter(
      (page) => page !== 'README.md' && !/^adr\/\d/.test(page) && !linked.includes(page),
    );
    expect(missing).toEqual([]);
  });

  it('the index of the documentation has every decision: each one is a row with a status in docs/adr/README.md', () => {
    const rows = readFileSync('docs/adr/README.md', 'utf8').match(/^\| \d+ \| \[.+\]\(.+\) \| \w.* \|$/gm) ?? [];
    const decisions = pagesOf('docs/adr').filter((page) => page !== 'README.md');
    const missing = decisions.filter((page) => {
      const title = readFileSync(join('docs/adr', page), 'utf8').match(/^# (\d+)\. (.+)$/m);
      return !rows.some((row) => row.startsWith(`| ${title?.[1]} | [${title?.[2]}](${page}) |`));
    });
    expect(missing.map((page) => `${page}: add its row, with its title and its status`)).toEqual([]);
  });
});

describe('the page of risks', () => {
  const risks = readFileSync('docs/develop/risks.md', 'utf8');
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Record<string, string> };

  it('the page of risks names each package of the service that is not a stable release, with its version', () => {
    const unstable = Object.entries(dependencies).filter(([, version]) => version.includes('-'));
    expect(unstable.length).toBeGreaterThan(0);
    expect(unstable.filter(([name, version]) => !risks.includes(`\`${name}\` ${version} |`))).toEqual([]);
  });

  it('the page of risks names each patch, which renovate keeps apart from other updates', () => {
    const patched = readdirSync('patches').map((file) => file.replace(/\.patch$/, ''));
    expect(patched.filter((patch) => !risks.includes(`| \`${patch}\` |`))).toEqual([]);
    const { packageRules } = JSON.parse(readFileSync('.github/renovate.json', 'utf8')) as {
      packageRules: { matchPackageNames?: string[]; labels?: string[] }[];
    };
    const apart = packageRules.flatMap(({ matchPackageNames = [], labels = [] }) =>
      labels.includes('patched') ? matchPackageNames : [],
    );
    expect(apart.sort()).toEqual(patched.map((patch) => patch.split('+')[0]).sort());
  });
});

it('the newest version of CHANGELOG.md is that of the package, and says what to do before an upgrade', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    version: string;
    packages: Record<string, { version: string }>;
  };
  expect([lock.version, lock.packages['']?.version]).toEqual([version, version]);
  const changelog = readFileSync('CHANGELOG.md', 'utf8');
  const [heading = '', next] = changelog
    .slice(changelog.search(/^## \d/m))
    .split('\n')
    .filter((line) => line !== '');
  expect(heading).toMatch(/^## \S+ – \d{4}-\d{2}-\d{2}$/);
  expect([heading.split(' ')[1], next]).toEqual([version, '### Before you upgrade']);
});

it('the workflow of GitHub calls .ci/run, and nothing else that proves', () => {
  const steps = readFileSync('.github/workflows/ci.yml', 'utf8').match(/^ +(?:- )?(?:run|uses): .+$/gm) ?? [];
  expect(steps.filter((step) => !/actions\/checkout@|git config/.test(step)).map((step) => step.trim())).toEqual([
    '- run: .ci/run',
  ]);
});

it.each(['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'STYLE.md', 'SECURITY.md'])(
  'each file that %s links to or names exists',
  (page) => {
    const text = readFileSync(page, 'utf8');
    const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, path = '']) => path);
    const named = [...text.matchAll(/`((?:src|test|docs|scripts|migrations)\/[\w./-]+)`/g)].map(
      ([, path = '']) => path,
    );
    expect([...links, ...named].filter((path) => !existsSync(path))).toEqual([]);
  },
);

it.each([...new Set(readFileSync('README.md', 'utf8').match(/npm run [\w:]+|npm (?:start|test)/g) ?? [])])(
  '`%s` is an existing script',
  (command) => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
    const script = scripts[command.replace(/^npm (?:run )?/, '')];
    const [file] = script?.match(/(?:scripts|bench|fuzz)\/[\w.-]+/) ?? [];
    expect([script === undefined, file === undefined || existsSync(file)]).toEqual([false, true]);
  },
);

it('each alert has a section of its runbook, and each section an alert', () => {
  const rules = readFileSync('deploy/prometheus/karvon-rules.yml', 'utf8');
  const page = readFileSync('docs/operate/monitoring.md', 'utf8');
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name).sort();
  const runbooks = [...rules.matchAll(/runbook: (\S+)/g)].map(([, link = '']) => link).sort();
  expect(alerts.length).toBeGreaterThan(10);
  expect([...page.matchAll(/^### (Karvon\w+)$/gm)].map(([, name = '']) => name).sort()).toEqual(alerts);
  expect(runbooks).toEqual(alerts.map((name) => `docs/operate/monitoring.md#${name.toLowerCase()}`));
});
