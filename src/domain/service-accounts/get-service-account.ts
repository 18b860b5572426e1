import { ServiceAccountRecord } from '../../model/records/service-account.ts';
import { admins } from '../kernel/access.ts';
import { NoInput } from '../kernel/input.ts';
import { operation } from '../kernel/operation.ts';
import { readRecord } from '../reader.ts';
import { BEYOND } from './beyond.ts';
import { serviceAccountReader } from './service-account-reads.ts';

export const getServiceAccount = operation({
  name: 'getServiceAccount',
  summary: 'Returns one service account, without its token.',
  beyond: BEYOND,
  access: admins('SUPER_ADMIN'),
  admission: { peopleOnly: true },
  limit: 120,
  effect: 'read',
  target: 'ServiceAccount',
  answers: ServiceAccountRecord,
  input: NoInput,
  async handle({ em, now }, { id }) {
    return readRecord(serviceAccountReader, em, id, now);
  },
});
