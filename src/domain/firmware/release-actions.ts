import { FIRMWARE_LIFECYCLES, type FirmwareLifecycle } from '../../model/enums.ts';
import type { RecordAction } from '../kernel/actions.ts';
import { grantError } from './grant-rules.ts';
import { issueMaintenanceGrant } from './issue-maintenance-grant.ts';
import { lifecycleError } from './release-rules.ts';
import { setReleaseLifecycle } from './set-release-lifecycle.ts';

/**
 * What can be done to a release, as far as its lifecycle decides it: signatures, the image and other releases are
 * checked by the mutation. ROLLING_OUT to itself changes the percentage.
 */
export function releaseActions({ lifecycle }: { readonly lifecycle: FirmwareLifecycle }): readonly RecordAction[] {
  const targets = FIRMWARE_LIFECYCLES.filter((to) => to !== lifecycle || !lifecycleError(lifecycle, to));
  return [
    ...targets.map((to) => ({ operation: setReleaseLifecycle, to, error: lifecycleError(lifecycle, to) })),
    { operation: issueMaintenanceGrant, to: null, error: grantError(lifecycle) },
  ];
}
