import type { Operation } from '../kernel/operation.ts';
import { getDevice } from './get-device.ts';
import { getDeviceBySerial } from './get-device-by-serial.ts';
import { issueProvisioningEnvelope } from './issue-provisioning-envelope.ts';
import { listClaimCodes } from './list-claim-codes.ts';
import { listDeviceEvents } from './list-device-events.ts';
import { listDevices } from './list-devices.ts';
import { listHeartbeats } from './list-heartbeats.ts';
import { resetClaim } from './reset-claim.ts';
import { setDeviceStatus } from './set-device-status.ts';
import { transferDevice } from './transfer-device.ts';

export { changeDevice } from './change-device.ts';
export {
  claimCodeHash,
  claimCodeHashes,
  newClaimCode,
  normalizeClaimCode,
  openClaimCode,
  sealClaimCode,
} from './claim-code.ts';
export { randomCrockford } from './crockford.ts';
export { deviceActions } from './device-actions.ts';
export {
  currentInstallationPayload,
  findSecret,
  heartbeatPayload,
  latestFirmwarePayload,
  legacyReportPayload,
  proofInvalid,
  reportPayload,
} from './device-proof.ts';
export { claimCodeReader, deviceCodeReader, deviceDayReader, deviceEventReader, deviceReader } from './device-reads.ts';
export {
  applyBuyerChange,
  applyClaim,
  applyDisposition,
  applyProof,
  applySale,
  applySaleCancel,
  DEVICE_TRANSITIONS,
  effectsOfEntering,
  type MoveEffects,
} from './device-rules.ts';
export { newDeviceSecret, openDeviceSecret, openDeviceSecrets, sealDeviceSecret } from './device-secret.ts';
export { cutDeviceText } from './device-text.ts';
export type { DeviceCodeView, DeviceDetailView, DeviceEventView, DeviceView } from './device-view.ts';
export { newSerial, searchedOnLabel, serialOnLabel } from './serial.ts';
export {
  getDevice,
  getDeviceBySerial,
  issueProvisioningEnvelope,
  listClaimCodes,
  listDeviceEvents,
  listDevices,
  listHeartbeats,
  resetClaim,
  setDeviceStatus,
  transferDevice,
};

/** The operations of the module, for the catalog. */
export const deviceOperations: readonly Operation[] = [
  listDevices,
  getDevice,
  getDeviceBySerial,
  listClaimCodes,
  setDeviceStatus,
  resetClaim,
  transferDevice,
  issueProvisioningEnvelope,
  listDeviceEvents,
  listHeartbeats,
];
