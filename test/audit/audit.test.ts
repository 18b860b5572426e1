import { cleanTestApp, type TestApp } from '../support/app.ts';
import type { Caller, Json } from '../support/callers.ts';

const PATH = '/v1/admin/audit';

let app: TestApp;
let admin: Caller;

async function insertEntry(at: Date, values: Json = {}) {
  const entry = { actorType: 'ADMIN', actorLabel: 'anna@example.uz', action: 'tested', ip: '203.0.113.9', ...values };
  await app.sql(
    `insert into audit_entry (id, at, actor_type, actor_id, actor_label, action, target_kind, target_id, changes, detail,
                              reason, request_id, ip, transport)
     values (gen_random_uuid(), $1, $2, 'actor', $3, $4, 'Customer', 'target', $5, $6, 'because', $7, $8, 'REST')`,
    [
      at,
      entry.actorType,
      entry.actorLabel,
      entry.action,
      JSON.stringify(entry.changes ?? null),
      JSON.stringify(entry.detail ?? null),
      entry.requestId ?? 'request-0001',
      entry.ip,
    ],
  );
}

beforeAll(async () => {
  app = await cleanTestApp();
  admin = await app.as('ADMIN');
  const start = app.clock.now().getTime() - 1_000_000;
  for (let index = 0; index < 60; index += 1) {
    await insertEntry(new Date(start + index), {
      action: index % 2 === 0 ? 'even' : 'odd',
      requestId: `request-${index}`,
    });
  }
});
afterAll(() => app.stop());

const list = (query = '', caller = admin) => caller.rest('GET', `${PATH}${query}`);
const requests = (body: Json) => body.items.map(({ requestId }: Json) => requestId);

describe('listAuditEntries: the audit log', () => {
  it('the audit log lists entries, newest first, 50 per page', async () => {
    const reply = await list('?action=even');
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({ total: 30, skip: 0, take: 50 });
    expect(requests(reply.body).slice(0, 3)).toEqual(['request-58', 'request-56', 'request-54']);
    const { body } = await list();
    expect(body.items).toHaveLength(50);
    expect(body.total).toBeGreaterThanOrEqual(60);
  });

  it('the audit log returns every field of an entry', async () => {
    await insertEntry(app.clock.now(), {
      action: 'whole',
      changes: { status: { from: 'READY', to: 'SOLD' } },
      detail: { quantity: 1 },
    });
    const { body } = await list('?action=whole');
    expect(body.items).toEqual([
      {
        id: expect.any(String),
        at: app.clock.now().toISOString(),
        actorType: 'ADMIN',
        actorId: 'actor',
        actorLabel: 'anna@example.uz',
        action: 'whole',
        targetKind: 'Customer',
        targetId: 'target',
        changes: { status: { from: 'READY', to: 'SOLD' } },
        detail: { quantity: 1 },
        reason: 'because',
        requestId: 'request-0001',
        ip: '203.0.113.9',
        transport: 'REST',
      },
    ]);
  });

  it.each([
    ['?action=even&take=2&skip=1', ['request-56', 'request-54']],
    ['?action=even&skip=29', ['request-0']],
    ['?action=even&skip=30', []],
    ['?action=eve', []],
    ['?action=EVEN', []],
    ['?action=%25', []],
    ['?action=', []],
  ])('the audit log answers %s', async (query, expected) => {
    const reply = await list(query);
    expect([reply.status, requests(reply.body)]).toEqual([200, expected]);
  });

  it.each(['?take=1', '?take=100', '?skip=0', '?skip=000', '?take=1&skip=9007199254740991'])(
    'the audit log accepts %s',
    async (query) => {
      expect((await list(query)).status).toBe(200);
    },
  );

  it.each([
    '?take=0',
    '?take=101',
    '?take=ten',
    '?take=',
    '?take=1.5',
    '?take=1e1',
    '?skip=-1',
    '?skip=x',
    '?skip=99999999999999999',
    '?action=a&action=b',
    '?status=READY',
    '?filter=x',
  ])('the audit log rejects %s with 400', async (query) => {
    const reply = await list(query);
    expect([reply.status, reply.body.error.code]).toEqual([400, 'VALIDATION_FAILED']);
  });
});

describe('listAuditEntries: personal data in the audit log', () => {
  beforeAll(() =>
    insertEntry(app.clock.now(), {
      action: 'personal',
      changes: { email: { from: 'anna@example.uz', to: null }, status: { from: 'READY', to: 'SOLD' } },
      detail: { customerName: 'Anna Petrova', quantity: 2 },
    }),
  );

  it.each(['SUPER_ADMIN', 'ADMIN'] as const)('personal data in the audit log is shown to %s', async (role) => {
    const { body } = await list('?action=personal', await app.as(role));
    expect(body.items[0]).toMatchObject({
      actorLabel: 'anna@example.uz',
      ip: '203.0.113.9',
      changes: { email: { from: 'anna@example.uz', to: null } },
      detail: { customerName: 'Anna Petrova' },
    });
  });

  it.each(['SUPPORT', 'VIEWER'] as const)('personal data in the audit log is masked for %s', async (role) => {
    const reply = await list('?action=personal', await app.as(role));
    expect(reply.status).toBe(200);
    expect(reply.body.items[0]).toMatchObject({
      actorLabel: 'a***@e***',
      ip: '***',
      changes: { email: { from: 'a***@e***', to: null }, status: { from: 'READY', to: 'SOLD' } },
      detail: { customerName: '***', quantity: 2 },
    });
    expect(reply.text).not.toMatch(/anna|Petrova|203\.0\.113/);
  });
});

describe('listAuditEntries: access to the audit log', () => {
  it.each(['OPERATIONS', 'SALES', 'FIRMWARE_MANAGER'] as const)(
    'reading the audit log fails with 403 for %s and writes an accessDenied entry',
    async (role) => {
      const caller = await app.as(role);
      const reply = await list('', caller);
      expect([reply.status, reply.body.error.code]).toEqual([403, 'ROLE_FORBIDDEN']);
      const { body } = await list('?action=accessDenied');
      expect(body.items[0]).toMatchObject({
        actorId: caller.admin.id,
        detail: { operation: 'listAuditEntries', role },
      });
    },
  );

  it('access to the audit log fails with 401 without a session', async () => {
    expect((await app.rest('GET', PATH)).status).toBe(401);
  });

  it('reading the audit log writes no entry', async () => {
    const before = await list('?take=1');
    const after = await list('?take=1');
    expect(after.body.total).toBe(before.body.total);
  });

  it('the audit log contains the entries of writes with their request ids', async () => {
    const reply = await admin.rest('POST', '/v1/admin/inventory/batches', {
      code: 'LOT-audit',
      model: 'LAMP1',
      hardwareRevision: 'rev-b',
      quantity: 1,
    });
    const { body } = await list('?action=createBatch');
    expect(body.items).toEqual([
      expect.objectContaining({
        actorType: 'ADMIN',
        actorId: admin.admin.id,
        actorLabel: admin.admin.email,
        targetKind: 'Batch',
        targetId: reply.body.id,
        requestId: reply.headers['x-request-id'],
        transport: 'REST',
      }),
    ]);
  });

  it.each([`update audit_entry set action = 'another'`, 'delete from audit_entry', 'truncate audit_entry'])(
    'the database rejects a change of the audit log: %s',
    async (statement) => {
      await expect(app.sql(statement)).rejects.toThrow();
      expect((await list('?action=even')).body.total).toBe(30);
    },
  );
});
