import { table } from '../../src/rest/route-table.ts';
import { restRouter, servedBy } from '../../src/rest/router.ts';
import { addConsole } from '../../src/rest/routes/console.ts';
import { addDescription } from '../../src/rest/routes/description.ts';
import { addDownloads, EXTRA_PATHS } from '../../src/rest/routes/downloads.ts';
import { addExports } from '../../src/rest/routes/exports.ts';
import { addPages } from '../../src/rest/routes/pages.ts';
import { addProbes } from '../../src/rest/routes/probes.ts';
import { contract } from '../support/contract.ts';

const extraPaths = Object.keys(EXTRA_PATHS);

it('REST serves the table of operations, and other paths only if they are listed with a reason', () => {
  const settings = { runtime: { servedFiles: {} } } as never;
  const answers = {} as never;
  const router = restRouter(table, settings);
  const serve = servedBy(router);
  addDownloads(serve, settings);
  addProbes(serve, settings);
  addExports(serve, settings);
  addPages(serve, { url: undefined, android: [], ios: [] }, answers);
  addDescription(serve, answers, settings);
  addConsole(serve, answers, { kind: 'off' }, { name: 'session', secure: false });
  const inTable = new Set(table.map(({ path }) => path));
  expect(router.stack.map(({ path }) => String(path)).filter((path) => !inTable.has(path))).toEqual(extraPaths);
  for (const reason of Object.values(EXTRA_PATHS)) expect(reason).toMatch(/\w{3}/);
});

it.each(extraPaths)('%s does not overlap with a path of the contract', (path) => {
  const [fixed = ''] = path.split('/:');
  expect(contract.operations.filter((operation) => operation.path.startsWith(fixed))).toEqual([]);
});
