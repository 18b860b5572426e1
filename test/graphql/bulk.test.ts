import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { graphqlOperations, rootFields } from '../../src/graphql/schema/root-fields.ts';
import type { AdminRole } from '../../src/model/enums.ts';
import { cleanTestApp, startTestApp, type TestApp } from '../support/app.ts';
import { auditOf, breakAudit } from '../support/audit.ts';
import type { Caller, Json } from '../support/callers.ts';
import { ROLES } from '../support/contract.ts';
import { makeDevice } from '../support/factories/device.ts';
import { makePreorder } from '../support/factories/preorder.ts';
import { makeRelease } from '../support/factories/release.ts';
import { makeSale } from '../support/factories/sale.ts';
import { until } from '../support/until.ts';

const MAX_RECORDS = 100;
const NOBODY = '019a0000-0000-7000-8000-000000000000';
const RESULT =
  '{ id ok record { id revision } error { code message status retryAfterSeconds messageId params tried fields { path code params message } requestId } }';

let app: TestApp;
let admin: Caller;

beforeAll(async () => {
  app = await cleanTestApp();
  admin = await app.as('SUPER_ADMIN');
});
afterAll(() => app.stop());

const bulk = rootFields.filter(({ isBulk }) => isBulk);
const repeat = <T>(times: number, make: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: times }, () => make()));
/** An input as a document writes it. */
function literal(value: unknown): string {
  if (typeof value !== 'object' || value === null) {
    return /^[A-Z_]+$/.test(String(value)) ? String(value) : JSON.stringify(value);
  }
  const members = Object.entries(value).map(([key, member]) => `${key}: ${literal(member)}`);
  return `{ ${members.join(' ')} }`;
}

/** A bulk mutation over HTTP. */
async function call(field: string, records: readonly object[], { input, key, who = admin, headers = {} }: Given = {}) {
  const given = `${input ? `, input: ${literal(input)}` : ''}${key === undefined ? '' : `, idempotencyKey: ${JSON.stringify(key)}`}`;
  const document = `mutation ($records: [BulkRecordInput!]!) { bulk: ${field}(records: $records${given}) { results ${RESULT} } }`;
  const reply = await who.gql(document, { records }, headers);
  const results: Json[] = reply.body?.data?.bulk?.results ?? [];
  return { ...reply, results, codes: results.map(({ ok, error }) => (ok ? 'ok' : error.code)) };
}

interface Given {
  readonly input?: object;
  readonly key?: string;
  readonly who?: Caller;
  readonly headers?: Readonly<Record<string, string>>;
}

const contact = (records: readonly object[], given: Given = {}) =>
  call('bulkSetPreorderStatus', records, { input: { status: 'CONTACTED' }, ...given });
const statusOf = async (id: string) => (await app.sql('select status from preorder where id = $1', [id]))[0].status;

/** What each bulk mutation is called with here, and what it changes. */
const CALLS: Readonly<
  Record<string, { make: () => Promise<{ id: string }>; input?: () => object; sql: string; to: string }>
