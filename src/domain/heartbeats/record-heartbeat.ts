import { type Static, Type } from 'typebox';
import { OTA_SLOTS } from '../../model/enums.ts';
import { FIRMWARE_VERSION, MAX_SERIAL_LENGTH, SERIAL } from '../../model/grammar.ts';
import { HeartbeatReceiptRecord } from '../../model/records/device.ts';
import { cutDeviceText, heartbeatPayload, proofInvalid } from '../devices/index.ts';
import { inferFromHeartbeat, type WatchedHeartbeat } from '../installations/index.ts';
import { type DevicePrincipal, deviceProof } from '../kernel/access.ts';
import { described, fields, integer, oneOf, verbatim } from '../kernel/input.ts';
import { operation } from '../kernel/operation.ts';

const Heartbeat = fields({
  serial: described(Type.String({ pattern: SERIAL.source, maxLength: MAX_SERIAL_LENGTH }), 'The serial of the device.'),
  firmwareVersion: described(
    Type.String({ pattern: FIRMWARE_VERSION.source }),
    'The firmware version that the device runs: three numbers and an optional suffix.',
  ),
  firmwareBuildNumber: Type.Optional(described(integer(0), 'The build of it.')),
  hardwareRevision: Type.Optional(described(verbatim(1, 64), 'The hardware revision of the device.')),
  otaSlot: Type.Optional(described(oneOf('OtaSlot', OTA_SLOTS), 'The flash partition that it booted from.')),
  appVersion: described(
    verbatim(0),
    'The version of the companion app that the device last spoke with, of which 64 characters are kept; empty when there is none.',
  ),
  uptime: described(integer(0), 'Seconds since the device started.'),
  wifiRSSI: Type.Optional(described(integer(-120, 0), 'The strength of the Wi-Fi signal, in dBm.')),
  freeHeap: Type.Optional(described(integer(0), 'Free memory, in bytes.')),
  temperature: Type.Optional(described(Type.Number({ minimum: -40, maximum: 125 }), 'Degrees Celsius.')),
  status: Type.Optional(
    described(
      Type.String({ default: 'healthy' }),
      'How the device is, in its own word, of which 64 characters are kept.',
    ),
  ),
});

export const recordHeartbeat = operation({
  name: 'recordHeartbeat',
  summary: 'Records a device’s heartbeat; the first one after a claim makes the device ACTIVE.',
  access: deviceProof({
    fields: ['serial', 'firmwareVersion', 'uptime'],
    payload: heartbeatPayload,
    writeDecides: true,
  }),
  limit: 120,
  effect: 'write',
  transaction: 'own',
  answers: HeartbeatReceiptRecord,
  input: Heartbeat,
  async handle({ runtime, principal, now }, input) {
    const store = (device: DevicePrincipal) => runtime.devices.writeHeartbeat(rowOf(device, now, input));
    // The write rejected the cached device: verify the proof against the database.
    const outcome = (await store(principal)) ?? (await store(await principal.confirm()));
    if (!outcome) throw proofInvalid();
    const { watchedInstallationId: installationId, changedVersion, newest } = outcome;
    if (newest && (installationId || changedVersion))
      await inferFromHeartbeat(runtime, seenOf(installationId, principal, now, input));
    return {
      accepted: true,
      receivedAt: receivedIso(now),
      serverTime: serverIso(runtime.clock.now()),
      device: { status: outcome.status },
      pairing: { epoch: outcome.pairingEpoch, revokedJti: outcome.revokedCredentials },
    };
  },
});

function seenOf(
  installationId: string | null,
  { deviceId, timestampMs }: DevicePrincipal,
  receivedAt: Date,
  { firmwareVersion, firmwareBuildNumber, uptime }: Static<typeof Heartbeat>,
): WatchedHeartbeat {
  const shown = { firmwareVersion, firmwareBuildNumber: firmwareBuildNumber ?? null, uptime };
  return { deviceId, installationId, timestampMs, receivedAt, ...shown };
}

/** Formats RFC 3339; all heartbeats of one millisecond share the string. */
function isoWriter(): (time: Date) => string {
  let last = { ms: 0, text: '' };
  return (time) => {
    const ms = time.getTime();
    if (ms !== last.ms) last = { ms, text: time.toISOString() };
    return last.text;
  };
}

const receivedIso = isoWriter();
const serverIso = isoWriter();

function rowOf(
  { deviceId, provenSecretVersion, timestampMs }: DevicePrincipal,
  receivedAt: Date,
  input: Static<typeof Heartbeat>,
) {
  return {
    deviceId,
    secretVersion: provenSecretVersion,
    receivedAt,
    timestampMs,
    firmwareVersion: input.firmwareVersion,
    firmwareBuildNumber: input.firmwareBuildNumber ?? null,
    hardwareRevision: input.hardwareRevision ?? null,
    otaSlot: input.otaSlot ?? null,
    appVersion: cutDeviceText(input.appVersion),
    uptime: input.uptime,
    wifiRssi: input.wifiRSSI ?? null,
    freeHeap: input.freeHeap ?? null,
    temperature: input.temperature ?? null,
    status: cutDeviceText(input.status ?? 'healthy'),
  };
}
