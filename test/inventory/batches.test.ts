import { BatchRecord } from '../../src/model/records/batch.ts';
import { cleanTestApp, startTestApp, type TestApp } from '../support/app.ts';
import type { Caller, Json } from '../support/callers.ts';
import { wholeRecord } from '../support/whole-record.ts';
import { BATCHES, draft, plan, provision } from './support.ts';

let app: TestApp;
let admin: Caller;
beforeAll(async () => {
  app = await cleanTestApp();
  admin = await app.as('ADMIN');
});
afterAll(() => app.stop());

const UNKNOWN = '018f0000-0000-7000-8000-000000000000';
const update = (id: string, body: unknown, headers = {}) => admin.rest('PATCH', `${BATCHES}/${id}`, body, headers);
const entriesFor = (batchId: string) =>
  app.sql('select action, changes, detail from audit_entry where target_id = $1 order by id', [batchId]);

describe('createBatch: creating a batch', () => {
  it('creating a batch returns a DRAFT without devices and writes one audit entry', async () => {
    const body = plan({ code: '  KRV-Ö-01  ', notes: 'first lot', source: 'factory' });
    const reply = await admin.rest('POST', BATCHES, body);
    const now = app.clock.now().toISOString();
    expect(reply.status).toBe(201);
    expect(reply.body).toEqual(
      wholeRecord(BatchRecord, {
        id: expect.any(String),
        code: 'KRV-Ö-01',
        model: 'LAMP1',
        hardwareRevision: 'rev-b',
        quantity: 3,
        notes: 'first lot',
        source: 'factory',
        status: 'DRAFT',
        deviceCount: 0,
        provisionedAt: null,
        archivedAt: null,
        createdBy: admin.admin.id,
        revision: 1,
        createdAt: now,
        updatedAt: now,
      }),
    );
    expect(await entriesFor(reply.body.id)).toEqual([
      { action: 'createBatch', changes: null, detail: { code: 'KRV-Ö-01', quantity: 3 } },
    ]);
    expect((await admin.rest('GET', `${BATCHES}/${reply.body.id}`)).body).toEqual(reply.body);
  });

  it.each([
    { code: 'abc', model: 'ab', hardwareRevision: 'x', quantity: 1, notes: '', source: 's' },
    {
      code: 'ü'.repeat(64),
      model: '😀'.repeat(32),
      hardwareRevision: 'x'.repeat(64),
      quantity: 500,
      notes: 'n'.repeat(1000),
      source: 's'.repeat(64),
    },
  ])('creating a batch accepts the bounds of every range', async (body) => {
    expect((await admin.rest('POST', BATCHES, body)).status).toBe(201);
  });

  it.each([
    ['code', 'ab'],
    ['code', ' ab '],
    ['code', 'x'.repeat(65)],
    ['model', 'm'],
    ['model', 'm'.repeat(33)],
    ['hardwareRevision', '  '],
    ['hardwareRevision', 'r'.repeat(65)],
    ['quantity', 0],
    ['quantity', 501],
    ['quantity', 1.5],
    ['quantity', '3'],
    ['notes', 'n'.repeat(1001)],
    ['notes', null],
    ['source', ''],
    ['source', 's'.repeat(65)],
    ['status', 'DRAFT'],
    ['id', UNKNOWN],
  ])('creating a batch rejects %s = %p', async (field, value) => {
    const reply = await admin.rest('POST', BATCHES, { ...plan(), [field]: value });
    expect([reply.status, reply.body.error.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(reply.body.error.message).toContain(field);
  });

  it('creating a batch never gives two batches the same code under concurrency', async () => {
    const body = plan();
    const replies = await Promise.all(Array.from({ length: 10 }, () => admin.rest('POST', BATCHES, body)));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    const refused = replies.filter(({ status }) => status !== 201);
    expect(new Set(refused.map(({ status, body: { error } }) => `${status} ${error.code}`))).toEqual(
      new Set(['409 DUPLICATE_BATCH_CODE']),
    );
    const entries = await app.sql(`select 1 from audit_entry where action = 'createBatch' and detail->>'code' = $1`, [
      body.code,
    ]);
    expect(entries).toHaveLength(1);
  });

  it('creating a batch releases the code of a deleted batch', async () => {
    const batch = await draft(admin);
    expect((await admin.rest('DELETE', `${BATCHES}/${batch.id}`)).status).toBe(200);
    expect((await admin.rest('POST', BATCHES, plan({ code: batch.code }))).status).toBe(201);
  });
});

describe('getBatch: reading one batch', () => {
  it.each([UNKNOWN, 'no-uuid', '%F0%9F%98%80'])('reading one batch fails with 404 for the id %s', async (id) => {
    for (const [method, path] of [
      ['GET', id],
      ['PATCH', id],
      ['DELETE', id],
      ['POST', `${id}/archive`],
    ] as const) {
      const reply = await admin.rest(method, `${BATCHES}/${path}`);
      expect([method, reply.status, reply.body.error.code]).toEqual([method, 404, 'BATCH_NOT_FOUND']);
    }
  });

  it('reading one batch accepts an id in upper case', async () => {
    const batch = await draft(admin);
    expect((await admin.rest('GET', `${BATCHES}/${batch.id.toUpperCase()}`)).body.id).toBe(batch.id);
  });
});

describe('updateBatch: updating a batch', () => {
  it('updating a batch changes every field of a DRAFT and records the changes', async () => {
    const batch = await draft(admin, { notes: 'old' });
    app.clock.advance(1000);
    const body = { ...plan(), model: 'LAMP2', hardwareRevision: 'rev-c', quantity: 7, notes: 'new', source: 'line 2' };
    const reply = await update(batch.id, body);
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({ ...batch, ...body, revision: 2, updatedAt: app.clock.now().toISOString() });
    const [, entry] = await entriesFor(batch.id);
    expect(entry).toEqual({
      action: 'updateBatch',
      detail: null,
      changes: {
        code: { from: batch.code, to: body.code },
        model: { from: 'LAMP1', to: 'LAMP2' },
        hardwareRevision: { from: 'rev-b', to: 'rev-c' },
        quantity: { from: 3, to: 7 },
        notes: { from: 'old', to: 'new' },
        source: { from: null, to: 'line 2' },
      },
    });
  });

  it('updating a batch keeps missing fields and clears empty notes', async () => {
    const batch = await draft(admin, { notes: 'old', source: 'factory' });
    const { body } = await update(batch.id, { notes: '' });
    expect(body).toMatchObject({ notes: null, source: 'factory', code: batch.code });
  });

  it.each([{}, { quantity: 3, model: 'LAMP1' }, { status: 'DRAFT' }, { notes: '' }])(
    'updating a batch neither changes nor records anything for %j',
    async (body) => {
      const batch = await draft(admin);
      app.clock.advance(1000);
      const reply = await update(batch.id, body);
      expect([reply.status, reply.body]).toEqual([200, batch]);
      expect(await entriesFor(batch.id)).toHaveLength(1);
    },
  );

  it('updating a batch changes the status and other fields of a DRAFT in one call', async () => {
    const batch = await draft(admin);
    const { status, body } = await update(batch.id, { quantity: 9, status: 'READY' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ quantity: 9, status: 'READY', revision: 2 });
  });

  it.each([
    ['READY', { quantity: 4 }],
    ['READY', { status: 'DRAFT', quantity: 4 }],
    ['CANCELLED', { model: 'LAMP2' }],
    ['COMPLETED', { hardwareRevision: 'rev-z' }],
    ['ARCHIVED', { source: 'elsewhere' }],
    ['READY', { code: 'another-code' }],
  ])('updating a batch rejects for a batch that is %s the change %j', async (status, body) => {
    const batch = await draft(admin);
    await app.sql('update inventory_batch set status = $2 where id = $1', [batch.id, status]);
    const reply = await update(batch.id, body);
    expect([reply.status, reply.body.error.code]).toEqual([409, 'BATCH_NOT_EDITABLE']);
    const { body: after } = await admin.rest('GET', `${BATCHES}/${batch.id}`);
    expect(after).toEqual({ ...batch, status });
    expect(await entriesFor(batch.id)).toHaveLength(1);
  });

  it.each(['READY', 'PROVISIONING', 'COMPLETED', 'CANCELLED', 'ARCHIVED'])(
    'updating a batch takes notes, and fields that are equal, in %s',
    async (status) => {
      const batch = await draft(admin);
      await app.sql('update inventory_batch set status = $2 where id = $1', [batch.id, status]);
      const { status: code, body } = await update(batch.id, { notes: 'seen', quantity: 3, code: batch.code, status });
      expect([code, body.notes, body.status]).toEqual([200, 'seen', status]);
    },
  );

  it('updating a batch rejects the code of another batch', async () => {
    const [one, other] = [await draft(admin), await draft(admin)];
    const reply = await update(one.id, { code: other.code });
    expect([reply.status, reply.body.error.code]).toEqual([409, 'DUPLICATE_BATCH_CODE']);
  });

  it('updating a batch rejects an outdated revision before anything else', async () => {
    const batch = await draft(admin);
    const stale = await update(batch.id, { status: 'COMPLETED' }, { 'if-match': '"2"' });
    expect([stale.status, stale.body.error.code]).toEqual([409, 'REVISION_CONFLICT']);
    expect((await update(batch.id, { quantity: 4 }, { 'if-match': '"1"' })).status).toBe(200);
  });

  it.each([
    ['code', 'ab'],
    ['quantity', 501],
    ['status', 'draft'],
    ['status', null],
    ['source', null],
    ['deviceCount', 4],
  ])('updating a batch rejects %s = %p', async (field, value) => {
    const batch = await draft(admin);
    const reply = await update(batch.id, { [field]: value });
    expect([reply.status, reply.body.error.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(reply.body.error.message).toContain(field);
  });

  it('updating a batch loses neither of two concurrent changes', async () => {
    const batch = await draft(admin);
    const replies = await Promise.all([update(batch.id, { notes: 'one' }), update(batch.id, { source: 'two' })]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    const { body } = await admin.rest('GET', `${BATCHES}/${batch.id}`);
    expect(body).toMatchObject({ notes: 'one', source: 'two', revision: 3 });
  });
});

describe('deleteBatch: deleting a batch', () => {
  it('deleting a batch removes a DRAFT and keeps its audit entries', async () => {
    const batch = await draft(admin);
    const reply = await admin.rest('DELETE', `${BATCHES}/${batch.id}`);
    expect([reply.status, reply.body]).toEqual([200, { id: batch.id, deleted: true }]);
    expect((await admin.rest('GET', `${BATCHES}/${batch.id}`)).status).toBe(404);
    expect((await admin.rest('DELETE', `${BATCHES}/${batch.id}`)).status).toBe(404);
    const entries = await entriesFor(batch.id);
    expect(entries.map(({ action }) => action)).toEqual(['createBatch', 'deleteBatch']);
    expect(entries[1]?.detail).toMatchObject({ code: batch.code, status: 'DRAFT' });
  });

  it('deleting a batch removes a cancelled batch without devices', async () => {
    const batch = await draft(admin);
    await update(batch.id, { status: 'CANCELLED' });
    expect((await admin.rest('DELETE', `${BATCHES}/${batch.id}`)).status).toBe(200);
  });

  it('deleting a batch fails for a cancelled batch with devices', async () => {
    const batch = await draft(admin);
    await provision(admin, batch.id);
    await app.sql(`update inventory_batch set status = 'CANCELLED' where id = $1`, [batch.id]);
    const reply = await admin.rest('DELETE', `${BATCHES}/${batch.id}`);
    expect([reply.status, reply.body.error.code]).toEqual([409, 'BATCH_NOT_DELETABLE']);
    expect((await admin.rest('GET', `${BATCHES}/${batch.id}`)).body.deviceCount).toBe(3);
  });

  it.each(['READY', 'PROVISIONING', 'COMPLETED', 'ARCHIVED'])(
    'deleting a batch fails for a batch that is %s',
    async (status) => {
      const batch = await draft(admin);
      await app.sql('update inventory_batch set status = $2 where id = $1', [batch.id, status]);
      const reply = await admin.rest('DELETE', `${BATCHES}/${batch.id}`);
      expect([reply.status, reply.body.error.code]).toEqual([409, 'BATCH_NOT_DELETABLE']);
      expect((await admin.rest('GET', `${BATCHES}/${batch.id}`)).status).toBe(200);
    },
  );

  it('deleting a batch fails for an outdated revision', async () => {
    const batch = await draft(admin);
    const reply = await admin.rest('DELETE', `${BATCHES}/${batch.id}`, undefined, { 'if-match': '"5"' });
    expect([reply.status, reply.body.error.code]).toEqual([409, 'REVISION_CONFLICT']);
  });
});

describe('access to batches', () => {
  const readers = ['SUPER_ADMIN', 'ADMIN', 'OPERATIONS', 'SUPPORT', 'VIEWER'];
  const planners = ['SUPER_ADMIN', 'ADMIN', 'OPERATIONS'];
  const removers = ['SUPER_ADMIN', 'ADMIN'];
  const everyRole = ['SUPER_ADMIN', 'ADMIN', 'OPERATIONS', 'SALES', 'SUPPORT', 'FIRMWARE_MANAGER', 'VIEWER'] as const;

  it.each(everyRole)('access to batches is as specified for %s', async (role) => {
    const caller = await app.as(role);
    const may = (allowed: readonly string[], status: number) => (allowed.includes(role) ? status : 403);
    const [one, two] = [await draft(admin), await draft(admin)];
    expect((await caller.rest('GET', BATCHES)).status).toBe(may(readers, 200));
    expect((await caller.rest('GET', `${BATCHES}/${one.id}`)).status).toBe(may(readers, 200));
    expect((await caller.rest('POST', BATCHES, plan())).status).toBe(may(planners, 201));
    expect((await caller.rest('PATCH', `${BATCHES}/${one.id}`, { notes: role })).status).toBe(may(planners, 200));
    expect((await provision(caller, one.id)).status).toBe(may(planners, 201));
    if (!planners.includes(role)) await provision(admin, one.id);
    expect((await caller.rest('POST', `${BATCHES}/${one.id}/archive`)).status).toBe(may(planners, 201));
    expect((await caller.rest('DELETE', `${BATCHES}/${two.id}`)).status).toBe(may(removers, 200));
  });

  it('access to batches requires a session', async () => {
    const batch = await draft(admin);
    for (const [method, path] of [
      ['GET', BATCHES],
      ['GET', `${BATCHES}/${batch.id}`],
      ['POST', BATCHES],
      ['PATCH', `${BATCHES}/${batch.id}`],
      ['DELETE', `${BATCHES}/${batch.id}`],
      ['POST', `${BATCHES}/${batch.id}/provision`],
      ['POST', `${BATCHES}/${batch.id}/archive`],
      ['POST', '/v1/admin/devices/batches'],
    ] as const) {
      expect([path, (await app.rest(method, path)).status]).toEqual([path, 401]);
    }
  });
});

describe('listBatches: listing batches', () => {
  let lists: TestApp;
  let viewer: Caller;
  let made: Json[];
  const codes = ({ body }: { body: Json }) => body.items.map(({ code }: Json) => code);
  const list = (query = '') => viewer.rest('GET', `${BATCHES}${query}`);

  beforeAll(async () => {
    lists = await startTestApp();
    viewer = await lists.as('VIEWER');
    const planner = await lists.as('OPERATIONS');
    made = [];
    for (const body of [
      { code: 'LOT-alpha', source: 'Shenzhen', notes: '100%_sure' },
      { code: 'LOT-beta', model: 'CLOCK9' },
      { code: 'LOT-gamma', hardwareRevision: 'proto-7', quantity: 1 },
      { code: 'LOT-delta' },
    ]) {
      lists.clock.advance(1000);
      made.push(await draft(planner, body));
    }
    await provision(planner, made[2].id);
    await planner.rest('PATCH', `${BATCHES}/${made[3].id}`, { status: 'CANCELLED' });
    await planner.rest('POST', `${BATCHES}/${made[3].id}/archive`);
  });
  afterAll(() => lists.stop());

  it('listing batches returns the newest first, without archived ones', async () => {
    const reply = await list();
    expect(reply.status).toBe(200);
    expect(codes(reply)).toEqual(['LOT-gamma', 'LOT-beta', 'LOT-alpha']);
    expect(reply.body).toMatchObject({ total: 3, skip: 0, take: 50 });
    expect(reply.body.items[0]).toEqual((await viewer.rest('GET', `${BATCHES}/${made[2].id}`)).body);
    expect(reply.body.items[0]).toMatchObject({ status: 'COMPLETED', deviceCount: 1 });
    expect(reply.body.items[2]).toEqual(made[0]);
  });

  it.each([
    ['?status=ARCHIVED', ['LOT-delta']],
    ['?status=DRAFT', ['LOT-beta', 'LOT-alpha']],
    ['?status=READY', []],
    ['?search=BETA', ['LOT-beta']],
    ['?search=clock', ['LOT-beta']],
    ['?search=proto', ['LOT-gamma']],
    ['?search=shen', ['LOT-alpha']],
    ['?search=0%25_', ['LOT-alpha']],
    ['?search=%25', ['LOT-alpha']],
    ['?search=%5C', []],
    ['?search=', ['LOT-gamma', 'LOT-beta', 'LOT-alpha']],
    ['?search=lot&status=DRAFT&take=1', ['LOT-beta']],
    ['?take=1&skip=1', ['LOT-beta']],
    ['?skip=3', []],
  ])('listing batches returns the matches of %s', async (query, expected) => {
    expect(codes(await list(query))).toEqual(expected);
  });

  it('listing batches counts all matches, whatever the page', async () => {
    expect((await list('?take=1&skip=1')).body).toMatchObject({ total: 3, skip: 1, take: 1 });
    expect((await list('?take=100')).body.take).toBe(100);
  });

  it.each([
    '?take=0',
    '?take=101',
    '?take=x',
    '?skip=-1',
    '?skip=1.5',
    '?status=draft',
    '?status=',
    '?sort=code',
    '?take=1&take=2',
  ])('listing batches rejects %s', async (query) => {
    const reply = await list(query);
    expect([reply.status, reply.body.error.code]).toEqual([400, 'VALIDATION_FAILED']);
  });
});