> = {
  setPreorderStatus: {
    make: () => makePreorder(app),
    input: () => ({ status: 'CONTACTED' }),
    sql: 'select status as value from preorder where id = $1',
    to: 'CONTACTED',
  },
  assignPreorder: {
    make: () => makePreorder(app),
    input: () => ({ adminId: admin.admin.id }),
    sql: `select case when assigned_admin_id is null then 'nobody' else 'somebody' end as value from preorder where id = $1`,
    to: 'somebody',
  },
  setDeviceStatus: {
    make: () => makeDevice(app, { status: 'SOLD' }),
    input: () => ({ status: 'SUSPENDED', reason: 'reported stolen' }),
    sql: 'select status as value from device where id = $1',
    to: 'SUSPENDED',
  },
  transferDevice: {
    make: () => makeDevice(app, { status: 'CLAIMED' }),
    input: () => ({ customerEmail: 'company@example.com', reason: 'sold with the company' }),
    sql: 'select c.email as value from device d join customer c on c.id = d.owner_id where d.id = $1',
    to: 'company@example.com',
  },
  archiveBatch: {
    make: async () => ({ id: (await makeDevice(app)).batchId }),
    sql: 'select status as value from inventory_batch where id = $1',
    to: 'ARCHIVED',
  },
  updateSale: {
    make: () => makeSale(app, { paymentStatus: 'UNPAID' }),
    input: () => ({ paymentStatus: 'PAID' }),
    sql: 'select payment_status as value from sale where id = $1',
    to: 'PAID',
  },
  cancelSale: {
    make: () => makeSale(app, { paymentStatus: 'UNPAID' }),
    input: () => ({ reason: 'never picked up' }),
    sql: 'select status as value from sale where id = $1',
    to: 'CANCELLED',
  },
  setReleaseLifecycle: {
    make: () => makeRelease(app),
    input: () => ({ status: 'PAUSED' }),
    sql: 'select lifecycle as value from release where id = $1',
    to: 'PAUSED',
  },
};

describe('every bulk mutation', () => {
  it('every bulk mutation is played here', () => {
    expect(bulk.map(({ operation }) => operation.name).sort()).toEqual(Object.keys(CALLS).sort());
  });

  it('every bulk mutation calls an operation with a target, as the boards of a dashboard do', () => {
    expect(bulk.filter(({ operation: { target, effect } }) => !target || effect === 'read')).toEqual([]);
    expect(graphqlOperations.filter(({ name }) => name.startsWith('bulk'))).toEqual([]);
  });

  it.each(bulk.map(({ field, operation }) => [field, operation] as const))(
    '%s changes each record, in the given order, with its own audit entry',
    async (field, operation) => {
      const { make, input, sql, to } = CALLS[operation.name] as (typeof CALLS)[string];
      const ids = (await repeat(3, make)).map(({ id }) => id);
      const { status, results, codes, headers, body } = await call(
        field,
        ids.map((id) => ({ id, expectedRevision: 1 })),
        { input: input?.() },
      );
      expect([status, body.errors, codes]).toEqual([200, undefined, ['ok', 'ok', 'ok']]);
      expect(results).toEqual(ids.map((id) => ({ id, ok: true, record: { id, revision: 2 }, error: null })));
      const changed = await Promise.all(ids.map(async (id) => (await app.sql(sql, [id]))[0].value));
      expect(changed).toEqual([to, to, to]);
      const entries = await auditOf(app, headers['x-request-id']);
      expect(entries.map(({ action, target_id }) => [action, target_id])).toEqual(
        ids.map((id) => [operation.name, id]),
      );
      expect(body.extensions.rateLimits).toHaveLength(1);
    },
  );

  it.each(bulk.map(({ field, operation }) => [field, operation] as const))(
    '%s is open to the roles of its operation, and to no other',
    async (field, { name, access }) => {
      const { make, input } = CALLS[name] as (typeof CALLS)[string];
      const { id } = await make();
      const allowed: AdminRole[] = [];
      for (const role of ROLES) {
        const { status, body } = await call(field, [{ id }], { input: input?.(), who: await app.as(role) });
        if (status === 200) allowed.push(role);
        else
          expect([status, body.data, body.errors[0].extensions.code]).toEqual([403, { bulk: null }, 'ROLE_FORBIDDEN']);
      }
      expect(allowed).toEqual(ROLES.filter((role) => access.kind === 'admin' && access.roles.includes(role)));
    },
  );
});

