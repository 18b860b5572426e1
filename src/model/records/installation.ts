import { many, one } from '../edge.ts';
import {
  CLOSED_REASONS,
  FAILURE_SOURCES,
  INSTALLATION_EVENT_SOURCES,
  INSTALLATION_STATUSES,
  RECONCILE_EVIDENCES,
  VERIFICATIONS,
} from '../enums.ts';
import {
  bigInteger,
  boolean,
  id,
  integer,
  oneOf,
  record,
  revision,
  type Stored,
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
    attempt: integer('Counts the attempts of the device at the release, from 1.'),
    status: oneOf('InstallationStatus', INSTALLATION_STATUSES, 'How far the installation is, or how it ended.')
      .filter()
      .dimension(),
    closedReason: oneOf('ClosedReason', CLOSED_REASONS, 'Why the offer was withdrawn before the device started.')
      .nullable()
      .dimension(),
    failureSource: oneOf('FailureSource', FAILURE_SOURCES, 'Who said that it failed; null while it did not.')
      .nullable()
      .dimension(),
    failureCode: text('The kind of the failure, one of a few codes, so that the failures of a release add up.')
      .nullable()
      .dimension(),
    failureReason: text(
      'The failure as the device or the operator described it; the first description is kept.',
    ).nullable(),
    fromVersion: text('The firmware version that the device ran before.').nullable().dimension(),
    fromBuildNumber: bigInteger('The build that the device ran before; null when it is not known.').nullable(),
    verification: oneOf('Verification', VERIFICATIONS, 'What the device’s heartbeats say of its success.')
      .nullable()
      .dimension(),
    evidence: oneOf(
      'ReconcileEvidence',
      RECONCILE_EVIDENCES,
      'What a success that an operator reconciled rests on; null for any other.',
    ).nullable(),
    reconcilable: boolean(
      'The device reports SUCCESS after the installation had failed: an operator can reconcile it.',
    ),
    restarts: integer('How often the device started over.'),
    anomalies: integer('Reports that do not fit what was known: many restarts, late reversals, early rollbacks.'),
    /** Heartbeats with the target version since REBOOTING, and the time of the first. */
    matchingHeartbeats: integer('').internal(),
    firstMatchAt: time('').nullable().internal(),
    startedAt: time('When the device began; null before.').nullable().dimension(),
    finishedAt: time('When it ended; null before.').nullable().dimension(),
    lastReportAt: time('When the device last reported on it.').nullable(),
    /** The signed timestamp of the newest report, Unix milliseconds. */
    lastReportMs: bigInteger('').nullable().internal(),
    stuckSince: time('Since when it makes no progress; null while it does.').nullable(),
    retryAt: time('The release is not offered again before; null: the rules of the failure code decide.').nullable(),
    possiblyBricked: boolean('The device was not heard of since it began to write the firmware.').dimension(),
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
  'Everything that was said or seen of an installation, whether it changed something or not.',
  {
    id: id('The id.').readBy('getDevice', 'getRelease'),
    installationId: id('The installation.').restOnly(),
    at: time('When the service learnt of it.'),
    source: oneOf('InstallationEventSource', INSTALLATION_EVENT_SOURCES, 'Who or what caused it.'),
    signedMs: bigInteger('The device’s clock, Unix milliseconds; null when no device reported.').nullable(),
    reportedStatus: oneOf(
      'InstallationStatus',
      INSTALLATION_STATUSES,
      'The status that the device reported.',
    ).nullable(),
    fromStatus: oneOf('InstallationStatus', INSTALLATION_STATUSES, 'The status before.'),
    toStatus: oneOf('InstallationStatus', INSTALLATION_STATUSES, 'The status after; the same when nothing changed.'),
    applied: boolean('Whether the report was taken.'),
    outcome: text('What became of it: `MOVED`, `STALE`, `DUPLICATE`, the code of a refusal.'),
    failureReason: text('The failure as the device or the operator described it.').nullable(),
    actorId: id('The admin who caused it; null when no admin did.').nullable(),
  },
  {
    actor: adminBy('actorId', 'The admin who caused it; null when no admin did.'),
  },
);

export type InstallationEventView = View<typeof InstallationEventRecord>;
