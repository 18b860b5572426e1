import type { EntityManager } from '@mikro-orm/postgresql';
import type { InstallationStatus } from '../../model/enums.ts';
import { isDatabaseOutage } from '../database-error-classes.ts';
import { batched } from '../sql/batching.ts';
import { rows } from '../sql/query.ts';
import { inTransaction, violatedConstraint } from '../sql/transaction.ts';
import type { DeviceProofFacts, InstallationFields, LockedInstallation, ReleaseFacts } from './installation-fields.ts';
import {
  type ChangedInstallation,
  type DeviceWatch,
  type EventToWrite,
  findCompetingAttempts,
  lockInstallations,
  lockInstallingDevices,
  lockReleasesForShare,
  readDeviceProofs,
  writeDeviceWatches,
  writeInstallationEvents,
  writeInstallations,
} from './installation-store.ts';

/** One report of a device, with a valid proof. */
export interface ReportToWrite {
  readonly deviceId: string;
  /** Undefined in the legacy form, which means the newest attempt at the release. */
  readonly installationId: string | undefined;
  readonly releaseId: string;
  readonly status: InstallationStatus;
  readonly signedMs: number;
  readonly proofHash: Buffer;
  readonly receivedAt: Date;
  readonly failureReason: string | null;
  /** True if the report can change which installation heartbeats verify, so that the device is locked too. */
  readonly concernsDevice: boolean;
  /** Decides on the locked records. */
  readonly decide: (locked: LockedReport) => ReportDecision;
}

/** The locked records on which a report is decided. */
export interface LockedReport {
  readonly installation: LockedInstallation;
  readonly release: ReleaseFacts;
  readonly device: DeviceProofFacts;
  /** All locked installations of any device, including this one. */
  readonly all: Iterable<LockedInstallation>;
}

export interface ReportDecision {
  readonly after: InstallationFields;
  readonly applied: boolean;
  readonly outcome: string;
  /** Another installation that is withdrawn in favor of this one. */
  readonly yielding?: ChangedInstallation;
  readonly watch?: DeviceWatch;
}

export type WrittenReport =
  | { readonly found: 'nothing' }
  /** The installation belongs to another release. */
  | { readonly found: 'mismatch' }
  /** The same report is already stored. */
  | {
      readonly found: 'duplicate';
      readonly installation: LockedInstallation;
      readonly release: ReleaseFacts;
      readonly outcome: string;
      readonly applied: boolean;
    }
  | {
      readonly found: 'installation';
      readonly installation: LockedInstallation;
      readonly release: ReleaseFacts;
      readonly decision: ReportDecision;
    };

const MAX_BATCH_ITEMS = 200;
const MAX_WAITING = 5_000;
const MAX_TRIES = 3;
/** Stores the reports of devices. */
export interface ReportWriter {
  /** Stores a report; resolves after its commit. Concurrent reports share locks, statements and a commit. */
  record(report: ReportToWrite): Promise<WrittenReport>;
}

/** @param em the global entity manager */
export function reportWriter(em: EntityManager): ReportWriter {
  return {
    record: batched({
      work: (reports: readonly ReportToWrite[]) => retrying(em, reports),
      concernsAll: isDatabaseOutage,
      maxItems: MAX_BATCH_ITEMS,
      maxWaiting: MAX_WAITING,
    }),
  };
}

/**
 * Unique indexes that can reject a write if an attempt is created while an old one is reopened; the transaction is then
 * retried.
 */
const DECIDED_BY_INDEX = ['installation_one_open', 'installation_event_proof_unique'];

async function retrying(em: EntityManager, reports: readonly ReportToWrite[]): Promise<WrittenReport[]> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await inTransaction(em, (inside) => writeReports(inside, reports));
    } catch (error) {
      if (attempt >= MAX_TRIES || !DECIDED_BY_INDEX.includes(violatedConstraint(error) ?? '')) throw error;
    }
  }
}

interface Target {
  /** The index of the report. */
  readonly n: number;
  readonly id: string;
  readonly deviceId: string;
  readonly releaseId: string;
  readonly open: boolean;
}

