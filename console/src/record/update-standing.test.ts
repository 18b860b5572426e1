import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type Known, standingOf, type UpdateStanding } from './update-standing.ts';

type Decision = NonNullable<Known['decision']>;
type Attempt = NonNullable<Known['attempt']>;
type Lifecycle = NonNullable<Known['lifecycle']>;

const REPORT = '2026-11-29T07:59:00Z';
const ASKED = '2026-11-29T08:00:00Z';
const NOW = Date.parse('2026-11-29T08:30:00Z');
const LONG_AGO = '2026-11-29T07:00:00Z';
const AFTER = '2026-11-29T10:00:00Z';
const HEARD = '2026-11-19T08:00:00Z';
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
  lastReportAt: REPORT,
  createdAt: '2026-11-29T07:50:00Z',
  updatedAt: REPORT,
};
const told = (reason: Decision['reason'], releaseLifecycle: Lifecycle | null = 'ROLLING_OUT'): Decision => ({
  at: ASKED,
  reason,
  releaseId: releaseLifecycle && 'release',
  releaseLifecycle,
});
const begun = told('IN_PROGRESS');
const offered = told('OFFERED');
const offer = { status: 'AVAILABLE', lastReportAt: null } as const;
const stuck = { stuckSince: AFTER } as const;
const silent = { status: 'DOWNLOADING', stuckSince: AFTER, silent: true } as const;
const ended = { status: 'FAILED', updatedAt: AFTER } as const;
const ON = { online: true, lastSeenAt: AFTER };
const OFF = { online: false, lastSeenAt: HEARD };

type Case = readonly [
  what: string,
  decision: Decision | null,
  attempt: Partial<Attempt> | undefined,
  /** While the device is online, and while it is off. */
  online: UpdateStanding,
  offline: UpdateStanding,
  lifecycle?: Lifecycle,
];

