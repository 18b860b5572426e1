import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { createDevice, type DeviceOptions, type SimulatedDevice } from '../../src/simulator/device.ts';
import type { DeviceEvent } from '../../src/simulator/device-state.ts';
import type { Fetch } from '../../src/simulator/network.ts';
import { trustKeys } from '../../src/simulator/signed-manifest.ts';

/** The device side alone, against a service that is a script: what the real one does is tested with the real one. */

export const BASE = 'http://service.test';
const RELEASE_ID = '01900000-0000-7000-8000-000000000001';

export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

export interface Script {
  /** The image that is served. */
  image: Buffer;
  version: string;
  buildNumber: number;
  securityVersion: number;
  hardwareRevision: string;
  /** What the manifest says, where it is not what is served. */
  signedImage?: Buffer;
  signedBy: KeyObject;
  kid: string;
  /** Knows no Range. */
  wholeFilesOnly: boolean;
  installationId: string;
  /** Replies to reports by status, where it is not 201. */
  refuse: (status: string) => { status: number; code: string } | undefined;
  /** The service's time, in milliseconds from the real one. */
  aheadMs: number;
  /** The answer to a look-up of the current installation. */
  current: { status: string | null; directive: string };
  /** Answers a range with one that begins so many bytes later. */
  shiftedBy: number;
  /** How the answer to a request for the file begins, instead of the file. */
  fileStatus?: number;
}

export interface Received {
  readonly status: string;
  readonly timestamp: string;
  readonly proof: string;
  readonly body: string;
}

export interface ScriptedService {
  readonly script: Script;
  readonly fetch: Fetch;
  readonly trust: ReturnType<typeof trustKeys>;
  /** Each report as it came in, duplicates and all. */
  readonly reports: Received[];
  /** The Range headers of the requests for the file; `null` for the whole file. */
  readonly ranges: (string | null)[];
  /** Their If-Range headers. */
  readonly ifRanges: (string | null)[];
  readonly heartbeats: Record<string, unknown>[];
  /** The statuses of the reports, each once. */
  statuses(): string[];
}

export function scriptedService(overrides: Partial<Script> = {}): ScriptedService {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const script: Script = {
    image: randomBytes(100_000),
    version: '1.1.0',
    buildNumber: 110,
    securityVersion: 0,
    hardwareRevision: 'rev-b',
    signedBy: privateKey,
    kid: 'kid-1',
    wholeFilesOnly: false,
    installationId: '01900000-0000-7000-8000-000000000002',
    refuse: () => undefined,
    aheadMs: 0,
    shiftedBy: 0,
    current: { status: 'DOWNLOADING', directive: 'CONTINUE' },
    ...overrides,
  };
  const reports: Received[] = [];
  const ranges: (string | null)[] = [];
  const ifRanges: (string | null)[] = [];
  const heartbeats: Record<string, unknown>[] = [];
  const ended = new Set<string>();

  const fetch: Fetch = async (address, init = {}) => {
    const url = new URL(address);
    const headers = new Headers(init.headers);
    if (url.pathname === '/file') {
      ranges.push(headers.get('range'));
      ifRanges.push(headers.get('if-range'));
      return file(script, headers);
    }
    const timestamp = Number(headers.get('x-karvon-timestamp'));
    const now = Date.now() + script.aheadMs;
    if (Math.abs(timestamp - now) > 300_000) return refusal(401, 'DEVICE_TIMESTAMP_OUT_OF_RANGE', now);
    if (url.pathname === '/v1/devices/heartbeat') {
      heartbeats.push(JSON.parse(String(init.body)));
      return json(201, { device: { status: 'ACTIVE' }, pairing: { epoch: 3, revokedJti: ['gone'] } });
    }
    if (url.pathname === '/v1/firmware/report') {
      const { status } = JSON.parse(String(init.body));
      reports.push({
        status,
        timestamp: String(timestamp),
        proof: headers.get('x-karvon-proof') ?? '',
        body: String(init.body),
      });
      const refused = script.refuse(status);
      if (refused) return refusal(refused.status, refused.code, now);
      if (['SUCCESS', 'FAILED', 'ROLLED_BACK'].includes(status)) ended.add(script.installationId);
      return json(201, { status, applied: true, duplicate: false, directive: 'CONTINUE' });
    }
    if (url.pathname === '/v1/firmware/installations/current') return json(200, script.current);
    return json(200, latest(script, url.searchParams.get('currentFirmware') ?? '', ended));
  };
  const jwk = publicKey.export({ format: 'jwk' });
  return {
    script,
    fetch,
    trust: trustKeys({ keys: [{ ...jwk, kid: 'kid-1' }] }),
    reports,
    ranges,
    ifRanges,
    heartbeats,
    statuses: () => [...new Map(reports.map((report) => [report.proof, report.status])).values()],
  };
}

