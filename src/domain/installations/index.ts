export { lockInstallationContext, storeChange } from './change-installation.ts';
export { isRetryable, MAX_ATTEMPTS, retryAt } from './failure-codes.ts';
export { inferFromHeartbeat, type WatchedHeartbeat } from './heartbeat-inference.ts';
export { installationActions } from './installation-actions.ts';
export { installationEventReader, installationReader } from './installation-reads.ts';
export { decideLastHeartbeat, type Outcome } from './installation-rules.ts';
export type { InstallationView } from './installation-view.ts';
export * from './operations.ts';
export { pauseFailingReleases, pauseIfFailing } from './pause-if-failing.ts';
