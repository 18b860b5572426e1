import {
  applyCancel,
  applyClaim,
  applyPayment,
  applyPriceChange,
  applyRefund,
  buyerError,
  cancelError,
  deviceReleased,
  isLive,
  newSale,
  PAYMENT_TRANSITIONS,
  paymentError,
  refundableOf,
  refundStateOf,
  SALE_TRANSITIONS,
  type SaleState,
  statusOf,
} from '../../src/domain/sales/sale-rules.ts';
import { PAYMENT_STATUSES, SALE_STATUSES } from '../../src/model/enums.ts';

const NOW = new Date('2026-11-21T10:00:00.000Z');
const THEN = new Date('2026-11-22T10:00:00.000Z');
const codeOf = (work: () => unknown) => {
  try {
    work();
    return 'done';
  } catch (error) {
    return (error as { code: string }).code;
  }
};

/** The payments that each status goes with, as the design's table has them. */
const TOGETHER: Readonly<Record<string, readonly string[]>> = {
  DRAFT: ['UNPAID'],
  PENDING: ['UNPAID', 'PARTIAL'],
  PAID: ['PAID'],
  FULFILLED: ['PAID'],
  CANCELLED: ['UNPAID'],
  REFUNDED: ['REFUNDED'],
};

type Event = readonly [trigger: string, apply: (sale: SaleState) => SaleState];
const EVENTS: readonly Event[] = [
  ...PAYMENT_STATUSES.map((to): Event => ['payment', (sale) => applyPayment(sale, to)]),
  ['price', (sale) => applyPriceChange(sale, { unitPrice: sale.unitPrice + 50 })],
  ['price', (sale) => applyPriceChange(sale, { discount: 20 })],
  ['claim', (sale) => applyClaim(sale, NOW)],
  ['release', (sale) => deviceReleased(sale, NOW)],
  ['cancel', (sale) => applyCancel(sale, NOW)],
  ['refund', (sale) => applyRefund(sale, 30)],
  // Amounts begin at 1: nobody refunds nothing.
  ['refund', (sale) => applyRefund(sale, Math.max(sale.total - sale.refundedTotal, 1))],
];

const keyOf = (sale: SaleState) => JSON.stringify(Object.entries(sale).sort());
const BORN = (['UNPAID', 'PARTIAL', 'PAID'] as const).flatMap((paymentStatus) =>
  [0, 100].map((unitPrice) => newSale({ unitPrice, discount: 0, paymentStatus })),
);

/** Every state that events lead to, so many of them at most, with the moves that were made. */
function walk(depth: number) {
  const seen = new Map<string, SaleState>(BORN.map((sale) => [keyOf(sale), sale]));
  const moves = new Map<string, string>();
  let edge = [...seen.values()];
  for (let step = 0; step < depth; step += 1) {
    const next: SaleState[] = [];
    for (const sale of edge) {
      for (const [trigger, apply] of EVENTS) {
        let after: SaleState;
        try {
          after = apply(sale);
        } catch {
          continue;
        }
        if (after.status !== sale.status) moves.set(`${sale.status} ${after.status} ${trigger}`, keyOf(sale));
        if (!seen.has(keyOf(after))) {
          seen.set(keyOf(after), after);
          next.push(after);
        }
      }
    }
    edge = next;
  }
  return { states: [...seen.values()], moves: [...moves.keys()] };
}

const { states, moves } = walk(5);

describe('every sale state reachable by events', () => {
  it('every sale state reachable by events is one of more than 200', () => expect(states.length).toBeGreaterThan(200));

  it('every sale state reachable by events has a payment status consistent with its status', () => {
    expect(states.filter((sale) => !TOGETHER[sale.status]?.includes(sale.paymentStatus))).toEqual([]);
  });

  it('every sale state reachable by events has the status derived from its fields, and consistent amounts', () => {
    for (const sale of states) {
      expect(sale.status).toBe(statusOf(sale));
      expect(sale.total).toBe(sale.unitPrice - sale.discount);
      expect(sale.refundedTotal).toBeLessThanOrEqual(sale.total);
      expect(refundableOf(sale)).toBeGreaterThanOrEqual(0);
      expect(refundStateOf(sale) === 'FULL').toBe(sale.status === 'REFUNDED');
    }
  });

  it('every sale state reachable by events accepts refunds up to `refundable` and none beyond', () => {
    for (const sale of states) {
      const most = refundableOf(sale);
      if (most > 0) expect(applyRefund(sale, most).status).toBe('REFUNDED');
      expect(codeOf(() => applyRefund(sale, most + 1))).toMatch(/^REFUND_/);
    }
  });

  it('every sale state reachable by events accepts exactly the payment statuses that `paymentError` has no error for', () => {
    for (const sale of states) {
      const open = PAYMENT_STATUSES.filter((to) => codeOf(() => applyPayment(sale, to)) === 'done');
      expect(open.sort()).toEqual(PAYMENT_STATUSES.filter((to) => !paymentError(sale, to)).sort());
      expect(open).not.toContain('REFUNDED');
    }
  });

  it('every sale state reachable by events can be cancelled exactly if `cancelError` has no error for it', () => {
    for (const sale of states) expect(codeOf(() => applyCancel(sale, NOW)) === 'done').toBe(!cancelError(sale));
  });
});

