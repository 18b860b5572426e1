import { one } from '../edge.ts';
import { FIRMWARE_CHANNELS, FIRMWARE_LIFECYCLES, OFFER_REASONS } from '../enums.ts';
import { id, integer, oneOf, record, text, time, type View } from '../record.ts';

export const OfferDecisionRecord = record(
  'OfferDecision',
  'The answer to a device’s latest firmware request, and the reason. It stays as it was given: what happened since is in `releaseLifecycle` and in the installations of the device.',
  {
    at: time('When the device asked.'),
    reason: oneOf('OfferReason', OFFER_REASONS, 'The reason, as a code.'),
    releaseId: id('The release that was offered, or that came closest.').nullable(),
    releaseLifecycle: oneOf(
      'FirmwareLifecycle',
      FIRMWARE_LIFECYCLES,
      'The state of that release now, also for roles that may not call getRelease; null without a release.',
    ).nullable(),
    installationId: id('The installation that the offer is of; null when nothing was offered.').nullable(),
    currentFirmware: text('The version that the device reported to run.'),
    appVersion: text('The version of the companion app, as the device reported it.'),
    channel: oneOf('FirmwareChannel', FIRMWARE_CHANNELS, 'The channel that it asked for.'),
    pollAfterSeconds: integer('Seconds after which the device was told to ask again.'),
  },
  {
    release: one('Release', 'releaseId', 'The release that was offered, or that came closest.').needs('getRelease'),
    installation: one(
      'Installation',
      'installationId',
      'The installation that the offer is of; null when nothing was offered.',
    ).open('what the device did; the release behind it is guarded'),
  },
);

/** A decision, with what has become of its release. */
export type OfferDecisionFields = View<typeof OfferDecisionRecord>;