const CASES: readonly Case[] = [
  // The decision alone.
  ['nothing for it', told('NO_RELEASE', null), undefined, 'NO_RELEASE', 'NO_RELEASE'],
  ['its turn has not come', told('NOT_IN_STAGE'), undefined, 'NOT_IN_STAGE', 'NOT_IN_STAGE'],
  ['its release was paused since', told('NOT_IN_STAGE', 'PAUSED'), undefined, 'PAUSED', 'PAUSED'],
  ['its release was completed since', told('NOT_IN_STAGE', 'COMPLETED'), undefined, 'CLOSED', 'CLOSED'],
  ['its release was revoked since', told('NOT_IN_STAGE', 'REVOKED'), undefined, 'REVOKED', 'REVOKED'],
  ['its release goes on again', told('PAUSED'), offer, 'RESUMED', 'OFFLINE'],
  ['it waits for a download', told('DOWNLOADS_BUSY'), undefined, 'DOWNLOADS_BUSY', 'OFFLINE'],
  // The installation goes on.
  ['it was offered', offered, offer, 'OFFERED', 'OFFLINE'],
  ['it was offered and has not begun', { ...offered, at: LONG_AGO }, offer, 'UNBEGUN', 'OFFLINE'],
  ['it was offered, has not begun and is found stuck', offered, { ...offer, ...stuck }, 'UNBEGUN', 'OFFLINE'],
  ['it has begun', begun, {}, 'IN_PROGRESS', 'OFFLINE'],
  ['it goes on while its release is paused', told('IN_PROGRESS', 'PAUSED'), {}, 'IN_PROGRESS', 'OFFLINE'],
  ['it goes on after the release was completed', told('IN_PROGRESS', 'COMPLETED'), {}, 'IN_PROGRESS', 'OFFLINE'],
  ['the release was revoked', told('IN_PROGRESS', 'REVOKED'), {}, 'REVOKED', 'REVOKED'],
  ['it runs the firmware already', told('FINISHING'), {}, 'FINISHING', 'OFFLINE'],
  ['the sweep found it stuck', begun, stuck, 'STUCK', 'OFFLINE'],
  ['the sweep found it silent', begun, silent, 'SILENT', 'OFFLINE'],
  // The offer was withdrawn.
  ['paused', told('OFFERED', 'PAUSED'), { ...offer, closedReason: 'RELEASE_PAUSED' }, 'PAUSED', 'PAUSED'],
  ['paused and resumed', offered, { ...offer, closedReason: 'RELEASE_PAUSED' }, 'WITHDRAWN', 'WITHDRAWN'],
  ['another one was offered', offered, { ...offer, closedReason: 'SUPERSEDED' }, 'WITHDRAWN', 'WITHDRAWN'],
  ['revoked', told('OFFERED', 'REVOKED'), { ...offer, closedReason: 'RELEASE_REVOKED' }, 'REVOKED', 'REVOKED'],
  ['out of service', begun, { closedReason: 'DEVICE_OUT_OF_SERVICE' }, 'DEVICE_STATUS', 'DEVICE_STATUS'],
  ['told that it is out of service', told('DEVICE_STATUS', null), {}, 'DEVICE_STATUS', 'DEVICE_STATUS'],
  // It ended after the decision.
  ['rolled back', begun, { ...ended, status: 'ROLLED_BACK' }, 'ROLLED_BACK_HERE', 'ROLLED_BACK_HERE'],
  [
    'contradicted',
    begun,
    { ...ended, status: 'SUCCESS', verification: 'CONTRADICTED' },
    'ROLLED_BACK_HERE',
    'ROLLED_BACK_HERE',
  ],
  ['reported', begun, { ...ended, status: 'SUCCESS', verification: 'UNVERIFIED' }, 'AWAITING_CONFIRMATION', 'OFFLINE'],
  ['confirmed', begun, { ...ended, status: 'SUCCESS', verification: 'CONFIRMED' }, 'INSTALLED', 'INSTALLED'],
  ['failed', begun, ended, 'FAILED', 'FAILED'],
  ['failed after it was stuck', begun, { ...ended, stuckSince: AFTER }, 'FAILED', 'FAILED'],
  ['may be bricked', begun, { ...ended, possiblyBricked: true }, 'BRICKED', 'BRICKED'],
  ['interrupted', begun, { ...ended, failureSource: 'OPERATOR' }, 'INTERRUPTED', 'INTERRUPTED'],
  // It ended before the decision, which says so.
  ['to be tried again', told('RETRY_LATER'), { status: 'FAILED' }, 'RETRY_LATER', 'OFFLINE'],
  ['up to date', told('UP_TO_DATE'), { status: 'SUCCESS', verification: 'CONFIRMED' }, 'UP_TO_DATE', 'UP_TO_DATE'],
  // The decision is of another release, is older, or may not be read: the installation says what the device was told.
  ['no decision, offered', null, offer, 'OFFERED', 'OFFLINE'],
  ['no decision, not begun', null, { ...offer, createdAt: LONG_AGO }, 'UNBEGUN', 'OFFLINE'],
  ['no decision, begun', null, {}, 'IN_PROGRESS', 'OFFLINE'],
  ['no decision, stuck', null, stuck, 'STUCK', 'OFFLINE'],
  ['no decision, revoked', null, {}, 'REVOKED', 'REVOKED', 'REVOKED'],
  ['of another release', { ...told('OTHER_MODEL'), releaseId: 'other' }, {}, 'IN_PROGRESS', 'OFFLINE'],
  ['of none, and it went on', told('HARDWARE_MISMATCH', null), { lastReportAt: AFTER }, 'IN_PROGRESS', 'OFFLINE'],
];

it('the standing of an update follows from the decision, what happened since and whether the device is online', () => {
  for (const [what, decision, change, online, offline, lifecycle] of CASES) {
    const known = { decision, attempt: change && { ...attempt, ...change }, lifecycle };
    assert.equal(standingOf({ ...known, presence: ON }, NOW).standing, online, what);
    assert.equal(standingOf(known, NOW).standing, online, `${what}, where presence may not be read`);
    assert.equal(standingOf({ ...known, presence: OFF }, NOW).standing, offline, `${what}, off`);
  }
});

it('a device that is off was last heard then, and an update without progress has its last report and when that was noticed', () => {
  const found = { report: REPORT, found: AFTER };
  const known = { decision: begun, attempt: { ...attempt, ...stuck } };
  const offSince = undefined;
  assert.deepEqual(standingOf({ ...known, presence: ON }, NOW), {
    standing: 'STUCK',
    since: REPORT,
    stuck: found,
    offSince,
  });
  assert.deepEqual(standingOf({ ...known, presence: OFF }, NOW), {
    standing: 'OFFLINE',
    since: HEARD,
    stuck: found,
    offSince,
  });
  assert.equal(standingOf({ decision: begun, attempt: { ...attempt, ...stuck, ...ended } }, NOW).stuck, undefined);
});

it('a device that waits for its turn also has since when it is off', () => {
  const waits = { decision: told('NOT_IN_STAGE') };
  assert.equal(standingOf({ ...waits, presence: OFF }, NOW).offSince, HEARD);
  assert.equal(standingOf({ ...waits, presence: ON }, NOW).offSince, undefined);
  assert.equal(standingOf({ decision: told('UP_TO_DATE'), presence: OFF }, NOW).offSince, undefined);
});
