import { isInTime } from '../../../src/domain/devices/device-proof.ts';
import { applyLifecycleChange, applyPause, type LifecycleChange } from '../../../src/domain/firmware/release-rules.ts';
import { reasonToPause } from '../../../src/domain/installations/failure-gate.ts';
import {
  decideHeartbeat,
  decideLastHeartbeat,
  type HeartbeatSeen,
} from '../../../src/domain/installations/heartbeat-rules.ts';
import { decideReport } from '../../../src/domain/installations/report-rules.ts';
import { competingAttempt, directiveOf, rankOf, stateOf } from '../../../src/domain/installations/state-rules.ts';
import type { InstallationFields } from '../../../src/domain/installations/store.ts';
import { nextWatch } from '../../../src/domain/installations/watch.ts';
import { decideOffer, isRenewable } from '../../../src/domain/offers/eligibility-rules.ts';
import { LEASE_MS, takesPlaceFrom, unusedLeasesOf } from '../../../src/domain/offers/lease-rules.ts';
import { releasesOf, requesterOf } from '../../../src/domain/offers/offer-facts.ts';
import { pollAfterSeconds } from '../../../src/domain/offers/poll-interval.ts';
import { installs } from '../../../src/domain/rollouts/service-rules.ts';
import { decideWithdrawal } from '../../../src/domain/rollouts/silence-rules.ts';
import { decideStall } from '../../../src/domain/stalls/stall-rules.ts';
import type { ClosedReason, DeviceStatus, Directive, InstallationStatus } from '../../../src/model/enums.ts';
import type { ReleaseKey, RolloutSettings } from '../../../src/model/ports.ts';
import type { RequesterRow } from '../../../src/persistence/offers/offer-rows.ts';
import { HARDWARE, MemoryStore, type ReleaseRow, type StoredRow } from './memory-store.ts';

/** What a device says. `sent` is the same for copies of one message. */
export type Message = { readonly deviceId: string; readonly signedMs: number; readonly sent: number } & (
  | { readonly kind: 'heartbeat'; readonly version: string; readonly uptime: number }
  | { readonly kind: 'lookUp'; readonly version: string }
  | {
      readonly kind: 'report';
      readonly installationId: string;
      readonly releaseId: string;
      readonly status: InstallationStatus;
      readonly fromVersion: string;
      readonly failureReason?: string;
    }
);

/** What it is answered; the code of an error otherwise. */
export type Reply =
  | { readonly code: string }
  | { readonly code: 'OK'; readonly directive: Directive }
  | {
      readonly code: 'OK';
      readonly reason: string;
      readonly pollMs: number;
      readonly offer: { readonly installationId: string; readonly releaseId: string; readonly version: string } | null;
    };

/** An event for whoever watches the service. */
export interface Observer {
  /** An installation has another status. */
  changed(row: StoredRow): void;
  paused(release: ReleaseRow): void;
}

const SEEN_EVERY_MS = 30_000;
const NO_KEYS: readonly ReleaseKey[] = [];
/** What heartbeats are held against begins at INSTALLING. */
const WATCHED_RANK = 5;

/** The service without its database and transports: each decision is made by the rules that the service uses. */
export class MemoryService {
  readonly store = new MemoryStore();
  readonly #seen = new Map<string, Reply>();
  #made = 0;
  readonly #settings: RolloutSettings;
  readonly #random: () => number;
  readonly #observer: Observer;

  constructor(settings: RolloutSettings, random: () => number, observer: Observer) {
    this.#settings = settings;
    this.#random = random;
    this.#observer = observer;
  }

  addDevice(id: string, model: string): void {
    this.store.devices.set(id, { ...NEW_DEVICE, id, serial: id, model });
  }

  addRelease(id: string, version: string): void {
    this.store.putRelease({ ...NEW_RELEASE, id, version, buildNumber: buildOf(version) });
  }

  receive(message: Message, now: Date): Reply {
    const device = this.store.devices.get(message.deviceId);
    if (!device || device.status === 'REVOKED') return { code: 'DEVICE_PROOF_INVALID' };
    if (!isInTime({ secretIndex: 0, timestampMs: message.signedMs }, now))
      return { code: 'DEVICE_TIMESTAMP_OUT_OF_RANGE' };
    if (device.status === 'RETIRED') return { code: 'DEVICE_NOT_ALLOWED' };
    if (message.kind === 'heartbeat') return this.#heartbeat(message, now);
    return message.kind === 'lookUp' ? this.#lookUp(message, now) : this.#report(message, now);
  }

