import type {
  DeviceProofFacts,
  InstallationFields,
  ReleaseFacts,
} from '../../persistence/installations/installation-fields.ts';
import type { DeviceWatch } from '../../persistence/installations/installation-store.ts';
import { needsWatch } from './state-rules.ts';

/**
 * The watched installation of a device after a change of one of its installations, and its confirmed security version.
 * @returns undefined if neither changes
 */
export function nextWatch(
  device: DeviceProofFacts,
  installationId: string,
  after: InstallationFields,
  release: ReleaseFacts,
): DeviceWatch | undefined {
  const { watchedInstallationId: watched, confirmedSecurityVersion } = device;
  const freed = watched === installationId ? null : watched;
  const next = needsWatch(after) ? installationId : freed;
  const proved = after.status === 'SUCCESS' && after.verification === 'CONFIRMED' ? release.securityVersion : 0;
  if (next === watched && proved <= confirmedSecurityVersion) return undefined;
  return {
    deviceId: device.id,
    watchedInstallationId: next,
    confirmedSecurityVersion: Math.max(proved, confirmedSecurityVersion),
  };
}
