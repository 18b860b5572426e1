import { newDeviceSecret, openDeviceSecret, sealDeviceSecret } from '../../src/domain/devices/device-secret.ts';
import { open, seal } from '../../src/domain/formats/secret-box.ts';
import { keysOf, newKek } from './keys.ts';

describe('a secret box', () => {
  const keys = keysOf();
  const secret = Buffer.from('a canary secret');

  it('a secret box decrypts what it encrypted, and the ciphertext reveals nothing', () => {
    const sealed = seal(keys, secret, 'device-1');
    expect(open(keys, sealed, 'device-1')).toEqual(secret);
    expect(sealed.includes(secret)).toBe(false);
  });

  it('a secret box decrypts an empty secret', () => {
    expect(open(keys, seal(keys, Buffer.alloc(0), 'a'), 'a')).toEqual(Buffer.alloc(0));
  });

  it('a secret box never produces the same ciphertext twice', () => {
    const sealed = new Set(Array.from({ length: 1000 }, () => seal(keys, secret, 'a').toString('hex')));
    expect(sealed.size).toBe(1000);
  });

  it('a secret box rejects the ciphertext of another record', () => {
    const sealed = seal(keys, secret, 'device-1');
    expect(() => open(keys, sealed, 'device-2')).toThrow('does not belong to this record or was altered');
    expect(() => open(keys, sealed, '')).toThrow('does not belong to this record or was altered');
  });

  it('a secret box rejects a ciphertext with any byte altered', () => {
    const sealed = seal(keys, secret, 'a');
    for (let index = 0; index < sealed.length; index += 1) {
      const altered = Buffer.from(sealed);
      altered.writeUInt8(altered.readUInt8(index) ^ 1, index);
      expect(() => open(keys, altered, 'a')).toThrow(Error);
    }
  });

  it('a secret box rejects every shorter and longer ciphertext', () => {
    const sealed = seal(keys, secret, 'a');
    for (let length = 0; length < sealed.length; length += 1) {
      expect(() => open(keys, sealed.subarray(0, length), 'a')).toThrow(Error);
    }
    expect(() => open(keys, Buffer.concat([sealed, Buffer.from([0])]), 'a')).toThrow(Error);
  });

  it('a secret box rejects an unknown layout', () => {
    const sealed = seal(keys, secret, 'a');
    sealed.writeUInt8(2, 0);
    expect(() => open(keys, sealed, 'a')).toThrow('unknown layout');
    expect(() => open(keys, Buffer.alloc(0), 'a')).toThrow('unknown layout');
  });

  it('a secret box authenticates the kid: the same key under another kid does not decrypt it', () => {
    const kek = newKek();
    const renamed = { kid: 'z'.repeat(kek.kid.length), key: kek.key };
    const sealed = seal(keysOf(kek), secret, 'a');
    sealed.write(renamed.kid, 2);
    expect(() => open(keysOf(renamed), sealed, 'a')).toThrow('was altered');
  });

  it('a secret box names the missing key', () => {
    const other = newKek();
    expect(() => open(keys, seal(keysOf(other), secret, 'a'), 'a')).toThrow(
      `"${other.kid}", which is not configured here`,
    );
  });

  it('a secret box decrypts after a key rotation, before and after it is encrypted again with the new key', () => {
    const old = newKek();
    const sealed = seal(keysOf(old), secret, 'a');
    const rotated = keysOf(newKek(), old);
    expect(open(rotated, sealed, 'a')).toEqual(secret);
    const rewrapped = seal(rotated, open(rotated, sealed, 'a'), 'a');
    expect(open(rotated, rewrapped, 'a')).toEqual(secret);
  });
});

describe('a device secret', () => {
  const keys = keysOf();
  const binding = { deviceId: '0199', serial: 'KRV-A', secretVersion: 1 };

  it('a device secret is 32 random bytes', () => {
    expect(newDeviceSecret()).toHaveLength(32);
    expect(newDeviceSecret()).not.toEqual(newDeviceSecret());
  });

  it('a device secret can be decrypted for its device and version only', () => {
    const secret = newDeviceSecret();
    const sealed = sealDeviceSecret(keys, secret, binding);
    expect(openDeviceSecret(keys, sealed, binding)).toEqual(secret);
    for (const other of [{ deviceId: '0198' }, { serial: 'KRV-B' }, { secretVersion: 2 }]) {
      expect(() => openDeviceSecret(keys, sealed, { ...binding, ...other })).toThrow('does not belong');
    }
  });
});