  #heartbeat(message: Message & { kind: 'heartbeat' }, now: Date): Reply {
    const { deviceId, version, uptime, signedMs } = message;
    const before = this.store.devices.get(deviceId);
    const isNewest = this.#see(deviceId, version, signedMs, now, uptime);
    const watched = before?.watchedInstallationId ?? null;
    if (isNewest && (watched || before?.presence?.firmwareVersion !== version))
      this.#infer(deviceId, watched, { firmwareVersion: version, uptime, timestampMs: signedMs, receivedAt: now });
    return { code: 'OK', directive: 'NONE' };
  }

  /** What `inferFromHeartbeat` does. */
  #infer(deviceId: string, watched: string | null, shown: Omit<HeartbeatSeen, 'firmwareBuildNumber'>): void {
    const now = shown.receivedAt;
    const seen = { ...shown, firmwareBuildNumber: null };
    const device = this.store.devices.get(deviceId);
    const installation = watched
      ? this.store.installations.get(watched)
      : this.store.unreported(deviceId, seen.firmwareVersion);
    const release = installation && this.store.releases.get(installation.releaseId);
    if (!device || !installation || !release || device.watchedInstallationId !== watched) return;
    const { presence } = device;
    const facts = { installation, release, presence, superseded: false, outOfService: false };
    const decision = decideHeartbeat(facts, seen);
    if (decision) {
      this.#store(installation, decision.after, now);
      if (decision.failed) this.#pauseIfFailing(release.id, now);
    }
  }

  /** Keeps the newest signed version and time of a device. @returns false for an older one */
  #see(deviceId: string, version: string, signedMs: number, now: Date, uptime: number | null): boolean {
    const device = this.store.devices.get(deviceId);
    if (!device) return false;
    const { presence, ...row } = device;
    if (presence ? signedMs <= presence.timestampMs : uptime === null) return false;
    // A look-up that shows nothing new is noted every thirty seconds at most.
    const isRecent = presence && now.getTime() - presence.lastSeenAt.getTime() <= SEEN_EVERY_MS;
    if (uptime === null && isRecent && presence.firmwareVersion === version) return true;
    const lastSeenAt = presence && presence.lastSeenAt > now ? presence.lastSeenAt : now;
    this.store.devices.set(deviceId, {
      ...row,
      presence: {
        lastSeenAt,
        timestampMs: signedMs,
        firmwareVersion: version,
        firmwareBuildNumber: null,
        otaSlot: null,
        uptime: uptime ?? presence?.uptime ?? 0,
      },
    });
    return true;
  }

  #lookUp(message: Message & { kind: 'lookUp' }, now: Date): Reply {
    const { deviceId, version, signedMs } = message;
    const row = this.store.requester(deviceId, version);
    if (!row) return { code: 'DEVICE_PROOF_INVALID' };
    const reply = this.#offer(row, version, now);
    this.#see(deviceId, version, signedMs - 1, now, null);
    if (row.seenVersion !== null && row.seenVersion !== version && row.attempts.length > 0)
      this.#infer(deviceId, null, { firmwareVersion: version, uptime: 0, timestampMs: signedMs, receivedAt: now });
    return reply;
  }

  #offer(row: RequesterRow, version: string, now: Date): Reply {
    const { deviceId } = row;
    const question = {
      serial: row.serial,
      hardwareRevision: HARDWARE,
      currentFirmware: version,
      appVersion: '2.0.0',
      channel: 'STABLE' as const,
    };
    const requester = requesterOf(row, question);
    const releases = releasesOf(this.store.offerable(), NO_KEYS, now);
    const decision = decideOffer(requester, releases, now);
    const share = this.#random();
    const answer = (reason: typeof decision.reason, offered?: StoredRow): Reply => {
      const waits = decision.kind === 'none' ? decision : { mandatoryWaits: false, retryAt: null };
      const pollMs = pollAfterSeconds({ reason, ...waits, now, share }) * 1_000;
      if (!offered) return { code: 'OK', reason, pollMs, offer: null };
      const target = this.store.releases.get(offered.releaseId)?.version ?? '';
      const offer = { installationId: offered.id, releaseId: offered.releaseId, version: target };
      return { code: 'OK', reason, pollMs, offer };
    };
    if (decision.kind === 'none') return answer(decision.reason);
    const { open, release } = decision;
    const known = open && this.store.installations.get(open.installationId);
    if (decision.kind === 'continue') return answer(decision.reason, known);
    const since = new Date(now.getTime() - LEASE_MS);
    if (known && known.updatedAt > since) return answer(decision.reason, known);
    const past = requester.attempts.find(({ releaseId }) => releaseId === release.id);
    const unusedLeases = unusedLeasesOf(past);
    const taken = this.store
      .leases(since)
      .filter(
        (lease) =>
          lease.deviceId !== deviceId &&
          takesPlaceFrom({ used: lease.status !== 'AVAILABLE', unusedLeases: lease.unusedLeases }, { unusedLeases }),
      );
    if (taken.length >= this.#settings.maxConcurrentDownloads) return answer('DOWNLOADS_BUSY');
    const others = this.store.rowsOf(deviceId);
    for (const other of others) {
      if (other.releaseId !== release.id && other.status === 'AVAILABLE' && !other.closedReason)
        this.#close({ ...other, silent: false, stuckSince: null }, 'SUPERSEDED', now);
    }
    const renewed = past && isRenewable(past) ? this.store.installations.get(past.installationId) : undefined;
    const next: StoredRow = renewed
      ? { ...renewed, ...RENEWED, fromVersion: version, unusedLeases, updatedAt: now }
      : this.#newRow(deviceId, release.id, version, now);
    this.store.put(next);
    return answer(decision.reason, next);
  }

  #newRow(deviceId: string, releaseId: string, fromVersion: string, now: Date): StoredRow {
    const attempts = this.store.rowsOf(deviceId).filter((row) => row.releaseId === releaseId);
    this.#made += 1;
    return {
      ...NEW_ROW,
      id: `installation-${this.#made}`,
      deviceId,
      releaseId,
      attempt: Math.max(0, ...attempts.map(({ attempt }) => attempt)) + 1,
      fromVersion,
      createdAt: now,
      updatedAt: now,
    };
  }

  #report(message: Message & { kind: 'report' }, now: Date): Reply {
    const { deviceId, installationId, releaseId, status, signedMs, failureReason, fromVersion } = message;
    const installation = this.store.installations.get(installationId);
    const release = this.store.releases.get(releaseId);
    const device = this.store.devices.get(deviceId);
    if (!installation || !release || !device) return { code: 'INSTALLATION_NOT_FOUND' };
    const key = `${installationId} ${status} ${signedMs}`;
    const before = this.#seen.get(key);
    if (before) return 'directive' in before ? { ...before, directive: directiveOf(installation, release) } : before;
    const competing = competingAttempt(installation, this.store.rowsOf(deviceId));
    const superseded = competing !== undefined && (rankOf(competing.status) ?? 0) > 1;
    const decision = decideReport(
      {
        installation,
        release,
        presence: device.presence,
        superseded,
        outOfService: !installs(device.status, release.channel),
      },
      {
        status,
        signedMs,
        receivedAt: now,
        failureReason: failureReason ?? null,
        fromVersion,
        random: this.#random(),
      },
    );
    const { after, rejection, directive, failed } = decision;
    const yielding = competing && this.store.installations.get(competing.id);
    if (yielding && stateOf(installation) !== 'OPEN' && stateOf(after) === 'OPEN')
      this.#close(yielding, 'SUPERSEDED', now);
    this.#store(installation, after, now, (rankOf(status) ?? WATCHED_RANK) >= WATCHED_RANK);
    if (failed) this.#pauseIfFailing(releaseId, now);
    const reply: Reply = rejection ? { code: rejection } : { code: 'OK', directive };
    this.#seen.set(key, reply);
    return reply;
  }

  /** What the scheduled jobs do. */
  runJobs(now: Date): void {
    for (let changed = true; changed; ) {
      changed = false;
      for (const row of this.store.open()) {
        const after = this.#lastHeartbeatOf(row) ?? this.stallOf(row, now);
        if (!after) continue;
        changed = true;
        this.#store(row, after, now);
      }
    }
    for (const { id } of this.store.releases.values()) this.#pauseIfFailing(id, now);
  }

  stallOf(row: StoredRow, now: Date): InstallationFields | undefined {
    const lastSeenAt = this.store.devices.get(row.deviceId)?.presence?.lastSeenAt ?? null;
    return decideStall(row, { now, lastSeenAt, random: this.#random(), outOfService: this.#isOut(row) })?.after;
  }

  #isOut(row: StoredRow): boolean {
    const device = this.store.devices.get(row.deviceId);
    const release = this.store.releases.get(row.releaseId);
    return device !== undefined && release !== undefined && !installs(device.status, release.channel);
  }

  #lastHeartbeatOf(row: StoredRow): InstallationFields | undefined {
    const device = this.store.devices.get(row.deviceId);
    const release = this.store.releases.get(row.releaseId);
    return device && release && decideLastHeartbeat({ installation: row, release, device })?.after;
  }

  #pauseIfFailing(releaseId: string, now: Date): void {
    const release = this.store.releases.get(releaseId);
    if (release?.lifecycle !== 'ROLLING_OUT') return;
    const reason = reasonToPause(this.store.sample(releaseId), this.#settings);
    if (!reason) return;
    const paused = { ...release, ...applyPause(release, reason) };
    this.store.putRelease(paused);
    for (const offer of this.store.offersOf(releaseId)) this.#close(offer, 'RELEASE_PAUSED', now);
    this.#observer.paused(paused);
  }

  changeRelease(releaseId: string, change: LifecycleChange, now: Date): void {
    const release = this.store.releases.get(releaseId);
    if (!release) return;
    this.store.putRelease({
      ...release,
      ...applyLifecycleChange(release, change, { defaultPercentage: 10, by: 'an operator', now }),
    });
    const reason = { PAUSED: 'RELEASE_PAUSED', REVOKED: 'RELEASE_REVOKED' } as const;
    if (change.status !== 'PAUSED' && change.status !== 'REVOKED') return;
    for (const offer of this.store.offersOf(releaseId)) this.#close(offer, reason[change.status], now);
  }

  /** What `changeDevice` does to the installations of a device. */
  setStatus(deviceId: string, status: DeviceStatus, now: Date): void {
    const device = this.store.devices.get(deviceId);
    if (!device) return;
    this.store.devices.set(deviceId, { ...device, status });
    for (const row of this.store.rowsOf(deviceId)) {
      if (!this.#isOut(row)) continue;
      const lastSeenAt = device.presence?.lastSeenAt ?? null;
      const decided = decideWithdrawal(row, { now, lastSeenAt, retryAt: null });
      if (!decided) continue;
      this.#store(row, decided.after, now, decided.outcome === 'STALLED');
      const changed = this.store.devices.get(deviceId);
      if (changed && decided.outcome === 'OUT_OF_SERVICE' && changed.watchedInstallationId === row.id)
        this.store.devices.set(deviceId, { ...changed, watchedInstallationId: null });
    }
  }

  #close(row: StoredRow, closedReason: ClosedReason, now: Date): void {
    this.store.put({ ...row, closedReason, updatedAt: now });
  }

  #store(row: StoredRow, after: InstallationFields, now: Date, concernsDevice = true): void {
    const isChanged = Object.entries(after).some(([name, value]) => row[name as keyof StoredRow] !== value);
    const isOffer = row.status === 'AVAILABLE' && after.status === 'AVAILABLE';
    const next = isChanged ? { ...row, ...after, updatedAt: isOffer ? row.updatedAt : now } : row;
    if (isChanged) this.store.put(next);
    const device = this.store.devices.get(row.deviceId);
    const release = this.store.releases.get(row.releaseId);
    const watch = concernsDevice && device && release && nextWatch(device, row.id, after, release);
    if (device && watch) {
      const { watchedInstallationId, confirmedSecurityVersion } = watch;
      this.store.devices.set(row.deviceId, { ...device, watchedInstallationId, confirmedSecurityVersion });
    }
    if (isChanged && row.status !== next.status) this.#observer.changed(next);
  }
}

