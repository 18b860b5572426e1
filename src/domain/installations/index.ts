import type { Operation } from '../kernel/operation.ts';
import { getCurrentInstallation } from './get-current-installation.ts';
import { interruptInstallation } from './interrupt-installation.ts';
import { listInstallations } from './list-installations.ts';
import { pauseFailingReleases, pauseIfFailing } from './pause-if-failing.ts';
import { reconcileInstallation } from './reconcile-installation.ts';
import { reportInstallation } from './report-installation.ts';

export { lockInstallationContext, storeChange } from './change-installation.ts';
export { isRetryable, MAX_ATTEMPTS, retryAt } from './failure-codes.ts';
export { inferFromHeartbeat, type WatchedHeartbeat } from './heartbeat-inference.ts';
export { installationActions } from './installation-actions.ts';
export { installationEventReader, installationReader } from './installation-reads.ts';
export { decideLastHeartbeat, type Outcome } from './installation-rules.ts';
export type { InstallationView } from './installation-view.ts';
export {
  getCurrentInstallation,
  interruptInstallation,
  listInstallations,
  pauseFailingReleases,
  pauseIfFailing,
  reconcileInstallation,
  reportInstallation,
};

/** The module's operations, for the catalog. */
export const installationOperations: readonly Operation[] = [
  getCurrentInstallation,
  reportInstallation,
  reconcileInstallation,
  interruptInstallation,
  listInstallations,
];
