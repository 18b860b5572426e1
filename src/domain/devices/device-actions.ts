import { DEVICE_STATUSES } from '../../model/enums.ts';
import { hasRoles } from '../kernel/access.ts';
import { movesTo, type RecordAction, type Viewer } from '../kernel/actions.ts';
import { targetsOf } from '../kernel/transitions.ts';
import {
  claimResetError,
  DEVICE_TRANSITIONS,
  type DeviceState,
  envelopeError,
  moveError,
  transferError,
} from './device-rules.ts';
import { issueProvisioningEnvelope } from './issue-provisioning-envelope.ts';
import { resetClaim } from './reset-claim.ts';
import { setDeviceStatus } from './set-device-status.ts';
import { transferDevice } from './transfer-device.ts';

const REACHABLE = targetsOf(DEVICE_TRANSITIONS, 'admin', 'superAdmin');
const TARGETS = DEVICE_STATUSES.filter((status) => REACHABLE.includes(status));

/**
 * The operations on a device that its own state decides. A device also leaves INVENTORY only with a new secret and a new claim
 * code, which other records hold.
 */
export function deviceActions(
  device: Pick<DeviceState, 'status' | 'previousStatus'>,
  viewer: Viewer,
): readonly RecordAction[] {
  const { status } = device;
  const isSuperAdmin = hasRoles(viewer, ['SUPER_ADMIN']);
  return [
    ...movesTo(setDeviceStatus, TARGETS, status, (to) => {
      const error = moveError(device, to, isSuperAdmin);
      return { error, roles: error && !moveError(device, to, true) ? ['SUPER_ADMIN'] : undefined };
    }),
    { operation: resetClaim, to: null, error: claimResetError(device) },
    { operation: transferDevice, to: 'CLAIMED', error: transferError(device) },
    { operation: issueProvisioningEnvelope, to: null, error: envelopeError(device) },
  ];
}
