import { createHmac } from 'node:crypto';
import { pauseFailingReleases } from '../../../src/domain/installations/pause-if-failing.ts';
import { failStalled } from '../../../src/domain/stalls/fail-stalled.ts';
import type { TestApp } from '../../support/app.ts';
import { type MadeDevice, makeDevice } from '../../support/factories/device.ts';
import { makeRelease } from '../../support/factories/release.ts';
import { REPORT } from '../support.ts';
import type { Call } from './life.ts';
import type { Message, Reply } from './memory-service.ts';
import type { MemoryStore, ReleaseRow, StoredRow } from './memory-store.ts';
import type { World } from './world.ts';

/** A call, with the rows that it left where the call is a change of one. */
export type RecordedCall = Call & {
  readonly release?: ReleaseRow;
  readonly status?: string;
  /** The times of retries that the call drew at random. */
  readonly retries: readonly { readonly id: string; readonly retryAt: Date }[];
};

/** Records the calls of a life. */
export function recorder() {
  const calls: RecordedCall[] = [];
  const known = new Map<string, number>();
  return {
    calls,
    onCall(call: Call, { releases, devices, installations }: MemoryStore): void {
      const retries = [...installations.values()].flatMap(({ id, retryAt }) => {
        if (!retryAt || known.get(id) === retryAt.getTime()) return [];
        known.set(id, retryAt.getTime());
        return [{ id, retryAt }];
      });
      const release = call.kind === 'release' ? releases.get(call.releaseId) : undefined;
      const status = call.kind === 'status' ? devices.get(call.deviceId)?.status : undefined;
      calls.push({ ...call, retries, ...(release ? { release } : {}), ...(status ? { status } : {}) });
    },
  };
}

/** A world on the running service, with its own devices, releases and hardware revision. */
export interface Replay {
  /** Makes the call again. @returns what was answered otherwise than before; undefined if nothing was */
  call(recorded: RecordedCall): Promise<string | undefined>;
  /** The installations as the service has them, with the ids of the world. */
  rows(): Promise<unknown[]>;
  releases(): Promise<unknown[]>;
}

