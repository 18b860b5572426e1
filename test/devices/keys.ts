import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { KeyEncryptionKey, Keys } from '../../src/model/ports.ts';

/** A key-encryption key with the kid that the key files would give it. */
export function newKek(): KeyEncryptionKey {
  const key = randomBytes(32);
  return { kid: createHash('sha256').update(key).digest('hex').slice(0, 8), key };
}

/** Keys of one installation; the first key-encryption key is current. */
export function keysOf(current: KeyEncryptionKey = newKek(), ...older: readonly KeyEncryptionKey[]): Keys {
  const claimCodePepper = randomBytes(32);
  return {
    currentKek: current,
    kek: (kid) => [current, ...older].find((kek) => kek.kid === kid),
    claimCodePepper,
    claimCodePeppers: [claimCodePepper],
    pairingIssuerJwks: { keys: [] },
    pairingIssuers: [{ kid: 'pairing', privateKey: generateKeyPairSync('ed25519').privateKey, added: false }],
    grantIssuers: [{ kid: 'grant', privateKey: generateKeyPairSync('ed25519').privateKey, added: false }],
    releaseKeys: [],
    releaseTrustJwks: { keys: [] },
    grantIssuerJwks: { keys: [] },
  };
}
