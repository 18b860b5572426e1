import { cleanTestApp, type TestApp } from '../support/app.ts';
import { auditOf } from '../support/audit.ts';
import type { Caller } from '../support/callers.ts';
import { ROLES } from '../support/contract.ts';
import { insertAdmin } from '../support/factories/admin.ts';
import {
  eventsOf,
  graphql,
  order,
  PREORDERS,
  place,
  placed,
  putIn,
  recounted,
  reserved,
  rest,
  SETTINGS,
  setTerms,
  terms,
  transports,
} from './support.ts';

const UNKNOWN = '01890000-0000-7000-8000-000000000000';
const REASON = 'Ordered by mistake';

let app: TestApp;
let owner: Caller;
let sales: Caller;
beforeAll(async () => {
  app = await cleanTestApp();
  owner = await app.as('SUPER_ADMIN');
  sales = await app.as('SALES');
});
beforeEach(() => setTerms(owner));
afterAll(() => app.stop());

describe('getPreorder: reading one preorder', () => {
  it('reading one preorder returns its history and the notes about its customer', async () => {
    const preorder = await placed(app, owner, { email: 'notes@example.com' });
    app.clock.advance(1000);
    await rest.setStatus(sales, preorder.id, { status: 'CONTACTED', note: 'Left a message' });
    const notes = `${PREORDERS}/customers/${preorder.customerId}/notes`;
    expect((await sales.rest('POST', notes, { content: 'Prefers evenings' })).status).toBe(201);
    const { status, body } = await sales.rest('GET', `${PREORDERS}/${preorder.id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ number: preorder.number, status: 'CONTACTED', assignedAdminId: sales.admin.id });
    expect(body.history).toMatchObject([
      { fromStatus: 'NEW', toStatus: 'CONTACTED', note: 'Left a message', toAdminId: sales.admin.id },
      { fromStatus: null, toStatus: 'NEW', note: null, actorId: null },
    ]);
    expect(body.customerNotes).toMatchObject([{ content: 'Prefers evenings', authorId: sales.admin.id }]);
    // Those who may not read customers read the preorder without them.
    const operations = await app.as('OPERATIONS');
    const seen = await operations.rest('GET', `${PREORDERS}/${preorder.id}`);
    expect([seen.status, seen.body.customerNotes]).toEqual([200, null]);
  });

  it('reading one preorder shows the latest fifty entries of its history', async () => {
    const { id } = await placed(app, owner);
    await app.sql(
      `insert into preorder_event (id, preorder_id, at, from_status, to_status, correction, note)
       select gen_random_uuid(), $1, $2::timestamptz - n * interval '1 hour', 'NEW', 'NEW', false, n::text
         from generate_series(1, 60) n`,
      [id, app.clock.now()],
    );
    const { body } = await sales.rest('GET', `${PREORDERS}/${id}`);
    expect([body.history.length, body.history.at(-1).note]).toEqual([50, '49']);
  });

  it('reading one preorder has GraphQL edges to its customer, its assignee and its history, each guarded', async () => {
    const preorder = await placed(app, owner, { fullName: 'Dilnoza Yusupova' });
    await rest.setStatus(sales, preorder.id, { status: 'CONTACTED' });
    const query = `query ($id: ID!) { preorder(id: $id) {
      number fullPrice customer { fullName } assignedAdmin { id name } history { nodes { toStatus } } } }`;
    const { body } = await sales.gql(query, { id: preorder.id });
    expect(body.errors).toBeUndefined();
    expect(body).toMatchObject({
      data: {
        preorder: {
          number: preorder.number,
          fullPrice: 1_200_000,
          customer: { fullName: 'Dilnoza Yusupova' },
          assignedAdmin: { id: sales.admin.id, name: sales.admin.name },
          history: { nodes: [{ toStatus: 'CONTACTED' }, { toStatus: 'NEW' }] },
        },
      },
    });
    const operations = await app.as('OPERATIONS');
    const refused = (await operations.gql(query, { id: preorder.id })).body;
    expect([refused.data.preorder.customer, refused.data.preorder.number]).toEqual([null, preorder.number]);
    expect([refused.errors, refused.extensions.hidden]).toEqual([undefined, ['Preorder.customer']]);
  });

  it.each([UNKNOWN, 'no-uuid'])('reading one preorder fails with 404 for the id %s', async (id) => {
    const writes = [
      sales.rest('GET', `${PREORDERS}/${id}`),
      sales.rest('PATCH', `${PREORDERS}/${id}/status`, { status: 'CONTACTED' }),
      sales.rest('PATCH', `${PREORDERS}/${id}/assignment`, {}),
      owner.rest('DELETE', `${PREORDERS}/${id}`, { preorderNumber: 'PRE-261121-AAAAAA', reason: REASON }),
    ];
    for (const { status, body } of await Promise.all(writes)) {
      expect([status, body.error.code]).toEqual([404, 'PREORDER_NOT_FOUND']);
    }
  });
});

describe.each(transports)('assignPreorder: assigning a preorder over %s', (_name, transport) => {
  it.each(ROLES)('assigning a preorder succeeds for an active %s exactly if the role is eligible', async (role) => {
    const { id } = await placed(app, owner);
    const admin = await insertAdmin(app.sql, app.clock.now(), { role });
    const reply = await transport.assign(sales, id, { adminId: admin.id.toUpperCase() });
    const eligible = ['SUPER_ADMIN', 'ADMIN', 'SALES', 'SUPPORT'].includes(role);
    expect([reply.status, reply.code]).toEqual(eligible ? [200, undefined] : [400, 'ASSIGNEE_NOT_ELIGIBLE']);
    const [row] = await app.sql('select assigned_admin_id from preorder where id = $1', [id]);
    expect(row.assigned_admin_id).toBe(eligible ? admin.id : null);
  });

  it.each(['SUSPENDED', 'DISABLED'] as const)('assigning a preorder fails for an admin who is %s', async (status) => {
    const { id } = await placed(app, owner);
    const admin = await insertAdmin(app.sql, app.clock.now(), { role: 'SALES', status });
    const reply = await transport.assign(sales, id, { adminId: admin.id });
    expect([reply.status, reply.code]).toEqual([400, 'ASSIGNEE_NOT_ELIGIBLE']);
  });

  it.each([UNKNOWN, 'somebody', 'x'.repeat(80)])('assigning a preorder fails for the id %s', async (adminId) => {
    const { id } = await placed(app, owner);
    const reply = await transport.assign(sales, id, { adminId });
    expect([reply.status, reply.code]).toEqual([400, 'ASSIGNEE_NOT_ELIGIBLE']);
  });

  it('assigning a preorder is recorded in the history and the audit log; a repeat changes nothing, and no id unassigns', async () => {
    const { id } = await placed(app, owner);
    const given = await transport.assign(sales, id, { adminId: sales.admin.id });
    expect(given.record).toMatchObject({ assignedAdminId: sales.admin.id, revision: 2, status: 'NEW' });
    expect(await auditOf(app, given.headers['x-request-id'])).toMatchObject([
      { action: 'assignPreorder', changes: { assignedAdminId: { from: null, to: sales.admin.id } } },
    ]);
    const again = await transport.assign(sales, id, { adminId: sales.admin.id });
    expect([again.status, again.record?.revision]).toEqual([200, 2]);
    expect(await auditOf(app, again.headers['x-request-id'])).toEqual([]);
    const stale = await transport.assign(sales, id, {}, 1);
    expect(stale.code).toBe('REVISION_CONFLICT');
    expect((await transport.assign(sales, id, {}, 2)).record).toMatchObject({ assignedAdminId: null, revision: 3 });
    const [, first, second, ...others] = await eventsOf(app, id);
    expect([first, second, others]).toMatchObject([
      { from_status: 'NEW', to_status: 'NEW', from_admin_id: null, to_admin_id: sales.admin.id },
      { from_admin_id: sales.admin.id, to_admin_id: null, actor_id: sales.admin.id },
      [],
    ]);
  });

  it.each(['', 'x'.repeat(81)])('assigning a preorder rejects %p', async (adminId) => {
    const { id } = await placed(app, owner);
    const reply = await transport.assign(sales, id, { adminId });
    expect([reply.status, reply.code]).toEqual([400, 'VALIDATION_FAILED']);
  });
});

it('unassigning a preorder with null is only for typed clients', async () => {
  const { id } = await placed(app, owner);
  await rest.assign(sales, id, { adminId: sales.admin.id });
  expect((await rest.assign(sales, id, { adminId: null })).code).toBe('VALIDATION_FAILED');
  expect((await graphql.assign(sales, id, { adminId: null })).record?.assignedAdminId).toBeNull();
});

describe.each(transports)('deletePreorder: deleting a preorder over %s', (_name, transport) => {
  it.each(['NEW', 'CANCELLED'])(
    'erases the personal data of one that is %s and releases its quantity',
    async (status) => {
      const preorder = await placed(app, owner, {
        email: 'erase@example.com',
        note: 'Mine',
        telegramUsername: '@erased_aziza',
        quantity: 2,
        utmSource: 'instagram',
        utmMedium: 'medium',
        utmCampaign: 'campaign',
        utmContent: 'content',
        utmTerm: 'term',
        referrer: 'https://referrer.example/aziza',
      });
      app.clock.advance(1000);
      if (status === 'CANCELLED') await rest.setStatus(sales, preorder.id, { status, note: 'Aziza changed her mind' });
      const reply = await transport.remove(owner, preorder.id, { preorderNumber: preorder.number, reason: REASON });
      expect([reply.status, reply.record]).toEqual([
        200,
        { id: preorder.id, deleted: true, remainingCustomerId: preorder.customerId },
      ]);
      expect(await reserved(app)).toBe(await recounted(app));

      const [row] = await app.sql('select * from preorder where id = $1', [preorder.id]);
      expect(row).toMatchObject({
        number: preorder.number,
        status,
        full_name: null,
        customer_id: null,
        telegram_username: null,
        utm_source: null,
        utm_medium: null,
        utm_campaign: null,
        utm_content: null,
        utm_term: null,
        referrer: null,
        deleted_at: app.clock.now(),
        updated_at: app.clock.now(),
      });
      expect([row.key_hash.length, row.fingerprint.length]).toEqual([32, 0]);
      const left = JSON.stringify([row, await eventsOf(app, preorder.id)]);
      for (const said of ['Aziza', preorder.phone, 'erase@example.com', 'Mine', 'Toshkent']) {
        expect(left).not.toContain(said);
      }
      expect(await auditOf(app, reply.headers['x-request-id'])).toMatchObject([
        {
          action: 'deletePreorder',
          reason: REASON,
          detail: { number: preorder.number, status, quantity: 2, customerId: preorder.customerId },
        },
      ]);

      expect((await owner.rest('GET', `${PREORDERS}/${preorder.id}`)).status).toBe(404);
      expect((await owner.rest('GET', `${PREORDERS}?search=${preorder.number}`)).body).toMatchObject({
        total: 0,
        items: [],
      });
      const again = await transport.remove(owner, preorder.id, { preorderNumber: preorder.number, reason: REASON });
      expect([again.status, again.code]).toEqual([404, 'PREORDER_NOT_FOUND']);
      expect(await reserved(app)).toBe(await recounted(app));
    },
  );

  it.each(['CONTACTED', 'CONFIRMED', 'PAYMENT_PENDING', 'DEPOSIT_PAID', 'READY_TO_SHIP', 'FULFILLED'])(
    'deleting a preorder is refused for one that is %s',
    async (status) => {
      const { id, number } = await placed(app, owner);
      await putIn(app, id, status);
      const reply = await transport.remove(owner, id, { preorderNumber: number, reason: REASON });
      expect([reply.status, reply.code]).toEqual([409, 'PREORDER_NOT_DELETABLE']);
      expect((await owner.rest('GET', `${PREORDERS}/${id}`)).body.fullName).toBe('Aziza Karimova');
    },
  );

  it('deleting a preorder fails for a wrong number and for an outdated revision', async () => {
    const [one, other] = [await placed(app, owner), await placed(app, owner)];
    const mistaken = await transport.remove(owner, one.id, { preorderNumber: other.number, reason: REASON });
    expect([mistaken.status, mistaken.code]).toEqual([400, 'CONFIRMATION_MISMATCH']);
    const stale = await transport.remove(owner, one.id, { preorderNumber: one.number, reason: REASON }, 9);
    expect(stale.code).toBe('REVISION_CONFLICT');
    expect((await owner.rest('GET', `${PREORDERS}/${one.id}`)).status).toBe(200);
  });

  it.each([
    ['preorderNumber', 'PRE-261'],
    ['preorderNumber', 'x'.repeat(41)],
    ['reason', 'why'],
    ['reason', 'x'.repeat(241)],
  ])('deleting a preorder rejects %s = %p', async (field, value) => {
    const { id, number } = await placed(app, owner);
    const reply = await transport.remove(owner, id, { preorderNumber: number, reason: REASON, [field]: value });
    expect([reply.status, reply.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(reply.message).toContain(field);
  });
});

describe.each(transports)('updatePreorderSettings: the preorder settings over %s', (_name, transport) => {
  it('the preorder settings are replaced as a whole: absent fields are unset', async () => {
    const whole = terms({
      preorderCapacity: 1_000_000,
      contactPhone: '+998712000000',
      supportTelegram: 'https://t.me/k',
    });
    const first = await transport.setTerms(owner, whole);
    expect(first.record).toMatchObject(whole);
    app.clock.advance(1000);
    const { fullPrice: _full, depositAmount: _deposit, ...bare } = terms({ currency: 'USD' });
    const reply = await transport.setTerms(owner, bare);
    expect(reply.record).toMatchObject({
      ...bare,
      fullPrice: null,
      depositAmount: null,
      preorderCapacity: null,
      contactPhone: null,
      supportTelegram: null,
      remaining: null,
      revision: first.record?.revision + 1,
      updatedAt: app.clock.now().toISOString(),
    });
    const [entry] = await auditOf(app, reply.headers['x-request-id']);
    expect(entry).toMatchObject({ action: 'updatePreorderSettings', target_kind: 'Settings', target_id: 'preorders' });
    expect(entry?.changes).toMatchObject({
      currency: { from: 'UZS', to: 'USD' },
      fullPrice: { from: 1_200_000, to: null },
    });
    expect((await owner.rest('GET', SETTINGS)).body).toEqual(reply.record);

    const again = await transport.setTerms(owner, bare);
    expect(again.record).toEqual(reply.record);
    expect(await auditOf(app, again.headers['x-request-id'])).toEqual([]);
  });

  it('the preorder settings can lower the capacity below the reserved quantity, and keep their revision when orders arrive', async () => {
    const { id } = await placed(app, owner, { quantity: 5 });
    const { revision } = (await owner.rest('GET', SETTINGS)).body;
    await placed(app, owner);
    const lowered = await transport.setTerms(owner, terms({ preorderCapacity: 1 }), revision);
    expect(lowered.record).toMatchObject({ remaining: 0, reserved: await recounted(app) });
    expect((await place(app)).body.error.code).toBe('PREORDER_CAPACITY_REACHED');
    await rest.setStatus(sales, id, { status: 'CANCELLED' });
    expect((await place(app)).body.error.code).toBe('PREORDER_CAPACITY_REACHED');
    const stale = await transport.setTerms(owner, terms(), revision);
    expect(stale.code).toBe('REVISION_CONFLICT');
  });

  it.each([
    ['depositAmount', { fullPrice: 10, depositAmount: 11 }],
    ['fullPrice', { fullPrice: -1 }],
    ['fullPrice', { fullPrice: 2_000_000_001 }],
    ['currency', { currency: 'uzs' }],
    ['currency', { currency: 'UZSS' }],
    ['maxQuantityPerOrder', { maxQuantityPerOrder: 0 }],
    ['maxQuantityPerOrder', { maxQuantityPerOrder: 21 }],
    ['preorderCapacity', { preorderCapacity: 0 }],
    ['preorderCapacity', { preorderCapacity: 1_000_001 }],
    ['contactPhone', { contactPhone: '1234' }],
    ['supportTelegram', { supportTelegram: 'javascript:alert(1)' }],
    ['supportTelegram', { supportTelegram: `https://t.me/${'x'.repeat(300)}` }],
    ['productName', { productName: 'K' }],
    ['expectedDeliveryTextRu', { expectedDeliveryTextRu: 'x'.repeat(241) }],
  ])('reject %s in %j', async (field, wrong) => {
    const reply = await transport.setTerms(owner, terms(wrong));
    expect([reply.status, reply.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(reply.message).toContain(field);
  });

  it.each([
    { fullPrice: 10, depositAmount: 10 },
    { fullPrice: 2_000_000_000, depositAmount: 0 },
    { fullPrice: undefined, depositAmount: 2_000_000_000 },
    { maxQuantityPerOrder: 1, preorderCapacity: 1 },
  ])('the preorder settings accept %j', async (given) => {
    expect((await transport.setTerms(owner, terms(given))).status).toBe(200);
  });
});

describe('access to preorders', () => {
  const readers = ['SUPER_ADMIN', 'ADMIN', 'OPERATIONS', 'SALES', 'SUPPORT', 'VIEWER'];
  const movers = ['SUPER_ADMIN', 'ADMIN', 'SALES', 'SUPPORT'];
  const givers = ['SUPER_ADMIN', 'ADMIN', 'SALES'];

  it.each(ROLES)('access to preorders is as specified for %s', async (role) => {
    const caller = await app.as(role);
    const may = (allowed: readonly string[]) => (allowed.includes(role) ? 200 : 403);
    const { id, number } = await placed(app, owner);
    for (const [method, path, body, allowed] of [
      ['GET', PREORDERS, undefined, readers],
      ['GET', `${PREORDERS}/${id}`, undefined, readers],
      ['GET', `${PREORDERS}/export.csv`, undefined, givers],
      ['GET', SETTINGS, undefined, readers],
      ['PUT', SETTINGS, terms(), ['SUPER_ADMIN']],
      ['PATCH', `${PREORDERS}/${id}/assignment`, {}, givers],
      ['DELETE', `${PREORDERS}/${id}`, { preorderNumber: number, reason: REASON }, ['SUPER_ADMIN']],
    ] as const) {
      expect([method, path, (await caller.rest(method, path, body)).status]).toEqual([method, path, may(allowed)]);
    }
    const { id: another } = await placed(app, owner);
    expect((await rest.setStatus(caller, another, { status: 'CONTACTED' })).status).toBe(may(movers));
  });

  it('access to preorders requires a session, except on the public site', async () => {
    for (const path of [PREORDERS, `${PREORDERS}/${UNKNOWN}`, `${PREORDERS}/export.csv`, SETTINGS]) {
      expect([path, (await app.rest('GET', path)).status]).toEqual([path, 401]);
    }
    expect((await place(app, order())).status).toBe(201);
  });
});
