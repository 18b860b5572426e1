import { Type } from 'typebox';
import { pageOf } from '../../model/records/page.ts';
import { ServiceAccountRecord } from '../../model/records/service-account.ts';
import { serviceAccountListAt } from '../../persistence/service-accounts/service-account-list.ts';
import { admins } from '../kernel/access.ts';
import { described, fields, paging, text } from '../kernel/input.ts';
import { refinementOf, typedList } from '../kernel/list.ts';
import { refinementFor } from '../kernel/record-input.ts';
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
  typedInput: typedList(Query, refinementFor(ServiceAccountRecord)),
  rows({ now }, { search, skip, take = 50, ...rest }) {
    const query = { ...refinementOf(rest), search, skip, take };
    return { list: serviceAccountListAt(now), query, view: serviceAccountReader.view };
  },
});
