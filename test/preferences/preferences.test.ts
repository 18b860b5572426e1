import pg from 'pg';
import { cleanTestApp, type TestApp } from '../support/app.ts';
import type { Caller, Json } from '../support/callers.ts';
import { ROLES } from '../support/contract.ts';
import { insertServiceAccount } from '../support/factories/service-account.ts';
import { dataOf, errorOf } from '../support/graphql-reads.ts';
import { waiters } from '../support/lock-waiters.ts';
import { until } from '../support/until.ts';

const FIELDS = 'language theme density timeZone pageSize defaultViews { list viewId }';
const READ = `{ viewer { preferences { ${FIELDS} } } }`;
const SET = `mutation ($input: SetPreferencesInput!) { setPreferences(input: $input) { preferences { ${FIELDS} } } }`;
const DEFAULTS = {
  language: null,
  theme: 'SYSTEM',
  density: 'COMFORTABLE',
  timeZone: null,
  pageSize: 50,
  defaultViews: [],
};
const UNKNOWN = '00000000-0000-4000-8000-000000000000';

let app: TestApp;

beforeAll(async () => {
  app = await cleanTestApp();
});
afterAll(() => app.stop());

const read = async (who: Caller): Promise<Json> => (await dataOf(who, READ)).viewer.preferences;
const set = async (who: Caller, input: Json): Promise<Json> =>
  (await dataOf(who, SET, { input })).setPreferences.preferences;
const entriesOf = (id: string) =>
  app.sql(`select changes from audit_entry where action = 'setPreferences' and target_id = $1 order by id`, [id]);

async function viewOf(owner: Caller, shared: boolean, list = 'devices'): Promise<string> {
  const input = { name: 'Mine', shared, view: { [list]: { columns: ['id'] } } };
  const document = 'mutation ($input: CreateSavedViewInput!) { createSavedView(input: $input) { savedView { id } } }';
  return (await dataOf(owner, document, { input })).createSavedView.savedView.id;
}

describe('viewer.preferences', () => {
  it('preferences that nobody has set are the defaults', async () => {
    expect(await read(await app.as('VIEWER'))).toEqual(DEFAULTS);
  });

  it('preferences leave out a default view that was deleted or is no longer shared', async () => {
    const [who, other] = [await app.as('ADMIN'), await app.as('ADMIN')];
    const [own, shared] = [await viewOf(who, false), await viewOf(other, true, 'sales')];
    const defaultViews = [
      { list: 'DEVICES', viewId: own },
      { list: 'SALES', viewId: shared },
    ];
    expect((await set(who, { defaultViews })).defaultViews).toEqual(defaultViews);
    await dataOf(
      other,
      'mutation ($id: ID!) { updateSavedView(id: $id, input: { shared: false }) { savedView { id } } }',
      {
        id: shared,
      },
    );
    expect((await read(who)).defaultViews).toEqual([{ list: 'DEVICES', viewId: own }]);
    await dataOf(who, 'mutation ($id: ID!) { deleteSavedView(id: $id) { deletedId } }', { id: own });
    expect((await read(who)).defaultViews).toEqual([]);
  });

  it('preferences name the present time zone for one that was stored under an old name', async () => {
    const who = await app.as('ADMIN');
    await set(who, { timeZone: 'Asia/Tashkent' });
    await app.sql(`update admin_preferences set time_zone = 'EET' where admin_id = $1`, [who.admin.id]);
    expect((await read(who)).timeZone).toBe('Europe/Athens');
  });
});

