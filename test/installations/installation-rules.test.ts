import { decideHeartbeat, decideLastHeartbeat } from '../../src/domain/installations/heartbeat-rules.ts';
import { applyInterruption, applyReconcile } from '../../src/domain/installations/operator-rules.ts';
import { type DeviceReport, decideReport } from '../../src/domain/installations/report-rules.ts';
import { applyStall, applyStuck, applyWithdrawal } from '../../src/domain/rollouts/silence-rules.ts';
import { decideStall } from '../../src/domain/stalls/stall-rules.ts';
import type {
  LockedInstallation,
  PresenceFacts,
  ReleaseFacts,
} from '../../src/persistence/installations/installation-fields.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const NOW = new Date('2026-11-21T12:00:00Z');
const at = (milliseconds: number) => new Date(NOW.getTime() + milliseconds);

const release: ReleaseFacts = {
  id: 'release',
  lifecycle: 'ROLLING_OUT',
  channel: 'STABLE',
  version: '2.0.0',
  buildNumber: 20,
  securityVersion: 3,
};

/** An attempt whose device last reported NOW. */
function attempt(overrides: Partial<LockedInstallation> = {}): LockedInstallation {
  return {
    id: 'installation',
    deviceId: 'device',
    releaseId: release.id,
    attempt: 1,
    status: 'DOWNLOADING',
    closedReason: null,
    failureSource: null,
    failureCode: null,
    failureReason: null,
    fromVersion: '1.0.0',
    verification: null,
    evidence: null,
    reconcilable: false,
    restarts: 0,
    anomalies: 0,
    matchingHeartbeats: 0,
    firstMatchAt: null,
    startedAt: NOW,
    finishedAt: null,
    lastReportAt: NOW,
    lastReportMs: NOW.getTime(),
    stuckSince: null,
    retryAt: null,
    possiblyBricked: false,
    silent: false,
    revision: 1,
    createdAt: NOW,
    ...overrides,
  };
}

const presence = (overrides: Partial<PresenceFacts> = {}): PresenceFacts => ({
  lastSeenAt: NOW,
  timestampMs: NOW.getTime(),
  firmwareVersion: release.version,
  firmwareBuildNumber: release.buildNumber,
  otaSlot: null,
  uptime: 30,
  ...overrides,
});

function reported(installation: LockedInstallation, report: Partial<DeviceReport>) {
  const said = { failureReason: null, fromVersion: null, random: 0.5, receivedAt: NOW, signedMs: NOW.getTime() };
  return decideReport(
    { installation, release, presence: null, superseded: false, outOfService: false },
    { status: 'DOWNLOADING', ...said, ...report },
  );
}

describe('the last heartbeat of a device that is silent', () => {
  const heard = presence({ lastSeenAt: at(11 * MINUTE_MS), timestampMs: at(11 * MINUTE_MS).getTime() });

  it('the last heartbeat of a silent device counts as its first heartbeat with the new firmware', () => {
    const installation = attempt({ status: 'REBOOTING' });
    const decision = decideLastHeartbeat({ installation, release, device: { presence: heard } });
    expect(decision?.after).toMatchObject({ matchingHeartbeats: 1, firstMatchAt: heard.lastSeenAt });
  });

  it('the last heartbeat of a silent device never counts as the second one: that was judged when it came', () => {
    const installation = attempt({ status: 'VALIDATING', matchingHeartbeats: 1, firstMatchAt: at(MINUTE_MS) });
    expect(decideLastHeartbeat({ installation, release, device: { presence: heard } })).toBeUndefined();
  });
});

describe('the signed time of the newest report', () => {
  it('the signed time of the newest report stays the latest one, as long as no clock was ahead', () => {
    const late = reported(attempt(), { status: 'SUCCESS', signedMs: NOW.getTime() - 1_000, receivedAt: at(1_000) });
    expect(late.after).toMatchObject({ status: 'SUCCESS', lastReportMs: NOW.getTime(), lastReportAt: at(1_000) });
  });

  it('the signed time of the newest report is forgotten with the next report if the clock of the device was ahead', () => {
    const installation = attempt({ lastReportMs: at(HOUR_MS).getTime() });
    const { after: decided } = reported(installation, { status: 'INSTALLING', signedMs: at(1_000).getTime() });
    expect(decided).toMatchObject({ status: 'INSTALLING', lastReportMs: at(1_000).getTime() });
  });
});

