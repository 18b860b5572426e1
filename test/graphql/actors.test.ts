import type { AdminRole } from '../../src/model/enums.ts';
import { AuditEntry } from '../../src/persistence/audit/audit-entry.entity.ts';
import { newId } from '../../src/persistence/columns.ts';
import { type RunningApp, sharedTestApp } from '../support/app.ts';
import type { Caller, Json } from '../support/callers.ts';
import { makeEverything } from '../support/everything.ts';
import { makeDevice } from '../support/factories/device.ts';
import { insertRow } from '../support/factories/insert.ts';
import { makeRelease } from '../support/factories/release.ts';
import { statementTextsOf } from '../support/statements.ts';

/** Edges to whoever did something. test/graphql/roles.test.ts follows those of one record in every role. */

let app: RunningApp;
let admin: Caller;

beforeAll(async () => {
  app = await sharedTestApp();
  admin = await app.as('SUPER_ADMIN');
});
afterAll(() => app.stop());

async function ask(query: string, variables: object = {}, caller = admin): Promise<Json> {
  const { status, body } = await caller.gql(query, variables as Record<string, unknown>);
  expect([status, body.errors]).toEqual([200, undefined]);
  return body;
}

describe('an audit entry', () => {
  const ACTORS = `query ($action: AuditAction) { auditEntries(first: 10, filter: { action: { eq: $action } }) { nodes {
    actorType actorId actor { id name role } actorDevice { id serial } } } }`;
  let device: { readonly id: string; readonly serial: string };

  beforeAll(async () => {
    device = await makeDevice(app);
    const entry = {
      at: app.clock.now(),
      action: 'exportTeam',
      requestId: 'r',
      ip: '192.0.2.1',
      transport: 'REST',
    } as const;
    const actors = [
      { actorType: 'ADMIN', actorId: admin.admin.id },
      { actorType: 'DEVICE', actorId: device.id },
      { actorType: 'INSTALLATION', actorId: '00000000-0000-7000-8000-000000000000' },
      { actorType: 'SYSTEM', actorId: 'not an id' },
      { actorType: 'PUBLIC' },
    ] as const;
    for (const actor of actors) await insertRow(app.sql, AuditEntry, { ...entry, ...actor });
  });

  it('an audit entry leads to the admin or the device that acted, and nowhere for others', async () => {
    const { nodes } = (await ask(ACTORS, { action: 'exportTeam' })).data.auditEntries;
    const { id, name, role } = admin.admin as { id: string; name: string; role: AdminRole };
    const found = Object.fromEntries(
      nodes.map(({ actorType, actor, actorDevice }: Json) => [actorType, [actor, actorDevice]]),
    );
    expect(found).toEqual({
      ADMIN: [{ id, name, role }, null],
      DEVICE: [null, { id: device.id, serial: device.serial }],
      INSTALLATION: [null, null],
      SYSTEM: [null, null],
      PUBLIC: [null, null],
    });
  });

  it('an audit entry leads to its actor beside a count of the list as well', async () => {
    const { nodes } = (
      await ask(
        '{ auditEntries(filter: { action: { eq: exportTeam } }) { nodes { actorType again: actor { name } actorDevice { serial owner { id } } } } }',
      )
    ).data.auditEntries;
    expect(nodes.filter((entry: Json) => entry.again || entry.actorDevice)).toHaveLength(2);
  });
});

