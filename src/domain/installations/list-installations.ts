import { InstallationRecord } from '../../model/records/installation.ts';
import { installationList } from '../../persistence/installations/installation-list.ts';
import { admins } from '../kernel/access.ts';
import { fields, paging } from '../kernel/input.ts';
import { refinementOf, typedList } from '../kernel/list.ts';
import { refinementFor } from '../kernel/record-input.ts';
import { listOperation } from '../list-operation.ts';
import { viewInstallation } from './installation-view.ts';

const InstallationQuery = fields(paging(50, 100));

export const listInstallations = listOperation({
  name: 'listInstallations',
  summary: 'Lists the installations of all releases, newest first.',
  beyond: 'the contract shows installations by their release only; a dashboard shows those that need attention',
  graphqlOnly: 'the REST API is the contract’s',
  // Those of getRelease, whose releases lead to every installation; who reads devices only sees those of one at a time.
  access: admins('SUPER_ADMIN', 'ADMIN', 'FIRMWARE_MANAGER', 'VIEWER'),
  limit: 120,
  input: InstallationQuery,
  typedInput: typedList(InstallationQuery, refinementFor(InstallationRecord), { asStored: true }),
  rows(_context, input) {
    const { skip, take = 50 } = input;
    return { list: installationList, query: { ...refinementOf(input), skip, take }, view: viewInstallation };
  },
});
