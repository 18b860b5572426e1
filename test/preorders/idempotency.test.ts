import { withKey } from '../../src/domain/idempotency/index.ts';
import { fingerprintOf, keyHash, readKey, requireKey } from '../../src/domain/kernel/idempotency.ts';
import type { Call } from '../../src/domain/kernel/operation.ts';
import { purgeExpiredKeys } from '../../src/persistence/idempotency/key-repository.ts';
import { inTransaction } from '../../src/persistence/sql/transaction.ts';
import { cleanTestApp, type TestApp } from '../support/app.ts';
import { race } from '../support/race.ts';

const HOUR_MS = 60 * 60 * 1000;

describe('an idempotency key', () => {
  it.each([
    ['k', 'k'],
    ['"k"', 'k'],
    ['""quoted""', '"quoted"'],
    ['"half', '"half'],
    ['~'.repeat(255), '~'.repeat(255)],
  ])('sent as %p is parsed as %p', (given, key) => {
    expect(readKey(given)).toBe(key);
  });

  it.each(['', '""', ' ', 'a b', 'é', 'x'.repeat(256), '\u007f', 'a\nb'])(
    'an idempotency key must not be %p',
    (given) => {
      expect(() => readKey(given)).toThrow(expect.objectContaining({ code: 'IDEMPOTENCY_KEY_INVALID' }));
    },
  );

  it('an idempotency key can be required', () => {
    expect(() => requireKey(undefined)).toThrow(expect.objectContaining({ code: 'IDEMPOTENCY_KEY_REQUIRED' }));
    expect(requireKey('1')).toBe('1');
  });

  it('an idempotency key has another hash in another scope', () => {
    expect(keyHash('createSale:a', 'k')).not.toEqual(keyHash('createSale:b', 'k'));
    expect(keyHash('a', 'b\0c')).toHaveLength(32);
  });
});

describe('a fingerprint of an input', () => {
  it('a fingerprint of an input is independent of the order of members', () => {
    expect(fingerprintOf({ a: 1, b: { d: [1, { f: 2, e: 3 }], c: null } })).toEqual(
      fingerprintOf({ b: { c: null, d: [1, { e: 3, f: 2 }] }, a: 1 }),
    );
  });

  it.each([
    [{ a: 1 }, { a: '1' }],
    [{ a: [1, 2] }, { a: [2, 1] }],
    [{ a: null }, {}],
    [{ a: { b: 1 } }, { a: 1, b: 1 }],
  ])('differs for %j and %j', (one, other) => {
    expect(fingerprintOf(one)).not.toEqual(fingerprintOf(other));
  });
});

describe('a write with an idempotency key', () => {
  let app: TestApp;
  let works: number;
  beforeAll(async () => {
    app = await cleanTestApp();
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

  it('a write with an idempotency key is executed once, and its response is repeated exactly', async () => {
    const first = await write('once', { a: 1 });
    app.clock.advance(1000);
    const second = await write('"once"', { a: 1 });
    expect([works, second]).toEqual([1, { view: first.view, replayed: true, isUnchanged: true }]);
    expect(first).toMatchObject({ replayed: false, isUnchanged: false });
  });

  it('a write with an idempotency key is executed every time without a key', async () => {
    await write(undefined, {});
    await write(undefined, {});
    expect(works).toBe(2);
  });

  it('a write with an idempotency key fails for other input', async () => {
    await write('other', { a: 1 });
    await expect(write('other', { a: 2 })).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED', kind: 'conflict' });
  });

  it('a write with an idempotency key stores nothing if it fails', async () => {
    const refusal = () => Promise.reject(new Error('refused'));
    await expect(write('refused', {}, refusal)).rejects.toThrow('refused');
    expect(await write('refused', {})).toMatchObject({ replayed: false });
  });

  it('a write with an idempotency key is executed once by fifty concurrent calls', async () => {
    const outcomes = await race(50, () => write('fifty', { a: 1 }));
    expect(works).toBe(1);
    expect(new Set(outcomes.map(({ view }) => view)).size).toBe(1);
    expect(outcomes.filter(({ replayed }) => replayed)).toHaveLength(49);
  });

  it('a write with an idempotency key fails with a retry hint if the first call takes longer than two seconds', async () => {
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

  it('a write with an idempotency key is stored for 48 hours', async () => {
    await write('lifetime', { a: 1 });
    app.clock.advance(48 * HOUR_MS - 1);
    expect((await write('lifetime', { a: 1 })).replayed).toBe(true);
    app.clock.advance(1);
    expect((await write('lifetime', { a: 2 })).replayed).toBe(false);
    expect((await write('lifetime', { a: 2 })).replayed).toBe(true);
  });

  it('a write with an idempotency key is removed by the purge after it has expired', async () => {
    await write('purge', {});
    await purgeExpiredKeys(app.runtime.em(), app.clock.now());
    expect((await write('purge', {})).replayed).toBe(true);
    app.clock.advance(48 * HOUR_MS);
    expect(await purgeExpiredKeys(app.runtime.em(), app.clock.now())).toBeGreaterThan(0);
    expect(await app.sql('select 1 from idempotency_key')).toEqual([]);
  });
});
