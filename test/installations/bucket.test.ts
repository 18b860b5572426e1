import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { isInStage, rolloutBucket } from '../../src/domain/offers/bucket.ts';

const RELEASE = '01926f3e-0000-7000-8000-000000000001';
const OTHER = '01926f3e-0000-7000-8000-000000000002';
const SERIALS = Array.from({ length: 20_000 }, (_, index) => `LAMP-${String(index).padStart(6, '0')}`);

describe('the rollout bucket of a device', () => {
  it('the rollout bucket of a device is the first four bytes of SHA-256 over a prefix, the release and the serial, modulo 10,000', () => {
    for (const serial of ['LAMP-000001', 'A', 'x_-9']) {
      const digest = createHash('sha256')
        .update(
          Buffer.concat([
            Buffer.from('ota-rollout/v1'),
            Buffer.alloc(1),
            Buffer.from(RELEASE),
            Buffer.alloc(1),
            Buffer.from(serial),
          ]),
        )
        .digest();
      expect(rolloutBucket(RELEASE, serial)).toBe(Number.parseInt(digest.toString('hex').slice(0, 8), 16) % 10_000);
    }
  });

  // printf 'ota-rollout/v1\0%s\0%s' "$release" "$serial" | sha256sum | cut -c1-8
  it.each([
    ['LAMP-000001', 4462],
    ['LAMP-000002', 89],
    ['0123ABCD', 3844],
  ])('the rollout bucket of %s is %i', (serial, bucket) => {
    expect(rolloutBucket(RELEASE, serial)).toBe(bucket);
  });

  it('the rollout bucket of a device is spread evenly', () => {
    const tenths = Map.groupBy(SERIALS, (serial) => Math.floor(rolloutBucket(RELEASE, serial) / 1_000));
    expect(tenths.size).toBe(10);
    // 2,000 expected each; the standard deviation is 42.
    for (const { length } of tenths.values()) expect(Math.abs(length - 2_000)).toBeLessThan(200);
  });

  it('the rollout bucket of a device is independent between releases, so that the same devices are not always first', () => {
    const first = SERIALS.filter((serial) => isInStage(RELEASE, serial, 5));
    const both = first.filter((serial) => isInStage(OTHER, serial, 5));
    expect(Math.abs(first.length - 1_000)).toBeLessThan(150);
    expect(Math.abs(both.length - 50)).toBeLessThan(40);
  });
});

describe('the stage of a rollout', () => {
  it('the stage of a rollout contains no device at 0 % and every device at 100 %', () => {
    expect(SERIALS.some((serial) => isInStage(RELEASE, serial, 0))).toBe(false);
    expect(SERIALS.every((serial) => isInStage(RELEASE, serial, 100))).toBe(true);
  });

  it('the stage of a rollout contains one hundred buckets per percent', () => {
    const serialIn = (bucket: number) => {
      for (let n = 0; ; n += 1) if (rolloutBucket(RELEASE, `EDGE-${n}`) === bucket) return `EDGE-${n}`;
    };
    expect(isInStage(RELEASE, serialIn(999), 10)).toBe(true);
    expect(isInStage(RELEASE, serialIn(1_000), 10)).toBe(false);
    expect(isInStage(RELEASE, serialIn(1_000), 11)).toBe(true);
  });

  it('the stage of a rollout only grows with the percentage', () => {
    fc.assert(
      fc.property(
        fc.uuid(),
        fc.string(),
        fc.integer({ min: 0, max: 100 }),
        fc.integer({ min: 0, max: 100 }),
        (id, serial, one, other) => {
          const [small, large] = [Math.min(one, other), Math.max(one, other)];
          return !isInStage(id, serial, small) || isInStage(id, serial, large);
        },
      ),
    );
  });
});