/** @param n of this world, for names that no other world has */
export async function replayOn(app: TestApp, world: World, n: number): Promise<Replay> {
  const hardwareRevision = `rev-life-${n}`;
  const idOf = (id: string) => id.replace(/^01900000/, `0190000${n}`);
  const devices = new Map<string, MadeDevice>();
  let batchId: string | undefined;
  for (const { name, model } of world.members) {
    const owned = { owner: null, codeStatus: null } as const;
    const made = await makeDevice(app, {
      ...owned,
      status: 'ACTIVE',
      model,
      hardwareRevision,
      batchId,
      serial: `${name}-${n}`,
    });
    batchId = made.batchId;
    devices.set(name, made);
  }
  /** The ids of the world's installations, by those of the service, and the other way round. */
  const real = new Map<string, string>();
  const ours = new Map<string, string>();
  const deviceOf = (id: string): MadeDevice => {
    const device = devices.get(id);
    if (!device) throw new Error(`no device ${id}`);
    return device;
  };

  async function say(message: Message) {
    const device = deviceOf(message.deviceId);
    const { serial } = device;
    const send = (method: 'GET' | 'POST', path: string, body: object | undefined, payload: string) => {
      const proof = createHmac('sha256', device.secret).update(`${message.signedMs}.${payload}`).digest('hex');
      return app.rest(method, path, body, { 'x-karvon-timestamp': String(message.signedMs), 'x-karvon-proof': proof });
    };
    if (message.kind === 'heartbeat') {
      const { version: firmwareVersion, uptime } = message;
      const body = { serial, appVersion: '2.0.0', firmwareVersion, uptime };
      return send('POST', '/v1/devices/heartbeat', body, `${serial}.${firmwareVersion}.${uptime}`);
    }
    if (message.kind === 'lookUp') {
      const currentFirmware = message.version;
      const query = new URLSearchParams({ serial, hardwareRevision, currentFirmware, appVersion: '2.0.0' });
      return send('GET', `/v1/firmware/latest?${query}`, undefined, `${serial}.${currentFirmware}`);
    }
    const { status, fromVersion, failureReason } = message;
    const installationId = real.get(message.installationId) ?? message.installationId;
    const releaseId = idOf(message.releaseId);
    const body = {
      serial,
      releaseId,
      installationId,
      status,
      fromVersion,
      ...(failureReason ? { failureReason } : {}),
    };
    return send('POST', REPORT, body, `${serial}.${releaseId}.${installationId}.${status}`);
  }

  function learn(reply: Reply, installationId: string | undefined): void {
    if (!('offer' in reply) || !reply.offer || !installationId) return;
    real.set(reply.offer.installationId, installationId);
    ours.set(installationId, reply.offer.installationId);
  }

  async function tell(message: Message, reply: Reply): Promise<string | undefined> {
    const { status, body } = await say(message);
    learn(reply, body.installationId);
    const answered = status >= 400 ? body.error.code : answerOf(message, body);
    const expected = reply.code === 'OK' ? answerOf(message, viewOf(reply)) : reply.code;
    return answered === expected ? undefined : `${JSON.stringify(message)}: ${answered} instead of ${expected}`;
  }

  /** What a device does after an answer depends on this. */
  function answerOf({ kind }: Message, body: { reason?: string; directive?: string; version?: string }): string {
    if (kind === 'heartbeat') return 'OK';
    return kind === 'report' ? `${body.directive}` : (body.version ?? `${body.reason}`);
  }

  function viewOf(reply: Reply) {
    if (!('offer' in reply)) return 'directive' in reply ? reply : {};
    return reply.offer ? { version: reply.offer.version } : { reason: reply.reason };
  }

  async function writeRelease({ id, version, buildNumber, ...row }: ReleaseRow): Promise<void> {
    const exists = await app.sql('select 1 from release where id = $1', [idOf(id)]);
    const { lifecycle, rolloutPercentage, rolloutStartedAt, failureWindowFrom, pausedBy, pauseReason } = row;
    const changes = { lifecycle, rolloutPercentage, rolloutStartedAt, failureWindowFrom, pausedBy, pauseReason };
    if (exists.length === 0) {
      const made = { id: idOf(id), version, buildNumber, hardwareRevision, securityVersion: 0, model: null };
      await makeRelease(app, { ...made, ...changes });
      return;
    }
    await app.sql(
      `update release set lifecycle = $2, rollout_percentage = $3, rollout_started_at = $4, failure_window_from = $5,
              paused_by = $6, pause_reason = $7 where id = $1`,
      [idOf(id), lifecycle, rolloutPercentage, rolloutStartedAt, failureWindowFrom, pausedBy, pauseReason],
    );
  }

  async function setStatus(deviceId: string, status: string | undefined): Promise<string | undefined> {
    const admin = await app.as('SUPER_ADMIN');
    const reply = await admin.rest('PATCH', `/v1/admin/devices/${deviceOf(deviceId).id}/status`, {
      status,
      reason: 'by hand',
    });
    return reply.status === 200 ? undefined : `${status}: ${reply.text}`;
  }

  async function make(recorded: RecordedCall): Promise<string | undefined> {
    if (recorded.kind === 'message') return tell(recorded.message, recorded.reply);
    if (recorded.kind === 'status') return setStatus(recorded.deviceId, recorded.status);
    if (recorded.kind === 'release') {
      if (recorded.release) await writeRelease(recorded.release);
      return undefined;
    }
    await failStalled(app.runtime);
    await pauseFailingReleases(app.runtime);
    return undefined;
  }

  return {
    async call(recorded) {
      app.clock.set(recorded.at);
      const difference = await make(recorded);
      for (const { id, retryAt } of recorded.retries) {
        await app.sql('update installation set retry_at = $2 where id = $1 and retry_at is not null', [
          real.get(id),
          retryAt,
        ]);
      }
      return difference;
    },
    async rows() {
      const ids = [...devices.values()].map(({ id }) => id);
      const found = await app.sql(
        `select i.*, d.watched_installation_id = i.id as watched from installation i join device d on d.id = i.device_id
          where device_id = any($1)`,
        [ids],
      );
      return found.map((row) => ({
        id: ours.get(row.id),
        attempt: row.attempt,
        status: row.status,
        closedReason: row.closed_reason,
        failureSource: row.failure_source,
        failureCode: row.failure_code,
        verification: row.verification,
        silent: row.silent,
        possiblyBricked: row.possibly_bricked,
        restarts: row.restarts,
        anomalies: row.anomalies,
        matchingHeartbeats: row.matching_heartbeats,
        unusedLeases: row.unused_leases,
        lastReportAt: row.last_report_at,
        stuckSince: row.stuck_since,
        retryAt: row.retry_at,
        finishedAt: row.finished_at,
        watched: row.watched === true,
      }));
    },
    async releases() {
      const found = await app.sql(
        'select id, lifecycle, pause_reason as "pauseReason" from release where hardware_revision = $1 order by id',
        [hardwareRevision],
      );
      return found.map(({ id, ...row }) => ({ id: id.replace(/^0190000./, '01900000'), ...row }));
    },
  };
}

/** The same rows as the maps have them. */
export function rowsOf(store: MemoryStore): unknown[] {
  return [...store.installations.values()].map((row: StoredRow) => ({
    id: row.id,
    attempt: row.attempt,
    status: row.status,
    closedReason: row.closedReason,
    failureSource: row.failureSource,
    failureCode: row.failureCode,
    verification: row.verification,
    silent: row.silent,
    possiblyBricked: row.possiblyBricked,
    restarts: row.restarts,
    anomalies: row.anomalies,
    matchingHeartbeats: row.matchingHeartbeats,
    unusedLeases: row.unusedLeases,
    lastReportAt: row.lastReportAt,
    stuckSince: row.stuckSince,
    retryAt: row.retryAt,
    finishedAt: row.finishedAt,
    watched: store.devices.get(row.deviceId)?.watchedInstallationId === row.id,
  }));
}

export function releasesOf(store: MemoryStore): unknown[] {
  return [...store.releases.values()].map(({ id, lifecycle, pauseReason }) => ({ id, lifecycle, pauseReason }));
}