describe('setPreferences: sets the caller’s own preferences', () => {
  it.each(ROLES)('%s sets preferences, which another admin does not see', async (role) => {
    const [who, other] = [await app.as(role), await app.as(role)];
    const wanted = { language: 'ru', theme: 'DARK', density: 'COMPACT', timeZone: 'Europe/Istanbul', pageSize: 100 };
    expect(await set(who, wanted)).toEqual({ ...DEFAULTS, ...wanted });
    expect(await read(who)).toEqual({ ...DEFAULTS, ...wanted });
    expect(await read(other)).toEqual(DEFAULTS);
  });

  it('setPreferences leaves what is missing, and null is the default again', async () => {
    const who = await app.as('SALES');
    const view = await viewOf(who, false);
    await set(who, { theme: 'DARK', timeZone: 'UTC', defaultViews: [{ list: 'DEVICES', viewId: view.toUpperCase() }] });
    expect(await set(who, { pageSize: 20 })).toEqual({
      ...DEFAULTS,
      theme: 'DARK',
      timeZone: 'UTC',
      pageSize: 20,
      defaultViews: [{ list: 'DEVICES', viewId: view }],
    });
    const cleared = { theme: null, timeZone: null, pageSize: null, defaultViews: [{ list: 'DEVICES', viewId: null }] };
    expect(await set(who, cleared)).toEqual(DEFAULTS);
  });

  it('setPreferences writes an audit entry for a change, and none for what is so already', async () => {
    const who = await app.as('ADMIN');
    await set(who, { theme: 'DARK', defaultViews: [] });
    await set(who, { theme: 'DARK' });
    await set(who, {});
    expect(await entriesOf(who.admin.id)).toEqual([{ changes: { theme: { from: null, to: 'DARK' } } }]);
  });

  it('setPreferences refuses what is no preference, and says where', async () => {
    const [who, other] = [await app.as('ADMIN'), await app.as('ADMIN')];
    const hidden = await viewOf(other, false);
    const devices = await viewOf(who, false);
    for (const [input, field] of [
      [{ pageSize: 9 }, 'pageSize'],
      [{ pageSize: 101 }, 'pageSize'],
      [{ timeZone: '+05:00' }, 'timeZone'],
      [{ timeZone: 'EET' }, 'timeZone'],
      [{ defaultViews: [{ list: 'DEVICES', viewId: UNKNOWN }] }, 'defaultViews[0].viewId'],
      [{ defaultViews: [{ list: 'DEVICES', viewId: hidden }] }, 'defaultViews[0].viewId'],
      [{ defaultViews: [{ list: 'SALES', viewId: devices }] }, 'defaultViews[0].viewId'],
      [{ defaultViews: [{ list: 'DEVICES' }, { list: 'DEVICES', viewId: devices }] }, 'defaultViews[1].list'],
    ] as const) {
      expect([input, ...(await errorOf(who, SET, { input }))]).toEqual([input, 400, 'VALIDATION_FAILED', field]);
    }
    expect(await read(who)).toEqual(DEFAULTS);
  });

  it('setPreferences of an admin twice at the same time keeps both', async () => {
    const who = await app.as('ADMIN');
    await Promise.all([set(who, { theme: 'DARK' }), set(who, { language: 'en' }), set(who, { pageSize: 10 })]);
    expect(await read(who)).toEqual({ ...DEFAULTS, theme: 'DARK', language: 'en', pageSize: 10 });
  });

  it.each([
    ['setPreferences', (who: Caller) => set(who, { theme: 'DARK' })],
    ['createSavedView', (who: Caller) => viewOf(who, false)],
  ])('%s of one admin waits for its own other calls, and for nobody else', async (name, call) => {
    const [who, other] = [await app.as('ADMIN'), await app.as('ADMIN')];
    const pool = new pg.Pool({ connectionString: app.database.url });
    try {
      const holder = await pool.connect();
      await holder.query('begin');
      await holder.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`karvon:${name}:${who.admin.id}`]);
      const waiting = call(who);
      await until(async () => (await waiters(app.sql, `locktype = 'advisory'`)) > 0);
      await call(other);
      expect(await waiters(app.sql, `locktype = 'advisory'`)).toBe(1);
      await holder.query('commit');
      holder.release();
      await waiting;
    } finally {
      await pool.end();
    }
  });

  it('setPreferences is refused to a service account, whose owner’s preferences it reads', async () => {
    const who = await app.as('SUPER_ADMIN');
    await set(who, { theme: 'LIGHT' });
    const script = await insertServiceAccount(app, who.admin.id, 'ADMIN');
    const { body } = await script.gql(SET, { input: { theme: 'DARK' } });
    expect(body.errors[0].extensions.code).toBe('SESSION_REQUIRED');
    expect((await script.gql(READ)).body.data.viewer.preferences.theme).toBe('LIGHT');
  });
});
