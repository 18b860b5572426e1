import { ReleaseDetailRecord } from '../../model/records/release.ts';
import { admins } from '../kernel/access.ts';
import { NoInput } from '../kernel/input.ts';
import { operation } from '../kernel/operation.ts';
import { readRelease } from './release-reads.ts';

export const getRelease = operation({
  name: 'getRelease',
  summary: 'Returns one release with its latest history and its installation statistics.',
  access: admins('SUPER_ADMIN', 'ADMIN', 'FIRMWARE_MANAGER', 'VIEWER'),
  limit: 120,
  effect: 'read',
  target: 'Release',
  answers: ReleaseDetailRecord,
  input: NoInput,
  async handle({ em, now }, { id }) {
    return readRelease(em, id, now);
  },
});
