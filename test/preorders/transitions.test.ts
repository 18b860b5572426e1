import { cleanTestApp, type TestApp } from '../support/app.ts';
import type { Caller, Json } from '../support/callers.ts';
import { contract } from '../support/contract.ts';
import { eventsOf, placed, putIn, recounted, reserved, rest, setTerms, transports } from './support.ts';

const STATUSES = contract.enums.PreorderStatus as readonly string[];
const NOTE = 'The customer called back';

interface Rule {
  readonly note?: true;
  readonly correction?: true;
}

/** From, to, and what has to be said. The preorders of this walk have a price. */
const TABLE: Readonly<Record<string, Readonly<Record<string, Rule>>>> = {
  NEW: { CONTACTED: {}, CONFIRMED: {}, CANCELLED: {} },
  CONTACTED: { CONFIRMED: {}, CANCELLED: {}, NEW: { note: true, correction: true } },
  CONFIRMED: { PAYMENT_PENDING: {}, CANCELLED: {}, CONTACTED: { note: true, correction: true } },
  PAYMENT_PENDING: { DEPOSIT_PAID: {}, CANCELLED: {}, CONFIRMED: { note: true, correction: true } },
  DEPOSIT_PAID: {
    READY_TO_SHIP: {},
    CANCELLED: { note: true },
    PAYMENT_PENDING: { note: true, correction: true },
  },
  READY_TO_SHIP: { FULFILLED: {}, CANCELLED: { note: true }, DEPOSIT_PAID: { note: true, correction: true } },
  FULFILLED: {},
  CANCELLED: {},
};

const MOVES = STATUSES.flatMap((from) => STATUSES.map((to) => ({ from, to })));

let app: TestApp;
let owner: Caller;
let sales: Caller;
beforeAll(async () => {
  app = await cleanTestApp();
  owner = await app.as('SUPER_ADMIN');
  sales = await app.as('SALES');
  await setTerms(owner);
});
afterAll(() => app.stop());

const entriesOf = async (id: string) =>
  (await app.sql(`select 1 from audit_entry where target_id = $1 and action = 'setPreorderStatus'`, [id])).length;

async function preorderIn(status: string, overrides = {}) {
  const preorder = await placed(app, owner, overrides);
  await putIn(app, preorder.id, status);
  return preorder;
}

describe.each(transports)('setPreorderStatus: a preorder over %s', (_name, transport) => {
  it.each(MOVES)('a preorder moves from $from to $to exactly if the table allows it', async ({ from, to }) => {
    const { id, quantity } = await preorderIn(from, { quantity: 2 });
    const [before, rule] = [await reserved(app), TABLE[from]?.[to]];
    const silent = await transport.setStatus(sales, id, { status: to });
    if (rule?.note) {
      expect([silent.status, silent.code]).toEqual([400, 'VALIDATION_FAILED']);
      expect(silent.message).toContain('note');
    }
    const reply = rule?.note ? await transport.setStatus(sales, id, { status: to, note: NOTE }) : silent;
    const [, event, ...others] = await eventsOf(app, id);
    if (!rule) {
      const expected = from === to ? [200, undefined] : [409, 'INVALID_TRANSITION'];
      expect([reply.status, reply.code]).toEqual(expected);
      if (from !== to) expect(reply.message).toContain(`from ${from} to ${to}`);
      expect([event, await entriesOf(id), await reserved(app)]).toEqual([undefined, 0, before]);
      const [row] = await app.sql('select status, revision from preorder where id = $1', [id]);
      expect(row).toEqual({ status: from, revision: 1 });
      return;
    }
    expect([reply.status, reply.record?.status, reply.record?.revision]).toEqual([200, to, 2]);
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      from_status: from,
      to_status: to,
      correction: rule.correction ?? false,
      note: rule.note ? NOTE : null,
      actor_id: sales.admin.id,
      to_admin_id: from === 'NEW' && to !== 'CANCELLED' ? sales.admin.id : null,
    });
    expect(await entriesOf(id)).toBe(1);
    expect(await reserved(app)).toBe(to === 'CANCELLED' ? before - quantity : before);
    expect(await reserved(app)).toBe(await recounted(app));
  });

  it('a preorder records the times of its transitions, and a correction clears them', async () => {
    const { id } = await preorderIn('NEW');
    const at = () => app.clock.now().toISOString();
    const move = async (status: string, note?: string) => {
      app.clock.advance(60_000);
      const reply = await transport.setStatus(sales, id, { status, ...(note ? { note } : {}) });
      expect([reply.status, reply.code]).toEqual([200, undefined]);
      return reply.record;
    };
    expect(await move('CONTACTED')).toMatchObject({ firstContactedAt: at(), assignedAdminId: sales.admin.id });
    expect(await move('NEW', NOTE)).toMatchObject({ firstContactedAt: null, assignedAdminId: sales.admin.id });
    const contacted = await move('CONFIRMED');
    expect(contacted.firstContactedAt).toBe(at());
    await move('PAYMENT_PENDING');
    expect(await move('DEPOSIT_PAID')).toMatchObject({ depositPaidAt: at() });
    expect(await move('PAYMENT_PENDING', NOTE)).toMatchObject({ depositPaidAt: null });
    const paid = await move('DEPOSIT_PAID');
    await move('READY_TO_SHIP');
    expect(await move('DEPOSIT_PAID', NOTE)).toMatchObject({ depositPaidAt: paid.depositPaidAt });
    await move('READY_TO_SHIP');
    expect(await move('FULFILLED')).toMatchObject({ fulfilledAt: at(), refundDue: false, cancelledAt: null });
    expect(await reserved(app)).toBe(await recounted(app));
  });

  it.each([
    ['PAYMENT_PENDING', false],
    ['DEPOSIT_PAID', true],
    ['READY_TO_SHIP', true],
  ])('cancelled in %s has refundDue %p', async (from, refundDue) => {
    const { id } = await preorderIn(from);
    const reply = await transport.setStatus(sales, id, { status: 'CANCELLED', note: NOTE });
    expect(reply.record).toMatchObject({ refundDue, cancelledAt: app.clock.now().toISOString() });
  });

  it('a preorder keeps its assignee', async () => {
    const { id } = await preorderIn('NEW');
    await transport.assign(owner, id, { adminId: owner.admin.id });
    const reply = await transport.setStatus(sales, id, { status: 'CONTACTED' });
    expect(reply.record?.assignedAdminId).toBe(owner.admin.id);
  });

  it('a status change of a preorder fails for an outdated revision and for an unknown id', async () => {
    const { id } = await preorderIn('NEW');
    const stale = await transport.setStatus(sales, id, { status: 'CONTACTED' }, 7);
    expect([stale.status, stale.code]).toEqual([409, 'REVISION_CONFLICT']);
    expect((await transport.setStatus(sales, id, { status: 'CONTACTED' }, 1)).status).toBe(200);
    const unknown = await transport.setStatus(sales, owner.admin.id, { status: 'CANCELLED' });
    expect([unknown.status, unknown.code]).toEqual([404, 'PREORDER_NOT_FOUND']);
  });
});

