import { DEVICE_TRANSITIONS } from '../../src/domain/devices/index.ts';
import { RELEASE_TRANSITIONS } from '../../src/domain/firmware/index.ts';
import { BATCH_TRANSITIONS } from '../../src/domain/inventory/index.ts';
import { reachable, requireTransition, type Transition } from '../../src/domain/kernel/transitions.ts';
import { PREORDER_TRANSITIONS } from '../../src/domain/preorders/index.ts';
import { PAYMENT_TRANSITIONS, SALE_TRANSITIONS } from '../../src/domain/sales/index.ts';
import { ADMIN_TRANSITIONS } from '../../src/domain/team/index.ts';
import { contract } from '../support/contract.ts';

interface Machine {
  readonly name: string;
  readonly enumeration: string;
  readonly table: readonly Transition<string>[];
  readonly begins: readonly string[];
  readonly ends: readonly string[];
  /** Words that no operation leads to yet. */
  readonly reserved?: readonly string[];
}

/** Every state machine of the service; a new table is added here. */
const machines: readonly Machine[] = [
  { name: 'admin', enumeration: 'AdminStatus', table: ADMIN_TRANSITIONS, begins: ['ACTIVE'], ends: [] },
  { name: 'batch', enumeration: 'BatchStatus', table: BATCH_TRANSITIONS, begins: ['DRAFT'], ends: ['ARCHIVED'] },
  { name: 'device', enumeration: 'DeviceStatus', table: DEVICE_TRANSITIONS, begins: ['READY'], ends: ['RETIRED'] },
  {
    name: 'release',
    enumeration: 'FirmwareLifecycle',
    table: RELEASE_TRANSITIONS,
    begins: ['DRAFT'],
    ends: ['REVOKED'],
  },
  {
    name: 'preorder',
    enumeration: 'PreorderStatus',
    table: PREORDER_TRANSITIONS,
    begins: ['NEW'],
    ends: ['FULFILLED', 'CANCELLED'],
  },
  {
    name: 'payment',
    enumeration: 'PaymentStatus',
    table: PAYMENT_TRANSITIONS,
    begins: ['UNPAID', 'PARTIAL', 'PAID'],
    ends: ['REFUNDED'],
  },
  {
    name: 'sale',
    enumeration: 'SaleStatus',
    table: SALE_TRANSITIONS,
    begins: ['PENDING', 'PAID'],
    ends: ['CANCELLED', 'REFUNDED'],
    reserved: ['DRAFT'],
  },
];

describe.each(machines)('the states of a $name', ({ enumeration, table, begins, ends, reserved = [] }) => {
  const states = (contract.enums[enumeration] ?? []).filter((state) => !reserved.includes(state));

  it('the states of a record are those of the specification', () => {
    const named = new Set(table.flatMap(({ from, to }) => [from, to]));
    expect([...named].sort()).toEqual([...states].sort());
  });

  it('the states of a record can all be reached from the initial one', () => {
    const seen = new Set(begins);
    for (const state of seen) for (const { from, to } of table) if (from === state) seen.add(to);
    expect([...seen].sort()).toEqual([...states].sort());
  });

  it('the states of a record can all be left except for the final ones', () => {
    const stuck = states.filter((state) => !table.some(({ from, to }) => from === state && to !== state));
    expect(stuck).toEqual(ends);
  });

  it('the states of a record have each transition once', () => {
    const moves = table.map(({ from, to, by }) => `${from} ${to} ${by}`);
    expect(moves).toEqual([...new Set(moves)]);
  });

  it('the states of a record change only by the transitions of the table', () => {
    const triggers = [...new Set(table.map(({ by }) => by))];
    for (const by of triggers) {
      for (const from of states) {
        for (const to of states) {
          const legal = table.some((move) => move.from === from && move.to === to && move.by === by);
          const attempt = () => requireTransition(table, from, to, by);
          if (legal) expect(attempt()).toMatchObject({ from, to, by });
          else
            expect(attempt).toThrow(
              expect.objectContaining({
                code: 'INVALID_TRANSITION',
                message: expect.stringContaining(`from ${from} to ${to}`),
              }),
            );
          expect(reachable(table, from, by).includes(to)).toBe(legal);
        }
      }
    }
  });
});
