import type { InstallationStatus } from '../../../src/model/enums.ts';
import { clockError, cutDuration, type Outage, powerPlan } from '../../../src/simulator/device-behavior.ts';
import { type DeviceTime, deviceTime } from '../../../src/simulator/device-time.ts';
import { seededRandom } from '../../../src/simulator/random.ts';
import type { Message, Reply } from './memory-service.ts';
import { DAY_MS, type Fault, HOUR_MS, type Member, MINUTE_MS, type World } from './world.ts';

export const OLD_VERSION = '1.0.0';

/** What a fault of the release did to a device. */
export type Harm = 'BRICKED' | 'FELL_BACK' | 'FAILED';

/** The lamp's next step; NOTHING: it waits for a change of the releases. */
type Step = 'TURN' | 'BEAT' | 'DOWNLOAD' | 'VERIFY' | 'INSTALL' | 'SELECT' | 'FIRST_RUN' | 'VERDICT' | 'NOTHING';

/** In flash. SELECTED: the new image is chosen for boot; PENDING: it runs for the first time. */
interface Update {
  readonly installationId: string;
  readonly releaseId: string;
  readonly version: string;
  readonly fromVersion: string;
  readonly phase: 'DOWNLOADING' | 'SELECTED' | 'PENDING';
  readonly leftMs: number;
  /** How often its first run did not end. */
  readonly tries: number;
}

interface Result {
  readonly update: Update;
  readonly status: InstallationStatus;
  readonly reason?: string;
  /** Signed when it was stored; signed again when the proof has expired. */
  readonly signedMs: number;
}

/** What the lamp needs of its surroundings. */
export interface Surroundings {
  readonly now: () => number;
  /** Over the network; undefined if there was no reply. */
  send(message: Message): Reply | undefined;
  /** Whether heartbeats of the lamp matter at the moment: others are not played. */
  isWatched(lamp: Lamp): boolean;
}

export interface Lamp {
  readonly member: Member;
  readonly id: string;
  /** Takes the next step, and says when the one after it comes; undefined if never, or not before `wake`. */
  act(): number | undefined;
  /** Asks again within one poll interval, or when the next heartbeat is due. @returns when, unless it is busy anyway */
  wake(withinMs?: number): number | undefined;
  readonly version: () => string;
  readonly harm: () => Harm | null;
  /** Whether the service has answered a report that the lamp was past the point of no return. */
  readonly isKnownToInstall: () => boolean;
  /** When it last had an answer. */
  readonly lastContactMs: () => number;
  /** The reason of its last look-up without an offer. */
  readonly reason: () => string;
  /** Whether it has power, and always will have again. */
  readonly isGone: () => boolean;
  readonly activity: () => string;
}

export const BEAT_MS = 4 * MINUTE_MS;
const POLL_MS = 6 * HOUR_MS;
const MAX_BACKOFF_POWER = 6;
const PAST_RETURN: readonly InstallationStatus[] = ['INSTALLING', 'REBOOTING', 'VALIDATING'];
/** So often a device selects an image again whose first run did not end. */
const MAX_TRIES = 3;
const CONNECTION_MS = 30 * MINUTE_MS;
const STEP_MS = 20_000;
const SELF_TEST_MS = MINUTE_MS;
/** The longest that a lamp is away after everybody has come home. */
const HOME_AWAY_MS = 12 * HOUR_MS;
/** So long a lamp that reports nothing asks as it is told, then less often. */
const MUTE_MS = 4 * DAY_MS;
/** How likely the clock is set right by something else than the service, at a turn. */
const CLOCK_SET = 0.1;