describe('a bulk mutation', () => {
  it('a bulk mutation changes the others when one record is refused, and says why', async () => {
    const [first, gone, last] = await repeat(3, () => makePreorder(app));
    await app.sql(`update preorder set status = 'FULFILLED' where id = $1`, [gone?.id]);
    const { status, results, codes, headers } = await contact([
      { id: first?.id },
      { id: gone?.id },
      { id: NOBODY },
      { id: 'no id' },
      { id: last?.id, expectedRevision: 7 },
      { id: (await makePreorder(app)).id },
    ]);
    expect([status, codes]).toEqual([
      200,
      ['ok', 'INVALID_TRANSITION', 'PREORDER_NOT_FOUND', 'PREORDER_NOT_FOUND', 'REVISION_CONFLICT', 'ok'],
    ]);
    expect(results[1]).toEqual({
      id: gone?.id,
      ok: false,
      record: null,
      error: {
        code: 'INVALID_TRANSITION',
        messageId: 'INVALID_TRANSITION_PREORDER_FINAL',
        params: { from: 'FULFILLED', to: 'CONTACTED' },
        message: expect.stringContaining('FULFILLED'),
        status: 409,
        tried: true,
        retryAfterSeconds: null,
        fields: [],
        requestId: headers['x-request-id'],
      },
    });
    expect(await Promise.all([first, gone, last].map((each) => statusOf(String(each?.id))))).toEqual([
      'CONTACTED',
      'FULFILLED',
      'NEW',
    ]);
    expect(await auditOf(app, headers['x-request-id'])).toHaveLength(2);
  });

  it('a bulk mutation says which fields of the input are invalid, as the mutation of one record does', async () => {
    const { id } = await makePreorder(app);
    const input = { status: 'CANCELLED', note: 'x'.repeat(10_000) };
    const one = await admin.gql(
      `mutation { setPreorderStatus(id: "${id}", input: ${literal(input)}) { preorder { id } } }`,
    );
    const { results } = await contact([{ id }], { input });
    const { code, messageId, params, status, fields } = one.body.errors[0].extensions;
    expect(code).toBe('VALIDATION_FAILED');
    expect(results[0].error).toMatchObject({
      ...{ code, messageId, params, status, fields, tried: true },
      message: one.body.errors[0].message,
    });
  });

  it('a bulk mutation succeeds where there is nothing to change, without an audit entry', async () => {
    const { id } = await makePreorder(app, { status: 'CONTACTED' });
    const { codes, headers } = await contact([{ id }]);
    expect([codes, await auditOf(app, headers['x-request-id'])]).toEqual([['ok'], []]);
  });

  it('a bulk mutation takes 1 to 100 records, none of them twice, and refuses others before anything is changed', async () => {
    const { id } = await makePreorder(app);
    const nobodies = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ id: `019a0000-0000-7000-8000-${String(at).padStart(12, '0')}` }));
    for (const [records, message] of [
      [[], 'must have 1 to 100 records, not 0'],
      [[{ id }, ...nobodies(MAX_RECORDS)], 'must have 1 to 100 records, not 101'],
      [[{ id }, { id: id.toUpperCase() }], 'must not name a record twice'],
    ] as const) {
      const { status, body } = await contact(records);
      const [{ extensions, ...error }] = body.errors;
      expect([status, extensions.code, extensions.fields[0].path]).toEqual([
        400,
        'VALIDATION_FAILED',
        'Mutation.bulkSetPreorderStatus.records',
      ]);
      expect(error.message).toContain(message);
    }
    expect(await statusOf(id)).toBe('NEW');
    const { status, results } = await contact([...nobodies(MAX_RECORDS - 1), { id }]);
    expect([status, results.length, await statusOf(id)]).toEqual([200, MAX_RECORDS, 'CONTACTED']);
  });

  it('a bulk mutation costs what one record costs, times the records', async () => {
    const ids = (await repeat(4, () => makePreorder(app))).map(({ id }) => id);
    const cost = async (records: readonly string[], selection: string) => {
      const document = `mutation ($records: [BulkRecordInput!]!) { bulkSetPreorderStatus(records: $records, input: { status: CONTACTED }) { results ${selection} } }`;
      const { body } = await admin.gql(document, { records: records.map((id) => ({ id })) });
      // The payload itself is one object.
      return body.extensions.cost.requested - 1;
    };
    const selection = '{ ok record { id assignedAdmin { id } history(first: 10) { nodes { id } } } }';
    const one = await cost(ids.slice(0, 1), selection);
    expect(one).toBeGreaterThan(10);
    expect(await cost(ids, selection)).toBe(4 * one);
    const many = ids.concat(Array.from({ length: 96 }, (_, at) => `${at}`));
    const expensive =
      '{ record { customer { devices(first: 100) { nodes { id } } sales(first: 100) { nodes { id } } } } }';
    expect(await cost(many, expensive)).toBeGreaterThan(10_000);
  });

  it('a bulk mutation fails as a whole without a session', async () => {
    const { id } = await makePreorder(app);
    const { status, body } = await app.gql(
      'mutation ($r: [BulkRecordInput!]!) { bulkSetPreorderStatus(records: $r, input: { status: CONTACTED }) { results { ok } } }',
      { r: [{ id }] },
    );
    expect([status, body.errors[0].extensions.code]).toEqual([401, 'ADMIN_AUTH_REQUIRED']);
    expect(await statusOf(id)).toBe('NEW');
  });

  it('a bulk mutation leaves the rest alone once the session has ended', async () => {
    const who = await app.as('ADMIN');
    const ids = (await repeat(3, () => makePreorder(app))).map(({ id }) => id);
    // The first change ends the session of its caller.
    await app.sql(`create function end_session() returns trigger language plpgsql as $$
      begin delete from admin_session where admin_id = '${who.admin.id}'; return null; end $$`);
    await app.sql(
      `create constraint trigger end_session after update on preorder deferrable initially deferred for each row when (new.id = '${ids[0]}') execute function end_session()`,
    );
    const { status, results, codes } = await contact(
      ids.map((id) => ({ id })),
      { who },
    );
    await app.sql('drop trigger end_session on preorder');
    expect([status, codes]).toEqual([200, ['ok', 'ADMIN_AUTH_REQUIRED', 'ADMIN_AUTH_REQUIRED']]);
    expect(results[2].error.tried).toBe(false);
    expect(await Promise.all(ids.map(statusOf))).toEqual(['CONTACTED', 'NEW', 'NEW']);
  });

  it('a bulk mutation shows an internal error of one record as such, logs it, and goes on', async () => {
    const ids = (await repeat(2, () => makePreorder(app))).map(({ id }) => id);
    const repair = await breakAudit(app);
    const { status, codes, results, headers } = await contact(ids.map((id) => ({ id })));
    await repair();
    expect([status, codes]).toEqual([200, ['INTERNAL_ERROR', 'INTERNAL_ERROR']]);
    expect(JSON.stringify(results)).not.toContain('no entry today');
    const logged = app.logs.filter(
      ({ msg, requestId }) => msg === 'request failed' && requestId === headers['x-request-id'],
    );
    expect(logged).toHaveLength(2);
    expect(await Promise.all(ids.map(statusOf))).toEqual(['NEW', 'NEW']);
  });

  it('a bulk mutation stops when its client has gone', async () => {
    const ids = (await repeat(2, () => makePreorder(app))).map(({ id }) => id);
    // The first record waits for a lock until the client has gone.
    const { default: pg } = await import('pg');
    const holder = new pg.Client({ connectionString: app.database.url });
    await holder.connect();
    await holder.query('begin');
    await holder.query('select 1 from preorder where id = $1 for update', [ids[0]]);
    const body = JSON.stringify({
      query:
        'mutation ($r: [BulkRecordInput!]!) { bulkSetPreorderStatus(records: $r, input: { status: CONTACTED }) { results { ok } } }',
      variables: { r: ids.map((id) => ({ id })) },
    });
    const client = request(`${app.url}/graphql`, {
      method: 'POST',
      agent: new Agent(),
      headers: { cookie: admin.cookie, 'content-type': 'application/json' },
    });
    client.on('error', () => undefined);
    const arrived = once(app.server, 'request');
    client.end(body);
    const [, answer] = await arrived;
    const waiting = "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
    await until(async () => (await app.sql(waiting)).length > 0);
    client.destroy();
    await until(() => answer.closed);
    await holder.query('commit');
    await holder.end();
    // The line of a request is written once nothing more is done for it.
    const id = answer.getHeader('x-request-id');
    await until(() => app.logs.some(({ msg, requestId }) => msg === 'request' && requestId === id));
    expect(await Promise.all(ids.map(statusOf))).toEqual(['CONTACTED', 'NEW']);
  });
});

