import type { TestApp } from '../support/app.ts';
import { type AuditRow, auditOf, breakAudit } from '../support/audit.ts';
import type { Caller, Json } from '../support/callers.ts';
import { type ContractOperation, ROLES } from '../support/contract.ts';
import { databaseState } from '../support/database-state.ts';
import {
  built,
  callerOf,
  callGraphql,
  callRest,
  isExport,
  NO_RECORD,
  OWN_HISTORY,
  onGraphql,
  type RootFields,
  readRootFields,
} from './calls.ts';
import { exampleOf, PASSWORD } from './examples.ts';
import { startContractApp } from './firmware-examples.ts';
import { names } from './names.ts';

/** Who calls them is known once their input is. */
const BY_AN_APP = ['pairing.claim', 'pairing.refresh'];
/** What each of these leaves is told by its own tests: a logout without a session is no entry. */
const OF_THEIR_OWN = ['auth.logout'];

let app: TestApp;
let roots: RootFields;
beforeAll(async () => {
  app = await startContractApp();
  roots = await readRootFields(app);
});
afterAll(() => app.stop());

const audited = ({ method, id }: ContractOperation) =>
  method !== 'GET' && ![...OWN_HISTORY, ...NO_RECORD, ...OF_THEIR_OWN].includes(id);
const writes = built.filter(audited);
const exports = built.filter(isExport);
const readsAndHistories = built.filter(
  (operation) => !audited(operation) && !isExport(operation) && !OF_THEIR_OWN.includes(operation.id),
);

describe('a successful write creates exactly one audit entry', () => {
  it.each(writes)('$id over REST', async (operation) => {
    const by = await callerOf(app, operation);
    const example = await exampleOf(operation.id, app, by);
    app.clock.advance(1_000);
    const reply = await callRest(by ?? app, operation, example);
    expect([reply.status, reply.text]).toEqual([operation.success, expect.any(String)]);
    await expectOneEntry(reply.headers['x-request-id'], operation, by, 'REST');
    const [entry] = await auditOf(app, reply.headers['x-request-id']);
    const target = TARGETS[operation.id] ?? example.id ?? reply.body.id;
    if (target !== undefined) expect(entry?.target_id).toBe(target === 'caller' ? by?.admin.id : target);
    expect(untrueIn(entry, [{ ...example.body, id: example.id }, reply.body])).toEqual([]);
    const { updatedAt, revision } = reply.body;
    if (updatedAt !== undefined) expect(updatedAt).toBe(app.clock.now().toISOString());
    if (example.id !== undefined && revision !== undefined) expect(revision).toBe(2);
  });

  it.each(onGraphql.filter(audited))('$id over GraphQL', async (operation) => {
    const by = await callerOf(app, operation);
    const reply = await callGraphql(by ?? app, roots, operation, await exampleOf(operation.id, app, by));
    expect(reply.body.errors ?? []).toEqual([]);
    await expectOneEntry(reply.headers['x-request-id'], operation, by, 'GRAPHQL');
  });

  it.each(readsAndHistories)('the read $id creates no audit entry', async (operation) => {
    const by = await callerOf(app, operation);
    const reply = await callRest(by ?? app, operation, await exampleOf(operation.id, app, by));
    expect(reply.status).toBe(operation.success);
    expect(await auditOf(app, reply.headers['x-request-id'])).toEqual([]);
  });

  it.each(exports)('the export $id creates one audit entry', async (operation) => {
    const by = await callerOf(app, operation);
    const example = await exampleOf(operation.id, app, by);
    const reply = await callRest(by ?? app, operation, example);
    expect(reply.status).toBe(operation.success);
    await expectOneEntry(reply.headers['x-request-id'], operation, by, 'REST');
    const [entry] = await auditOf(app, reply.headers['x-request-id']);
    expect(entry?.detail).toMatchObject({ filter: example.query, rows: expect.any(Number), complete: true });
  });
});

