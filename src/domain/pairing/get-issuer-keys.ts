import { JwksRecord } from '../../model/records/pairing.ts';
import { everyone } from '../kernel/access.ts';
import { NoInput } from '../kernel/input.ts';
import { operation } from '../kernel/operation.ts';

export const getIssuerKeys = operation({
  name: 'getIssuerKeys',
  summary: 'Returns the public keys that verify pairing credentials, as a JWKS (RFC 7517).',
  beyond: {
    why: 'whoever verifies a credential without being a device needs the keys that devices get in their envelopes',
  },
  access: everyone(),
  limit: 120,
  effect: 'read',
  answers: JwksRecord,
  input: NoInput,
  handle: async ({ keys }) => keys.pairingIssuerJwks,
});