describe('an idempotency key of a bulk mutation', () => {
  const cancel = (ids: readonly string[], given: Given) =>
    call(
      'bulkCancelSale',
      ids.map((id) => ({ id })),
      { input: { reason: 'never picked up' }, ...given },
    );
  const sales = async (count: number) =>
    (await repeat(count, () => makeSale(app, { paymentStatus: 'UNPAID' }))).map(({ id }) => id);

  it.each(['argument', 'header'])(
    'an idempotency key of a bulk mutation as %s belongs to each record: a retry repeats what succeeded',
    async (how) => {
      const ids = await sales(2);
      const given = how === 'argument' ? { key: `retry-${how}` } : { headers: { 'idempotency-key': `retry-${how}` } };
      const first = await cancel(ids, given);
      const [more = ''] = await sales(1);
      const again = await cancel([...ids, more], given);
      expect([first.codes, again.codes]).toEqual([
        ['ok', 'ok'],
        ['ok', 'ok', 'ok'],
      ]);
      expect(again.results.slice(0, 2)).toEqual(first.results);
      const entries = await auditOf(app, again.headers['x-request-id']);
      expect(entries.map(({ target_id }) => target_id)).toEqual([more]);
      const other = await cancel(ids, { ...given, input: { reason: 'another reason' } });
      expect(other.codes).toEqual(['IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_KEY_REUSED']);
    },
  );

  it.each(['', 'two words', 'x'.repeat(256)])(
    'an idempotency key of a bulk mutation that is %j is refused before anything is changed',
    async (key) => {
      const [id = ''] = await sales(1);
      const { status, body } = await cancel([id], { key });
      expect([status, body.errors[0].extensions.code]).toEqual([400, 'IDEMPOTENCY_KEY_INVALID']);
      expect(await app.sql('select status from sale where id = $1', [id])).toEqual([{ status: 'PENDING' }]);
    },
  );
});

