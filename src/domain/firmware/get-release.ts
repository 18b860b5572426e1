import { admins } from '../kernel/access.ts';
import { NoInput } from '../kernel/input.ts';
import { operation } from '../kernel/operation.ts';
import { readRelease } from './release-reads.ts';

/** One release with its latest history and how its installations go. */
export const getRelease = operation({
  name: 'getRelease',
  access: admins('SUPER_ADMIN', 'ADMIN', 'FIRMWARE_MANAGER', 'VIEWER'),
  limit: 120,
  effect: 'read',
  target: 'Release',
  input: NoInput,
  async handle({ em, now }, { id }) {
    return readRelease(em, id, now);
  },
});
