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
import { adminMoves } from '../../src/domain/devices/index.ts';
import { releaseMoves } from '../../src/domain/firmware/index.ts';
import { BATCH_TRANSITIONS } from '../../src/domain/inventory/index.ts';
import { movesOf } from '../../src/domain/preorders/index.ts';
import { mayCancel, paymentMoves } from '../../src/domain/sales/index.ts';
import { fixedLists, nestedLists, pages } from '../../src/graphql/bounds.ts';
import { buildOpenSchema } from '../../src/graphql/schema.ts';
import {
  BATCH_STATUSES,
  DEVICE_STATUSES,
  FIRMWARE_LIFECYCLES,
  PAYMENT_STATUSES,
  PREORDER_STATUSES,
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
  it('is bounded by one of the three tables of src/graphql/bounds.ts', () => {
    const tablesOf = (name: string) =>
      [pages.has(name), nestedLists.has(name), name in fixedLists].filter(Boolean).length;
    const wrong = [...lists.keys()].filter((name) => tablesOf(name) !== 1);
    expect(
      wrong.map(
        (name) =>
          `${name}: declare in src/graphql/bounds.ts how long it can be (nestedLists with \`first\`, or fixedLists)`,
      ),
    ).toEqual([]);
  });

  it('exists: the tables name no other', () => {
    const named = [...pages.keys(), ...nestedLists.keys(), ...Object.keys(fixedLists)];
    expect(named.filter((name) => !lists.has(name))).toEqual([]);
    expect(lists.size).toBeGreaterThan(50);
  });

  it.each([...nestedLists])(
    '%s takes a length argument, with the default and the maximum in the schema',
    (name, bound) => {
      const args = new Map(fields.get(name)?.args.map((arg) => [arg.name, arg]));
      const length = args.get('first');
      expect(args.has('first')).toBe(true);
      expect(length?.defaultValue).toBe(bound.default);
      expect(length?.description).toContain(`from 0 to ${bound.maximum}`);
      expect(bound.default).toBeLessThanOrEqual(bound.maximum);
    },
  );

  it.each([...pages])('%s has its maximum page length in the schema', (name, { default: defaultValue, maximum }) => {
    const take = fields.get(name)?.args.find((arg) => arg.name === (name === 'Query.search' ? 'first' : 'take'));
    expect([take?.defaultValue, take?.description]).toEqual([defaultValue, `How many at most, from 1 to ${maximum}.`]);
  });

  it.each(Object.keys(fixedLists))('%s takes no length argument, because its length is fixed', (name) => {
    expect(fields.get(name)?.args.map((arg) => arg.name)).not.toEqual(expect.arrayContaining(['first']));
  });
});

describe('the available actions of a record', () => {
  const most = (lengths: readonly number[]) => Math.max(...lengths);

  it('are at most as many as its state allows', () => {
    const prices = { fullPrice: null, depositAmount: null };
    const sales = PAYMENT_STATUSES.flatMap((paymentStatus) =>
      (['PENDING', 'PAID', 'FULFILLED', 'CANCELLED', 'REFUNDED'] as const).map((status) => ({
        ...{ status, paymentStatus, unitPrice: 1, discount: 0, total: 1, refundedTotal: 0 },
      })),
    );
    expect(fixedLists).toMatchObject({
      'Batch.availableActions': most(
        BATCH_STATUSES.map((from) => {
          const moves = BATCH_TRANSITIONS.filter((move) => move.from === from);
          // Provisioning is one action, whatever it passes through.
          return (
            moves.filter(({ by }) => by !== 'provision').length + Number(moves.some(({ by }) => by === 'provision'))
          );
        }),
      ),
      'Device.availableActions': most(
        DEVICE_STATUSES.flatMap((status) =>
          DEVICE_STATUSES.map(
            (previousStatus) =>
              new Set(adminMoves({ status, previousStatus, pairingEpoch: 0 }, 'SUPER_ADMIN').map(({ to }) => to)).size,
          ),
        ),
      ),
      'Preorder.availableActions': most(PREORDER_STATUSES.map((status) => movesOf({ ...prices, status }).length)),
      'Release.availableActions': most(FIRMWARE_LIFECYCLES.map((lifecycle) => releaseMoves(lifecycle).length)),
      'Sale.availableActions': most(
        sales.map((sale) => {
          const mayRefund = sale.paymentStatus === 'PAID' || sale.paymentStatus === 'PARTIAL';
          return paymentMoves(sale).length + Number(mayCancel(sale)) + Number(mayRefund);
        }),
      ),
    });
  });
});
