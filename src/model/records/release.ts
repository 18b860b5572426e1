import { many, one } from '../edge.ts';
import { FIRMWARE_CHANNELS, FIRMWARE_LIFECYCLES, INSTALLATION_STATUSES, RELEASE_SOURCES } from '../enums.ts';
import {
  answer,
  bigInteger,
  boolean,
  id,
  integer,
  number,
  oneOf,
  part,
  parts,
  record,
  revision,
  type Stored,
  shown,
  text,
  texts,
  time,
  type View,
} from '../record.ts';
import { adminBy } from './admin.ts';
import { statusCount } from './status-count.ts';

export const StoredFileRecord = record('StoredFile', 'A file, by its content.', {
  sha256: text('The SHA-256 of the file, lower-case hexadecimal.'),
  size: bigInteger('The size of the file, in bytes.'),
});

export type FileView = View<typeof StoredFileRecord>;

const { sha256, size } = StoredFileRecord.fields;

export const ReleaseRecord = record(
  'Release',
  'A firmware release, from its upload to its end.',
  {
    id: id('The id.').readBy('getRelease'),
    source: oneOf('ReleaseSource', RELEASE_SOURCES, 'How it was uploaded: as a signed package, or as an image alone.')
      .filter()
      .sort(),
    product: text('The product, as the package says; null for a legacy upload.').nullable(),
    model: text('The model that it is for, as the package says; null for a legacy upload.').nullable().filter().sort(),
    version: text('The version of the firmware: three numbers, and a suffix that does not order.')
      .code()
      .filter()
      .sort()
      .search(),
    buildNumber: integer('The build: of the same version, the higher one is newer.').filter().sort(),
    hardwareRevision: text('The only hardware revision that it runs on.').filter().sort(),
    securityVersion: integer('A device takes no release below the highest that it has run.').filter().sort(),
    channel: oneOf('FirmwareChannel', FIRMWARE_CHANNELS, 'The channel on which it is offered.').filter().sort(),
    lifecycle: oneOf('FirmwareLifecycle', FIRMWARE_LIFECYCLES, 'The stage of the release, from upload to end.')
      .filter()
      .sort(),
    targetDeviceId: id('The only device of an INTERNAL release; null on the other channels.').nullable().filter(),
    mandatory: boolean('Whether devices have to install it: once overdue, it is offered before others.').filter(),
    mandatoryAfter: time('When a mandatory release is overdue; null: at once.').nullable().filter(),
    releaseNotes: texts('What is new, one entry each.'),
    minFromVersion: text('The oldest firmware version that can take it; null: any.').nullable(),
    minAppVersion: text('The oldest companion app that can install it; null: any.').nullable(),
    firmwareSha256: sha256.filter().nested('firmware.sha256'),
    firmwareSize: size.filter().sort().nested('firmware.size'),
    packageSha256: sha256.nullable().nested('package.sha256'),
    packageSize: size.nullable().nested('package.size'),
    firmware: part(StoredFileRecord, 'The image.'),
    package: part(StoredFileRecord, 'What was uploaded; null for a legacy upload.').nullable(),
    signed: boolean('Whether a registered key signed it; an unsigned one never goes STABLE.'),
    signedBy: texts('Ids of the keys whose signatures were valid when it was uploaded.'),
    rolloutPercentage: integer('The percentage of devices that it is offered to, from 0 to 100.').filter().sort(),
    rolloutStartedAt: time('When it was first rolled out.').nullable().filter().sort(),
    completedAt: time('When its rollout was completed.').nullable().filter().sort(),
    revokedAt: time('When it was revoked.').nullable().filter().sort(),
    failureWindowFrom: time('Failures before it do not count towards an automatic pause.').nullable(),
    pauseReason: text('Why the service paused it, for example `FAILURE_RATE`; null unless it did.').nullable(),
    pausedBy: text('Who paused it: an admin’s id, or `SYSTEM`.').nullable().restOnly(),
    createdById: id('The admin who uploaded it.').filter().nested('createdBy'),
    createdBy: id('The admin who uploaded it.').filled(),
    revision: revision(),
    createdAt: time('When it was uploaded.').filter().sort(),
    updatedAt: time('When it was last changed.').filter().sort(),
  },
  {
    targetDevice: one('Device', 'targetDeviceId', 'The only device of an INTERNAL release.').needs('getDevice'),
    createdBy: adminBy('createdById', 'The admin who uploaded it.'),
    pausedBy: adminBy('pausedBy', 'The admin who paused it; null unless an admin did.'),
    events: many('ReleaseEvent', 'releaseId', 'The latest history, newest first.')
      .by('at', 'DESC')
      .open('getRelease shows them to the same roles'),
    installations: many(
      'Installation',
      'releaseId',
      'The newest first. How many there are of each status is in `stats`.',
    )
      .bound({ default: 20, maximum: 100 })
      .open('how the release went; the devices behind them are guarded'),
  },
);

