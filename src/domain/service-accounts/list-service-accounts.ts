import { Type } from 'typebox';
import { pageOf } from '../../model/records/page.ts';
import { ServiceAccountRecord } from '../../model/records/service-account.ts';
import { serviceAccountListAt } from '../../persistence/service-accounts/service-account-list.ts';
import { admins } from '../kernel/access.ts';
import { described, fields, paging, text } from '../kernel/input.ts';
import { listOperation } from '../list-operation.ts';
import { BEYOND } from './beyond.ts';
import { serviceAccountReader } from './service-account-reads.ts';

const Query = fields({
  search: Type.Optional(described(text(0), 'Text in the name.')),
  ...paging(50, 100),
});

export const listServiceAccounts = listOperation({
  name: 'listServiceAccounts',
  summary: 'Lists service accounts, newest first, without their tokens.',
  beyond: BEYOND,
  access: admins('SUPER_ADMIN'),
  admission: { peopleOnly: true },
  limit: 120,
  answers: pageOf(ServiceAccountRecord),
  input: Query,
  record: ServiceAccountRecord,
  rows({ now }, { search }) {
    return { list: serviceAccountListAt(now), query: { search }, view: serviceAccountReader.view };
  },
});