/** What `renewOffer` sets. */
const RENEWED = {
  status: 'AVAILABLE',
  closedReason: null,
  failureSource: null,
  failureCode: null,
  failureReason: null,
  retryAt: null,
  startedAt: null,
  finishedAt: null,
  matchingHeartbeats: 0,
  firstMatchAt: null,
} as const;

const NEW_DEVICE = {
  status: 'ACTIVE',
  presence: null,
  watchedInstallationId: null,
  confirmedSecurityVersion: 0,
} as const;

/** 2.1.0 is build 210. */
function buildOf(version: string): number {
  return Number(version.replaceAll('.', ''));
}

const NEW_RELEASE: Omit<ReleaseRow, 'id' | 'version' | 'buildNumber'> = {
  revision: 1,
  model: null,
  hardwareRevision: HARDWARE,
  securityVersion: 0,
  channel: 'STABLE',
  lifecycle: 'READY',
  targetDeviceId: null,
  mandatory: false,
  mandatoryAfter: null,
  minFromVersion: null,
  minAppVersion: null,
  signedBy: [],
  rolloutPercentage: 0,
  rolloutStartedAt: null,
  failureWindowFrom: null,
  pausedBy: null,
  pauseReason: null,
};

const NEW_ROW = {
  status: 'AVAILABLE',
  closedReason: null,
  failureSource: null,
  failureCode: null,
  failureReason: null,
  verification: null,
  evidence: null,
  reconcilable: false,
  restarts: 0,
  anomalies: 0,
  matchingHeartbeats: 0,
  firstMatchAt: null,
  startedAt: null,
  finishedAt: null,
  lastReportAt: null,
  lastReportMs: null,
  stuckSince: null,
  retryAt: null,
  possiblyBricked: false,
  silent: false,
  unusedLeases: 0,
  revision: 1,
} as const;