export type StoredRelease = Stored<typeof ReleaseRecord>;

export const ReleaseEventRecord = record(
  'ReleaseEvent',
  'A move of a release, or a change of its percentage.',
  {
    id: id('The id.').readBy('getRelease'),
    releaseId: id('The release.').restOnly(),
    at: time('When it happened.'),
    fromLifecycle: oneOf('FirmwareLifecycle', FIRMWARE_LIFECYCLES, 'The state before; null for the upload.').nullable(),
    toLifecycle: oneOf('FirmwareLifecycle', FIRMWARE_LIFECYCLES, 'The state after.'),
    fromPercentage: integer('The rollout percentage before; null for the upload.').nullable(),
    toPercentage: integer('The rollout percentage after.'),
    reason: text('Why the service paused it; null for what an admin did.').nullable(),
    actorId: id('The admin who caused it; null: the service itself.').nullable(),
  },
  {
    actor: adminBy('actorId', 'The admin who caused it; null when the service itself did.'),
  },
);

export type ReleaseEventView = View<typeof ReleaseEventRecord>;

export const ReleaseStatsRecord = answer('ReleaseStats', 'Statistics of the installations of a release.', {
  total: integer('Attempts of all devices, offers included.'),
  byStatus: parts(
    statusCount('InstallationStatus', INSTALLATION_STATUSES, 'installations'),
    'One entry for each status that has installations, in the order of their progress.',
  ),
  confirmed: integer('Successes that the device’s own heartbeats confirm.'),
  unverified: integer('Successes that no heartbeat has confirmed yet.'),
  contradicted: integer('Installations whose reported success turned out to be none.'),
  interrupted: integer('Ended by an operator: neither a success nor a failure of the release.'),
  silent: integer(
    'Installations whose device fell silent before INSTALLING and may just be switched off: neither a success nor a failure of the release.',
  ),
  failureRate: number(
    'The share of devices that failed, 0 to 1, as the automatic pause counts it: each device by its newest attempt that says something of the release, one that may be bricked twice, failures since the rollout was resumed after a pause by the service; null while no device has finished.',
  ).nullable(),
});

export type ReleaseStatsView = View<typeof ReleaseStatsRecord>;

/** What the service is set to, so that a screen can show how near a rollout is to it. */
export const PauseLimitsRecord = answer('PauseLimits', 'When the service pauses a rollout by itself.', {
  failureRate: number('The `failureRate` that pauses it, 0 to 1.'),
  minimumDevices: integer('Devices that must have finished before the rate can pause it.'),
  fallbacks: integer('Devices that fell back or may be bricked that pause it, whatever the rate.'),
});

export const ReleaseDetailRecord = shown(
  ReleaseRecord,
  'ReleaseDetail',
  'One release with its latest history and its statistics.',
  {
    events: parts(ReleaseEventRecord, 'The latest history, newest first.'),
    stats: part(ReleaseStatsRecord, 'Statistics of its installations.'),
  },
);
