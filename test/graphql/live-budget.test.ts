import { LIVE_BUDGET, LiveBudget } from '../../src/graphql/live/live-budget.ts';
import { LiveCallers } from '../../src/graphql/live/live-callers.ts';

describe('a budget of live events', () => {
  it('a budget of live events has room until it is spent, then for nothing until a second after its first event', () => {
    const budget = new LiveBudget();
    expect(budget.spend(LIVE_BUDGET - 1, 10_000)).toBe(true);
    expect(budget.roomIn(10_300)).toBe(0);
    expect(budget.spend(2, 10_300)).toBe(false);
    expect(budget.spend(1, 10_400)).toBe(false);
    expect(budget.roomIn(10_400)).toBe(600);
    expect(budget.roomIn(11_000)).toBe(0);
    expect(budget.spend(LIVE_BUDGET, 11_000)).toBe(true);
  });

  it('a budget of live events has less room in the next second when an event cost more than its price, and forgets that after it', () => {
    const budget = new LiveBudget();
    budget.spend(LIVE_BUDGET, 0);
    budget.charge(LIVE_BUDGET / 2, 100);
    expect(budget.spend(LIVE_BUDGET / 2 + 1, 1_000)).toBe(false);
    expect(budget.spend(LIVE_BUDGET / 2 + 1, 2_000)).toBe(true);
    expect(new LiveBudget().spend(LIVE_BUDGET, 0)).toBe(true);
  });

  it('a budget of live events is the same for a caller who closes all streams and opens others, and another one for everybody else', () => {
    const callers = new LiveCallers();
    const member = { isReady: true, fallBehind: () => undefined };
    const caller = callers.of('one');
    caller.join(member);
    expect(caller.spend(LIVE_BUDGET + 1)).toBe(false);
    caller.leave(member);
    expect(callers.of('one')).not.toBe(caller);
    expect([callers.of('one').isPaused, callers.of('other').isPaused]).toEqual([true, false]);
  });
});
