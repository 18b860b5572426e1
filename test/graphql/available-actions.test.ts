import 'reflect-metadata';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { catalog } from '../../src/domain/catalog.ts';
import type { Operation } from '../../src/domain/kernel/operation.ts';
import { graphqlOperations } from '../../src/graphql/schema/root-fields.ts';
import {
  ADMIN_STATUSES,
  type AdminRole,
  BATCH_STATUSES,
  DEVICE_STATUSES,
  FIRMWARE_LIFECYCLES,
  INSTALLATION_STATUSES,
  PREORDER_STATUSES,
  type TargetKind,
} from '../../src/model/enums.ts';
import { Batch } from '../../src/persistence/inventory/batch.entity.ts';
import { cleanTestApp, type TestApp } from '../support/app.ts';
import type { Caller, Json } from '../support/callers.ts';
import { insertAdmin } from '../support/factories/admin.ts';
import { makeCustomerRow, makeDevice } from '../support/factories/device.ts';
import { insertRow } from '../support/factories/insert.ts';
import { makeInstallation } from '../support/factories/installation.ts';
import { makePreorder } from '../support/factories/preorder.ts';
import { makeRelease } from '../support/factories/release.ts';
import { makeSale, type SaleOverrides } from '../support/factories/sale.ts';
import { statementsOf } from '../support/statements.ts';
import { unservedFields } from '../support/unfinished-operations.ts';

const ACTIONS = `availableActions { operation to allowed blockedBy code reason }`;
const LOCKED = 'availableActions { operation to lockedFields { field code reason } }';
const REASON = 'as offered';
const station = generateKeyPairSync('rsa', { modulusLength: 2048 })
  .publicKey.export({ type: 'spki', format: 'pem' })
  .toString();

let app: TestApp;
beforeAll(async () => {
  app = await cleanTestApp();
});
afterAll(() => app.stop());

interface Action {
  readonly operation: string;
  readonly to: string | null;
  readonly allowed: boolean;
  readonly blockedBy: string | null;
  readonly code: string | null;
  readonly reason: string | null;
}

/** A record in a state, and who calls if it is not the caller of the test. */
interface Made {
  readonly id: string;
  readonly by?: Caller;
  readonly facts?: Json;
}

interface Kind {
  readonly record: TargetKind;
  readonly roles: readonly AdminRole[];
  readonly states: Readonly<Record<string, () => Promise<Made>>>;
  /** Where a query finds the actions of the record. */
  readonly read: (by: Caller, made: Made) => Promise<readonly Action[]>;
  /** What its mutations are called with, for those that take an input. */
  readonly inputs: Readonly<Record<string, (made: Made, to: string | null) => Json>>;
  /** The fields of an operation's input that a state can lock, and some that it cannot, each with another value. */
  readonly fields?: Readonly<Record<string, (made: Made) => Promise<Json>>>;
  /** Errors of allowed actions that are about other records, by code or text. */
  readonly others?: RegExp;
}

const readOne =
  (field: string) =>
  async (by: Caller, { id }: Made): Promise<readonly Action[]> => {
    const { body } = await by.gql(`query ($id: ID!) { ${field}(id: $id) { ${ACTIONS} } }`, { id });
    expect(body.errors).toBeUndefined();
    return body.data[field].availableActions;
  };

