import type { OfferReason } from '../../model/enums.ts';

/** Why a device was told what it was told, for people. */
export const REASON_WORDS: Readonly<Record<OfferReason, string>> = {
  OFFERED: 'The release was offered.',
  IN_PROGRESS: 'The device has begun to install this release and goes on with it.',
  FINISHING: 'The device runs the release already and has still to report the end.',
  DEVICE_STATUS: 'A device in this status takes no part in rollouts.',
  HARDWARE_MISMATCH: 'The device names another hardware revision than the one it is registered with.',
  NO_RELEASE: 'No release for this hardware revision is rolled out.',
  OTHER_MODEL: 'The release is for another model.',
  CHANNEL_NOT_ALLOWED: 'The release is on a channel that the device may not have, or did not ask for.',
  KEYS_REVOKED: 'No key that signed the release is trusted any more.',
  UP_TO_DATE: 'The device runs the newest release that there is for it.',
  SECURITY_VERSION_TOO_LOW: 'The release is less secure than what runs, or ran, on the device.',
  MIN_FROM_VERSION: 'What the device runs is too old for the release, and nothing leads there.',
  MIN_APP_VERSION: 'The app is too old for the release.',
  AWAITING_CONFIRMATION: 'The device said that it had installed the release; no heartbeat has confirmed it yet.',
  ROLLED_BACK_HERE: 'The device had the release and fell back: it gets the next one.',
  FAILED_FOR_GOOD: 'The release failed here in a way that another attempt would only repeat.',
  ATTEMPTS_USED_UP: 'The release failed here as often as it may.',
  RETRY_LATER: 'The release failed here and is tried again later.',
  NOT_IN_STAGE: 'The rollout has not reached the device yet.',
  PAUSED: 'The rollout is paused.',
  DOWNLOADS_BUSY: 'As many devices as may are downloading now.',
};
