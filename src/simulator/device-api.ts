import { createHmac, createSecretKey } from 'node:crypto';
import type { InstallationStatus, OtaSlot } from '../model/enums.ts';
import type { DeviceTime } from './device-time.ts';
import { type Fetch, NetworkFault } from './network.ts';

/** How far a device's clock may be off, in milliseconds. */
const PROOF_WINDOW_MS = 300_000;
/** A reply that takes longer counts as lost, in milliseconds. */
const REPLY_TIMEOUT_MS = 15_000;
/** A download that takes longer is aborted and resumed, in milliseconds. */
const DOWNLOAD_TIMEOUT_MS = 120_000;

export interface ErrorReply {
  readonly ok: false;
  readonly status: number;
  readonly code: string;
  readonly message: string;
  /** Seconds; null without a Retry-After header. */
  readonly retryAfter: number | null;
  /** The device's clock was wrong and has been corrected: another attempt can succeed. */
  readonly clockCorrected: boolean;
}
export type Answer<T> = { readonly ok: true; readonly body: T } | ErrorReply;

export interface HeartbeatFields {
  readonly firmwareVersion: string;
  readonly firmwareBuildNumber: number;
  readonly hardwareRevision: string;
  readonly otaSlot: OtaSlot;
  readonly appVersion: string;
  /** Seconds. */
  readonly uptime: number;
  readonly wifiRSSI: number;
  readonly freeHeap: number;
  readonly temperature: number;
  readonly status: string;
}

export interface HeartbeatReply {
  readonly device: { readonly status: string };
  readonly pairing: { readonly epoch: number; readonly revokedJti: readonly string[] };
}

export interface ReportFields {
  readonly releaseId: string;
  /** Absent in the legacy contract. */
  readonly installationId?: string;
  readonly status: InstallationStatus;
  readonly fromVersion?: string;
  readonly failureReason?: string;
}

export interface ReportReply {
  readonly status: InstallationStatus;
  readonly applied: boolean;
  readonly duplicate: boolean;
  readonly directive: 'CONTINUE' | 'ABORT' | 'NONE';
}

/** A signed report, resent byte for byte until the service has answered it. */
export interface SignedReport {
  readonly status: InstallationStatus;
  readonly timestamp: string;
  readonly proof: string;
  readonly body: string;
}

export interface DeviceApi {
  /** Hexadecimal HMAC-SHA256 of a payload with the device's secret. */
  proofOf(payload: string): string;
  heartbeat(fields: HeartbeatFields): Promise<Answer<HeartbeatReply>>;
  latest(query: {
    readonly currentFirmware: string;
    readonly appVersion: string;
    readonly hardwareRevision: string;
    readonly channel: string;
  }): Promise<Answer<unknown>>;
  current(installationId: string): Promise<Answer<unknown>>;
  signReport(fields: ReportFields): SignedReport;
  report(report: SignedReport): Promise<Answer<ReportReply>>;
  /** Downloads from a byte offset. With `etag`, the service sends the whole file if it has changed. */
  download(url: string, from: number, etag: string | null): Promise<Response>;
}

export interface DeviceApiOptions {
  readonly url: string;
  /** The brand in the names of the proof headers. */
  readonly brand: string;
  readonly serial: string;
  readonly secret: Buffer;
  readonly time: DeviceTime;
  readonly fetch: Fetch;
}

/**
 * The device's client of the service. Every call carries a proof: the hexadecimal HMAC-SHA256 with the device's secret over
 * dot-joined fields. If a call fails while the device's clock is wrong, with any error (many devices behind one address
 * mostly get 429), the device corrects its clock from the reply's Date header and retries once.
 * An error reply is returned; a network failure is thrown as NetworkFault.
 */
export function deviceApi({ url, brand, serial, secret, time, fetch }: DeviceApiOptions): DeviceApi {
  const key = createSecretKey(secret);
  const proofOf = (payload: string) => createHmac('sha256', key).update(payload).digest('hex');
  const headersOf = (timestamp: string, proof: string) => ({
    [`x-${brand}-timestamp`]: timestamp,
    [`x-${brand}-proof`]: proof,
  });

  async function send<T>(path: string, init: RequestInit): Promise<Answer<T>> {
    const signal = AbortSignal.timeout(REPLY_TIMEOUT_MS);
    const reply = await overNetwork(() => fetch(url + path, { ...init, signal }));
    const text = await overNetwork(() => reply.text());
    if (reply.ok) return { ok: true, body: JSON.parse(text) as T };
    return { ...errorReplyOf(reply, text), clockCorrected: correctClock(reply.headers.get('date')) };
  }

  /** @returns whether the clock was so far off that the service rejects proofs */
  function correctClock(date: string | null): boolean {
    const serverTime = new Date(date ?? Number.NaN);
    if (!(Math.abs(serverTime.getTime() - time.nowMs()) > PROOF_WINDOW_MS)) return false;
    time.correct(serverTime);
    return true;
  }

  /** Signs and sends; again if the clock was corrected. */
  async function proved<T>(path: string, tail: string, init: RequestInit = {}): Promise<Answer<T>> {
    const attempt = () => {
      const timestamp = String(time.stamp());
      const proof = headersOf(timestamp, proofOf(`${timestamp}.${serial}.${tail}`));
      return send<T>(path, { ...init, headers: { ...init.headers, ...proof } });
    };
    const answer = await attempt();
    return !answer.ok && answer.clockCorrected ? attempt() : answer;
  }

  return {
    proofOf,
    heartbeat: (fields) =>
      proved('/v1/devices/heartbeat', `${fields.firmwareVersion}.${fields.uptime}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ serial, ...fields }),
      }),
    latest: (query) =>
      proved(`/v1/firmware/latest?${new URLSearchParams({ serial, ...query })}`, query.currentFirmware),
    current: (installationId) =>
      proved(
        `/v1/firmware/installations/current?${new URLSearchParams({ serial, installationId })}`,
        `installation-status.${installationId}`,
      ),
    signReport(fields) {
      const timestamp = String(time.stamp());
      const { releaseId, installationId, status } = fields;
      const payload = [timestamp, serial, releaseId, ...(installationId ? [installationId] : []), status].join('.');
      return { status, timestamp, proof: proofOf(payload), body: JSON.stringify({ serial, ...fields }) };
    },
    report: ({ timestamp, proof, body }) =>
      send('/v1/firmware/report', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headersOf(timestamp, proof) },
        body,
      }),
    download: (address, from, etag) =>
      overNetwork(() =>
        fetch(new URL(address, url).href, {
          headers: from > 0 ? { range: `bytes=${from}-`, ...(etag ? { 'if-range': etag } : {}) } : {},
          signal: AbortSignal.timeout(DOWNLOAD_TIMEOUT_MS),
        }),
      ),
  };
}

/** @throws NetworkFault for any network failure */
export async function overNetwork<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw error instanceof NetworkFault ? error : new NetworkFault('the connection failed', { cause: error });
  }
}

function errorReplyOf(reply: Response, text: string): Omit<ErrorReply, 'clockCorrected'> {
  const retryAfter = Number(reply.headers.get('retry-after') ?? Number.NaN);
  const { code = 'UNKNOWN', message = text } = errorIn(text);
  return { ok: false, status: reply.status, code, message, retryAfter: Number.isNaN(retryAfter) ? null : retryAfter };
}

function errorIn(text: string): { code?: string; message?: string } {
  try {
    return JSON.parse(text).error ?? {};
  } catch {
    return {};
  }
}
