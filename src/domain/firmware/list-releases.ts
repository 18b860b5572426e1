import { FIRMWARE_CHANNELS, FIRMWARE_LIFECYCLES, RELEASE_SOURCES } from '../../model/enums.ts';
import { type ReleaseListRow, releaseList } from '../../persistence/firmware/release-list.ts';
import { readList } from '../../persistence/list-reader.ts';
import { admins } from '../kernel/access.ts';
import { fields, NoInput, paging } from '../kernel/input.ts';
import {
  booleanField,
  enumField,
  filterOf,
  idField,
  integerField,
  refinementOf,
  sortOf,
  textField,
  timeField,
  typedList,
} from '../kernel/list.ts';
import { operation } from '../kernel/operation.ts';
import { type ReleaseView, viewRelease } from './release-view.ts';

/** The contract's form takes no parameter, so it is one page. */
const MAX_TAKE = 100;

export const listReleases = operation({
  name: 'listReleases',
  summary: 'Lists firmware releases, newest first.',
  access: admins('SUPER_ADMIN', 'ADMIN', 'FIRMWARE_MANAGER', 'VIEWER'),
  limit: 120,
  effect: 'read',
  input: NoInput,
  typedInput: typedList(fields(paging(50, MAX_TAKE)), {
    filter: filterOf('ReleaseFilter', {
      source: enumField('ReleaseSource', RELEASE_SOURCES),
      model: textField,
      version: textField,
      buildNumber: integerField,
      hardwareRevision: textField,
      securityVersion: integerField,
      channel: enumField('FirmwareChannel', FIRMWARE_CHANNELS),
      lifecycle: enumField('FirmwareLifecycle', FIRMWARE_LIFECYCLES),
      targetDeviceId: idField,
      mandatory: booleanField,
      mandatoryAfter: timeField,
      firmwareSha256: textField,
      firmwareSize: integerField,
      rolloutPercentage: integerField,
      rolloutStartedAt: timeField,
      completedAt: timeField,
      revokedAt: timeField,
      createdBy: idField,
      createdAt: timeField,
      updatedAt: timeField,
    }),
    sort: sortOf('ReleaseSort', [
      'source',
      'model',
      'version',
      'buildNumber',
      'hardwareRevision',
      'securityVersion',
      'channel',
      'lifecycle',
      'firmwareSize',
      'rolloutPercentage',
      'rolloutStartedAt',
      'completedAt',
      'revokedAt',
      'createdAt',
      'updatedAt',
    ]),
  }),
  async handle({ em, now }, input) {
    const query = { take: MAX_TAKE, ...refinementOf(input) };
    return readList<ReleaseListRow, ReleaseView>(em, releaseList, query, now, viewRelease);
  },
});
