import { many, one } from '../edge.ts';
import {
  CLOSED_REASONS,
  DIRECTIVES,
  FAILURE_CODES,
  FAILURE_SOURCES,
  INSTALLATION_EVENT_SOURCES,
  INSTALLATION_OUTCOMES,
  INSTALLATION_STATUSES,
  RECONCILE_EVIDENCES,
  VERIFICATIONS,
} from '../enums.ts';
import {
  answer,
  bigInteger,
  boolean,
  id,
  integer,
  oneOf,
  part,
  record,
  revision,
  type Stored,
  shown,
  text,
  time,
  type View,
} from '../record.ts';
import { adminBy } from './admin.ts';
import { DeviceRecord } from './device.ts';
import { ReleaseRecord } from './release.ts';

const { version, buildNumber, hardwareRevision } = ReleaseRecord.fields;

export const InstallationRecord = record(
  'Installation',
  'One attempt of a device to install a release.',
  {
    id: id('The id.').readBy('getDevice', 'getRelease'),
    deviceId: id('The id of the device.').filter().nested('device.id'),
    serial: DeviceRecord.fields.serial.nested('device.serial'),
    releaseId: id('The id of the release.').filter().nested('release.id'),
    version: version.nested('release.version').dimension(),
    buildNumber: buildNumber.nested('release.buildNumber'),
    hardwareRevision: hardwareRevision.nested('release.hardwareRevision').dimension(),
    attempt: integer('The number of this attempt of the device at the release, from 1.'),
    status: oneOf('InstallationStatus', INSTALLATION_STATUSES, 'The progress of the installation, or how it ended.')
      .filter()
      .dimension(),
    closedReason: oneOf('ClosedReason', CLOSED_REASONS, 'Why the offer was withdrawn; null while it stands.')
      .nullable()
      .dimension(),
    failureSource: oneOf('FailureSource', FAILURE_SOURCES, 'Who declared it failed; null unless it failed.')
      .nullable()
      .dimension(),
    failureCode: oneOf('FailureCode', FAILURE_CODES, 'The kind of the failure, by which failures can be counted.')
      .nullable()
      .dimension(),
    failureReason: text(
      'The failure as the device or the operator described it; the first description is kept.',
    ).nullable(),
    fromVersion: text('The firmware version that the device ran before.').nullable().dimension(),
    fromBuildNumber: bigInteger('The build that the device ran before; null when it is not known.').nullable(),
    verification: oneOf('Verification', VERIFICATIONS, 'Whether the device’s heartbeats confirm its success.')
      .nullable()
      .dimension(),
    evidence: oneOf(
      'ReconcileEvidence',
      RECONCILE_EVIDENCES,
      'The evidence for a success that an operator reconciled; null for any other.',
    ).nullable(),
    reconcilable: boolean(
      'The device reports SUCCESS after the installation had failed: an operator can reconcile it.',
    ),
    restarts: integer('How often the device started over.'),
    anomalies: integer('Irregularities in the reports: many restarts, late reversals, early rollbacks.'),
    /** Heartbeats with the target version since REBOOTING, and the time of the first. */
    matchingHeartbeats: integer('').internal(),
    firstMatchAt: time('').nullable().internal(),
    startedAt: time('When the device began; null before.').nullable().dimension(),
    finishedAt: time('When it ended; null before.').nullable().dimension(),
    lastReportAt: time('When the device last reported on it.').nullable(),
    /** The signed timestamp of the newest report, Unix milliseconds. */
    lastReportMs: bigInteger('').nullable().internal(),
    silent: boolean(
      'The device fell silent before INSTALLING, and may just be switched off: neither a failure of the release nor an attempt.',
    )
      .filter()
      .dimension(),
    unusedLeases: integer(
      'How often the device was allowed to download and did not begin: a high number means that it asks without ever reporting.',
    ),
    stuckSince: time('When its progress stopped; null while it makes progress. One that failed so keeps it.')
      .nullable()
      .filter(),
    retryAt: time(
      'The release is not offered again before this time; null: the rules of the failure code decide.',
    ).nullable(),
    possiblyBricked: boolean('The device has sent nothing since it began to write the firmware.').filter().dimension(),
    revision: revision(),
    createdAt: time('When it was first offered.').filter().sort().dimension(),
    updatedAt: time('When it was last changed.'),
  },
  {
    device: one('Device', 'deviceId', 'The device.').needs('getDevice'),
    release: one('Release', 'releaseId', 'The release.').needs('getRelease'),
    events: many('InstallationEvent', 'installationId', 'The latest history, newest first.')
      .by('at', 'DESC')
      .open('a part of the installation itself'),
  },
);

