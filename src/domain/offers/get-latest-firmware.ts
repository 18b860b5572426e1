import { type Static, Type } from 'typebox';
import { FIRMWARE_CHANNELS } from '../../model/enums.ts';
import { FIRMWARE_VERSION, MAX_SERIAL_LENGTH, SERIAL } from '../../model/grammar.ts';
import type { View } from '../../model/record.ts';
import { FirmwareOfferRecord, NoFirmwareOfferRecord } from '../../model/records/firmware-offer.ts';
import type { DecisionRow, RequesterKey } from '../../persistence/offers/offer-rows.ts';
import { cutDeviceText, latestFirmwarePayload, proofInvalid } from '../devices/index.ts';
import { inferFromHeartbeat } from '../installations/index.ts';
import { type DevicePrincipal, deviceProof } from '../kernel/access.ts';
import { described, fields, oneOf, verbatim } from '../kernel/input.ts';
import { operation, type Runtime } from '../kernel/operation.ts';
import { randomShare } from '../kernel/random-share.ts';
import { type Decision, decideOffer } from './eligibility-rules.ts';
import { LEASE_MS } from './lease-rules.ts';
import { makeOffer, type OfferOutcome } from './make-offer.ts';
import { type FirmwareRequest, type RankedRelease, releasesOf, requesterOf } from './offer-facts.ts';
import { viewOffer } from './offer-view.ts';
import { pollAfterSeconds } from './poll-interval.ts';

const LatestFirmware = fields({
  serial: described(Type.String({ pattern: SERIAL.source, maxLength: MAX_SERIAL_LENGTH }), 'The serial of the device.'),
  hardwareRevision: described(verbatim(0), 'The hardware revision of the device.'),
  currentFirmware: described(Type.String({ pattern: FIRMWARE_VERSION.source }), 'The firmware version that it runs.'),
  appVersion: described(verbatim(0), 'The version of the companion app that will install the update.'),
  channel: Type.Optional(
    described(
      oneOf('FirmwareChannel', FIRMWARE_CHANNELS, { default: 'STABLE' }),
      'The highest channel that the device wants; the service may allow less.',
    ),
  ),
});

export type LatestFirmwareView = View<typeof NoFirmwareOfferRecord> | View<typeof FirmwareOfferRecord>;

export const getLatestFirmware = operation({
  name: 'getLatestFirmware',
  summary: 'Returns the firmware that a device should install, if any, and stores the decision with its reason.',
  access: deviceProof({
    fields: ['serial', 'currentFirmware'],
    payload: latestFirmwarePayload,
    writeDecides: true,
  }),
  limit: 120,
  effect: 'write',
  transaction: 'own',
  answers: [NoFirmwareOfferRecord, FirmwareOfferRecord],
  input: LatestFirmware,
  async handle({ runtime, principal, now }, input): Promise<LatestFirmwareView> {
    const request = requestOf(input);
    // The cached device may be outdated: then its proof is checked against the current database.
    const reply =
      (await replyTo(runtime, principal, request, now)) ??
      (await replyTo(runtime, await principal.confirm(), request, now));
    if (!reply) throw proofInvalid();
    const { decision, installationId, pollAfterSeconds } = reply;
    if (decision.kind === 'none') return { updateAvailable: false, reason: decision.reason, pollAfterSeconds };
    const offer = await viewOffer(runtime, decision.release, now);
    return { updateAvailable: true, installationId: installationId ?? '', ...offer, pollAfterSeconds };
  },
});

type OfferReply = OfferOutcome & { readonly pollAfterSeconds: number };

/**
 * Decides by one read of the device and of its releases. Only making an offer, or renewing its lease, needs locks: everything
 * else was true when it was read, after the device had asked.
 * @returns undefined if the device is revoked or retired, or its secret is not live any more
 */
async function replyTo(
  runtime: Runtime,
  principal: DevicePrincipal,
  request: FirmwareRequest,
  now: Date,
): Promise<OfferReply | undefined> {
  const key: RequesterKey = {
    deviceId: principal.deviceId,
    secretVersion: principal.provenSecretVersion,
    currentFirmware: request.currentFirmware,
  };
  const { hardwareRevision } = principal.device;
  const [requester, offerable] = await Promise.all([
    runtime.offers.findRequester(key),
    runtime.offers.findOfferable(hardwareRevision),
  ]);
  if (!requester || requester.hardwareRevision !== hardwareRevision) return undefined;
  const releases = releasesOf(offerable, runtime.keys.releaseKeys, now);
  const decision = decideOffer(requesterOf(requester, request), releases, now);
  const share = randomShare();
  const recordOf = (outcome: OfferOutcome): DecisionRow => ({
    deviceId: principal.deviceId,
    at: now,
    reason: outcome.decision.reason,
    releaseId: outcome.decision.release?.id ?? null,
    installationId: outcome.installationId,
    currentFirmware: request.currentFirmware,
    appVersion: cutDeviceText(request.appVersion),
    channel: request.channel,
    pollAfterSeconds: pollOf(outcome.decision, now, share),
    timestampMs: principal.timestampMs,
  });
  const outcome = settledBy(decision, now) ?? (await makeOffer({ runtime, key, request, offerable, now }));
  if (!outcome) return undefined;
  const record = recordOf(outcome);
  await runtime.offers.record(record);
  if (
    requester.seenVersion !== null &&
    requester.seenVersion !== request.currentFirmware &&
    requester.attempts.length > 0
  )
    await noteFirmware(runtime, principal, request, now);
  return { ...outcome, pollAfterSeconds: record.pollAfterSeconds };
}

/** The first look-up with another firmware is as good as a heartbeat: the device may have installed it without a report. */
function noteFirmware(
  runtime: Runtime,
  { deviceId, timestampMs }: DevicePrincipal,
  { currentFirmware }: FirmwareRequest,
  receivedAt: Date,
): Promise<void> {
  const running = { firmwareVersion: currentFirmware, firmwareBuildNumber: null, uptime: 0 };
  return inferFromHeartbeat(runtime, { deviceId, installationId: null, timestampMs, receivedAt, ...running });
}

/** The answer that changes nothing; undefined if an offer has to be made, or its lease has expired. */
function settledBy(decision: Decision<RankedRelease>, now: Date): OfferOutcome | undefined {
  if (decision.kind === 'none') return { decision, installationId: null };
  if (decision.kind === 'continue') return { decision, installationId: decision.open.installationId };
  const { open } = decision;
  if (!open || open.updatedAt.getTime() <= now.getTime() - LEASE_MS) return undefined;
  return { decision, installationId: open.installationId };
}

function pollOf(decision: Decision, now: Date, share: number): number {
  const { reason } = decision;
  const waits = decision.kind === 'none' ? decision : { mandatoryWaits: false, retryAt: null };
  return pollAfterSeconds({ reason, mandatoryWaits: waits.mandatoryWaits, retryAt: waits.retryAt, now, share });
}

function requestOf(input: Static<typeof LatestFirmware>): FirmwareRequest {
  return {
    serial: input.serial,
    hardwareRevision: input.hardwareRevision,
    currentFirmware: input.currentFirmware,
    appVersion: input.appVersion,
    channel: input.channel ?? 'STABLE',
  };
}