async function writeReports(em: EntityManager, reports: readonly ReportToWrite[]): Promise<WrittenReport[]> {
  const targets = await findTargets(em, reports);
  const targetOf = (n: number) => targets.get(n);
  const taken = reports.flatMap((report, n) => {
    const target = targetOf(n);
    return target && target.releaseId === report.releaseId ? [{ n, report, target }] : [];
  });
  const unique = (ids: readonly string[]) => [...new Set(ids)];
  const written: WrittenReport[] = reports.map((_report, n) => ({ found: targetOf(n) ? 'mismatch' : 'nothing' }));
  if (taken.length === 0) return written;

  const deviceIds = unique(taken.map(({ target }) => target.deviceId));
  await lockInstallingDevices(em, unique(taken.flatMap((t) => (t.report.concernsDevice ? [t.target.deviceId] : []))));
  const releases = byId(await lockReleasesForShare(em, unique(taken.map(({ target }) => target.releaseId))));
  const ended = taken.filter(({ target }) => !target.open).map(({ target }) => target.id);
  const wanted = unique([...taken.map(({ target }) => target.id), ...(await findCompetingAttempts(em, unique(ended)))]);
  const installations = byId(await lockInstallations(em, wanted));
  const devices = byId(await readDeviceProofs(em, deviceIds));
  const earlier = await findEarlierReports(em, taken);

  const changes = new Map<string, ChangedInstallation>();
  const watches = new Map<string, DeviceWatch>();
  const events: EventToWrite[] = [];
  const change = (before: LockedInstallation, after: InstallationFields) => {
    changes.set(before.id, { before: changes.get(before.id)?.before ?? before, after });
    installations.set(before.id, { ...before, ...after });
  };
  for (const { n, report, target } of taken) {
    const installation = installations.get(target.id);
    const release = releases.get(target.releaseId);
    const device = devices.get(target.deviceId);
    if (!installation || !release || !device) throw new Error('An installation went away while it was locked.');
    const before = earlier.get(keyOf(target.id, report.proofHash));
    if (before) {
      written[n] = { found: 'duplicate', installation, release, ...before };
      continue;
    }
    const decision = report.decide({ installation, release, device, all: installations.values() });
    const { outcome, applied, yielding: other } = decision;
    if (other) change(other.before, other.after);
    change(installation, decision.after);
    if (decision.watch) {
      watches.set(device.id, decision.watch);
      devices.set(device.id, { ...device, ...decision.watch });
    }
    events.push(eventOf(report, installation, decision));
    earlier.set(keyOf(target.id, report.proofHash), { outcome, applied });
    written[n] = { found: 'installation', installation, release, decision };
  }
  const now = reports[0]?.receivedAt ?? new Date(0);
  // Withdrawn installations first: the unique index allows only one open attempt at a time.
  const yielding = [...changes.values()].filter(({ after }) => after.closedReason !== null);
  const others = [...changes.values()].filter(
    ({ before, after }) => after.closedReason === null && differs(before, after),
  );
  await writeInstallations(em, yielding, now);
  await writeInstallations(em, others, now);
  await writeInstallationEvents(em, events);
  await writeDeviceWatches(em, [...watches.values()]);
  return written;
}

async function findTargets(em: EntityManager, reports: readonly ReportToWrite[]): Promise<Map<number, Target>> {
  const found = await rows<Target>(
    em,
    `select r.n::int - 1 as n, i.id, i.device_id as "deviceId", i.release_id as "releaseId",
            i.status not in ('SUCCESS', 'FAILED', 'ROLLED_BACK') and i.closed_reason is null as open
       from unnest($1::uuid[], $2::uuid[], $3::uuid[]) with ordinality as r (device_id, installation_id, release_id, n)
      cross join lateral (
        select id, device_id, release_id, status, closed_reason from installation
         where id = r.installation_id and device_id = r.device_id
        union all
        (select id, device_id, release_id, status, closed_reason from installation
          where r.installation_id is null and device_id = r.device_id and release_id = r.release_id
          order by attempt desc limit 1)) i`,
    [
      reports.map(({ deviceId }) => deviceId),
      reports.map(({ installationId }) => installationId ?? null),
      reports.map(({ releaseId }) => releaseId),
    ],
  );
  return new Map(found.map((target) => [target.n, target]));
}

interface Taken {
  readonly report: ReportToWrite;
  readonly target: Target;
}

/** The results of reports that are already stored, by installation and proof. */
async function findEarlierReports(
  em: EntityManager,
  taken: readonly Taken[],
): Promise<Map<string, { readonly outcome: string; readonly applied: boolean }>> {
  const found = await rows<{ installationId: string; proofHash: Buffer; outcome: string; applied: boolean }>(
    em,
    `select e.installation_id as "installationId", e.proof_hash as "proofHash", e.outcome, e.applied
       from unnest($1::uuid[], $2::bytea[]) as r (installation_id, proof_hash)
      cross join lateral (
        select * from installation_event
         where installation_id = r.installation_id and proof_hash = r.proof_hash offset 0) e`,
    [taken.map(({ target }) => target.id), taken.map(({ report }) => report.proofHash)],
  );
  return new Map(
    found.map(({ installationId, proofHash, outcome, applied }) => [
      keyOf(installationId, proofHash),
      { outcome, applied },
    ]),
  );
}

function keyOf(installationId: string, proofHash: Buffer): string {
  return `${installationId} ${proofHash.toString('hex')}`;
}

function differs(before: InstallationFields, after: InstallationFields): boolean {
  return Object.entries(after).some(([name, value]) => before[name as keyof InstallationFields] !== value);
}

function eventOf(report: ReportToWrite, installation: LockedInstallation, decision: ReportDecision): EventToWrite {
  return {
    installationId: installation.id,
    at: report.receivedAt,
    source: 'DEVICE',
    signedMs: report.signedMs,
    proofHash: report.proofHash,
    reportedStatus: report.status,
    fromStatus: installation.status,
    toStatus: decision.after.status,
    applied: decision.applied,
    outcome: decision.outcome,
    failureReason: report.failureReason,
    actorId: null,
  };
}

function byId<T extends { readonly id: string }>(found: readonly T[]): Map<string, T> {
  return new Map(found.map((one) => [one.id, one]));
}
