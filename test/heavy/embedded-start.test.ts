import { chmodSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { HOME_LINKS } from '../../src/rest/pages/home-page.ts';
import { FIRST_ADMIN } from '../support/app.ts';
import { temporaryFolder } from '../support/run.ts';
import { failedStart, startService } from '../support/service.ts';

const LOGIN = '/v1/admin/auth/login';

describe('without DATABASE_URL', () => {
  it('a service without DATABASE_URL keeps its data between starts and locks its folder against a second process', async () => {
    const DATA_DIR = temporaryFolder('whole');
    // As root, PostgreSQL runs as another user.
    chmodSync(DATA_DIR, 0o711);
    const signIn = (url: string, password: string = FIRST_ADMIN.password) =>
      fetch(`${url}${LOGIN}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: FIRST_ADMIN.email, password }),
      });
    const first = await startService({ DATA_DIR });
    const printed = first.output();
    const [, address] = /^Open +(http:\/\/localhost:\d+)$/m.exec(printed) ?? [];
    for (const { name, path } of HOME_LINKS) expect(printed).toMatch(new RegExp(`^${name} +${address}${path}$`, 'm'));
    expect(printed).toMatch(
      new RegExp(`^First admin +${FIRST_ADMIN.email}\nPassword +the value of ADMIN_PASSWORD$`, 'm'),
    );
    expect(printed).toMatch(new RegExp(`^To look at +DATA_DIR=${DATA_DIR} npm run seed -- --devices 10000,`, 'm'));
    expect((await fetch(`${address}/`, { headers: { accept: 'text/html' } })).status).toBe(200);
    expect((await signIn(first.url)).status).toBe(201);
    expect(readdirSync(join(DATA_DIR, 'keys')).length).toBe(4);

    const second = await failedStart({ DATA_DIR });
    expect(second.exitCode).toBe(1);
    expect(second.output.trim()).toBe(
      `The database in ${DATA_DIR}/postgres is in use by another Karvon process (process ${first.pid}). Stop it first, or start this one with another DATA_DIR.`,
    );
    expect((await signIn(first.url)).status).toBe(201);
    expect(await first.stop()).toBe(0);

    const third = await startService({ DATA_DIR, ADMIN_PASSWORD: 'Another-Harbour-72' });
    expect(third.output()).not.toMatch(/First admin|npm run seed/);
    expect((await signIn(third.url)).status).toBe(201);
    expect((await signIn(third.url, 'Another-Harbour-72')).status).toBe(401);
    expect(await third.stop()).toBe(0);
  });
});
