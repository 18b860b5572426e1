import { Type } from 'typebox';
import { InstallationRecord } from '../../model/records/installation.ts';
import { installationList } from '../../persistence/installations/installation-list.ts';
import { admins } from '../kernel/access.ts';
import { described, fields, paging, text } from '../kernel/input.ts';
import { listOperation } from '../list-operation.ts';
import { viewInstallation } from './installation-view.ts';

const Query = fields({
  search: Type.Optional(described(text(0), 'Text in the serial of the device or the version of the release.')),
  ...paging(50, 100),
});

export const listInstallations = listOperation({
  name: 'listInstallations',
  summary: 'Lists the installations of all releases, newest first.',
  beyond: {
    why: 'the contract shows installations by their release only; a dashboard shows those that need attention',
    graphqlOnly: true,
  },
  // Those of getRelease, whose releases lead to every installation; who reads devices only sees those of one at a time.
  access: admins('SUPER_ADMIN', 'ADMIN', 'FIRMWARE_MANAGER', 'VIEWER'),
  limit: 120,
  input: Query,
  record: InstallationRecord,
  asStored: true,
  rows: (_context, { search }) => ({ list: installationList, query: { search }, view: viewInstallation }),
});