const kinds: readonly Kind[] = [
  {
    record: 'Batch',
    roles: ['SUPER_ADMIN', 'OPERATIONS', 'VIEWER'],
    states: {
      ...statesOf(BATCH_STATUSES, (status) => makeBatch({ status })),
      'CANCELLED with devices': async () => {
        const made = await makeBatch({ status: 'CANCELLED' });
        await makeDevice(app, { batchId: made.id });
        return made;
      },
      'CANCELLED after it was provisioned': () => makeBatch({ status: 'CANCELLED', provisionedAt: new Date() }),
    },
    read: readOne('batch'),
    inputs: {
      provisionBatch: () => ({}),
      updateBatch: (_made, to) => (to ? { status: to } : { notes: REASON }),
    },
    fields: {
      updateBatch: async () => ({
        code: `OTHER-${randomBytes(6).toString('hex')}`,
        model: 'LAMP2',
        hardwareRevision: 'rev-z',
        quantity: 7,
        source: 'elsewhere',
        notes: 'other',
      }),
    },
  },
  {
    record: 'Device',
    roles: ['SUPER_ADMIN', 'ADMIN'],
    states: {
      ...statesOf(DEVICE_STATUSES, async (status) => madeDevice(status, null)),
      'SUSPENDED from ACTIVE': () => madeDevice('SUSPENDED', 'ACTIVE'),
      'SUSPENDED from SOLD': () => madeDevice('SUSPENDED', 'SOLD'),
      'REPAIR from CLAIMED': () => madeDevice('REPAIR', 'CLAIMED'),
      'REPAIR from READY': () => madeDevice('REPAIR', 'READY'),
    },
    read: readOne('device'),
    inputs: {
      setDeviceStatus: (_made, to) => ({ status: to, reason: REASON }),
      resetClaim: () => ({ reason: REASON }),
      transferDevice: () => ({ reason: REASON, customerEmail: `${randomBytes(6).toString('hex')}@example.com` }),
      issueProvisioningEnvelope: ({ facts }) => ({
        serialNumber: facts.serial,
        expectedHardwareRevision: facts.hardwareRevision,
        provisionerPublicKey: station,
      }),
    },
    others: /needs a new provisioning envelope/,
  },
  {
    record: 'Preorder',
    roles: ['SUPER_ADMIN', 'SUPPORT'],
    states: {
      ...statesOf(PREORDER_STATUSES, (status) => makePreorder(app, { status }).then(facts)),
      'CONFIRMED with a price': () => makePreorder(app, { status: 'CONFIRMED', fullPrice: 7 }).then(facts),
      'CONFIRMED with a deposit': () => makePreorder(app, { status: 'CONFIRMED', depositAmount: 7 }).then(facts),
    },
    read: readOne('preorder'),
    inputs: {
      setPreorderStatus: (_made, to) => ({ status: to, note: REASON }),
      assignPreorder: () => ({ adminId: null }),
      deletePreorder: ({ facts }) => ({ preorderNumber: facts.number, reason: REASON }),
    },
    others: /^MANUAL_DEPOSIT_NOT_ALLOWED/,
  },
  {
    record: 'Release',
    roles: ['SUPER_ADMIN'],
    states: statesOf(FIRMWARE_LIFECYCLES, async (lifecycle) => {
      const hardwareRevision = `rev-${randomBytes(4).toString('hex')}`;
      const release = await makeRelease(app, { lifecycle, hardwareRevision });
      return { id: release.id, facts: { ...release, device: await makeDevice(app, { hardwareRevision }) } };
    }),
    read: readOne('release'),
    inputs: {
      setReleaseLifecycle: (_made, to) => ({ status: to, rolloutPercentage: 7 }),
      issueMaintenanceGrant: ({ facts: { device, version, buildNumber, hardwareRevision } }) => ({
        expectedMac: randomBytes(6).toString('hex').match(/../g)?.join(':'),
        targetSerial: device.serial,
        expectedVersion: version,
        expectedBuild: buildNumber,
        expectedHardwareRevision: hardwareRevision,
        maintenancePurpose: 'ONE_TIME_IDENTITY_PROVISIONING',
      }),
    },
    // The releases have no image in the storage.
    others: /^(?:RELEASE_CONFLICT|REVISION_CONFLICT|PACKAGE_)/,
  },
  {
    record: 'Installation',
    roles: ['SUPER_ADMIN', 'SUPPORT'],
    states: {
      ...statesOf(INSTALLATION_STATUSES, (status) => madeInstallation({ status })),
      'SUCCESS that an operator reconciled': () =>
        madeInstallation({ status: 'SUCCESS', evidence: 'OPERATOR_ATTESTED' }),
      'FAILED by an operator': () => madeInstallation({ status: 'FAILED', failureSource: 'OPERATOR' }),
    },
    read: async (by, { id, facts: { device } }) => {
      const { body } = await by.gql(
        `query ($id: ID!) { device(id: $id) { installations { nodes { id ${ACTIONS} } } } }`,
        {
          id: device.id,
        },
      );
      return body.data.device.installations.nodes.find((each: Json) => each.id === id).availableActions;
    },
    inputs: {
      reconcileInstallation: (made) => ({
        ...expectedInstallation(made),
        expectedSlot: 'ota_1',
        observedBootState: 'valid',
        observedOtaSessionState: 'IDLE',
        reason: 'POST_BOOT_FALSE_NEGATIVE_RECONCILIATION',
      }),
      interruptInstallation: (made) => ({
        ...expectedInstallation(made),
        expectedFailureReason: REASON,
        failureCode: 'USER_CANCELLED_BY_OPERATOR',
      }),
    },
  },
  {
    record: 'Sale',
    roles: ['SUPER_ADMIN', 'VIEWER'],
    states: {
      UNPAID: () => madeSale({ paymentStatus: 'UNPAID' }),
      'UNPAID of a device that is SUSPENDED': () => madeSale({ paymentStatus: 'UNPAID', deviceStatus: 'SUSPENDED' }),
      'UNPAID of a device that is REVOKED': () => madeSale({ paymentStatus: 'UNPAID', deviceStatus: 'REVOKED' }),
      PARTIAL: () => madeSale({ paymentStatus: 'PARTIAL' }),
      PAID: () => madeSale({ paymentStatus: 'PAID' }),
      FULFILLED: () => madeSale({ paymentStatus: 'PAID', claimedAt: new Date(), deviceStatus: 'CLAIMED' }),
      REFUNDED: () => madeSale({ paymentStatus: 'REFUNDED' }),
      CANCELLED: () => madeSale({ paymentStatus: 'UNPAID', status: 'CANCELLED', deviceStatus: 'READY' }),
      'PAID and partly refunded': () => madeSale({ paymentStatus: 'PAID', refundedTotal: 300_000 }),
      'PARTIAL and partly refunded': () => madeSale({ paymentStatus: 'PARTIAL', refundedTotal: 300_000 }),
      'PAID without its device': () => madeSale({ deviceReleasedAt: new Date(), deviceStatus: 'RETURNED' }),
      'PAID with nothing to pay': () => madeSale({ unitPrice: 7, discount: 7 }),
      'linked to a preorder': linkedSale,
      'claimed before it was paid': () =>
        madeSale({ paymentStatus: 'PARTIAL', claimedAt: new Date(), deviceStatus: 'CLAIMED' }),
    },
    read: readOne('sale'),
    inputs: {
      updateSale: (_made, to) => (to ? { paymentStatus: to } : { notes: REASON }),
      linkSaleToPreorder: ({ facts }) => ({ preorderId: facts.preorder }),
      cancelSale: () => ({ reason: REASON }),
      refundSale: () => ({ reason: REASON, amount: 1 }),
      correctSale: () => ({ reason: REASON, currency: 'USD' }),
    },
    fields: {
      updateSale: async () => ({
        unitPrice: 2_000_000,
        discount: 1,
        customerId: (await makeCustomerRow(app)).id,
        notes: 'other',
        salesChannel: 'OTHER',
      }),
    },
  },
  {
    record: 'Customer',
    roles: ['SUPER_ADMIN', 'SUPPORT'],
    states: {
      KNOWN: () => makeCustomerRow(app),
      ANONYMIZED: async () => {
        const { id } = await makeCustomerRow(app);
        await app.sql('insert into erased_customer (id, erased_at, applied_at) values ($1, now(), now())', [id]);
        return { id };
      },
    },
    read: readOne('customer'),
    inputs: {
      updateCustomer: () => ({ city: 'Buxoro' }),
      addCustomerNote: () => ({ content: REASON }),
      anonymizeCustomer: () => ({ reason: 'CUSTOMER_REQUEST' }),
    },
    others: /^CUSTOMER_IN_USE/,
  },
  {
    record: 'Admin',
    roles: ['SUPER_ADMIN'],
    states: {
      ...statesOf(ADMIN_STATUSES, async (status) => ({
        id: (await insertAdmin(app.sql, app.clock.now(), { status, role: 'SALES' })).id,
      })),
      'the caller': async () => {
        const by = await app.as('SUPER_ADMIN');
        return { id: by.admin.id, by };
      },
    },
    read: async (by, { id }) => {
      const { body } = await by.gql(`{ team { nodes { id ${ACTIONS} } } }`);
      return body.data.team.nodes.find((each: Json) => each.id === id).availableActions;
    },
    inputs: { setAdminStatus: (_made, to) => ({ status: to }), setAdminRole: () => ({ role: 'ADMIN' }) },
  },
];

