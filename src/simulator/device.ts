import type { Clock } from '../model/ports.ts';
import { type AppImage, type Board, createBoard, type Power, PowerCut } from './board.ts';
import { type DeviceApi, deviceApi, type HeartbeatReply } from './device-api.ts';
import {
  type Activity,
  type DeviceContext,
  type DeviceEvent,
  REBOOT,
  type Reboot,
  type Running,
  type SelfTest,
  type Settings,
} from './device-state.ts';
import { deviceTime } from './device-time.ts';
import { type Fetch, NetworkFault } from './network.ts';
import { readLatest } from './offer.ts';
import { type Random, seededRandom } from './random.ts';
import { report, reportProgress, sendReports } from './reports.ts';
import type { TrustKey } from './signed-manifest.ts';
import { finish, install, switchTo } from './update.ts';

/** A device's identity, from its provisioning envelope. */
export interface Identity {
  readonly serial: string;
  /** 32 bytes. */
  readonly secret: Buffer;
  readonly hardwareRevision: string;
  readonly trust: readonly TrustKey[];
}

export interface DeviceOptions {
  readonly identity: Identity;
  readonly url: string;
  readonly fetch: Fetch;
  readonly clock: Clock;
  /** The brand in the names of the proof headers (karvon). */
  readonly brand?: string;
  /** Factory firmware (1.0.0, build 100, security version 0). */
  readonly firmware?: AppImage;
  /** Version of the companion app that it reports (2.0.0). */
  readonly appVersion?: string;
  readonly channel?: string;
  /** Clock error in milliseconds. */
  readonly skewMs?: number;
  readonly power?: Power;
  readonly selfTest?: (app: AppImage) => SelfTest;
  readonly random?: Random;
  readonly legacyReports?: boolean;
  /** Share of progress reports that it does not send, 0 to 1. */
  readonly silentReports?: number;
  readonly acceptsUnsigned?: boolean;
  readonly onEvent?: (event: DeviceEvent) => void;
  readonly pause?: (ms: number) => Promise<void>;
}

/** The outcome of a turn. */
export interface Turn {
  /**
   * UNREACHABLE: the network or the service failed; REFUSED: the service answered with an error; UNPLUGGED: it had no power,
   * and gets it back when the poll time has passed.
   */
  readonly outcome: 'DONE' | 'POWER_CUT' | 'UNPLUGGED' | 'UNREACHABLE' | 'REFUSED';
  /** Seconds until the next poll, from the service; null when it gave none. Infinity for a device that never comes back. */
  readonly pollAfterSeconds: number | null;
  /** Why no firmware was offered, or the error code. */
  readonly reason: string;
}

/** A snapshot of a device for the live view. */
export interface DeviceView {
  readonly serial: string;
  readonly powered: boolean;
  readonly activity: Activity;
  readonly app: AppImage | null;
  readonly slot: string | null;
  /** Downloaded share of the image, 0 to 1. */
  readonly progress: number | null;
  readonly reportsWaiting: number;
}

export interface SimulatedDevice {
  readonly serial: string;
  readonly board: Board<Settings>;
  readonly api: DeviceApi;
  /**
   * One round of the firmware's main loop: boots if necessary, finishes an interrupted update, sends a heartbeat, asks for
   * firmware and installs it, including reboots. A power cut ends the turn; the next turn boots.
   */
  turn(): Promise<Turn>;
  /** Cuts the power; the next turn boots. */
  cutPower(): void;
  view(): DeviceView;
  /**
   * Answers a companion app over BLE or USB: hexadecimal HMAC-SHA256 of a challenge's `proofPayload`.
   * @throws RangeError for anything except a challenge, so that an app cannot obtain other proofs
   */
  hardwareProof(proofPayload: string): string;
}

const FACTORY_FIRMWARE: AppImage = { version: '1.0.0', buildNumber: 100, securityVersion: 0 };
const FACTORY_SETTINGS: Settings = { update: null, outbox: [], pairingEpoch: 0, revokedJti: [] };
const CHALLENGE_PREFIX = 'pairing-challenge.v1.';

