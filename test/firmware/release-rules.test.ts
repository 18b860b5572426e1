import {
  applyLifecycleChange,
  applyPause,
  type ReleaseState,
  SYSTEM,
} from '../../src/domain/firmware/release-rules.ts';

const THEN = new Date('2026-11-01T08:00:00.000Z');
const NOW = new Date('2026-11-26T08:00:00.000Z');

const release = (state: Partial<ReleaseState>): ReleaseState => ({
  lifecycle: 'ROLLING_OUT',
  rolloutPercentage: 10,
  rolloutStartedAt: THEN,
  completedAt: null,
  revokedAt: null,
  failureWindowFrom: null,
  pauseReason: null,
  pausedBy: null,
  ...state,
});
const by = { defaultPercentage: 25, by: 'an admin', now: NOW };

it.each<[what: string, from: Partial<ReleaseState>, change: Parameters<typeof applyLifecycleChange>[1], to: object]>([
  [
    'a first rollout takes the default percentage, and begins now',
    { lifecycle: 'READY', rolloutPercentage: 0, rolloutStartedAt: null },
    { status: 'ROLLING_OUT' },
    { rolloutPercentage: 25, rolloutStartedAt: NOW },
  ],
  [
    'a first rollout keeps the percentage of its upload',
    { lifecycle: 'READY', rolloutPercentage: 5, rolloutStartedAt: null },
    { status: 'ROLLING_OUT' },
    { rolloutPercentage: 5, rolloutStartedAt: NOW },
  ],
  [
    'a pause by hand names who paused, and no reason of before',
    { pauseReason: 'of before' },
    { status: 'PAUSED' },
    { pausedBy: 'an admin', pauseReason: null },
  ],
  [
    'a resumed rollout is no longer paused, and counts failures as before',
    { lifecycle: 'PAUSED', pausedBy: 'an admin', failureWindowFrom: THEN },
    { status: 'ROLLING_OUT' },
    { pausedBy: null, pauseReason: null, failureWindowFrom: THEN, rolloutStartedAt: THEN },
  ],
  [
    'a rollout that is resumed after the service paused it counts failures from now on',
    { lifecycle: 'PAUSED', pausedBy: SYSTEM, pauseReason: '5 of 5 installations failed' },
    { status: 'ROLLING_OUT', rolloutPercentage: 1 },
    { pausedBy: null, pauseReason: null, failureWindowFrom: NOW, rolloutPercentage: 1 },
  ],
  [
    'a completed rollout keeps who paused it, and why',
    { lifecycle: 'PAUSED', pausedBy: SYSTEM, pauseReason: '5 of 5 installations failed' },
    { status: 'COMPLETED' },
    { completedAt: NOW, pausedBy: SYSTEM, pauseReason: '5 of 5 installations failed' },
  ],
  [
    'a revoked release keeps when it was completed',
    { lifecycle: 'COMPLETED', completedAt: THEN },
    { status: 'REVOKED' },
    { completedAt: THEN, revokedAt: NOW },
  ],
])('%s', (_what, from, change, to) => {
  expect(applyLifecycleChange(release(from), change, by)).toEqual({
    ...release(from),
    lifecycle: change.status,
    ...to,
  });
});

it('the service pauses with its reason, and changes nothing else', () => {
  expect(applyPause(release({ rolloutPercentage: 50 }), 'too many')).toEqual(
    release({ lifecycle: 'PAUSED', rolloutPercentage: 50, pausedBy: SYSTEM, pauseReason: 'too many' }),
  );
});
