import { LEASE_MS } from '../../../src/domain/offers/lease-rules.ts';
import { type Random, seededRandom } from '../../../src/simulator/random.ts';
import { type EventQueue, eventQueue } from './event-queue.ts';
import { checkEnd, textOf } from './final-check.ts';
import { nextJobFor } from './job-times.ts';
import { BEAT_MS, createLamp, FIRST_RELEASE, type Lamp, OLD_VERSION } from './lamp.ts';
import { MemoryService, type Message, type Reply } from './memory-service.ts';
import type { MemoryStore, StoredRow } from './memory-store.ts';
import { type Operator, operatorOf } from './operator.ts';
import { isBeyondThresholds, truthOf } from './truth.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, type World } from './world.ts';

export interface Violation {
  readonly rule: string;
  readonly what: string;
}

export interface Life {
  /** The first of each rule. */
  readonly violations: readonly Violation[];
  readonly pausedAtMs: number | null;
  readonly deviceYears: number;
  /** Devices that run something newer than at the beginning. */
  readonly updated: number;
  readonly store: MemoryStore;
}

/** What the service was asked to do, in order. */
export type Call = { readonly at: Date } & (
  | { readonly kind: 'message'; readonly message: Message; readonly reply: Reply }
  | { readonly kind: 'jobs' }
  | { readonly kind: 'release'; readonly releaseId: string }
  | { readonly kind: 'status'; readonly deviceId: string }
);

export interface Playing {
  /** Called after each call of the service. */
  readonly onCall?: (call: Call, store: MemoryStore) => void;
}

const YEAR_MS = 365 * DAY_MS;
/** Nobody waits longer for a place among the downloads than all of them take, with their interruptions, and this. */
const LONGEST_WAIT_MS = 3 * DAY_MS;
const INTERRUPTED = 3;

type Event =
  | { readonly kind: 'lamp'; readonly lamp: Lamp }
  | { readonly kind: 'message'; readonly message: Message }
  | { readonly kind: 'jobs' }
  | { readonly kind: 'do'; readonly act: () => void };

/** Lives a world to its end. */
export function live(world: World, playing: Playing = {}): Life {
  const stage = setStage(world, playing);
  const { events, lamps, service, operator, violations } = stage;
  operator.plan();
  for (const lamp of lamps) events.add(stage.random.below(6 * HOUR_MS), { kind: 'lamp', lamp });
  // While the service is down, no job runs; it runs them when it starts.
  for (const { untilMs } of world.downtimes) stage.runJobsAt(untilMs);
  for (let next = events.next(); next && next.ms <= world.endMs; next = events.next()) stage.play(next.ms, next.event);
  stage.play(world.endMs, { kind: 'do', act: () => checkEnd(lamps, service.store, stage.now(), stage.violate) });
  return {
    violations,
    pausedAtMs: stage.pausedAtMs(),
    deviceYears: (lamps.length * world.endMs) / YEAR_MS,
    updated: lamps.filter((lamp) => lamp.version() !== OLD_VERSION).length,
    store: service.store,
  };
}

interface Stage {
  readonly events: EventQueue<Event>;
  readonly random: Random;
  readonly lamps: readonly Lamp[];
  readonly service: MemoryService;
  readonly operator: Operator;
  readonly violations: Violation[];
  readonly violate: (rule: string, what: string) => void;
  readonly now: () => Date;
  readonly pausedAtMs: () => number | null;
  runJobsAt(ms: number): void;
  play(ms: number, event: Event): void;
}