function statesOf<State extends string>(states: readonly State[], make: (state: State) => Promise<Made>) {
  return Object.fromEntries(states.map((state) => [state, () => make(state)]));
}

const facts = (made: { readonly id: string }): Made => ({ id: made.id, facts: made });

async function makeBatch(overrides: object): Promise<Made> {
  const now = app.clock.now();
  const id = await insertRow(app.sql, Batch, {
    code: `LOT-${randomBytes(6).toString('hex')}`,
    model: 'LAMP1',
    hardwareRevision: 'rev-b',
    quantity: 2,
    status: 'DRAFT',
    createdAt: now,
    updatedAt: now,
    ...overrides,
  });
  return { id };
}

async function madeDevice(status: (typeof DEVICE_STATUSES)[number], previousStatus: Json): Promise<Made> {
  return facts(await makeDevice(app, { status, previousStatus }));
}

async function madeInstallation(overrides: Json): Promise<Made> {
  const device = await makeDevice(app, { status: 'ACTIVE' });
  const release = await makeRelease(app);
  const failed = overrides.status === 'FAILED' ? { failureReason: REASON } : {};
  const { id } = await makeInstallation(app, device, release, { ...failed, ...overrides });
  return { id, facts: { device, release } };
}

/** What an operator expects of an installation. */
const expectedInstallation = ({ facts: { device, release } }: Made) => ({
  releaseId: release.id,
  serial: device.serial,
  expectedVersion: release.version,
  expectedBuild: release.buildNumber,
});

