import fc from 'fast-check';
import type { InstallationStatus } from '../../src/model/enums.ts';

/** What a real device does with an update, and what the network makes of what it says. */

export const OLD_VERSION = '1.0.0';
export const NEW_VERSION = '2.0.0';

/** Something the device says, signed at `second` of its history. */
export type Message =
  | { readonly kind: 'report'; readonly second: number; readonly status: InstallationStatus }
  | { readonly kind: 'heartbeat'; readonly second: number; readonly version: string; readonly uptime: number };

export interface History {
  readonly messages: readonly Message[];
  /** Where the device really is in the end. */
  readonly truth: InstallationStatus;
  /** What it runs in the end, and since which second. */
  readonly version: string;
  readonly bootedAt: number;
  /** What arrives, in this order: positions in `messages`. */
  readonly delivered: readonly number[];
}

type End = 'UNDER WAY' | 'SUCCESS' | 'FAILED' | 'ROLLED_BACK' | 'SUCCESS, then ROLLED_BACK';

interface Plan {
  readonly end: End;
  /** Power cuts: how many statuses of a run were said before it. */
  readonly cuts: readonly number[];
  readonly relayed: boolean;
  /** How far a run that fails, or is not done yet, comes. */
  readonly comesTo: number;
  /** Where the network takes its decisions from. */
  readonly chance: readonly number[];
  /** The last report is lost as well, where heartbeats can make up for it. */
  readonly lastIsLost: boolean;
}

const DOWN: readonly InstallationStatus[] = ['QUEUED', 'DOWNLOADING', 'VERIFYING', 'INSTALLING'];
const DOWN_RELAYED: readonly InstallationStatus[] = [
  'QUEUED',
  'DOWNLOADING',
  'VERIFYING',
  'TRANSFERRING',
  'INSTALLING',
];
const MAX_MESSAGES = 40;

const plans: fc.Arbitrary<Plan> = fc.record({
  end: fc.constantFrom<End>('UNDER WAY', 'SUCCESS', 'FAILED', 'ROLLED_BACK', 'SUCCESS, then ROLLED_BACK'),
  cuts: fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 3 }),
  relayed: fc.boolean(),
  comesTo: fc.integer({ min: 1, max: 4 }),
  chance: fc.array(fc.nat(9_999), { minLength: 3 * MAX_MESSAGES, maxLength: 3 * MAX_MESSAGES }),
  lastIsLost: fc.boolean(),
});

/** A true history with any permutation, duplication and loss of what was said. */
export const histories: fc.Arbitrary<History> = plans.map(historyOf);

function historyOf(plan: Plan): History {
  const messages: Message[] = [];
  let second = 0;
  let bootedAt = -600;
  const say = (status: InstallationStatus) => messages.push({ kind: 'report', second: second++, status });
  const beat = (version: string) => messages.push({ kind: 'heartbeat', second, version, uptime: second++ - bootedAt });
  const boot = () => {
    bootedAt = second++;
  };
  const way = plan.relayed ? DOWN_RELAYED : DOWN;

  for (const [index, said] of plan.cuts.entries()) {
    // After a power cut it goes on with the download, which it resumes.
    for (const status of way.slice(index === 0 ? 0 : 1, said)) say(status);
    boot();
    beat(OLD_VERSION);
  }
  const run = way.slice(plan.cuts.length > 0 ? 1 : 0);
  if (plan.end === 'UNDER WAY') {
    // After a power cut the device is where its download is: what comes then looks like any other run.
    const done = run.slice(0, plan.cuts.length > 0 ? 1 : plan.comesTo);
    for (const status of done) say(status);
    return delivered(plan, messages, { truth: done.at(-1) ?? 'QUEUED', version: OLD_VERSION, bootedAt }, false);
  }
  if (plan.end === 'FAILED') {
    for (const status of run.slice(0, plan.comesTo)) say(status);
    say('FAILED');
    return delivered(plan, messages, { truth: 'FAILED', version: OLD_VERSION, bootedAt }, false);
  }
  for (const status of run) say(status);
  say('REBOOTING');
  boot();
  if (plan.end === 'SUCCESS') beat(NEW_VERSION);
  say('VALIDATING');
  if (plan.end !== 'ROLLED_BACK') say('SUCCESS');
  if (plan.end === 'SUCCESS')
    return delivered(plan, messages, { truth: 'SUCCESS', version: NEW_VERSION, bootedAt }, true);
  boot();
  beat(OLD_VERSION);
  say('ROLLED_BACK');
  return delivered(plan, messages, { truth: 'ROLLED_BACK', version: OLD_VERSION, bootedAt }, true);
}

/** The network: each message comes not at all, once or twice, in any order; the last one comes, or one that leads to it. */
function delivered(
  { chance, lastIsLost }: Plan,
  messages: readonly Message[],
  truth: Pick<History, 'truth' | 'version' | 'bootedAt'>,
  provable: boolean,
): History {
  const reports = messages.flatMap(({ kind }, index) => (kind === 'report' ? [index] : []));
  const last = reports.at(-1) ?? 0;
  const before = reports.at(-2) ?? 0;
  const certain = lastIsLost && provable ? before : last;
  const copies = messages.flatMap((_message, index) => {
    const wanted = [0, 1, 1, 2][(chance[index] ?? 0) % 4] ?? 1;
    if (index === certain) return Array<number>(Math.max(wanted, 1)).fill(index);
    return index === last && certain === before ? [] : Array<number>(wanted).fill(index);
  });
  const places = copies.map((index, at) => ({ index, place: chance[MAX_MESSAGES + at] ?? 0 }));
  places.sort((a, b) => a.place - b.place);
  return { messages, ...truth, delivered: places.map(({ index }) => index) };
}