function latest(script: Script, currentFirmware: string, ended: ReadonlySet<string>) {
  const poll = { pollAfterSeconds: 60 };
  if (currentFirmware === script.version || ended.has(script.installationId)) {
    return { ...poll, updateAvailable: false, reason: 'UP_TO_DATE' };
  }
  const manifest = manifestOf(script);
  const type = 'application/vnd.karvon.release+json;v=1';
  const head = Buffer.from(`DSSEv1 ${type.length} ${type} ${manifest.length} `);
  const sig = sign(null, Buffer.concat([head, manifest]), script.signedBy).toString('base64url');
  return {
    ...poll,
    updateAvailable: true,
    installationId: script.installationId,
    releaseId: RELEASE_ID,
    version: script.version,
    buildNumber: script.buildNumber,
    securityVersion: script.securityVersion,
    manifest: manifest.toString('base64'),
    signatures: [{ kid: script.kid, alg: 'Ed25519', sig }],
    url: `${BASE}/file`,
    size: script.image.length,
    sha256: sha256(script.signedImage ?? script.image),
    etag: `"${sha256(script.image)}"`,
  };
}

function manifestOf({ version, buildNumber, securityVersion, hardwareRevision, image, signedImage }: Script): Buffer {
  const firmware = { size: image.length, sha256: sha256(signedImage ?? image) };
  return Buffer.from(
    JSON.stringify({ version, buildNumber, securityVersion, hardwareRevisions: [hardwareRevision], firmware }),
  );
}

function file({ image, wholeFilesOnly, fileStatus, shiftedBy }: Script, headers: Headers): Response {
  if (fileStatus) return new Response('no', { status: fileStatus });
  const range = headers.get('range');
  const etag = `"${sha256(image)}"`;
  const same = (headers.get('if-range') ?? etag) === etag;
  const from = range === null || wholeFilesOnly || !same ? 0 : Number(/\d+/.exec(range)?.[0]) + shiftedBy;
  const part = image.subarray(from);
  return new Response(new Uint8Array(part), {
    status: from > 0 ? 206 : 200,
    headers: {
      etag,
      'accept-ranges': 'bytes',
      'content-length': String(part.length),
      ...(from > 0 ? { 'content-range': `bytes ${from}-${image.length - 1}/${image.length}` } : {}),
    },
  });
}

function json(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
}

function refusal(status: number, code: string, now: number): Response {
  return new Response(JSON.stringify({ error: { code, message: code, requestId: 'r' } }), {
    status,
    headers: { date: new Date(now).toUTCString() },
  });
}

export interface Bench {
  readonly device: SimulatedDevice;
  readonly events: DeviceEvent[];
}

/** A device on the bench of a scripted service. */
export function onBench(service: ScriptedService, options: Partial<DeviceOptions> = {}): Bench {
  const events: DeviceEvent[] = [];
  const device = createDevice({
    identity: { serial: 'LAMP1-0001', secret: Buffer.alloc(32, 7), hardwareRevision: 'rev-b', trust: service.trust },
    url: BASE,
    fetch: service.fetch,
    clock: { now: () => new Date() },
    onEvent: (event) => events.push(event),
    ...options,
  });
  return { device, events };
}
