import { moneyAnomalies, type Outcome, type Payment, type RegisterWrite, registerAnomalies } from './histories.ts';

const write = (value: number, outcome: Outcome = 'ok'): RegisterWrite => ({
  key: 'a',
  value,
  outcome,
  begin: value * 10,
  end: value * 10 + 5,
});
const read = (value: number, begin: number) => ({ key: 'a', value, begin, end: begin + 1 });
const payment = (key: string, amount: number, ...outcomes: Outcome[]): Payment => ({
  sale: 's',
  key,
  amount,
  outcomes,
});

describe('the checker of histories', () => {
  it('a history whose unknown writes were done or not has no anomaly', () => {
    const writes = [write(1), write(2, 'info'), write(3, 'fail'), write(4, 'info')];
    for (const final of [1, 2, 4])
      expect(registerAnomalies(writes, [read(1, 16)], new Map([['a', final]]))).toEqual([]);
    const payments = [payment('p', 1, 'info', 'ok'), payment('q', 2, 'info'), payment('r', 3, 'fail')];
    expect(moneyAnomalies(payments, [{ sale: 's', amount: 1 }])).toEqual([]);
    expect(
      moneyAnomalies(
        payments,
        [1, 2].map((amount) => ({ sale: 's', amount })),
      ),
    ).toEqual([]);
  });

  it.each([
    ['a lost write', [write(1), write(2)], [], 1, 'a: 1 at the end is older than 2'],
    ['a value that nobody wrote', [write(1)], [], 7, 'a: 7 at the end was never written'],
    ['a write that was refused', [write(1), write(2, 'fail')], [], 2, 'a: 2 at the end was never written'],
    ['an old read', [write(1), write(2)], [read(1, 40)], 2, 'a: 1 read at 40 is older than 2'],
    [
      'a read that goes back',
      [write(1), write(2, 'info')],
      [read(2, 30), read(1, 40)],
      2,
      'a: 1 read at 40 is older than 2',
    ],
    ['a value before its time', [write(1), write(2)], [read(2, 5)], 2, 'a: 2 read at 5 before it was written'],
  ])('%s in a register is found', (_what, writes, reads, final, anomaly) => {
    expect(registerAnomalies(writes, reads, new Map([['a', final]]))).toEqual([anomaly]);
  });

  it.each([
    ['a lost payment', [payment('p', 1, 'ok')], [], 'p: acknowledged and lost'],
    ['a double payment', [payment('p', 1, 'info', 'ok')], [1, 1], 'p: 2 times'],
    ['a payment that was refused', [payment('p', 1, 'fail')], [1], 'p: refused and stored'],
    ['a payment of nobody', [], [1], 's: 1 was never paid'],
  ])('%s is found', (_what, payments, stored, anomaly) => {
    expect(
      moneyAnomalies(
        payments,
        stored.map((amount) => ({ sale: 's', amount })),
      ),
    ).toEqual([anomaly]);
  });
});