/** One device with firmware that follows the protocol, and with a life of its own. */
export function createLamp(world: World, member: Member, around: Surroundings): Lamp {
  const random = seededRandom(`${world.seed}/${member.name}`);
  const { behavior } = world;
  const plan = powerPlan(behavior, random.fork('power'), around.now());
  const dice = random.fork('steps');
  const clock = { now: () => new Date(around.now()) };
  const id = member.name;
  let time: DeviceTime = deviceTime(clock, clockError(behavior, dice));
  let version = OLD_VERSION;
  let bootedMs = 0;
  let update: Update | null = null;
  let result: Result | null = null;
  let step: Step = 'TURN';
  let isOn = true;
  let cutUntilMs: number | undefined;
  let isDead = false;
  let harm: Harm | null = null;
  let failures = 0;
  let sent = 0;
  let pollAtMs = 0;
  let lastContactMs = 0;
  let reason = '';
  let isKnownToInstall = false;
  let firstOfferMs: number | undefined;
  let diesAtMs = Number.POSITIVE_INFINITY;

  function outageAt(ms: number): Outage {
    const { fromMs, untilMs } = plan.outageAt(ms);
    if (untilMs === Number.POSITIVE_INFINITY || untilMs < world.homeMs) return { fromMs, untilMs };
    const home = Math.min(untilMs, Math.max(world.homeMs, fromMs + HOME_AWAY_MS));
    return home > ms ? { fromMs, untilMs: home } : { fromMs: untilMs, untilMs };
  }

  /** One message, again with the right time if the clock was wrong. */
  function call(makeMessage: (signedMs: number) => Message): Reply | undefined {
    const reply = around.send(makeMessage(time.stamp()));
    if (reply?.code !== 'DEVICE_TIMESTAMP_OUT_OF_RANGE') return heard(reply);
    time.correct(clock.now());
    return heard(around.send(makeMessage(time.stamp())));
  }

  function heard(reply: Reply | undefined): Reply | undefined {
    if (reply) lastContactMs = around.now();
    return reply;
  }

  const base = (signedMs: number) => {
    sent += 1;
    return { deviceId: id, signedMs, sent };
  };

  /** @returns false if the service ended this update */
  function progress(status: InstallationStatus): boolean {
    if (member.manner === 'SILENT' || dice.chance(behavior.silentReports)) return true;
    const reply = reportOf(status);
    if (reply && PAST_RETURN.includes(status)) isKnownToInstall = true;
    return goesOn(reply);
  }

  function reportOf(status: InstallationStatus): Reply | undefined {
    const about = update;
    if (!about || member.manner === 'SILENT') return { code: 'OK', directive: 'CONTINUE' };
    const { installationId, releaseId, fromVersion } = about;
    return call((signedMs) => ({ ...base(signedMs), kind: 'report', installationId, releaseId, fromVersion, status }));
  }

  function goesOn(reply: Reply | undefined): boolean {
    if (!reply || !update || update.phase !== 'DOWNLOADING') return true;
    const isEnded = 'directive' in reply ? reply.directive !== 'CONTINUE' : reply.code !== 'OK';
    if (isEnded) update = null;
    return !isEnded;
  }

  function end(status: InstallationStatus, why?: string): void {
    if (!update) return;
    result = { update, status, ...(why ? { reason: why } : {}), signedMs: time.stamp() };
    update = null;
  }

  /** @returns false while it was not answered */
  function sendResult(): boolean {
    if (member.manner === 'SILENT') result = null;
    if (!result) return true;
    const { update: about, status, reason: failureReason } = result;
    const { installationId, releaseId, fromVersion } = about;
    const make = (signedMs: number): Message => ({
      ...base(signedMs),
      kind: 'report',
      installationId,
      releaseId,
      fromVersion,
      status,
      ...(failureReason ? { failureReason } : {}),
    });
    const first = heard(around.send(make(result.signedMs)));
    const reply = first?.code === 'DEVICE_TIMESTAMP_OUT_OF_RANGE' ? call(make) : first;
    if (!reply || reply.code === 'DEVICE_TIMESTAMP_OUT_OF_RANGE') return false;
    if (status === 'SUCCESS' && world.fault?.kind === 'DIES_LATER' && isAffected(about))
      diesAtMs = around.now() + DAY_MS;
    const fallsBack = status === 'SUCCESS' && world.fault?.kind === 'FALLS_BACK_AFTER_SUCCESS' && isAffected(about);
    result = null;
    if (fallsBack) {
      // The release broke after its self-test had passed, and before any heartbeat.
      version = about.fromVersion;
      bootedMs = around.now();
      harm = 'FELL_BACK';
    }
    return true;
  }

  function isAffected({ releaseId }: Update): boolean {
    const { fault } = world;
    if (!fault || releaseId !== FIRST_RELEASE) return false;
    return (fault.model ?? member.model) === member.model && random.fork('fault').next() < fault.share;
  }

  function has(kind: Fault['kind']): boolean {
    return update !== null && world.fault?.kind === kind && isAffected(update);
  }

  function boot(): void {
    isOn = true;
    bootedMs = around.now();
    time = deviceTime(clock, clockError(behavior, dice));
    step = 'TURN';
    if (update?.phase === 'SELECTED') {
      step = 'FIRST_RUN';
      return;
    }
    // The bootloader goes back from an image that was never marked valid; it may have been for want of power.
    if (update?.phase !== 'PENDING') return;
    if (update.tries + 1 >= MAX_TRIES) {
      end('ROLLED_BACK', 'BOOT_FAILED: the image never finished its first run');
      return;
    }
    update = { ...update, tries: update.tries + 1, phase: 'SELECTED' };
    step = 'FIRST_RUN';
  }

  function losePower(untilMs: number): number | undefined {
    isOn = false;
    time.forget();
    if (untilMs === Number.POSITIVE_INFINITY) isDead = true;
    return isDead ? undefined : untilMs;
  }

  const after = (next: Step, ms: number): number => {
    step = next;
    return around.now() + ms;
  };

  function backOff(): number {
    const ms = MINUTE_MS * 2 ** Math.min(failures, MAX_BACKOFF_POWER);
    failures += 1;
    return after('TURN', ms * (0.5 + dice.next() / 2));
  }

  /** After a boot and at each poll: what must arrive, a heartbeat, a look-up. */
  function turn(): number | undefined {
    if (dice.chance(CLOCK_SET)) time.correct(clock.now());
    if (!sendResult()) return backOff();
    if (update) {
      const reply = reportOf('DOWNLOADING');
      if (!reply) return backOff();
      goesOn(reply);
    }
    if (!beat()) return backOff();
    const reply = call((signedMs) => ({ ...base(signedMs), kind: 'lookUp', version }));
    if (!reply || !('pollMs' in reply)) return reply ? sleep(reply.code) : backOff();
    failures = 0;
    pollAtMs = around.now() + reply.pollMs;
    if (!reply.offer) return sleep(reply.reason);
    reason = '';
    if (member.manner === 'MUTE') {
      firstOfferMs ??= around.now();
      const isEarly = around.now() - firstOfferMs < MUTE_MS;
      return after('TURN', isEarly ? reply.pollMs : POLL_MS);
    }
    return begin(reply.offer);
  }

  function begin(offer: { installationId: string; releaseId: string; version: string }): number {
    if (offer.version === version) {
      update = { ...offer, fromVersion: version, phase: 'DOWNLOADING', leftMs: 0, tries: 0 };
      end('SUCCESS');
      return after('TURN', STEP_MS);
    }
    const isKnown = update?.releaseId === offer.releaseId;
    const leftMs = isKnown && update ? update.leftMs : member.downloadMs;
    const isNew = update?.installationId !== offer.installationId;
    update = { ...offer, fromVersion: version, phase: 'DOWNLOADING', leftMs, tries: 0 };
    if (isNew && !progress('QUEUED')) return after('TURN', 5 * MINUTE_MS);
    return after('DOWNLOAD', STEP_MS);
  }

  function sleep(why: string): number | undefined {
    update = null;
    reason = why;
    if (around.isWatched(lamp)) return after('BEAT', Math.min(BEAT_MS, Math.max(MINUTE_MS, pollAtMs - around.now())));
    if (WAITS_FOR_TIME.includes(why)) return after('TURN', Math.max(MINUTE_MS, pollAtMs - around.now()));
    step = 'NOTHING';
    return undefined;
  }

  function beat(): boolean {
    const uptime = Math.max(0, Math.floor((around.now() - bootedMs) / 1_000));
    return call((signedMs) => ({ ...base(signedMs), kind: 'heartbeat', version, uptime })) !== undefined;
  }

  function take(): number | undefined {
    switch (step) {
      case 'TURN':
      case 'NOTHING':
        return turn();
      case 'BEAT':
        if (around.now() >= pollAtMs) return turn();
        beat();
        return sleep(reason);
      case 'DOWNLOAD': {
        if (!progress('DOWNLOADING') || !update) return after('TURN', 5 * MINUTE_MS);
        const ms = Math.min(update.leftMs, CONNECTION_MS * (0.1 + dice.next()));
        update = { ...update, leftMs: update.leftMs - ms };
        return after(update.leftMs > 0 ? 'TURN' : 'VERIFY', ms);
      }
      case 'VERIFY':
        return progress('VERIFYING') ? after('INSTALL', STEP_MS) : after('TURN', 5 * MINUTE_MS);
      case 'INSTALL':
        if (has('FAILS_TO_INSTALL')) {
          harm = 'FAILED';
          end('FAILED', 'FLASH_WRITE: the slot could not be written');
          return after('TURN', STEP_MS);
        }
        return progress('INSTALLING') ? after('SELECT', STEP_MS) : after('TURN', 5 * MINUTE_MS);
      case 'SELECT':
        if (update) update = { ...update, phase: 'SELECTED' };
        progress('REBOOTING');
        return after('FIRST_RUN', STEP_MS);
      case 'FIRST_RUN':
        return firstRun();
      case 'VERDICT':
        return verdict();
    }
  }

  function firstRun(): number | undefined {
    bootedMs = around.now();
    if (has('BRICKS')) {
      harm = 'BRICKED';
      isDead = true;
      return undefined;
    }
    if (has('BOOT_LOOPS')) return fallBack('BOOT_FAILED: the image did not boot');
    if (update) update = { ...update, phase: 'PENDING' };
    progress('VALIDATING');
    return after('VERDICT', SELF_TEST_MS);
  }

  function verdict(): number {
    if (has('ROLLS_BACK')) return fallBack('SELF_TEST_FAILED: the self-test failed');
    version = update?.version ?? version;
    end('SUCCESS');
    return after('TURN', 1_000);
  }

  function fallBack(why: string): number {
    harm = 'FELL_BACK';
    end('ROLLED_BACK', why);
    bootedMs = around.now();
    return after('TURN', STEP_MS);
  }

  /** Power cuts of the plan come between two steps, at any time; short ones at each step of an update. */
  function cutBefore(nextMs: number): number | undefined {
    if (update && dice.chance(behavior.powerCuts)) {
      const fromMs = around.now() + dice.next() * Math.min(nextMs - around.now(), CONNECTION_MS);
      cutUntilMs = fromMs + cutDuration(dice);
      return fromMs;
    }
    const { fromMs, untilMs } = outageAt(around.now());
    if (fromMs >= nextMs) return undefined;
    cutUntilMs = untilMs;
    return Math.max(fromMs, around.now());
  }

  const lamp: Lamp = {
    member,
    id,
    act() {
      const now = around.now();
      if (now >= diesAtMs) isDead = true;
      if (isDead) return undefined;
      if (cutUntilMs !== undefined && isOn) return losePower(cutUntilMs);
      if (!isOn) {
        cutUntilMs = undefined;
        boot();
      }
      const nextMs = take();
      return nextMs === undefined ? undefined : (cutBefore(nextMs) ?? nextMs);
    },
    wake(withinMs = POLL_MS) {
      if (step !== 'NOTHING' || isDead) return undefined;
      const atMs = around.now() + random.below(withinMs);
      const { fromMs, untilMs } = outageAt(atMs);
      if (fromMs > atMs) return atMs;
      if (untilMs === Number.POSITIVE_INFINITY) {
        isDead = true;
        return undefined;
      }
      isOn = false;
      return untilMs;
    },
    version: () => version,
    harm: () => harm,
    isKnownToInstall: () => isKnownToInstall,
    lastContactMs: () => lastContactMs,
    reason: () => reason,
    isGone: () => {
      const { fromMs, untilMs } = outageAt(around.now());
      return isDead || (untilMs === Number.POSITIVE_INFINITY && fromMs <= around.now());
    },
    activity: () =>
      `${step}${isOn ? '' : ', off'}${update ? `, ${update.phase}` : ''}${result ? `, ${result.status} to report` : ''}`,
  };
  return lamp;
}

/** In the form that the service takes. */
export const FIRST_RELEASE = '01900000-0000-7000-8000-000000000001';
export const SECOND_RELEASE = '01900000-0000-7000-8000-000000000002';
/** Reasons that end by themselves; others need a change of a release or of the device. */
const WAITS_FOR_TIME = ['RETRY_LATER', 'DOWNLOADS_BUSY', 'FINISHING', 'AWAITING_CONFIRMATION', 'ATTEMPTS_USED_UP'];