describe('setPreorderStatus: the payment of a preorder', () => {
  afterEach(() => setTerms(owner));

  it.each([
    [{ fullPrice: undefined, depositAmount: undefined }, true],
    [{ fullPrice: 0, depositAmount: 0 }, true],
    [{ fullPrice: 1, depositAmount: undefined }, false],
    [{ fullPrice: undefined, depositAmount: 1 }, false],
  ])('the payment of a preorder with the prices %j allows CONFIRMED to READY_TO_SHIP: %p', async (prices, may) => {
    await setTerms(owner, prices);
    const { id } = await preorderIn('CONFIRMED');
    // What was promised counts, not what the terms say now.
    await setTerms(owner, may ? {} : { fullPrice: undefined, depositAmount: undefined });
    const { body } = await sales.gql('query ($id: ID!) { preorder(id: $id) { availableActions { to allowed } } }', {
      id,
    });
    const offered = body.data.preorder.availableActions.flatMap(({ to, allowed }: Json) => (allowed ? [to] : []));
    expect(offered.includes('READY_TO_SHIP')).toBe(may);
    const reply = await rest.setStatus(sales, id, { status: 'READY_TO_SHIP' });
    expect([reply.status, reply.code]).toEqual(may ? [200, undefined] : [409, 'INVALID_TRANSITION']);
  });

  it('the payment of a preorder is confirmed by hand only if the settings allow it', async () => {
    await setTerms(owner, { allowManualDepositConfirmation: false });
    const { id } = await preorderIn('PAYMENT_PENDING');
    for (const [, transport] of transports) {
      const reply = await transport.setStatus(sales, id, { status: 'DEPOSIT_PAID' });
      expect([reply.status, reply.code]).toEqual([409, 'MANUAL_DEPOSIT_NOT_ALLOWED']);
    }
    await setTerms(owner);
    expect((await rest.setStatus(sales, id, { status: 'DEPOSIT_PAID' })).status).toBe(200);
  });
});

it.each(['a', 'x'.repeat(501), null, 7])('a status change of a preorder rejects the note %p', async (note) => {
  const { id } = await preorderIn('CONTACTED');
  const reply = await rest.setStatus(sales, id, { status: 'NEW', note });
  expect([reply.status, reply.code]).toEqual([400, 'VALIDATION_FAILED']);
  expect(reply.message).toContain('note');
});

it('the allowed moves of a preorder are exactly the transitions of the table that the role may make', async () => {
  const viewer = await app.as('VIEWER');
  for (const from of STATUSES) {
    const { id } = await preorderIn(from);
    const query = 'query ($id: ID!) { preorder(id: $id) { availableActions { operation to allowed blockedBy } } }';
    const ask = async (by: Caller) => (await by.gql(query, { id })).body.data.preorder.availableActions;
    const expected = Object.keys(TABLE[from] ?? {});
    const offered = (await ask(sales)).filter(({ to, allowed }: Json) => to !== null && allowed);
    expect(offered.map(({ to }: { to: string }) => to).sort()).toEqual(expected.sort());
    for (const action of offered) expect(action).toMatchObject({ operation: 'setPreorderStatus' });
    for (const action of await ask(viewer)) expect(action).toMatchObject({ allowed: false, blockedBy: 'ROLE' });
  }
});
