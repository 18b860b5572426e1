import { type Static, Type } from 'typebox';
import { OTA_SLOTS } from '../../model/enums.ts';
import { FIRMWARE_VERSION, MAX_SERIAL_LENGTH, SERIAL } from '../../model/grammar.ts';
import { heartbeatPayload, proofInvalid } from '../devices/index.ts';
import { inferFromHeartbeat, type WatchedHeartbeat } from '../installations/index.ts';
import { type DevicePrincipal, deviceProof } from '../kernel/access.ts';
import { fields, integer, oneOf, verbatim } from '../kernel/input.ts';
import { operation } from '../kernel/operation.ts';

const Heartbeat = fields({
  serial: Type.String({ pattern: SERIAL.source, maxLength: MAX_SERIAL_LENGTH }),
  firmwareVersion: Type.String({ pattern: FIRMWARE_VERSION.source }),
  firmwareBuildNumber: Type.Optional(integer(0)),
  hardwareRevision: Type.Optional(verbatim(1, 64)),
  otaSlot: Type.Optional(oneOf('OtaSlot', OTA_SLOTS)),
  appVersion: verbatim(0),
  /** Seconds since the device started. */
  uptime: integer(0),
  /** dBm. */
  wifiRSSI: Type.Optional(integer(-120, 0)),
  /** Bytes. */
  freeHeap: Type.Optional(integer(0)),
  /** Degrees Celsius. */
  temperature: Type.Optional(Type.Number({ minimum: -40, maximum: 125 })),
  status: Type.Optional(Type.String({ default: 'healthy' })),
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
  input: Heartbeat,
  async handle({ runtime, principal, now }, input) {
    const store = (device: DevicePrincipal) => runtime.devices.writeHeartbeat(rowOf(device, now, input));
    // The write rejected the cached device: verify the proof against the database.
    const outcome = (await store(principal)) ?? (await store(await principal.confirm()));
    if (!outcome) throw proofInvalid();
    const { watchedInstallationId: installationId } = outcome;
    if (installationId && outcome.newest)
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
  installationId: string,
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
    appVersion: input.appVersion,
    uptime: input.uptime,
    wifiRssi: input.wifiRSSI ?? null,
    freeHeap: input.freeHeap ?? null,
    temperature: input.temperature ?? null,
    status: input.status ?? 'healthy',
  };
}
