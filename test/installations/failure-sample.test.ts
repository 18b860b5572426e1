import fc from 'fast-check';
import {
  countingAttempts,
  type EndedAttempt,
  evidenceOf,
  failureRateOf,
  sampleOf,
} from '../../src/domain/rollouts/evidence-rules.ts';
import { readFailureSamples } from '../../src/domain/rollouts/failure-samples.ts';
import { cleanTestApp, type TestApp } from '../support/app.ts';
import { makeInstallation } from '../support/factories/installation.ts';
import { HOUR_MS, makeFleet } from './small-fleet.ts';

const RUNS = process.env.HEAVY === '1' ? 300 : 30;

let app: TestApp;
beforeAll(async () => {
  app = await cleanTestApp();
});
afterAll(() => app.stop());

const plain = {
  status: 'FAILED',
  verification: null,
  failureSource: 'DEVICE',
  failureCode: 'FLASH_WRITE',
  silent: false,
  possiblyBricked: false,
} as const;

const SUCCEEDED = {
  ...plain,
  status: 'SUCCESS',
  failureSource: null,
  failureCode: null,
  verification: 'UNVERIFIED',
} as const;
const ENDS: readonly string[] = ['SUCCESS', 'FAILED', 'ROLLED_BACK'];

describe('what an attempt tells of its release', () => {
  it.each([
    ['that failed', {}, 'FAILURE'],
    ['that succeeded', { status: 'SUCCESS', failureSource: null, failureCode: null }, 'SUCCESS'],
    ['that rolled back', { status: 'ROLLED_BACK' }, 'FELL_BACK'],
    ['whose success was contradicted', { status: 'SUCCESS', verification: 'CONTRADICTED' }, 'FELL_BACK'],
    ['that may be bricked', { possiblyBricked: true, failureSource: 'SERVER' }, 'BRICKED'],
    ['of a device that may be switched off', { silent: true, failureSource: 'SERVER' }, 'NONE'],
    ['that an operator ended', { failureSource: 'OPERATOR' }, 'NONE'],
    ['that a user ended', { failureCode: 'USER_CANCELLED' }, 'NONE'],
    ['that ended for want of power', { failureCode: 'BATTERY_LOW' }, 'NONE'],
    ['that goes on', { status: 'DOWNLOADING', failureSource: null, failureCode: null }, 'NONE'],
  ] as const)('%s', (_what, facts, expected) => {
    expect(evidenceOf({ ...plain, ...facts })).toBe(expected);
  });

  it('a device that may be bricked counts twice in the failure rate, which is 1 at most', () => {
    const sample = { succeeded: 14, failed: 1, fellBack: 1, bricked: 1 };
    expect(failureRateOf(sample)).toBeCloseTo(2 / 15);
    expect(failureRateOf({ succeeded: 0, failed: 3, fellBack: 3, bricked: 3 })).toBe(1);
    expect(failureRateOf({ succeeded: 0, failed: 0, fellBack: 0, bricked: 0 })).toBeNull();
  });
});

/** The end of an attempt, and how many hours ago. A release that a device has had is not offered to it again. */
const end = fc.record({
  status: fc.constantFrom('AVAILABLE', 'DOWNLOADING', 'FAILED', 'FAILED', 'FAILED', 'ROLLED_BACK'),
  failureSource: fc.constantFrom('DEVICE', 'SERVER', 'OPERATOR'),
  failureCode: fc.constantFrom('FLASH_WRITE', 'BATTERY_LOW', 'USER_CANCELLED', null),
  verification: fc.constantFrom(null, null, 'CONTRADICTED'),
  silent: fc.boolean(),
  possiblyBricked: fc.boolean(),
  hours: fc.integer({ min: 0, max: 9 }),
});
const life = fc.record({
  ends: fc.array(end, { maxLength: 4 }),
  /** The position of the attempt that succeeded; beyond them for none. */
  success: fc.integer({ min: 0, max: 8 }),
});

it('the database selects the attempts that count as the rule does', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(life, { maxLength: 6 }),
      fc.option(fc.integer({ min: 0, max: 9 })),
      async (lives, window) => {
        const { release, devices } = await makeFleet(app, Math.max(1, lives.length));
        const now = app.clock.now();
        const ago = (hours: number) => new Date(now.getTime() - hours * HOUR_MS);
        const since = window === null ? null : ago(window);
        await app.sql('update release set failure_window_from = $2 where id = $1', [release.id, since]);
        const attempts: EndedAttempt[] = [];
        for (const [index, { ends, success }] of lives.entries()) {
          const deviceId = devices[index]?.id ?? '';
          for (const [at, { hours, ...ended }] of ends.entries()) {
            const facts = at === success ? SUCCEEDED : { ...plain, ...ended };
            const isOver = ENDS.includes(facts.status);
            const attempt = { attempt: at + 1, finishedAt: isOver ? ago(hours) : null, ...facts };
            const closedReason = isOver ? null : 'SUPERSEDED';
            await makeInstallation(app, { id: deviceId }, release, { ...attempt, closedReason, watched: false });
            attempts.push({ deviceId, ...attempt });
          }
        }
        const counting = countingAttempts(attempts, since).map((each) => ({ ...each, count: 1 }));
        const [sample] = await readFailureSamples(app.runtime.em().fork(), [release.id]);
        expect(sample).toEqual(sampleOf(counting));
      },
    ),
    { numRuns: RUNS },
  );
});
