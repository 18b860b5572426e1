import type { TextKey } from '../text/index.tsx';
import '../text/firmware.ts';

/** Reasons of a pause that are codes, and no sentences with parts. */
export const PAUSE_REASONS: Readonly<Record<string, TextKey>> = {
  SIGNING_KEYS_REVOKED: 'release.stoppedKeys',
  FAILURE_RATE: 'release.stoppedRate',
};