function setStage(world: World, { onCall = () => undefined }: Playing): Stage {
  const { startMs, conditions } = world;
  const events = eventQueue<Event>();
  const random = seededRandom(`${world.seed}/world`);
  const violations: Violation[] = [];
  let nowMs = 0;
  let pausedAtMs: number | null = null;
  const now = () => new Date(startMs + nowMs);
  const violate = (rule: string, what: string) => {
    if (violations.some((violation) => violation.rule === rule)) return;
    violations.push({ rule, what: `${now().toISOString()}: ${what}` });
  };
  const service = new MemoryService(world.settings, () => random.next(), {
    changed,
    paused({ id, pauseReason }) {
      pausedAtMs ??= nowMs;
      if (!world.fault) violate('NO_PAUSE_WITHOUT_FAULT', `${pauseReason}: ${failuresOf(id)}`);
      operator.paused(id);
    },
  });
  const { store } = service;
  const isDown = () => world.downtimes.some(({ fromMs, untilMs }) => fromMs <= nowMs && nowMs < untilMs);
  const around = {
    now: () => startMs + nowMs,
    send,
    isWatched: ({ id }: Lamp) => store.devices.get(id)?.watchedInstallationId != null,
  };
  // The times of lamps are Unix milliseconds.
  const lamps = world.members.map((member) => createLamp({ ...world, homeMs: startMs + world.homeMs }, member, around));
  const lampOf = new Map(lamps.map((lamp) => [lamp.id, lamp]));
  for (const { member } of lamps) service.addDevice(member.name, member.model);
  const operator = operatorOf(world, service, {
    now,
    at: (ms, act) => events.add(ms, { kind: 'do', act }),
    nowMs: () => nowMs,
    lamps,
    wake,
    changedRelease: (releaseId) => onCall({ kind: 'release', releaseId, at: now() }, store),
    changedDevice: (deviceId) => onCall({ kind: 'status', deviceId, at: now() }, store),
  });

  /** The network: what is sent may be lost, late or doubled, or its answer lost. */
  function send(message: Message): Reply | undefined {
    if (random.chance(conditions.lostRequests)) return undefined;
    if (random.chance(conditions.late)) {
      events.add(nowMs + random.below(conditions.maxDelayMs + 1), { kind: 'message', message });
      return undefined;
    }
    if (random.chance(conditions.doubled)) events.add(nowMs + random.below(MINUTE_MS), { kind: 'message', message });
    const reply = receive(message);
    return random.chance(conditions.lostReplies) ? undefined : reply;
  }

  function receive(message: Message): Reply | undefined {
    if (isDown()) return undefined;
    const reply = service.receive(message, now());
    onCall({ kind: 'message', message, reply, at: now() }, store);
    if ('reason' in reply && reply.reason === 'DOWNLOADS_BUSY') checkPlaces(message.deviceId);
    scheduleJobs();
    return reply;
  }

  function wake(lamp: Lamp, withinMs?: number): void {
    const atMs = lamp.wake(withinMs);
    if (atMs !== undefined) events.add(atMs - startMs, { kind: 'lamp', lamp });
  }

  function changed(row: StoredRow): void {
    const lamp = lampOf.get(row.deviceId);
    // A lamp that has nothing to do sends heartbeats, too: they are played when they matter.
    if (lamp && around.isWatched(lamp)) wake(lamp, BEAT_MS);
    runJobsAt(Math.floor(nowMs / MINUTE_MS + 1) * MINUTE_MS);
  }

  const jobTimes = new Set<number>();
  function runJobsAt(ms: number): void {
    if (jobTimes.has(ms)) return;
    jobTimes.add(ms);
    events.add(ms, { kind: 'jobs' });
  }

  const scheduled = new Map<string, StoredRow>();
  function scheduleJobs(): void {
    for (const row of store.open()) {
      if (scheduled.get(row.id) === row) continue;
      scheduled.set(row.id, row);
      const ms = nextJobFor(service, row, { startMs, nowMs, endMs: world.endMs });
      if (ms !== undefined) runJobsAt(ms);
    }
  }

  function runJobs(): void {
    service.runJobs(now());
    onCall({ kind: 'jobs', at: now() }, store);
    scheduleJobs();
    // The service has looked: what the devices went through is not beyond the thresholds.
    if (!world.fault || store.releases.get(FIRST_RELEASE)?.lifecycle !== 'ROLLING_OUT') return;
    const truth = truthOf(lamps, store);
    if (isBeyondThresholds(truth, world.settings)) violate('FAULT_IS_PAUSED', `${JSON.stringify(truth)} and no pause`);
  }

  const downloadsMs = world.members.reduce((sum, { downloadMs }) => sum + downloadMs, 0);
  const allDownloadsMs = (INTERRUPTED * downloadsMs) / world.settings.maxConcurrentDownloads;
  const waitingSince = new Map<string, number>();
  function checkWait(lamp: Lamp): void {
    if (lamp.reason() !== 'DOWNLOADS_BUSY') {
      waitingSince.delete(lamp.id);
      return;
    }
    const since = waitingSince.get(lamp.id) ?? nowMs;
    waitingSince.set(lamp.id, since);
    const isLong = nowMs - since > LONGEST_WAIT_MS + allDownloadsMs;
    if (isLong) violate('NO_LEASE_FOR_EVER', `${lamp.id} waits since ${new Date(startMs + since).toISOString()}`);
  }

  /** A lamp is refused only for downloads, and for offers that were made in the last day. */
  function checkPlaces(deviceId: string): void {
    const leases = store.leases(new Date(startMs + nowMs - LEASE_MS));
    const inUse = leases.filter(({ deviceId, createdAt }) => {
      const isMute = lampOf.get(deviceId)?.member.manner === 'MUTE';
      return !isMute || startMs + nowMs - createdAt.getTime() < DAY_MS;
    });
    const isRefusedForNothing = inUse.length < world.settings.maxConcurrentDownloads;
    if (isRefusedForNothing && lampOf.get(deviceId)?.member.manner === 'USUAL')
      violate('NO_LEASE_FOR_EVER', `${deviceId} was refused for lamps that report nothing`);
  }

  /** The failed attempts at a release, with what really became of their devices. */
  function failuresOf(releaseId: string): string {
    const failed = lamps.flatMap((lamp) => {
      const row = store.rowsOf(lamp.id).findLast((each) => each.releaseId === releaseId);
      const isBad = row && (row.status === 'FAILED' || row.status === 'ROLLED_BACK');
      return isBad ? [`${lamp.id} (${lamp.version()}, ${lamp.activity()}) ${textOf(row)}`] : [];
    });
    return failed.join('; ');
  }

  function play(ms: number, event: Event): void {
    nowMs = ms;
    if (event.kind === 'message') receive(event.message);
    if (event.kind === 'do') event.act();
    if (event.kind === 'jobs' && !isDown()) runJobs();
    if (event.kind !== 'lamp') return;
    const atMs = event.lamp.act();
    if (atMs !== undefined) events.add(atMs - startMs, event);
    checkWait(event.lamp);
  }

  return {
    events,
    random,
    lamps,
    service,
    operator,
    violations,
    violate,
    now,
    pausedAtMs: () => pausedAtMs,
    runJobsAt,
    play,
  };
}
