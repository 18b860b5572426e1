import { pageOf } from '../../model/records/page.ts';
import { ReleaseRecord } from '../../model/records/release.ts';
import { releaseList } from '../../persistence/firmware/release-list.ts';
import { admins } from '../kernel/access.ts';
import { NoInput } from '../kernel/input.ts';
import { listOperation } from '../list-operation.ts';
import { viewRelease } from './release-view.ts';

export const listReleases = listOperation({
  name: 'listReleases',
  summary: 'Lists firmware releases, newest first.',
  access: admins('SUPER_ADMIN', 'ADMIN', 'FIRMWARE_MANAGER', 'VIEWER'),
  limit: 120,
  answers: pageOf(ReleaseRecord),
  input: NoInput,
  record: ReleaseRecord,
  page: { default: 50, maximum: 100 },
  asStored: true,
  rows: () => ({ list: releaseList, view: viewRelease }),
});
