/** The exit for other modules: what they may use of this module's tables. It imports no module, which avoids cycles. */
export { type FoundCode, findCode, takeCode } from '../../persistence/devices/claim-code-repository.ts';
export type { DeviceRow } from '../../persistence/devices/device.entity.ts';
export { rollUpDays } from '../../persistence/devices/device-days.ts';
export { lockDevice, lockDeviceBySerial, lockDeviceKey } from '../../persistence/devices/device-repository.ts';
export {
  activatePendingSecret,
  findEnvelopedIssuers,
  findLiveSecrets,
  type LiveSecret,
} from '../../persistence/devices/device-secret-repository.ts';
export { correctPresences } from '../../persistence/devices/future-presences.ts';
export { indexPastHeartbeats, keepHeartbeatPartitions } from '../../persistence/devices/heartbeat-partitions.ts';