describe('the record of an audit entry', () => {
  const RECORD = `{ auditEntries(first: 100, filter: { action: { eq: exportReleases } }) { nodes { targetKind record { __typename id
    ... on Device { serial } ... on Sale { number customer { id } } } } } }`;
  const KINDS = ['Admin', 'Batch', 'Customer', 'Device', 'Preorder', 'Release', 'Sale'];
  let ids: Readonly<Record<string, string>>;

  beforeAll(async () => {
    const made = await makeEverything(app, admin.admin.id);
    ids = { ...made, admin: admin.admin.id };
    const entry = { at: app.clock.now(), action: 'exportReleases', actorType: 'SYSTEM', transport: 'SYSTEM' } as const;
    const others = [
      { targetKind: 'Device', targetId: newId() },
      { targetKind: 'Settings', targetId: 'system' },
      { targetKind: 'Session', targetId: newId() },
      { targetKind: 'Device', targetId: 'no id' },
      { targetKind: null, targetId: null },
    ];
    const targets = KINDS.map((kind) => ({ targetKind: kind, targetId: ids[kind.toLowerCase()] ?? '' }));
    for (const target of [...targets, ...targets, ...others]) {
      await insertRow(app.sql, AuditEntry, { ...entry, ...target, requestId: 'r', ip: '192.0.2.1' });
    }
  });

  const recordsOf = ({ data }: Json): Json[] => data.auditEntries.nodes.flatMap(({ record }: Json) => record ?? []);

  it('the record of an audit entry is the one that was acted on; null when it is gone and where there is none', async () => {
    const body = await ask(RECORD);
    const found = recordsOf(body);
    expect(found.map(({ __typename, id }) => `${__typename} ${id}`).sort()).toEqual(
      [...KINDS, ...KINDS].map((kind) => `${kind} ${ids[kind.toLowerCase()]}`).sort(),
    );
    expect(found.find(({ __typename }) => __typename === 'Sale')).toMatchObject({ customer: { id: ids.customer } });
    expect(body.extensions.hidden).toBeUndefined();
  });

  it.each(['ADMIN', 'SUPPORT', 'VIEWER'] as const)(
    'the record of an audit entry is hidden from %s where no operation reads one',
    async (role) => {
      const hidden = role === 'SUPPORT' ? ['Admin', 'Release'] : ['Admin'];
      const body = await ask(RECORD, {}, await app.as(role));
      const kinds = new Set(recordsOf(body).map(({ __typename }) => __typename));
      expect([...kinds].sort()).toEqual(KINDS.filter((kind) => !hidden.includes(kind)));
      expect(body.extensions.hidden).toEqual(['AuditEntry.record']);
    },
  );

  it('the record of an audit entry is read together with all others of its kind', async () => {
    const statements = await statementTextsOf(() => ask(RECORD));
    expect(statements.filter((text) => text.includes('from device d'))).toHaveLength(1);
  });
});

describe('a release', () => {
  const PAUSED = 'pausedById pausedBy { name } createdById createdBy { id }';

  it.each<[string, () => string | null, () => Json]>([
    ['an admin', () => admin.admin.id, () => ({ name: expect.any(String) })],
    ['the service', () => 'SYSTEM', () => null],
    ['nobody', () => null, () => null],
  ])('a release that %s paused leads to the admin if there is one', async (_who, pausedBy, expected) => {
    const { id } = await makeRelease(app, { createdBy: admin.admin.id, pausedBy: pausedBy() });
    const { data } = await ask(
      `query ($id: ID!) { release(id: $id) { ${PAUSED} } releases { nodes { id ${PAUSED} } } }`,
      {
        id,
      },
    );
    const { id: adminId } = admin.admin;
    const pausedById = pausedBy() === adminId ? adminId : null;
    const alone = { pausedById, pausedBy: expected(), createdById: adminId, createdBy: { id: adminId } };
    expect(data.release).toEqual(alone);
    expect(data.releases.nodes.find((each: Json) => each.id === id)).toEqual({ id, ...alone });
  });

  it('a release hides its admins from a role that may not list admins', async () => {
    const manager = await app.as('FIRMWARE_MANAGER');
    const { data, extensions } = await ask(`{ releases(first: 1) { nodes { ${PAUSED} } } }`, {}, manager);
    expect(data.releases.nodes[0]).toMatchObject({ pausedBy: null, createdBy: null });
    expect(extensions.hidden).toEqual(['Release.createdBy', 'Release.pausedBy']);
  });
});

it('a claim code leads to its device', async () => {
  const { data } = await ask('{ claimCodes(first: 100) { nodes { serial deviceId device { id serial } } } }');
  expect(data.claimCodes.nodes.length).toBeGreaterThan(0);
  for (const { serial, deviceId, device } of data.claimCodes.nodes) expect(device).toEqual({ id: deviceId, serial });
});