/** A sale of a customer who also placed a preorder. */
async function madeSale(overrides: SaleOverrides): Promise<Made> {
  const { id: preorder, customerId } = await makePreorder(app);
  const { id } = await makeSale(app, { customerId, ...overrides });
  return { id, facts: { preorder } };
}

/** A sale that came from a preorder. */
async function linkedSale(): Promise<Made> {
  const made = await madeSale({ paymentStatus: 'UNPAID' });
  await app.sql('update sale set preorder_id = $1 where id = $2', [made.facts.preorder, made.id]);
  return made;
}

const mutationsOf = (record: TargetKind) =>
  graphqlOperations.filter(({ target, effect }) => target === record && effect === 'write');

const takesInput = ({ input }: Operation) => Object.keys(input.properties).length > 0;

/** Whether the mutation of an action can be called: test/architecture/catalog.test.ts and the test of the inputs say what others lack. */
function canBeCalled({ inputs }: Kind, name: string): boolean {
  const operation = graphqlOperations.find((each) => each.name === name);
  if (!operation || unservedFields.some(({ field }) => field === name)) return false;
  return !takesInput(operation) || name in inputs;
}

async function call(by: Caller, name: string, id: string, input: Json) {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input!`;
  const { body } = input
    ? await by.gql(`mutation ($id: ID!, $input: ${type}) { ${name}(id: $id, input: $input) { __typename } }`, {
        id,
        input,
      })
    : await by.gql(`mutation ($id: ID!) { ${name}(id: $id) { __typename } }`, { id });
  const [error] = body.errors ?? [];
  return error ? { code: error.extensions.code, reason: error.message } : undefined;
}

/** The refusals of mutations for a role, which come before anything is read of the record: each is called once. */
const refusalsByRole = new Map<string, Awaited<ReturnType<typeof call>>>();

async function callOnce(by: Caller, { operation, code }: Action, id: string, input: Json) {
  const key = `${operation} ${by.admin.role}`;
  if (code === 'ROLE_FORBIDDEN' && refusalsByRole.has(key)) return refusalsByRole.get(key);
  const error = await call(by, operation, id, input);
  if (error?.code === 'ROLE_FORBIDDEN') refusalsByRole.set(key, error);
  return error;
}

describe.each(kinds.map((kind) => [kind.record, kind] as const))('the actions of a %s', (record, kind) => {
  const cases = Object.entries(kind.states).flatMap(([state, make]) => kind.roles.map((role) => [state, role, make]));

  it.each(cases as [string, AdminRole, () => Promise<Made>][])(
    'the actions of a record that is %s are allowed to %s exactly when the mutation is',
    async (_state, role, make) => {
      const caller = await app.as(role);
      const first = await make();
      const actions = await kind.read(first.by ?? caller, first);
      const keys = actions.map(({ operation, to }) => `${operation} ${to}`);
      expect(keys).toEqual([...new Set(keys)]);
      for (const action of actions.filter(({ operation }) => canBeCalled(kind, operation))) {
        // What is refused changes nothing, so that one record is enough for all of that.
        const made = action.allowed ? await make() : first;
        const input = kind.inputs[action.operation]?.(made, action.to);
        const error = await callOnce(made.by ?? caller, action, made.id, input);
        const what = `${action.operation} ${action.to}`;
        if (action.allowed) {
          expect([what, action.blockedBy, action.code, action.reason]).toEqual([what, null, null, null]);
          if (error) expect(`${error.code} ${error.reason}`).toMatch(kind.others ?? /^$/);
        } else {
          expect([what, error]).toEqual([what, { code: action.code, reason: action.reason }]);
          expect(action.blockedBy).toBe(error?.code === 'ROLE_FORBIDDEN' || isForOthers(action) ? 'ROLE' : 'STATE');
        }
      }
    },
  );

  /** A move that only another role may make, though the mutation calls it a matter of state. */
  const isForOthers = ({ operation, to, reason }: Action) =>
    operation === 'setDeviceStatus' && to === 'REPAIR' && reason?.startsWith('Cannot move from REVOKED');

  it('the actions of a record name every mutation of the record, and no other', async () => {
    const by = await app.as('SUPER_ADMIN');
    const named = new Set<string>();
    for (const make of Object.values(kind.states)) {
      const made = await make();
      for (const { operation } of await kind.read(made.by ?? by, made)) named.add(operation);
    }
    const mutations = mutationsOf(record).map(({ name }) => name);
    const missing = mutations.filter((name) => !named.has(name));
    expect(missing.map((name) => `${name}: add it to the ...-actions.ts of its module in src/domain`)).toEqual([]);
    const others = [...named].filter((name) => catalog.some((each) => each.name === name) && !mutations.includes(name));
    expect(others).toEqual([]);
  });

  it('the actions of a record have an input here, if their mutation takes one', () => {
    const missing = mutationsOf(record).filter(
      (operation) => takesInput(operation) && !(operation.name in kind.inputs),
    );
    expect(
      missing.map(
        ({ name }) => `${name}: add it to the inputs of the ${record} in test/graphql/available-actions.test.ts`,
      ),
    ).toEqual([]);
  });

  const lockable = Object.entries(kind.fields ?? {});
  if (lockable.length === 0) return;
  it.each(lockable)('the actions %s name the fields that the state locks', async (name, values) => {
    const by = await app.as('SUPER_ADMIN');
    for (const [state, make] of Object.entries(kind.states)) {
      const first = await make();
      const { body } = await by.gql(`query ($id: ID!) { ${record.toLowerCase()}(id: $id) { ${LOCKED} } }`, {
        id: first.id,
      });
      const action = body.data[record.toLowerCase()].availableActions.find(
        ({ operation, to }: Action) => operation === name && to === null,
      );
      for (const [field, value] of Object.entries(await values(first))) {
        const locked = action.lockedFields.find((each: Json) => each.field === field);
        const { id } = locked ? first : await make();
        const { field: _, ...expected } = locked ?? {};
        const error = await call(by, name, id, { [field]: value });
        expect([state, field, error]).toEqual([state, field, locked && expected]);
      }
    }
  });
});

it.each(['batches', 'devices', 'preorders', 'releases', 'sales', 'customers', 'team'])(
  'the actions of many %s cost no statement',
  async (list) => {
    const by = await app.as('SUPER_ADMIN');
    const page = list === 'team' ? '' : '(first: 100)';
    const ask = (fields: string) =>
      statementsOf(async () => {
        const { body } = await by.gql(`{ ${list}${page} { nodes { id ${fields} } } }`);
        expect(body.errors).toBeUndefined();
        expect(body.data[list].nodes.length).toBeGreaterThan(0);
      });
    expect(await ask(ACTIONS)).toBe(await ask(''));
  },
);
