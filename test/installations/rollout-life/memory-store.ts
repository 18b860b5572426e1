import type { LockedInstallation } from '../../../src/domain/installations/store.ts';
import { countingAttempts, type FailureSample, sampleOf } from '../../../src/domain/rollouts/evidence-rules.ts';
import type { DeviceStatus, FirmwareLifecycle } from '../../../src/model/enums.ts';
import type { PresenceFacts } from '../../../src/persistence/installations/installation-fields.ts';
import type { OfferableRow, RequesterRow } from '../../../src/persistence/offers/offer-rows.ts';

/** An installation with the columns that offers use. */
export interface StoredRow extends LockedInstallation {
  readonly unusedLeases: number;
  readonly updatedAt: Date;
}

export interface DeviceRow {
  readonly id: string;
  readonly serial: string;
  readonly status: DeviceStatus;
  readonly model: string;
  readonly presence: PresenceFacts | null;
  readonly watchedInstallationId: string | null;
  readonly confirmedSecurityVersion: number;
}

export interface ReleaseRow extends Omit<OfferableRow, 'lifecycle'> {
  readonly lifecycle: FirmwareLifecycle;
  readonly failureWindowFrom: Date | null;
  readonly pausedBy: string | null;
  readonly pauseReason: string | null;
}

const ENDED = ['SUCCESS', 'FAILED', 'ROLLED_BACK'];
const LEASING = ['AVAILABLE', 'QUEUED', 'DOWNLOADING'];

function isEnded({ status }: StoredRow): boolean {
  return ENDED.includes(status);
}

export function isOpen({ status, closedReason }: LockedInstallation): boolean {
  return closedReason === null && !ENDED.includes(status);
}

/**
 * The rows of the service as plain maps, with the questions that the service asks in SQL. That the answers are those of the
 * statements is proven by `rollout-life-service.test.ts`, which plays the same lives on both.
 */
export class MemoryStore {
  readonly devices = new Map<string, DeviceRow>();
  readonly releases = new Map<string, ReleaseRow>();
  readonly installations = new Map<string, StoredRow>();
  readonly #ofDevice = new Map<string, string[]>();
  readonly #ofRelease = new Map<string, string[]>();
  /** Installations that may have a lease, and those that are under way. */
  readonly #open = new Set<string>();
  /** Kept until an installation or a release changes. */
  readonly #samples = new Map<string, FailureSample>();
  #offerable: readonly OfferableRow[] | undefined;

  put(row: StoredRow): void {
    if (!this.installations.has(row.id)) {
      this.#ofDevice.set(row.deviceId, [...(this.#ofDevice.get(row.deviceId) ?? []), row.id]);
      const others = this.#ofRelease.get(row.releaseId);
      if (others) others.push(row.id);
      else this.#ofRelease.set(row.releaseId, [row.id]);
    }
    this.installations.set(row.id, row);
    this.#samples.delete(row.releaseId);
    if (isOpen(row)) this.#open.add(row.id);
    else this.#open.delete(row.id);
  }

  putRelease(row: ReleaseRow): void {
    this.releases.set(row.id, row);
    this.#samples.delete(row.id);
    this.#offerable = undefined;
  }

  rowsOf(deviceId: string): StoredRow[] {
    return (this.#ofDevice.get(deviceId) ?? []).flatMap((id) => this.installations.get(id) ?? []);
  }

  open(): StoredRow[] {
    return [...this.#open].flatMap((id) => this.installations.get(id) ?? []);
  }

  offersOf(releaseId: string): StoredRow[] {
    return this.open().filter((row) => row.releaseId === releaseId && row.status === 'AVAILABLE');
  }

  /** ROLLING_OUT, PAUSED or COMPLETED; the same array until a release changes. */
  offerable(): readonly OfferableRow[] {
    this.#offerable ??= [...this.releases.values()].flatMap(({ lifecycle, ...row }) =>
      lifecycle === 'ROLLING_OUT' || lifecycle === 'PAUSED' || lifecycle === 'COMPLETED' ? [{ ...row, lifecycle }] : [],
    );
    return this.#offerable;
  }

  /** The device as `FIND_REQUESTERS` reads it; undefined if it may not ask. */
  requester(deviceId: string, currentFirmware: string): RequesterRow | undefined {
    const device = this.devices.get(deviceId);
    if (!device || device.status === 'REVOKED' || device.status === 'RETIRED') return undefined;
    const { serial, status, model, presence, confirmedSecurityVersion } = device;
    const newest = new Map<string, StoredRow>();
    for (const row of this.rowsOf(deviceId)) {
      if ((newest.get(row.releaseId)?.attempt ?? 0) < row.attempt) newest.set(row.releaseId, row);
    }
    const running = [...this.releases.values()].find(({ version }) => version === currentFirmware);
    return {
      deviceId,
      serial,
      status,
      model,
      hardwareRevision: HARDWARE,
      allowedChannel: 'STABLE',
      confirmedSecurityVersion,
      seenVersion: presence?.firmwareVersion ?? null,
      seenBuildNumber: presence?.firmwareBuildNumber ?? null,
      runningSecurityVersion: running?.securityVersion ?? null,
      attempts: [...newest.values()].map((row) => ({
        installationId: row.id,
        releaseId: row.releaseId,
        attempt: row.attempt,
        status: row.status,
        closed: row.closedReason !== null,
        silent: row.silent,
        silentAttempts: this.rowsOf(deviceId).filter(
          (each) => each.releaseId === row.releaseId && each.silent && each.status === 'FAILED',
        ).length,
        unusedLeases: row.unusedLeases,
        verification: row.verification,
        failureCode: row.failureCode,
        finishedMs: row.finishedAt?.getTime() ?? null,
        retryMs: row.retryAt?.getTime() ?? null,
        createdMs: row.createdAt.getTime(),
        updatedMs: row.updatedAt.getTime(),
      })),
    };
  }

  /** Installations that have a lease, as `countLeases` counts them. */
  leases(since: Date): StoredRow[] {
    return this.open().filter(({ status, updatedAt, lastReportAt }) => {
      if (!LEASING.includes(status) || updatedAt <= since) return false;
      return status === 'AVAILABLE' || (lastReportAt !== null && lastReportAt > since);
    });
  }

  /** As `findUnreported` finds it. */
  unreported(deviceId: string, version: string): StoredRow | undefined {
    const candidates = this.rowsOf(deviceId).filter((row) => {
      const target = this.releases.get(row.releaseId)?.version;
      const isStalled = row.failureSource === 'SERVER' && (row.failureCode ?? '').startsWith('STALLED_');
      const isUnfinished = !ENDED.includes(row.status) || (row.status === 'FAILED' && isStalled);
      return target === version && row.fromVersion !== version && isUnfinished;
    });
    const isOngoing = (row: StoredRow) => Number(row.status !== 'FAILED' && row.closedReason === null);
    return candidates.sort((one, other) => isOngoing(other) - isOngoing(one) || +other.createdAt - +one.createdAt)[0];
  }

  /** What `countAttempts` counts. */
  sample(releaseId: string): FailureSample {
    const known = this.#samples.get(releaseId);
    if (known) return known;
    const rows = (this.#ofRelease.get(releaseId) ?? []).flatMap((id) => this.installations.get(id) ?? []);
    const since = this.releases.get(releaseId)?.failureWindowFrom ?? null;
    const sample = sampleOf(countingAttempts(rows.filter(isEnded), since).map((row) => ({ ...row, count: 1 })));
    this.#samples.set(releaseId, sample);
    return sample;
  }
}

export const HARDWARE = 'rev-b';
