import { pageOf } from '../../model/records/page.ts';
import { ReleaseRecord } from '../../model/records/release.ts';
import { releaseList } from '../../persistence/firmware/release-list.ts';
import { admins } from '../kernel/access.ts';
import { fields, NoInput, paging } from '../kernel/input.ts';
import { refinementOf, typedList } from '../kernel/list.ts';
import { refinementFor } from '../kernel/record-input.ts';
import { listOperation } from '../list-operation.ts';
import { viewRelease } from './release-view.ts';

/** The contract's form has no parameters: it returns one page. */
const MAX_TAKE = 100;

export const listReleases = listOperation({
  name: 'listReleases',
  summary: 'Lists firmware releases, newest first.',
  access: admins('SUPER_ADMIN', 'ADMIN', 'FIRMWARE_MANAGER', 'VIEWER'),
  limit: 120,
  answers: pageOf(ReleaseRecord),
  input: NoInput,
  typedInput: typedList(fields(paging(50, MAX_TAKE)), refinementFor(ReleaseRecord)),
  asStored: true,
  rows(_context, input) {
    const query = { take: MAX_TAKE, ...refinementOf(input) };
    return { list: releaseList, query, view: viewRelease };
  },
});