describe('the audit entries of all operations', () => {
  /** The names whose values are masked, with the operations that left them. */
  function maskedIn(entries: readonly Json[]): string[] {
    const found = entries.flatMap(({ action, targetKind, changes, detail }) =>
      Object.entries({ ...changes, ...detail, ...detail?.filter })
        .filter(([, value]) => JSON.stringify(value)?.includes('***'))
        .map(([name]) => `${targetKind ?? action} ${name}`),
    );
    return [...new Set(found)].sort();
  }

  it('the audit entries of all operations are masked for a VIEWER in the personal members and in every free text', async () => {
    const viewer = await app.as('VIEWER');
    const entries: Json[] = [];
    for (let skip = 0; ; skip += 100) {
      const { body } = await viewer.rest('GET', `/v1/admin/audit?take=100&skip=${skip}`);
      entries.push(...body.items);
      if (body.items.length < 100) break;
    }
    expect(maskedIn(entries)).toEqual([
      'Batch code',
      'Batch hardwareRevision',
      'Batch model',
      'Batch notes',
      'Customer city',
      'Installation failureReason',
      'Preorder note',
      // The factories' numbers are not those of the service.
      'Preorder number',
      'Release hardwareRevision',
      'Release mac',
      'Release signedBy',
      'Sale notes',
      'Sale number',
      'Settings companyName',
      'Settings expectedDeliveryTextEn',
      'Settings expectedDeliveryTextRu',
      'Settings expectedDeliveryTextUz',
      'Settings productName',
    ]);
    const ofCallers = entries.filter(({ transport }) => transport !== 'SYSTEM');
    expect(new Set(ofCallers.map(({ reason }) => reason))).toEqual(new Set([null, '***']));
  });
});

