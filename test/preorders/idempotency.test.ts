import { withKey } from '../../src/domain/idempotency/index.ts';
import { fingerprintOf, keyHash, readKey, requireKey } from '../../src/domain/kernel/idempotency.ts';
import type { Call } from '../../src/domain/kernel/operation.ts';
import { purgeExpiredKeys } from '../../src/persistence/idempotency/key-repository.ts';
import { inTransaction } from '../../src/persistence/transaction.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { race } from '../support/race.ts';

const HOUR_MS = 60 * 60 * 1000;

describe('a key', () => {
  it.each([
    ['k', 'k'],
    ['"k"', 'k'],
    ['""quoted""', '"quoted"'],
    ['"half', '"half'],
    ['~'.repeat(255), '~'.repeat(255)],
  ])('%p is read as %p', (given, key) => {
    expect(readKey(given)).toBe(key);
  });

  it.each(['', '""', ' ', 'a b', 'é', 'x'.repeat(256), '\u007f', 'a\nb'])('cannot be %p', (given) => {
    expect(() => readKey(given)).toThrow(expect.objectContaining({ code: 'IDEMPOTENCY_KEY_INVALID' }));
  });

  it('can have to be there', () => {
    expect(() => requireKey(undefined)).toThrow(expect.objectContaining({ code: 'IDEMPOTENCY_KEY_REQUIRED' }));
    expect(requireKey('1')).toBe('1');
  });

  it('is another one in another scope', () => {
    expect(keyHash('createSale:a', 'k')).not.toEqual(keyHash('createSale:b', 'k'));
    expect(keyHash('a', 'b\0c')).toHaveLength(32);
  });
});

describe('a fingerprint', () => {
  it('does not depend on the order of members', () => {
    expect(fingerprintOf({ a: 1, b: { d: [1, { f: 2, e: 3 }], c: null } })).toEqual(
      fingerprintOf({ b: { c: null, d: [1, { e: 3, f: 2 }] }, a: 1 }),
    );
  });

  it.each([
    [{ a: 1 }, { a: '1' }],
    [{ a: [1, 2] }, { a: [2, 1] }],
    [{ a: null }, {}],
    [{ a: { b: 1 } }, { a: 1, b: 1 }],
  ])('tells %j from %j', (one, other) => {
    expect(fingerprintOf(one)).not.toEqual(fingerprintOf(other));
  });
});

describe('a write with a key', () => {
  let app: TestApp;
  let works: number;
  beforeAll(async () => {
    app = await startTestApp();
  });
  beforeEach(() => {
    works = 0;
  });
  afterAll(() => app.stop());

  /** A write that counts how often it was done, as `run` does one. */
  async function write(key: string | undefined, input: unknown, work = async () => ({ z: 1, at: app.clock.now() })) {
    const call = { runtime: app.runtime } as Call;
    let isUnchanged = false;
    const view = await inTransaction(app.runtime.em(), (em) => {
      const unchanged = <T>(same: T) => {
        isUnchanged = true;
        return same;
      };
      return withKey({ em, now: app.clock.now(), call, unchanged }, { scope: 'test', key, input }, async () => {
        works += 1;
        return work();
      });
    });
    return { view: JSON.stringify(view), replayed: call.replayed ?? false, isUnchanged };
  }

  it('is done once, and its answer given again to the letter', async () => {
    const first = await write('once', { a: 1 });
    app.clock.advance(1000);
    const second = await write('"once"', { a: 1 });
    expect([works, second]).toEqual([1, { view: first.view, replayed: true, isUnchanged: true }]);
    expect(first).toMatchObject({ replayed: false, isUnchanged: false });
  });

  it('is done each time without a key', async () => {
    await write(undefined, {});
    await write(undefined, {});
    expect(works).toBe(2);
  });

  it('is refused for another input', async () => {
    await write('other', { a: 1 });
    await expect(write('other', { a: 2 })).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED', kind: 'conflict' });
  });

  it('keeps nothing when it is refused', async () => {
    const refusal = () => Promise.reject(new Error('refused'));
    await expect(write('refused', {}, refusal)).rejects.toThrow('refused');
    expect(await write('refused', {})).toMatchObject({ replayed: false });
  });

  it('is done once by fifty at once', async () => {
    const outcomes = await race(50, () => write('fifty', { a: 1 }));
    expect(works).toBe(1);
    expect(new Set(outcomes.map(({ view }) => view)).size).toBe(1);
    expect(outcomes.filter(({ replayed }) => replayed)).toHaveLength(49);
  });

  it('is told to come back when the first one takes longer than two seconds', async () => {
    const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const first = write('slow', {}, async () => {
      begun.resolve();
      await end.promise;
      return { z: 1, at: app.clock.now() };
    });
    await begun.promise;
    const waiting = expect(write('slow', {})).rejects.toMatchObject({
      code: 'IDEMPOTENCY_IN_PROGRESS',
      extras: { retryAfterSeconds: 1 },
    });
    await waiting;
    end.resolve();
    expect((await first).replayed).toBe(false);
    expect((await write('slow', {})).replayed).toBe(true);
  });

  it('is remembered for 48 hours', async () => {
    await write('lifetime', { a: 1 });
    app.clock.advance(48 * HOUR_MS - 1);
    expect((await write('lifetime', { a: 1 })).replayed).toBe(true);
    app.clock.advance(1);
    expect((await write('lifetime', { a: 2 })).replayed).toBe(false);
    expect((await write('lifetime', { a: 2 })).replayed).toBe(true);
  });

  it('is forgotten by the purge when its time is over', async () => {
    await write('purge', {});
    await purgeExpiredKeys(app.runtime.em(), app.clock.now());
    expect((await write('purge', {})).replayed).toBe(true);
    app.clock.advance(48 * HOUR_MS);
    expect(await purgeExpiredKeys(app.runtime.em(), app.clock.now())).toBeGreaterThan(0);
    expect(await app.sql('select 1 from idempotency_key')).toEqual([]);
  });
});
