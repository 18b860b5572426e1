import assert from 'node:assert/strict';
import { it } from 'node:test';
import { standingOf } from './update-standing.ts';

type Decision = Parameters<typeof standingOf>[0];
type Attempt = NonNullable<Parameters<typeof standingOf>[1]>;

const ASKED = '2026-11-29T08:00:00Z';
const SINCE = '2026-11-29T10:00:00Z';
const decision: Decision = {
  id: 'device',
  at: ASKED,
  reason: 'IN_PROGRESS',
  explanation: '',
  channel: 'BETA',
  currentFirmware: '2.1.0',
  appVersion: '2.0.0',
  releaseId: 'release',
  release: { id: 'release', version: '2.4.0', lifecycle: 'ROLLING_OUT' },
};
const attempt: Attempt = {
  id: 'installation',
  releaseId: 'release',
  version: '2.4.0',
  status: 'INSTALLING',
  closedReason: null,
  verification: null,
  failureSource: null,
  possiblyBricked: false,
  silent: false,
  stuckSince: null,
  lastReportAt: '2026-11-29T07:59:00Z',
  createdAt: '2026-11-29T07:50:00Z',
  updatedAt: '2026-11-29T07:59:00Z',
};
const online = { online: true, lastSeenAt: SINCE };
const offline = { online: false, lastSeenAt: '2026-11-19T08:00:00Z' };
const of = (change: Partial<Attempt>, decided: Partial<Decision> = {}) =>
  standingOf({ ...decision, ...decided }, { ...attempt, ...change }, online).standing;

it('the last decision holds while nothing has happened since', () => {
  assert.equal(of({}), 'IN_PROGRESS');
  assert.equal(standingOf({ ...decision, reason: 'NO_RELEASE' }, undefined, online).standing, 'NO_RELEASE');
});

it('an installation that stands still is not on its way, also while its device still asks', () => {
  const stuck = { ...attempt, stuckSince: '2026-11-29T07:59:30Z' };
  assert.deepEqual(standingOf(decision, stuck, online), { standing: 'STUCK', since: attempt.lastReportAt });
  assert.equal(of({ status: 'DOWNLOADING', stuckSince: SINCE, silent: true }), 'SILENT');
});

it('the end of an installation after the decision counts', () => {
  const ended = { updatedAt: SINCE };
  assert.equal(of({ ...ended, status: 'ROLLED_BACK' }), 'ROLLED_BACK_HERE');
  assert.equal(of({ ...ended, status: 'SUCCESS', verification: 'CONTRADICTED' }), 'ROLLED_BACK_HERE');
  assert.equal(of({ ...ended, status: 'SUCCESS', verification: 'UNVERIFIED' }), 'AWAITING_CONFIRMATION');
  assert.equal(of({ ...ended, status: 'SUCCESS', verification: 'CONFIRMED' }), 'INSTALLED');
  assert.equal(of({ ...ended, status: 'FAILED' }), 'FAILED');
  assert.equal(of({ ...ended, status: 'FAILED', possiblyBricked: true }), 'BRICKED');
  assert.equal(of({ ...ended, status: 'FAILED', failureSource: 'OPERATOR' }), 'INTERRUPTED');
});

it('the end of an installation before the decision is in the decision already', () => {
  assert.equal(of({ status: 'FAILED' }, { reason: 'RETRY_LATER' }), 'RETRY_LATER');
  assert.equal(of({ status: 'SUCCESS', verification: 'CONFIRMED' }, { reason: 'UP_TO_DATE' }), 'UP_TO_DATE');
});

it('an offer is not on its way once it was withdrawn, and a paused release goes on once it was resumed', () => {
  const paused = { id: 'release', version: '2.4.0', lifecycle: 'PAUSED' } as const;
  const offered = { status: 'AVAILABLE', closedReason: 'RELEASE_PAUSED' } as const;
  assert.equal(of(offered, { reason: 'OFFERED', release: paused }), 'PAUSED');
  assert.equal(of(offered, { reason: 'OFFERED' }), 'WITHDRAWN');
  assert.equal(of({ status: 'AVAILABLE', closedReason: 'SUPERSEDED' }, { reason: 'OFFERED' }), 'WITHDRAWN');
  assert.equal(of({ status: 'AVAILABLE' }, { reason: 'PAUSED' }), 'RESUMED');
});

it('a device whose turn has not come waits for what became of the release', () => {
  const standing = (lifecycle: 'PAUSED' | 'COMPLETED' | 'REVOKED' | 'ROLLING_OUT') => {
    const release = { id: 'release', version: '2.4.0', lifecycle };
    return standingOf({ ...decision, reason: 'NOT_IN_STAGE', release }, undefined, online).standing;
  };
  assert.equal(standing('ROLLING_OUT'), 'NOT_IN_STAGE');
  assert.equal(standing('PAUSED'), 'PAUSED');
  assert.equal(standing('COMPLETED'), 'CLOSED');
  assert.equal(standing('REVOKED'), 'REVOKED');
  // A role that may not read releases has the reason alone.
  assert.equal(
    standingOf({ ...decision, reason: 'NOT_IN_STAGE', release: null }, undefined, online).standing,
    'NOT_IN_STAGE',
  );
});

it('an update waits for a device that is off, and one that has failed does not', () => {
  assert.deepEqual(standingOf(decision, attempt, offline), { standing: 'OFFLINE', since: offline.lastSeenAt });
  const failed = { ...attempt, status: 'ROLLED_BACK', updatedAt: SINCE } as const;
  assert.equal(standingOf(decision, failed, offline).standing, 'ROLLED_BACK_HERE');
});
