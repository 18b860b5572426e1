import type { Random } from './random.ts';

/** The events of devices in the field, beside their updates. Shares and probabilities are from 0 to 1. */
export interface DeviceBehavior {
  /** Share of devices that are switched off every night. */
  readonly nights: number;
  /** The average number of times in 30 days that a device is unplugged, for minutes to weeks. */
  readonly unplugged: number;
  /** Share of those times after which the device never comes back. */
  readonly forEver: number;
  /** Probability of a short power cut at each step of an update. */
  readonly powerCuts: number;
  /** Share of progress reports that a device does not send. */
  readonly silentReports: number;
  /** Maximum clock error in either direction after each power loss, in milliseconds. */
  readonly maxSkewMs: number;
}

/** A device that is always on, with the right time, and reports everything. */
export const ALWAYS_ON: DeviceBehavior = {
  nights: 0,
  unplugged: 0,
  forEver: 0,
  powerCuts: 0,
  silentReports: 0,
  maxSkewMs: 0,
};

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const MONTH_MS = 30 * DAY_MS;

/** A time without power; it ends at Infinity for a device that never comes back. */
export interface Outage {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** How long a device is unplugged: the share of the times, and the bounds between which the duration is drawn. */
const DURATIONS: readonly (readonly [share: number, leastMs: number, mostMs: number])[] = [
  [0.4, MINUTE_MS, 2 * HOUR_MS],
  [0.3, 6 * HOUR_MS, 14 * HOUR_MS],
  [0.2, DAY_MS, 14 * DAY_MS],
  [0.1, 14 * DAY_MS, 2 * MONTH_MS],
];
const NIGHT_MS = 8 * HOUR_MS;
/** How much earlier or later a night begins. */
const NIGHT_JITTER_MS = 2 * HOUR_MS;
const MAX_CUT_MS = HOUR_MS;

export interface PowerPlan {
  /** The outage that covers this time, or else the first one after it. Times must not decrease from call to call. */
  outageAt(ms: number): Outage;
}

/**
 * The outages of one device.
 * @param startMs the beginning of its life, in the unit and zero of `outageAt`
 */
export function powerPlan(behavior: DeviceBehavior, random: Random, startMs: number): PowerPlan {
  const nights = random.chance(behavior.nights) ? nightsOf(random, startMs) : undefined;
  const absences = behavior.unplugged > 0 ? absencesOf(behavior, random, startMs) : undefined;
  let [night, absence] = [nights?.next().value, absences?.next().value];
  return {
    outageAt(ms) {
      while (night && night.untilMs <= ms) night = nights?.next().value;
      while (absence && absence.untilMs <= ms) absence = absences?.next().value;
      const [first = NEVER, second = NEVER] = [night, absence];
      if (second.fromMs <= ms) return first.fromMs <= ms && first.untilMs > second.untilMs ? first : second;
      return first.fromMs <= second.fromMs ? first : second;
    },
  };
}

const NEVER: Outage = { fromMs: Number.POSITIVE_INFINITY, untilMs: Number.POSITIVE_INFINITY };

type Outages = Generator<Outage, undefined, undefined>;

function* nightsOf(random: Random, startMs: number): Outages {
  const bedtimeMs = startMs + random.below(DAY_MS);
  for (let night = 0; ; night += 1) {
    const fromMs = bedtimeMs + night * DAY_MS + random.below(NIGHT_JITTER_MS);
    yield { fromMs, untilMs: fromMs + NIGHT_MS + random.below(NIGHT_JITTER_MS) };
  }
}

function* absencesOf({ unplugged, forEver }: DeviceBehavior, random: Random, startMs: number): Outages {
  for (let ms = startMs; ; ) {
    // Exponentially distributed, so that an absence is as likely at each moment.
    const fromMs = ms - Math.log(1 - random.next()) * (MONTH_MS / unplugged);
    if (random.chance(forEver)) yield { fromMs, untilMs: Number.POSITIVE_INFINITY };
    ms = fromMs + durationOf(random);
    yield { fromMs, untilMs: ms };
  }
}

function durationOf(random: Random): number {
  let drawn = random.next();
  for (const [share, leastMs, mostMs] of DURATIONS) {
    if (drawn < share) return leastMs + random.below(mostMs - leastMs);
    drawn -= share;
  }
  return MINUTE_MS;
}

/** How long the power is away after a power cut at a step of an update, in milliseconds. */
export function cutDuration(random: Random): number {
  return 1_000 + random.below(MAX_CUT_MS);
}

/** The error of a device's clock after a power loss, in milliseconds; positive is ahead. */
export function clockError({ maxSkewMs }: DeviceBehavior, random: Random): number {
  return Math.round((random.next() * 2 - 1) * maxSkewMs);
}