/** A model of an ESP32 with two firmware slots, its bootloader and the update client that runs on it. */
export function createDevice(options: DeviceOptions): SimulatedDevice {
  const { identity, clock, url, fetch, brand = 'karvon', appVersion = '2.0.0', channel = 'STABLE' } = options;
  const { serial, secret, hardwareRevision, trust } = identity;
  const random = options.random ?? seededRandom(serial);
  const silence = random.fork('silence');
  const emit = options.onEvent ?? (() => undefined);
  const time = deviceTime(clock, options.skewMs ?? 0);
  const board = createBoard(options.firmware ?? FACTORY_FIRMWARE, FACTORY_SETTINGS, options.power ?? (() => undefined));
  const api = deviceApi({ url, brand, serial, secret, time, fetch });
  let activity: Activity = 'OFF';
  /** RAM: lost at a power cut. */
  let running: Running | undefined;
  let bootedAtMs = 0;
  /** Booted during an update, and has not reported it yet. */
  let interrupted = false;

  const device: DeviceContext = {
    board,
    api,
    time,
    trust,
    brand,
    hardwareRevision,
    legacyReports: options.legacyReports ?? false,
    isSilent: () => silence.chance(options.silentReports ?? 0),
    acceptsUnsigned: options.acceptsUnsigned ?? false,
    selfTest: options.selfTest ?? (() => 'PASS'),
    emit,
    show: (shown) => {
      activity = shown;
    },
    pause: options.pause ?? (() => Promise.resolve()),
  };

  function cutPower(): void {
    running = undefined;
    activity = 'OFF';
    time.forget();
  }

  function boot(): Running {
    const booted = board.boot();
    running = booted;
    bootedAtMs = clock.now().getTime();
    activity = 'IDLE';
    interrupted = board.settings().update?.phase === 'DOWNLOADING';
    if (booted.pendingVerify) emit({ type: 'firstRun', app: booted.app });
    return booted;
  }

  async function heartbeat({ app, slot }: Running) {
    const answer = await api.heartbeat({
      firmwareVersion: app.version,
      firmwareBuildNumber: app.buildNumber,
      hardwareRevision,
      otaSlot: slot,
      appVersion,
      uptime: Math.max(0, Math.floor((clock.now().getTime() - bootedAtMs) / 1000)),
      wifiRSSI: -40 - random.below(40),
      freeHeap: 150_000 + random.below(50_000),
      temperature: 30 + random.below(15),
      status: 'healthy',
    });
    if (answer.ok) keepRevocations(answer.body);
    return answer;
  }

  function keepRevocations({ pairing }: HeartbeatReply): void {
    const { pairingEpoch, revokedJti } = board.settings();
    if (pairing.epoch === pairingEpoch && pairing.revokedJti.join() === revokedJti.join()) return;
    board.writeSettings({ pairingEpoch: pairing.epoch, revokedJti: pairing.revokedJti });
  }

  /** From power-on to the next reboot or the end of the turn. */
  async function run(now: Running): Promise<Reboot | Turn> {
    if ((await settle(device, now)) === REBOOT) return REBOOT;
    if (interrupted && !(await reportContinuation(device)))
      return unreachableTurn('the report that the update continues was not delivered');
    interrupted = false;
    await sendReports(device);
    const beat = await heartbeat(now);
    if (!beat.ok) return rejectedTurn(beat.code, beat.retryAfter);
    if (board.settings().update) await dropEndedUpdate(device);
    const answer = await api.latest({ currentFirmware: now.app.version, appVersion, hardwareRevision, channel });
    if (!answer.ok) return rejectedTurn(answer.code, answer.retryAfter);
    const { offer, reason, pollAfterSeconds } = readLatest(answer.body);
    if (!offer) {
      if (board.settings().update) board.writeSettings({ update: null });
      device.show('IDLE');
      return { outcome: 'DONE', pollAfterSeconds, reason };
    }
    if ((await install(device, now, offer)) === REBOOT) return REBOOT;
    return { outcome: 'DONE', pollAfterSeconds, reason };
  }

  return {
    serial,
    board,
    api,
    cutPower,
    async turn() {
      try {
        for (;;) {
          const end = await run(running ?? boot());
          if (end !== REBOOT) return end;
          running = undefined;
        }
      } catch (error) {
        if (error instanceof PowerCut) {
          cutPower();
          emit({ type: 'powerCut', point: error.message });
          return { outcome: 'POWER_CUT', pollAfterSeconds: null, reason: error.message };
        }
        if (error instanceof NetworkFault) {
          return unreachableTurn(error.message);
        }
        throw error;
      }
    },
    view() {
      const { update, outbox } = board.settings();
      return {
        serial,
        powered: running !== undefined,
        activity,
        app: running?.app ?? null,
        slot: running?.slot ?? null,
        progress: update ? update.written / update.size : null,
        reportsWaiting: outbox.length,
      };
    },
    hardwareProof(proofPayload) {
      if (!proofPayload.startsWith(CHALLENGE_PREFIX)) throw new RangeError('The payload is not a pairing challenge.');
      return api.proofOf(proofPayload);
    },
  };
}