describe('the transition tables of sales', () => {
  it('the transition tables of sales contain exactly the status transitions that events cause', () => {
    const rows = SALE_TRANSITIONS.map(({ from, to, by }) => `${from} ${to} ${by}`);
    const named = moves.map((move) => move.replace(/^(PAID PENDING) payment$/, '$1 correction'));
    expect(named.sort()).toEqual(rows.sort());
    expect(new Set(rows).size).toBe(rows.length);
  });

  it('reach every status except DRAFT, and have no transition from CANCELLED or REFUNDED', () => {
    const reached = new Set(states.map(({ status }) => status));
    expect(SALE_STATUSES.filter((status) => !reached.has(status))).toEqual(['DRAFT']);
    expect(SALE_TRANSITIONS.filter(({ from }) => ['CANCELLED', 'REFUNDED', 'DRAFT'].includes(from))).toEqual([]);
  });

  it('the transition tables of sales contain the payment transitions of the design', () => {
    expect(PAYMENT_TRANSITIONS.map(({ from, to, by }) => `${from} ${to} ${by}`).sort()).toEqual([
      'PAID PARTIAL correction',
      'PAID REFUNDED refund',
      'PAID UNPAID correction',
      'PARTIAL PAID payment',
      'PARTIAL REFUNDED refund',
      'PARTIAL UNPAID payment',
      'UNPAID PAID payment',
      'UNPAID PARTIAL payment',
    ]);
  });
});

describe('a sale in the rules', () => {
  const paid = newSale({ unitPrice: 100, discount: 0, paymentStatus: 'PAID' });
  const partial = newSale({ unitPrice: 100, discount: 0, paymentStatus: 'PARTIAL' });

  it('a sale with total 0 is PAID and has nothing to refund', () => {
    const free = newSale({ unitPrice: 0, discount: 0, paymentStatus: 'PAID' });
    expect([free.status, refundableOf(free), codeOf(() => applyRefund(free, 1))]).toEqual([
      'PAID',
      0,
      'REFUND_AMOUNT_EXCEEDS_REFUNDABLE',
    ]);
  });

  it('a sale in the rules keeps the time of the first claim and of the first release', () => {
    expect(applyClaim(applyClaim(paid, NOW), THEN).claimedAt).toEqual(NOW);
    expect(deviceReleased(deviceReleased(paid, NOW), THEN).deviceReleasedAt).toEqual(NOW);
  });

  it('claimed before its payment becomes FULFILLED when it is paid', () => {
    const claimed = applyClaim(partial, NOW);
    expect([claimed.status, applyPayment(claimed, 'PAID').status]).toEqual(['PENDING', 'FULFILLED']);
  });

  it('a sale with refunds requires a total greater than them', () => {
    const refunded = applyRefund(partial, 40);
    expect(applyPriceChange(refunded, { unitPrice: 41 }).total).toBe(41);
    expect(codeOf(() => applyPriceChange(refunded, { unitPrice: 40 }))).toBe('SALE_NOT_EDITABLE');
    expect(codeOf(() => applyPriceChange(applyRefund(paid, 1), { unitPrice: 200 }))).toBe('SALE_NOT_EDITABLE');
  });

  it('a sale whose partial payment was fully refunded can be cancelled', () => {
    const refunded = applyPayment(applyRefund(partial, 40), 'UNPAID');
    expect(applyCancel(refunded, NOW)).toMatchObject({ status: 'CANCELLED', refundedTotal: 40, cancelledAt: NOW });
  });

  it('a sale in the rules can change its buyer only while it is live and its device unclaimed', () => {
    const none = { claimedAt: null };
    expect(buyerError(paid, none)).toBeUndefined();
    for (const [sale, device] of [
      [applyClaim(paid, NOW), none],
      [paid, { claimedAt: NOW }],
      [deviceReleased(paid, NOW), none],
      [applyRefund(paid, 100), none],
    ] as const) {
      expect(buyerError(sale, device)?.code).toBe('SALE_NOT_EDITABLE');
    }
  });

  it('a sale in the rules is the live sale of its device until it ends or the device is released', () => {
    expect([paid, deviceReleased(paid, NOW), applyRefund(paid, 99), applyRefund(paid, 100)].map(isLive)).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });
});