describe('an attempt that ends in silence', () => {
  const stall = (overrides: Partial<LockedInstallation>) =>
    decideStall(attempt({ attempt: 4, stuckSince: at(-24 * HOUR_MS), ...overrides }), {
      now: NOW,
      lastSeenAt: null,
      random: 0.5,
    });

  it('an attempt that ends in silence before INSTALLING is repeated after 15 minutes, also the fourth', () => {
    expect(stall({ status: 'DOWNLOADING' })).toMatchObject({
      outcome: 'STALLED',
      after: { failureCode: 'STALLED_DOWNLOADING', silent: true, retryAt: at(15 * MINUTE_MS) },
    });
  });

  it('the fourth attempt that ends in silence from INSTALLING on is the last one', () => {
    expect(stall({ status: 'REBOOTING' })).toMatchObject({
      outcome: 'STALLED',
      after: { failureCode: 'STALLED_REBOOTING', silent: false, retryAt: null },
    });
  });
});

describe('what a decision changes of an attempt, and nothing else', () => {
  const changed = (before: object, after: object | undefined) =>
    Object.fromEntries(
      Object.entries(after ?? {}).filter(
        ([name, value]) => JSON.stringify(value) !== JSON.stringify(Reflect.get(before, name)),
      ),
    );

  /** Given up by the service, with a value in every field that an end or a new beginning clears. */
  const given = attempt({
    status: 'FAILED',
    failureSource: 'SERVER',
    failureCode: 'STALLED_DOWNLOADING',
    failureReason: 'No report',
    reconcilable: true,
    restarts: 3,
    anomalies: 2,
    matchingHeartbeats: 1,
    firstMatchAt: at(-2 * HOUR_MS),
    startedAt: at(-5 * HOUR_MS),
    finishedAt: at(-HOUR_MS),
    lastReportAt: at(-4 * HOUR_MS),
    lastReportMs: at(-4 * HOUR_MS).getTime(),
    stuckSince: at(-3 * HOUR_MS),
    retryAt: at(HOUR_MS),
    possiblyBricked: true,
    silent: true,
  });
  const alive = { lastReportAt: NOW, lastReportMs: NOW.getTime(), stuckSince: null, silent: false };
  const unfailed = {
    failureSource: null,
    failureCode: null,
    failureReason: null,
    retryAt: null,
    possiblyBricked: false,
    reconcilable: false,
    silent: false,
  };

  it.each<[what: string, report: Partial<DeviceReport>, changes: object]>([
    [
      'that it goes on',
      { status: 'INSTALLING' },
      { ...alive, ...unfailed, status: 'INSTALLING', finishedAt: null, matchingHeartbeats: 0, firstMatchAt: null },
    ],
    [
      'that it succeeded',
      { status: 'SUCCESS' },
      { ...alive, ...unfailed, status: 'SUCCESS', verification: 'UNVERIFIED', finishedAt: NOW },
    ],
    [
      'why it failed',
      { status: 'FAILED', failureReason: 'flash write' },
      {
        ...alive,
        failureSource: 'DEVICE',
        failureCode: 'FLASH_WRITE',
        failureReason: 'flash write',
        finishedAt: NOW,
        retryAt: at(15 * MINUTE_MS),
        possiblyBricked: false,
      },
    ],
    [
      'that it fell back',
      { status: 'ROLLED_BACK', failureReason: 'boot' },
      {
        ...alive,
        status: 'ROLLED_BACK',
        failureSource: 'DEVICE',
        failureCode: 'BOOT_FAILED',
        failureReason: 'boot',
        finishedAt: NOW,
        retryAt: null,
        possiblyBricked: false,
      },
    ],
  ])('a report %s changes these fields, and no others', (_what, report, changes) => {
    expect(changed(given, reported(given, report).after)).toEqual(changes);
  });

  it('a report that goes back is counted as a restart, and a late one as an anomaly', () => {
    const installing = attempt({ status: 'INSTALLING', startedAt: null, stuckSince: NOW, silent: true });
    const signed = { signedMs: at(1_000).getTime(), receivedAt: at(1_000) };
    const heard = { lastReportAt: at(1_000), lastReportMs: at(1_000).getTime(), stuckSince: null, silent: false };
    const again = reported(installing, { status: 'DOWNLOADING', ...signed });
    expect(changed(installing, again.after)).toEqual({
      ...heard,
      status: 'DOWNLOADING',
      startedAt: at(1_000),
      restarts: 1,
    });
    const late = reported(installing, { status: 'VERIFYING', ...signed });
    expect(changed(installing, late.after)).toEqual({ ...heard, anomalies: 1 });
  });

  it.each<[status: 'TRANSFERRING' | 'INSTALLING', anomalies: number]>([
    ['TRANSFERRING', 1],
    ['INSTALLING', 0],
  ])(
    'a fall back from %s counts as %i anomalies: before INSTALLING there is nothing to fall back from',
    (status, anomalies) => {
      expect(reported(attempt({ status }), { status: 'ROLLED_BACK' }).after.anomalies).toBe(anomalies);
    },
  );

  const locked = (installation: LockedInstallation) => ({
    installation,
    release,
    presence: null,
    superseded: false,
    outOfService: false,
  });
  const seen = (firmwareVersion: string) => ({
    firmwareVersion,
    firmwareBuildNumber: null,
    uptime: 30,
    timestampMs: at(HOUR_MS).getTime(),
    receivedAt: at(HOUR_MS),
  });

  it('a heartbeat with the new firmware clears what an operator had written', () => {
    const interrupted = { ...given, failureSource: 'OPERATOR', failureCode: 'USER_CANCELLED_BY_OPERATOR' } as const;
    const decision = decideHeartbeat(locked(interrupted), seen('2.0.0'));
    expect(changed(interrupted, decision?.after)).toEqual({
      ...unfailed,
      status: 'SUCCESS',
      verification: 'CONFIRMED',
      evidence: 'HEARTBEAT',
      finishedAt: at(HOUR_MS),
      stuckSince: null,
    });
  });

  it('a heartbeat with the old firmware after a restart writes the fall back', () => {
    const stuck = attempt({ status: 'REBOOTING', stuckSince: NOW, retryAt: NOW, silent: true });
    expect(changed(stuck, decideHeartbeat(locked(stuck), seen('1.0.0'))?.after)).toEqual({
      status: 'ROLLED_BACK',
      failureSource: 'SERVER',
      failureCode: 'UNKNOWN',
      failureReason: 'a heartbeat shows 1.0.0 again',
      finishedAt: at(HOUR_MS),
      retryAt: null,
      stuckSince: null,
      silent: false,
    });
  });

  it('an operator changes these fields, and no others', () => {
    expect(changed(given, applyReconcile(given, 'OPERATOR_ATTESTED', NOW))).toEqual({
      status: 'SUCCESS',
      verification: 'UNVERIFIED',
      evidence: 'OPERATOR_ATTESTED',
      failureSource: null,
      failureCode: null,
      failureReason: null,
      reconcilable: false,
      retryAt: null,
      possiblyBricked: false,
      stuckSince: null,
      finishedAt: NOW,
    });
    expect(changed(given, applyInterruption({ ...given, verification: 'CONTRADICTED' }, 'No report', NOW))).toEqual({
      failureSource: 'OPERATOR',
      failureCode: 'USER_CANCELLED_BY_OPERATOR',
      retryAt: null,
      stuckSince: null,
      possiblyBricked: false,
    });
  });

  it('silence and a device out of service change these fields, and no others', () => {
    const open = { ...given, status: 'DOWNLOADING', silent: false, possiblyBricked: false } as const;
    expect(changed(open, applyStuck(open, NOW))).toEqual({ stuckSince: NOW, silent: true });
    const giving = { now: NOW, lastSeenAt: null, retryAt: at(15 * MINUTE_MS) };
    expect(changed(open, applyStall(open, giving))).toEqual({
      status: 'FAILED',
      failureReason: `No report since ${at(-4 * HOUR_MS).toISOString()} while DOWNLOADING`,
      finishedAt: NOW,
      retryAt: at(15 * MINUTE_MS),
      silent: true,
    });
    expect(changed(given, applyWithdrawal(given))).toEqual({
      status: 'AVAILABLE',
      closedReason: 'DEVICE_OUT_OF_SERVICE',
      startedAt: null,
      stuckSince: null,
      silent: false,
      matchingHeartbeats: 0,
      firstMatchAt: null,
    });
  });
});
