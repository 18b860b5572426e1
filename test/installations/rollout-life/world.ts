import type { DeviceStatus } from '../../../src/model/enums.ts';
import type { RolloutSettings } from '../../../src/model/ports.ts';
import type { DeviceBehavior, Outage } from '../../../src/simulator/device-behavior.ts';
import { lossyConditions, type NetworkConditions } from '../../../src/simulator/network.ts';
import { type Random, seededRandom } from '../../../src/simulator/random.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** What is wrong with a release. DIES_LATER: a day after its success, of an empty battery. */
export const FAULTS = [
  'BRICKS',
  'BOOT_LOOPS',
  'ROLLS_BACK',
  'FAILS_TO_INSTALL',
  'FALLS_BACK_AFTER_SUCCESS',
  'DIES_LATER',
] as const;

export interface Fault {
  readonly kind: (typeof FAULTS)[number];
  /** The share of the devices that have it; with `model`, of those of that model. */
  readonly share: number;
  readonly model: string | null;
}

/** A device as it is made; what happens to it is drawn from its own seed. */
export interface Member {
  readonly name: string;
  readonly model: string;
  /** MUTE asks and never reports, nor installs anything. SILENT installs without a report. */
  readonly manner: 'USUAL' | 'MUTE' | 'SILENT';
  /** How long a download takes without interruption. */
  readonly downloadMs: number;
  /** What staff does with it. */
  readonly fates: readonly { readonly atMs: number; readonly status: DeviceStatus }[];
}

/** A fleet, a release, and what both go through, all from one seed. */
export interface World {
  readonly seed: string;
  /** Its beginning, Unix milliseconds; all times below count from it. */
  readonly startMs: number;
  readonly settings: RolloutSettings;
  readonly behavior: DeviceBehavior;
  readonly conditions: NetworkConditions;
  readonly fault: Fault | null;
  readonly members: readonly Member[];
  /** When the rollout gets which percentage. */
  readonly stages: readonly { readonly atMs: number; readonly percentage: number }[];
  /** When the release is followed by a better one, for everybody. */
  readonly successorAtMs: number | null;
  /** When the service is down. */
  readonly downtimes: readonly Outage[];
  /** Until this time everybody who can has come back. */
  readonly homeMs: number;
  readonly endMs: number;
}

const MODELS = ['LAMP1', 'LAMP2'] as const;
const START_MS = Date.parse('2026-01-01T00:00:00Z');
const END_DAYS = 91;
const HOME_DAYS = 70;

/** @param seed begins with `good` or `faulty`, which says whether its release has a fault */
export function drawWorld(seed: string): World {
  const random = seededRandom(seed);
  const one = <T>(values: readonly [T, ...T[]]): T => values[random.below(values.length)] ?? values[0];
  const fleet = one([8, 15, 25, 40, 40, 60, 100]);
  const settings = {
    maxConcurrentDownloads: one([2_000, 2_000, 20, 2]),
    pauseMinSample: one([5, 5, 10, 20]),
    pauseFailurePercent: one([10, 10, 5, 25]),
    pauseRollbacks: one([3, 3, 4, 5]),
  };
  const behavior = {
    nights: one([0, 0.3, 0.9]),
    unplugged: one([0, 1, 4]),
    forEver: one([0, 0.02, 0.1]),
    powerCuts: one([0, 0.01, 0.03]),
    silentReports: one([0, 0.1, 0.5]),
    maxSkewMs: one([0, 4 * MINUTE_MS, DAY_MS]),
  };
  const stages = drawStages(random);
  const world = {
    seed,
    startMs: START_MS,
    settings,
    behavior,
    conditions: lossyConditions(one([0, 0.05, 0.3]), 10 * MINUTE_MS),
    fault: seed.startsWith('faulty') ? drawFault(random) : null,
    stages,
    successorAtMs: random.chance(0.3) ? (20 + random.below(30)) * DAY_MS : null,
    downtimes: random.chance(0.3) ? [drawDowntime(random, stages[0]?.atMs ?? 0)] : [],
    homeMs: HOME_DAYS * DAY_MS,
    endMs: END_DAYS * DAY_MS,
  };
  const oddities = {
    mute: one([0, 0, 0.05]),
    silent: one([0, 0, 0.1]),
    fates: one([0, 0.05, 0.2]),
    slow: one([0, 0.1]),
  };
  const members = Array.from({ length: fleet }, (_, index) =>
    drawMember(random.fork(`member ${index}`), index, oddities),
  );
  return { ...world, members };
}

function drawFault(random: Random): Fault {
  return {
    kind: FAULTS[random.below(FAULTS.length)] ?? 'BRICKS',
    share: random.chance(0.5) ? 1 : 0.1 + 0.6 * random.next(),
    model: random.chance(0.25) ? MODELS[0] : null,
  };
}

function drawStages(random: Random): World['stages'] {
  const first = { atMs: random.below(DAY_MS), percentage: random.chance(0.4) ? 100 : 5 + random.below(50) };
  const second = { atMs: (3 + random.below(10)) * DAY_MS, percentage: 100 };
  return first.percentage === 100 ? [first] : [first, second];
}

/** While the first devices are updated. */
function drawDowntime(random: Random, startMs: number): Outage {
  const fromMs = startMs + random.below(6 * HOUR_MS);
  return { fromMs, untilMs: fromMs + MINUTE_MS + random.below(DAY_MS) };
}

/** Shares of the members that are not usual. */
interface Oddities {
  readonly mute: number;
  readonly silent: number;
  readonly fates: number;
  readonly slow: number;
}

/** What staff does with a device, and how long until it is back in service, if ever. */
const FATES: readonly (readonly [DeviceStatus, boolean])[] = [
  ['SUSPENDED', true],
  ['REPAIR', true],
  ['RETURNED', false],
  ['REVOKED', false],
];

function drawMember(random: Random, index: number, { mute, silent, fates, slow }: Oddities): Member {
  const drawn = random.next();
  const oddManner = drawn < mute ? 'MUTE' : 'SILENT';
  return {
    name: `KRV-${String(index).padStart(4, '0')}`,
    model: MODELS[index % MODELS.length] ?? MODELS[0],
    manner: drawn < mute + silent ? oddManner : 'USUAL',
    downloadMs: random.chance(slow)
      ? 2 * HOUR_MS + random.below(20 * HOUR_MS)
      : MINUTE_MS + random.below(10 * MINUTE_MS),
    fates: random.chance(fates) ? drawFates(random) : [],
  };
}

function drawFates(random: Random): Member['fates'] {
  const [status, comesBack] = FATES[random.below(FATES.length)] ?? ['SUSPENDED', true];
  // Early, so that many are in the middle of their update.
  const atMs = random.below(3 * DAY_MS);
  const out = { atMs, status };
  return comesBack ? [out, { atMs: atMs + DAY_MS + random.below(20 * DAY_MS), status: 'ACTIVE' }] : [out];
}