export type StoredInstallation = Stored<typeof InstallationRecord>;

export const InstallationEventRecord = record(
  'InstallationEvent',
  'An entry of an installation’s history: a report or an observation, whether or not it changed something.',
  {
    id: id('The id.').readBy('getDevice', 'getRelease'),
    installationId: id('The installation.').restOnly(),
    at: time('When the service received it.'),
    source: oneOf('InstallationEventSource', INSTALLATION_EVENT_SOURCES, 'Who or what caused it.'),
    signedMs: bigInteger('The device’s clock, Unix milliseconds; null when no device reported.').nullable(),
    reportedStatus: oneOf(
      'InstallationStatus',
      INSTALLATION_STATUSES,
      'The status that the device reported.',
    ).nullable(),
    fromStatus: oneOf('InstallationStatus', INSTALLATION_STATUSES, 'The status before.'),
    toStatus: oneOf('InstallationStatus', INSTALLATION_STATUSES, 'The status after; the same when nothing changed.'),
    applied: boolean('Whether the report was accepted.'),
    outcome: oneOf(
      'InstallationOutcome',
      INSTALLATION_OUTCOMES,
      'The outcome: `MOVED`, `STALE`, `DUPLICATE`, or the code of an error.',
    ),
    failureReason: text('The failure as the device or the operator described it.').nullable(),
    actorId: id('The admin who caused it; null when no admin did.').nullable(),
  },
  {
    actor: adminBy('actorId', 'The admin who caused it; null when no admin did.'),
  },
);

export type InstallationEventView = View<typeof InstallationEventRecord>;

/** The view of an installation, with its device and its release. */
export const ShownInstallationRecord = shown(InstallationRecord, 'Installation', InstallationRecord.description, {
  device: part(
    answer('InstallationDevice', 'The device of an installation.', {
      id: id('The id of the device.'),
      serial: text('The serial of the device.'),
    }),
    'The device.',
  ),
  release: part(
    answer('InstallationRelease', 'The release of an installation.', {
      id: id('The id of the release.'),
      version,
      buildNumber,
      hardwareRevision,
    }),
    'The release.',
  ),
});

const directive = oneOf(
  'Directive',
  DIRECTIVES,
  'What the device has to do. Error codes imply it: RELEASE_REVOKED and INSTALLATION_INTERRUPTED mean ABORT; after INSTALLATION_TERMINAL the device reads its current installation.',
);

const CurrentReleaseRecord = answer(
  'CurrentRelease',
  'The release that is being installed, with enough to resume a partial download.',
  {
    version,
    buildNumber,
    hardwareRevision,
    securityVersion: ReleaseRecord.fields.securityVersion,
    channel: ReleaseRecord.fields.channel,
    lifecycle: ReleaseRecord.fields.lifecycle,
    mandatory: boolean('Whether the device has to install it.'),
    size: bigInteger('The size of the image, in bytes.'),
    sha256: text('The SHA-256 of the image, lower-case hexadecimal.'),
  },
);

export const CurrentInstallationRecord = answer(
  'CurrentInstallation',
  'The installation of a device as the device sees it; all null with the directive NONE when there is none.',
  {
    installationId: id('The id of the installation.').nullable(),
    releaseId: id('The id of the release.').nullable(),
    status: oneOf('InstallationStatus', INSTALLATION_STATUSES, 'How far it is, or how it ended.').nullable(),
    attempt: integer('The number of this attempt of the device at the release, from 1.').nullable(),
    directive,
    fromVersion: text('The firmware version that the device ran before.').nullable(),
    failureCode: oneOf('FailureCode', FAILURE_CODES, 'The kind of the failure; null while it did not fail.').nullable(),
    startedAt: time('When the device began; null before.').nullable(),
    finishedAt: time('When it ended; null before.').nullable(),
    lastReportAt: time('When the device last reported on it.').nullable(),
    retryAt: time('The earliest time of the next offer; null: the rules of the failure code decide.').nullable(),
    release: part(CurrentReleaseRecord, 'The release.').nullable(),
  },
);

export const ReportRecord = answer('Report', 'The answer to a report of a device.', {
  installationId: id('The id of the installation.'),
  status: oneOf('InstallationStatus', INSTALLATION_STATUSES, 'The status after the report.'),
  applied: boolean('False if the report changed nothing, because it was late, out of order or repeated.'),
  duplicate: boolean('Whether the same report had come in before.'),
  directive,
});
