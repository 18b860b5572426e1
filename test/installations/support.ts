import { createHmac } from 'node:crypto';
import type { InstallationStatus } from '../../src/model/enums.ts';
import type { RunningApp } from '../support/app.ts';
import type { Json, Reply } from '../support/callers.ts';
import type { MadeDevice } from '../support/factories/device.ts';

export const REPORT = '/v1/firmware/report';
export const CURRENT = '/v1/firmware/installations/current';

export type Speaker = Pick<MadeDevice, 'serial' | 'secret'>;

/** The headers of a proof over the payload that follows the timestamp. */
export function proofOf({ secret }: Speaker, timestamp: number, payload: string): Record<string, string> {
  const proof = createHmac('sha256', secret).update(`${timestamp}.${payload}`).digest('hex');
  return { 'x-karvon-timestamp': String(timestamp), 'x-karvon-proof': proof };
}

export interface Report {
  readonly releaseId: string;
  /** Undefined in the legacy form. */
  readonly installationId?: string | undefined;
  readonly status: InstallationStatus;
  readonly fromVersion?: string;
  readonly failureReason?: string;
}

/** A report as its device signs it: timestamp.serial.releaseId.installationId.status. */
export function report(
  app: Pick<RunningApp, 'rest' | 'clock'>,
  device: Speaker,
  said: Report,
  timestamp = app.clock.now().getTime(),
): Promise<Reply> {
  const named = said.installationId === undefined ? [] : [said.installationId];
  const payload = [device.serial, said.releaseId, ...named, said.status].join('.');
  return app.rest('POST', REPORT, { serial: device.serial, ...said }, proofOf(device, timestamp, payload));
}

/** Asks for the current installation: timestamp.serial.installation-status.installationId-or-latest. */
export function current(
  app: Pick<RunningApp, 'rest' | 'clock'>,
  device: Speaker,
  installationId?: string,
): Promise<Reply> {
  const payload = `${device.serial}.installation-status.${installationId ?? 'latest'}`;
  const query = new URLSearchParams({ serial: device.serial, ...(installationId ? { installationId } : {}) });
  return app.rest('GET', `${CURRENT}?${query}`, undefined, proofOf(device, app.clock.now().getTime(), payload));
}

export interface Seen {
  readonly firmwareVersion: string;
  readonly firmwareBuildNumber?: number;
  /** Seconds. */
  readonly uptime?: number;
}

/** A heartbeat as its device signs it. */
export function heartbeat(
  app: Pick<RunningApp, 'rest' | 'clock'>,
  device: Speaker,
  seen: Seen,
  timestamp = app.clock.now().getTime(),
): Promise<Reply> {
  const body = { serial: device.serial, appVersion: '1.0.0', uptime: 3600, ...seen };
  const payload = `${device.serial}.${body.firmwareVersion}.${body.uptime}`;
  return app.rest('POST', '/v1/devices/heartbeat', body, proofOf(device, timestamp, payload));
}

/** The row as it is stored. */
export async function rowOf(app: Pick<RunningApp, 'sql'>, id: string): Promise<Json> {
  return (await app.sql('select * from installation where id = $1', [id]))[0];
}

/** What was kept of an installation, the oldest first. */
export function eventsOf(app: Pick<RunningApp, 'sql'>, id: string): Promise<Json[]> {
  return app.sql('select * from installation_event where installation_id = $1 order by at, id', [id]);
}

/** The counters of every release against a recount; what differs. */
export function miscounted(app: Pick<RunningApp, 'sql'>): Promise<Json[]> {
  return app.sql(
    `select coalesce(c.release_id, r.release_id) as release_id, coalesce(c.status, r.status) as status,
            coalesce(c.verification, r.verification) as verification, c.count, r.recount
       from (select * from release_counter where count <> 0) c
       full join (select release_id, status, coalesce(verification, '') as verification, count(*)::int as recount
                    from installation group by 1, 2, 3) r
         on (c.release_id, c.status, c.verification) = (r.release_id, r.status, r.verification)
      where c.count is distinct from r.recount`,
  );
}