describe('a failed write creates no audit entry and changes nothing', () => {
  it.each(writes)('$id with an unknown field', async (operation) => {
    const by = await callerOf(app, operation);
    const example = await exampleOf(operation.id, app, by);
    const before = await databaseState(app.sql);
    const reply = await callRest(by ?? app, operation, { ...example, body: { ...example.body, unknownField: 1 } });
    expect([reply.status, reply.body.error.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(await databaseState(app.sql)).toEqual(before);
  });

  it.each(writes.filter(({ path }) => path.includes('{')))('$id for an unknown record', async (operation) => {
    const by = await callerOf(app, operation);
    const example = await exampleOf(operation.id, app, by);
    const before = await databaseState(app.sql);
    const reply = await callRest(by ?? app, operation, { ...example, id: undefined });
    expect(reply.status).toBe(404);
    expect(await databaseState(app.sql)).toEqual(before);
  });

  const forbidden = writes.flatMap((operation) => {
    const role = ROLES.find((name) => operation.roles && !operation.roles.includes(name));
    return role ? [{ id: operation.id, role, operation }] : [];
  });
  it.each(forbidden)('$id by $role, except for one accessDenied entry', async ({ id, role, operation }) => {
    const by = await app.as(role);
    const example = await exampleOf(id, app, by);
    const before = await databaseState(app.sql, ['audit_entry']);
    const reply = await callRest(by, operation, example);
    expect(reply.status).toBe(403);
    expect(await databaseState(app.sql, ['audit_entry'])).toEqual(before);
    expect(await auditOf(app, reply.headers['x-request-id'])).toMatchObject([
      {
        action: 'accessDenied',
        actor_id: by.admin.id,
        detail: { operation: names[id]?.operation, role },
        transport: 'REST',
      },
    ]);
  });
});

describe('a failed audit entry rolls back its write', () => {
  let repair: () => Promise<void>;
  beforeAll(async () => {
    repair = await breakAudit(app);
  });
  afterAll(() => repair());

  it.each(writes)('$id', async (operation) => {
    const by = await callerOf(app, operation);
    const example = await exampleOf(operation.id, app, by);
    const before = await databaseState(app.sql);
    const reply = await callRest(by ?? app, operation, example);
    expect([reply.status, reply.body.error.code]).toEqual([500, 'INTERNAL_ERROR']);
    expect(reply.text).not.toContain('no entry today');
    expect(await databaseState(app.sql)).toEqual(before);
  });

  it.each(exports)('a failed audit entry aborts the export $id', async (operation) => {
    const by = await callerOf(app, operation);
    const example = await exampleOf(operation.id, app, by);
    await expect(callRest(by ?? app, operation, example)).rejects.toMatchObject({ code: 'ECONNRESET' });
  });
});

describe('the audit log', () => {
  it.each([
    'update audit_entry set action = $$x$$',
    'delete from audit_entry',
    'truncate audit_entry',
    'truncate audit_entry cascade',
    `set session_replication_role = 'replica'; delete from audit_entry`,
  ])('the audit log cannot be changed by the database role of the service: %s', async (statement) => {
    const before = await databaseState(app.sql);
    await expect(app.sql(statement)).rejects.toThrow();
    expect(await databaseState(app.sql)).toEqual(before);
  });
});

function actorTypeOf({ id, auth }: ContractOperation, by: Caller | undefined): string {
  if (by || id === 'auth.login') return 'ADMIN';
  return auth === 'bearer' || BY_AN_APP.includes(id) ? 'INSTALLATION' : 'PUBLIC';
}

async function expectOneEntry(
  requestId: string | undefined,
  operation: ContractOperation,
  by: Caller | undefined,
  transport: string,
): Promise<void> {
  const entries = await auditOf(app, requestId);
  expect(entries).toHaveLength(1);
  expect(entries[0]).toMatchObject({
    action: names[operation.id]?.operation,
    actor_type: actorTypeOf(operation, by),
    transport,
    ip: '127.0.0.1',
    at: app.clock.now(),
    ...(by ? { actor_id: by.admin.id, actor_label: by.admin.email } : {}),
  });
  expect(JSON.stringify(entries[0])).not.toContain(PASSWORD);
  const [entry] = entries;
  if (entry && !isExport(operation)) expect(saidBy(entry, operation.id)).toBe(SAID[operation.id]);
}

/** What an entry is about where neither the call nor its answer names it by `id`. */
const TARGETS: Readonly<Record<string, string>> = {
  'auth.changePassword': 'caller',
  'preorders.putSettings': 'preorders',
  'settings.putSystem': 'system',
  'settings.putBusiness': 'business',
};

/** The values of an entry that differ from all that the call and its answer say under the same name. */
function untrueIn(entry: AuditRow | undefined, said: readonly Json[]): string[] {
  const known = new Map<string, unknown[]>();
  const add = (name: string, value: unknown) => known.set(name, [...(known.get(name) ?? []), value]);
  const learn = (value: Json) => {
    for (const [name, member] of Object.entries<Json>(value ?? {})) {
      add(name, member);
      if (Array.isArray(member)) add(name, member.length);
      if (typeof member !== 'object' || member === null || 'bytes' in member) continue;
      if (member.id !== undefined) add(`${name}Id`, member.id);
      learn(member);
    }
  };
  for (const each of said) learn(each);
  const changed = Object.entries<Json>(entry?.changes ?? {}).map(([name, { to }]) => [name, to] as const);
  return [...changed, ...Object.entries(entry?.detail ?? {})].flatMap(([name, value]) =>
    known.has(name) && !known.get(name)?.some((each) => JSON.stringify(each) === JSON.stringify(value))
      ? [`${name} ${JSON.stringify(value)}, not ${JSON.stringify(known.get(name))}`]
      : [],
  );
}

/** The names of what an entry says beside who, when and from where: its target, its changes, its details, and that it has a reason. */
function saidBy({ target_kind, target_id, changes, detail, reason }: AuditRow, id: string): string {
  const namesOf = (members: object | null) =>
    Object.keys(members ?? {})
      .sort()
      .join(', ');
  const changed = CHANGES_THAT_VARY.includes(id) ? Object.keys(changes ?? {}).length > 0 && 'some' : namesOf(changes);
  return [
    target_kind && `${target_kind}${target_id ? '' : ' without an id'}`,
    changed && `changes ${changed}`,
    detail && `details ${namesOf(detail)}`,
    reason && 'reason',
  ]
    .filter(Boolean)
    .join('; ');
}

/** What is replaced as a whole changes what was different before. */
const CHANGES_THAT_VARY = ['preorders.putSettings', 'settings.putSystem', 'settings.putBusiness'];

const SAID: Readonly<Record<string, string>> = {
  'auth.login': 'Session',
  'auth.changePassword': 'Admin; details endedSessions',
  'auth.deleteSession': 'Session',
  'team.create': 'Admin; details role',
  'team.setRole': 'Admin; changes role',
  'team.setStatus': 'Admin; changes status',
  'team.resetPassword': 'Admin; details endedSessions',
  'team.revokeSessions': 'Admin; details endedSessions',
  'customers.create': 'Customer',
  'customers.update': 'Customer; changes city',
  'preorders.publicCreate': 'Preorder; details number, quantity',
  'preorders.delete': 'Preorder; details customerId, number, quantity, status; reason',
  'preorders.setStatus': 'Preorder; changes assignedAdminId, status; details note',
  'preorders.assign': 'Preorder; changes assignedAdminId',
  'preorders.addCustomerNote': 'Customer; details noteId',
  'preorders.putSettings': 'Settings; changes some',
  'settings.putSystem': 'Settings; changes some',
  'settings.putBusiness': 'Settings; changes some',
  'inventory.create': 'Batch; details code, quantity',
  'inventory.update': 'Batch; changes notes, quantity',
  'inventory.delete': 'Batch; details code, hardwareRevision, model, quantity, status',
  'inventory.provision': 'Batch; changes status; details devices, expiresAt',
  'inventory.archive': 'Batch; changes status',
  'devices.createBatch': 'Batch; details code, devices, expiresAt',
  'devices.setStatus': 'Device; changes previousStatus, status; reason',
  'devices.resetClaim': 'Device; changes ownerId, pairingEpoch, status; details expiresAt; reason',
  'devices.transfer': 'Device; changes ownerId, pairingEpoch, status; details customerCreated; reason',
  'devices.provisioningEnvelope': 'Device; details envelopeId, recipientFingerprint, secretVersion',
  'sales.create': 'Sale; details currency, customerCreated, customerId, deviceId, number, paymentStatus, total',
  'sales.update': 'Sale; changes notes',
  'sales.cancel': 'Sale; changes status; details deviceId, number; reason',
  'sales.refund': 'Sale; changes refundedTotal; details amount, deviceDisposition, number; reason',
  'pairing.claim':
    'Pairing; changes ownerId, status; details customerCreated, deviceId, kind, replaced, saleId, serial',
  'pairing.refresh': 'Pairing; details deviceId, serial',
  'pairing.revoke': 'Pairing; details deviceId, serial',
  'firmware.legacyUpload': 'Release; details buildNumber, channel, firmwareSha256, hardwareRevision, signedBy, version',
  'firmware.createPackage':
    'Release; details buildNumber, channel, firmwareSha256, hardwareRevision, signedBy, version',
  'firmware.setLifecycle': 'Release; changes lifecycle',
  'firmware.maintenanceGrant': 'Release; details deviceId, grantId, mac, purpose, serial, superseded',
  'firmware.reconcileInstallation':
    'Installation; changes evidence, failureCode, failureSource, status, verification; details evidence, expectedSlot, releaseId, serial; reason',
  'firmware.interruptInstallation':
    'Installation; changes failureCode, failureReason, failureSource, status; details failureCode, releaseId, serial; reason',
};
