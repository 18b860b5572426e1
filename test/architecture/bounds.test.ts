import 'reflect-metadata';
import {
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isCompositeType,
  isListType,
  isObjectType,
} from 'graphql';
import { customerActions } from '../../src/domain/customers/index.ts';
import { deviceActions } from '../../src/domain/devices/index.ts';
import { releaseActions } from '../../src/domain/firmware/index.ts';
import { installationActions } from '../../src/domain/installations/index.ts';
import { batchActions } from '../../src/domain/inventory/index.ts';
import type { RecordAction } from '../../src/domain/kernel/actions.ts';
import { preorderActions } from '../../src/domain/preorders/index.ts';
import { saleActions } from '../../src/domain/sales/index.ts';
import { adminActions } from '../../src/domain/team/index.ts';
import { bulkLists, fixedLists, listsOfIds, nestedLists, pages } from '../../src/graphql/schema/bounds.ts';
import { graphqlOperations } from '../../src/graphql/schema/root-fields.ts';
import { buildOpenSchema } from '../../src/graphql/schema/schema.ts';
import {
  ADMIN_STATUSES,
  BATCH_STATUSES,
  DEVICE_STATUSES,
  FIRMWARE_LIFECYCLES,
  INSTALLATION_STATUSES,
  PAYMENT_STATUSES,
  PREORDER_STATUSES,
  SALE_STATUSES,
} from '../../src/model/enums.ts';

type Field = GraphQLField<unknown, unknown>;

/** Connections are bounded by the field that leads to them: `nodes` is that list. */
const isConnection = ({ name }: { readonly name: string }) => /(?:Connection|Edge)$/.test(name);

const types = Object.values(buildOpenSchema().getTypeMap()).filter(
  (type): type is GraphQLObjectType => isObjectType(type) && !type.name.startsWith('__'),
);
const fields = new Map(
  types
    .filter((type) => !isConnection(type))
    .flatMap((type) =>
      Object.values(type.getFields()).map((field): [string, Field] => [`${type.name}.${field.name}`, field]),
    ),
);
const lists = new Map([...fields].filter(([, { type }]) => isListOfObjects(type)));

function isListOfObjects(type: Field['type']): boolean {
  const named = getNamedType(type);
  return isCompositeType(named) && (isListType(getNullableType(type)) || isConnection(named));
}

describe('every list of the schema', () => {
  const bulkResults = [...bulkLists.values()];

  it('every list of the schema is bounded by one of the four tables of src/graphql/schema/bounds.ts', () => {
    const tablesOf = (name: string) =>
      [
        pages.has(name),
        nestedLists.has(name),
        listsOfIds.has(name),
        bulkResults.includes(name),
        name in fixedLists,
      ].filter(Boolean).length;
    const wrong = [...lists.keys()].filter((name) => tablesOf(name) !== 1);
    expect(
      wrong.map(
        (name) =>
          `${name}: declare in src/graphql/schema/bounds.ts how long it can be (nestedLists with \`first\`, or fixedLists)`,
      ),
    ).toEqual([]);
  });

  it('every list of the schema exists: the tables name no other', () => {
    const named = [
      ...pages.keys(),
      ...nestedLists.keys(),
      ...listsOfIds.keys(),
      ...bulkResults,
      ...Object.keys(fixedLists),
    ];
    expect(named.filter((name) => !lists.has(name))).toEqual([]);
    expect(lists.size).toBeGreaterThan(50);
  });

  it.each([...nestedLists])(
    '%s takes a length from either end, with the default and the maximum in the schema',
    (name, bound) => {
      const args = new Map(fields.get(name)?.args.map((arg) => [arg.name, arg]));
      const [first, last] = [args.get('first'), args.get('last')];
      // A default value would be given together with the other length.
      expect([first?.defaultValue, last?.defaultValue]).toEqual([undefined, undefined]);
      expect(first?.description).toContain(`from 0 to ${bound.maximum}; default ${bound.default}.`);
      expect(last?.description).toContain(`from 0 to ${bound.maximum};`);
      expect(bound.default).toBeLessThanOrEqual(bound.maximum);
    },
  );

  it.each([...pages])('%s has its maximum page length in the schema', (name, { default: usual, maximum }) => {
    const [first, last] = ['first', 'last'].map((end) => fields.get(name)?.args.find((arg) => arg.name === end));
    expect(first?.description).toContain(`from 1 to ${maximum}`);
    if (name === 'Query.search') return expect(first?.defaultValue).toBe(usual);
    expect([first?.defaultValue, last?.defaultValue]).toEqual([undefined, undefined]);
    expect(first?.description).toContain(`default ${usual}.`);
    expect(last?.description).toContain(`from 1 to ${maximum};`);
  });

  it('every list takes a filter, an order, a page and the text of a search, and beyond that only what it cannot do without', () => {
    const common = ['search', 'filter', 'sort', 'first', 'after', 'last', 'before'];
    const further = [...fields].flatMap(([name, { type, args }]) => {
      if (!isConnection(getNamedType(type))) return [];
      const names = args.map((arg) => arg.name);
      expect([name, names]).toEqual([name, expect.arrayContaining(['first', 'after', 'last', 'before'])]);
      return names.filter((arg) => !common.includes(arg)).map((arg) => `${name}(${arg})`);
    });
    expect(further.sort()).toEqual([
      'Query.heartbeats(deviceId)',
      'Query.heartbeats(from)',
      'Query.heartbeats(to)',
      'Query.packageDevices(hardwareRevision)',
    ]);
  });

  it.each([...listsOfIds])('%s takes a list of ids, with its maximum in the schema', (name, maximum) => {
    const ids = fields.get(name)?.args.find((arg) => arg.name === 'ids');
    expect([String(ids?.type), ids?.description]).toEqual(['[ID!]!', `The ids of the objects, ${maximum} at most.`]);
  });

  it.each(Object.keys(fixedLists))('%s takes no length argument, because its length is fixed', (name) => {
    expect(fields.get(name)?.args.map((arg) => arg.name)).not.toEqual(expect.arrayContaining(['first']));
  });
});