/** After a boot: completes or rolls back the update that caused it. */
async function settle(device: DeviceContext, running: Running): Promise<Reboot | undefined> {
  const { board } = device;
  const { update } = board.settings();
  if (update?.phase !== 'SWITCHING') return undefined;
  if (running.slot !== update.slot) {
    const state = board.slotState(update.slot);
    if (state === 'UNDEFINED') return switchTo(device, update);
    const why = state === 'INVALID' ? 'SELF_TEST_FAILED: the self-test failed' : 'BOOT_FAILED: the image did not boot';
    return finish(device, update, 'ROLLED_BACK', why);
  }
  if (board.slotState(running.slot) === 'VALID') return finish(device, update, 'SUCCESS');

  device.show('VALIDATING');
  await reportProgress(device, update, 'VALIDATING');
  const testResult = device.selfTest(running.app);
  if (testResult === 'CRASH') return REBOOT;
  if (testResult === 'FAIL') {
    board.markInvalid(running.slot);
    return REBOOT;
  }
  board.markValid(running.slot);
  return testResult === 'PASS'
    ? finish(device, update, 'SUCCESS')
    : finish(device, update, 'FAILED', 'SELF_TEST_FAILED: a false alarm');
}

/**
 * A device that boots during an update first reports that the update continues: the service would interpret a heartbeat
 * with the old version, from a device that was about to boot the new one, as a rollback.
 * @returns false when the report could not be delivered
 */
async function reportContinuation(device: DeviceContext): Promise<boolean> {
  const { update } = device.board.settings();
  if (!update) return true;
  device.show('DOWNLOADING');
  await report(device, update, 'DOWNLOADING');
  return device.board.settings().outbox.length === 0;
}

/** Drops the update if the service ended its installation during an interruption; the lookup is read-only. */
async function dropEndedUpdate(device: DeviceContext): Promise<void> {
  const { update } = device.board.settings();
  if (!update) return;
  const answer = await device.api.current(update.installationId);
  const ended = answer.ok ? isEnded(answer.body) : answer.status === 404;
  if (!ended) return;
  device.board.writeSettings({ update: null });
  device.emit({ type: 'aborted', installationId: update.installationId, code: 'ENDED' });
}

function isEnded(body: unknown): boolean {
  const { status, directive } = body as { status: string | null; directive: string };
  return directive === 'ABORT' || status === 'SUCCESS' || status === 'FAILED' || status === 'ROLLED_BACK';
}

function unreachableTurn(reason: string): Turn {
  return { outcome: 'UNREACHABLE', pollAfterSeconds: null, reason };
}

function rejectedTurn(code: string, retryAfter: number | null): Turn {
  return { outcome: 'REFUSED', pollAfterSeconds: retryAfter, reason: code };
}
