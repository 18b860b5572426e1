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
export * from './operations.ts';
export { newSerial, searchedOnLabel, serialOnLabel } from './serial.ts';
