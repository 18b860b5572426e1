import { read, uploadError } from '../firmware/reading.ts';
import { makePackage, makeReleaseKey } from '../support/release-package.ts';

it('a package with two signatures is rejected if any one bit is flipped', async () => {
  const keys = [makeReleaseKey(), makeReleaseKey()];
  const { bytes } = await makePackage(keys, { image: { size: 600 } });
  expect(uploadError(await read(bytes, keys))).toBeUndefined();
  for (let bit = 0; bit < bytes.length * 8; bit += 1) {
    const damaged = Buffer.from(bytes);
    damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    expect(uploadError(await read(damaged, keys))).toMatch(/^PACKAGE_/);
  }
});
