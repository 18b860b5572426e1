import { hashQueue } from '../../src/domain/auth/hash-queue.ts';

describe('the queue of password hashes', () => {
  const gated = () => {
    const gate = Promise.withResolvers<void>();
    return { open: gate.resolve, work: () => gate.promise };
  };

  it('the queue of password hashes runs two at a time, queues up to its bound, and fails further ones at once with 503 OVERLOADED', async () => {
    const inTurn = hashQueue({ running: 2, waiting: 3 });
    const { open, work } = gated();
    let finished = 0;
    const taken = Array.from({ length: 5 }, () => inTurn('stranger', work).then(() => (finished += 1)));
    await expect(inTurn('stranger', work)).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'OVERLOADED',
      extras: { retryAfterSeconds: 1 },
    });
    expect(finished).toBe(0);
    open();
    await Promise.all(taken);
    await inTurn('stranger', async () => undefined);
  });

  it('the queue of password hashes reserves slots for known admins and runs them first', async () => {
    const inTurn = hashQueue({ running: 1, waiting: 2 });
    const { open, work } = gated();
    const order: string[] = [];
    const queued = [
      inTurn('stranger', work),
      inTurn('stranger', async () => void order.push('stranger')),
      inTurn('stranger', async () => void order.push('stranger')),
      inTurn('known', async () => void order.push('known')),
    ];
    await expect(inTurn('stranger', work)).rejects.toThrow('Too many');
    open();
    await Promise.all(queued);
    expect(order).toEqual(['known', 'stranger', 'stranger']);
  });

  it('the queue of password hashes continues after a failed task', async () => {
    const inTurn = hashQueue({ running: 1, waiting: 1 });
    await expect(inTurn('known', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await inTurn('known', async () => 'next')).toBe('next');
  });
});
