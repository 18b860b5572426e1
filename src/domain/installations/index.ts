import type { Operation } from '../kernel/operation.ts';
import { failStalled } from './fail-stalled.ts';
import { getCurrentInstallation } from './get-current-installation.ts';
import { getLatestFirmware } from './get-latest-firmware.ts';
import { interruptInstallation } from './interrupt-installation.ts';
import { pauseFailingReleases } from './pause-if-failing.ts';
import { reconcileInstallation } from './reconcile-installation.ts';
import { reportInstallation } from './report-installation.ts';

export { inferFromHeartbeat, type WatchedHeartbeat } from './heartbeat-inference.ts';
export {
  readInstallationEvents,
  readInstallationsOfDevices,
  readInstallationsOfReleases,
} from './installation-reads.ts';
export type { InstallationView } from './installation-view.ts';
export { type OfferDecisionView, readOfferDecisions } from './offer-decision-reads.ts';
export { mayInterrupt, mayReconcile } from './operator-rules.ts';
export {
  failStalled,
  getCurrentInstallation,
  getLatestFirmware,
  interruptInstallation,
  pauseFailingReleases,
  reconcileInstallation,
  reportInstallation,
};

/** The room's operations, for the catalogue. */
export const installationOperations: readonly Operation[] = [
  getLatestFirmware,
  getCurrentInstallation,
  reportInstallation,
  reconcileInstallation,
  interruptInstallation,
];
