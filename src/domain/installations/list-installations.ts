import { InstallationRecord } from '../../model/records/installation.ts';
import { installationList } from '../../persistence/installations/installation-list.ts';
import { admins } from '../kernel/access.ts';
import { graphqlListOperation } from '../list-operation.ts';
import { viewInstallation } from './installation-view.ts';

export const listInstallations = graphqlListOperation({
  name: 'listInstallations',
  summary: 'Lists the installations of all releases, newest first.',
  beyond: {
    why: 'the contract shows installations by their release only; a dashboard shows those that need attention',
  },
  // Those of getRelease, whose releases lead to every installation; who reads devices only sees those of one at a time.
  access: admins('SUPER_ADMIN', 'ADMIN', 'FIRMWARE_MANAGER', 'VIEWER'),
  record: InstallationRecord,
  list: installationList,
  view: viewInstallation,
});