describe('the available actions of a record', () => {
  const most = (lists: readonly (readonly unknown[])[]) => Math.max(...lists.map(({ length }) => length));
  const viewer = { adminId: 'viewer', roles: ['SUPER_ADMIN'] } as const;
  const money = { total: 1, refundedTotal: 0, claimedAt: null, deviceReleasedAt: null };

  const statesOf: Readonly<Record<string, readonly (readonly RecordAction[])[]>> = {
    Admin: ADMIN_STATUSES.map((status) => adminActions({ id: 'admin', status }, viewer)),
    Batch: BATCH_STATUSES.map((status) => batchActions({ status, deviceCount: 0, provisionedAt: null })),
    Customer: [customerActions({ anonymizedAt: null }), customerActions({ anonymizedAt: new Date() })],
    Device: DEVICE_STATUSES.map((status) => deviceActions({ status, previousStatus: null }, viewer)),
    Installation: INSTALLATION_STATUSES.map((status) =>
      installationActions({ status, evidence: null, failureSource: null }),
    ),
    Preorder: PREORDER_STATUSES.map((status) => preorderActions({ status, fullPrice: null, depositAmount: null })),
    Release: FIRMWARE_LIFECYCLES.map((lifecycle) => releaseActions({ lifecycle })),
    Sale: PAYMENT_STATUSES.flatMap((paymentStatus) =>
      SALE_STATUSES.map((status) => saleActions({ ...money, status, paymentStatus })),
    ),
  };

  /** Whether the actions name every mutation of the record; test/graphql/available-actions.test.ts says which they lack. */
  function areComplete(record: string, states: readonly (readonly RecordAction[])[]): boolean {
    const named = new Set(states.flat().map(({ operation }) => operation.name));
    const mutations = graphqlOperations.filter(({ target, effect }) => target === record && effect === 'write');
    return mutations.every(({ name }) => named.has(name));
  }

  it('the available actions of a record are as many as the table has them for the state that has most', () => {
    const locked = Object.values(statesOf)
      .flat(2)
      .map(({ lockedFields = [] }) => lockedFields);
    const lengths = Object.entries(statesOf)
      .filter(([record, states]) => areComplete(record, states))
      .map(([record, states]) => [`${record}.availableActions`, most(states)] as const);
    const wrong = [...lengths, ['AvailableAction.lockedFields', most(locked)] as const].filter(
      ([list, length]) => fixedLists[list] !== length,
    );
    expect(
      wrong.map(([list, length]) => `${list}: set it to ${length} in fixedLists of src/graphql/schema/bounds.ts`),
    ).toEqual([]);
  });
});