describe('the limit of calls', () => {
  let limited: TestApp;
  beforeAll(async () => {
    limited = await startTestApp({ limits: 'real' });
  });
  afterAll(() => limited.stop());

  it('the limit of calls counts each record; what is beyond is not tried, and a request beyond it is a 429', async () => {
    const who = await limited.as('ADMIN');
    const ids = (await repeat(23, () => makeSale(limited, { paymentStatus: 'UNPAID' }))).map(({ id }) => id);
    const document = `mutation ($records: [BulkRecordInput!]!) { bulk: bulkCancelSale(records: $records, input: { reason: "never picked up" }) { results ${RESULT} } }`;
    const reply = await who.gql(document, { records: ids.map((id) => ({ id })) });
    const results: Json[] = reply.body.data.bulk.results;
    expect(results.map(({ ok }) => ok)).toEqual([...Array(20).fill(true), false, false, false]);
    for (const { error } of results.slice(20)) {
      expect(error).toMatchObject({ code: 'RATE_LIMITED', status: 429 });
      expect(error.retryAfterSeconds).toBeGreaterThan(0);
    }
    expect(results[20].error.tried).toBe(true);
    expect(results[22].error).toMatchObject({ tried: false, message: expect.stringMatching(/^Too many requests/) });
    expect(reply.headers.ratelimit).toContain('r=0;');
    const rows = await limited.sql(`select count(*)::integer as count from sale where status = 'CANCELLED'`);
    expect(rows).toEqual([{ count: 20 }]);
    const again = await who.gql(document, { records: ids.slice(20).map((id) => ({ id })) });
    expect([again.status, again.body.errors[0].extensions.code]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(again.headers['retry-after'])).toBeGreaterThan(0);
  });
});
