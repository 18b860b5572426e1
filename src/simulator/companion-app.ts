import {
  createHash,
  createPublicKey,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
  randomBytes,
  sign,
  verify,
} from 'node:crypto';

/** Settings of a companion app, which calls the paths of docs/devices/pairing.md like any other client. */
export interface CompanionAppSettings {
  /** Where the service listens: `http://localhost:3000`. */
  readonly baseUrl: string;
  /** 16 to 128 characters; generated if absent. */
  readonly installationId?: string;
  readonly key?: 'Ed25519' | 'P-256';
  readonly deviceName?: string;
  readonly appVersion?: string;
  readonly fetch?: typeof fetch;
}

export interface AppReply {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface ClaimOptions {
  readonly serial: string;
  readonly claimCode: string;
  readonly customerEmail?: string;
  readonly customerName?: string;
  /** Simulates the Bluetooth or USB connection to the device: returns its HMAC-SHA256 of the text, in hexadecimal. */
  readonly askDevice: (proofPayload: string) => string | Promise<string>;
}

export interface CompanionApp {
  readonly installationId: string;
  /** SPKI in PEM, as it is sent. */
  readonly publicKey: string;
  readonly publicJwk: JsonWebKey;
  /** The current credential. */
  readonly credential: () => string | undefined;
  challenge(serial: string): Promise<AppReply>;
  /** Requests a challenge, gets the device's proof, and claims the device. */
  claim(options: ClaimOptions): Promise<AppReply>;
  codeStatus(claimCode: string): Promise<AppReply>;
  /** Stores the new credential. */
  refresh(): Promise<AppReply>;
  me(): Promise<AppReply>;
  revoke(): Promise<AppReply>;
  /** Signs the device's nonce, to prove possession of the key that the credential names. */
  provePossession(nonce: Buffer): Buffer;
}

/** A companion app with its own key, which pairs over HTTP. */
export function createCompanionApp(settings: CompanionAppSettings): CompanionApp {
  const { baseUrl, key = 'Ed25519', deviceName = 'Aziza’s phone', appVersion = '2.1.0' } = settings;
  const installationId = settings.installationId ?? randomBytes(16).toString('hex');
  const pair =
    key === 'Ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const publicKey = String(pair.publicKey.export({ type: 'spki', format: 'pem' }));
  const call = caller(baseUrl, settings.fetch ?? fetch);
  let credential: string | undefined;

  const keep = (reply: AppReply): AppReply => {
    if (reply.status === 201 && typeof reply.body.credential === 'string') credential = reply.body.credential;
    return reply;
  };
  const challenge = (serial: string) => call('POST', '/v1/devices/pair/challenge', { serial, installationId });
  return {
    installationId,
    publicKey,
    publicJwk: pair.publicKey.export({ format: 'jwk' }),
    credential: () => credential,
    challenge,
    async claim({ serial, claimCode, askDevice, customerEmail, customerName }) {
      const challenged = await challenge(serial);
      if (challenged.status !== 201) return challenged;
      const { challengeId, nonce, proofPayload } = challenged.body;
      const hardwareProof = await askDevice(String(proofPayload));
      const app = { installationId, publicKey, deviceName, appVersion };
      const body = { ...app, serial, claimCode, challengeId, nonce, hardwareProof, customerEmail, customerName };
      return keep(await call('POST', '/v1/devices/pair/claim', body));
    },
    codeStatus: (claimCode) => call('POST', '/v1/devices/pair/code-status', { claimCode }),
    refresh: async () => keep(await call('POST', '/v1/devices/pair/refresh', { credential })),
    me: () => call('GET', '/v1/devices/me', undefined, credential),
    revoke: () => call('POST', '/v1/devices/pair/revoke', { installationId }, credential),
    provePossession: (nonce) => sign(key === 'Ed25519' ? null : 'sha256', nonce, pair.privateKey),
  };
}

function caller(baseUrl: string, fetcher: typeof fetch) {
  return async (method: string, path: string, body?: object, bearer?: string): Promise<AppReply> => {
    const headers = {
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
    };
    const reply = await fetcher(`${baseUrl}${path}`, { method, headers, body: body && JSON.stringify(body) });
    return { status: reply.status, body: objectOf(await reply.json()) };
  };
}

/** What a device uses to verify an app without a network. */
export interface DeviceKnowledge {
  readonly serial: string;
  /** The issuer keys of its envelope. */
  readonly issuerKeys: readonly Readonly<Record<string, unknown>>[];
  /** The highest epoch received in a heartbeat reply. */
  readonly epoch: number;
  /** `revokedJti` of the last heartbeat reply. */
  readonly revokedJti: readonly string[];
  readonly now: Date;
}

/**
 * Verifies a credential like the device does, with node:crypto only: signed by a known issuer key, the right type, not
 * expired, for this device, of this epoch or a later one, and of a pairing that is not revoked.
 * @returns its claims; undefined when the device must reject it
 */
export function verifyOffline(
  credential: string,
  device: DeviceKnowledge,
): Readonly<Record<string, unknown>> | undefined {
  const [head = '', payload = '', signature = '', ...rest] = credential.split('.');
  if (rest.length > 0) return undefined;
  const header = decoded(head);
  const jwk = device.issuerKeys.find(({ kid }) => kid === header.kid);
  if (!jwk || header.alg !== 'EdDSA' || header.typ !== 'pairing+jwt') return undefined;
  const key = createPublicKey({ key: { ...jwk }, format: 'jwk' });
  if (!verify(null, Buffer.from(`${head}.${payload}`), key, Buffer.from(signature, 'base64url'))) return undefined;
  const claims = decoded(payload);
  const seconds = device.now.getTime() / 1000;
  const inTime = Number(claims.nbf) <= seconds && seconds < Number(claims.exp);
  const family = familyOf(claims.jti);
  const isRevoked = device.revokedJti.some((jti) => familyOf(jti) === family);
  if (!inTime || claims.aud !== device.serial || Number(claims.epoch) < device.epoch || isRevoked) return undefined;
  return claims;
}

/** Whether an app has the key that the credential names: checks its signature of a nonce that the device generated. */
export function verifyPossession(
  claims: Readonly<Record<string, unknown>>,
  appJwk: JsonWebKey,
  nonce: Buffer,
  signature: Buffer,
): boolean {
  if (objectOf(claims.cnf).jkt !== thumbprintOf(appJwk)) return false;
  const key: KeyObject = createPublicKey({ key: appJwk, format: 'jwk' });
  return verify(appJwk.kty === 'OKP' ? null : 'sha256', nonce, key, signature);
}

/** JWK thumbprint (RFC 7638). */
function thumbprintOf({ crv, kty, x, y }: JsonWebKey): string {
  const members = kty === 'EC' ? { crv, kty, x, y } : { crv, kty, x };
  return createHash('sha256').update(JSON.stringify(members)).digest('base64url');
}

/** A `jti` is `<pairing>.<credential>`: one revoked `jti` revokes all credentials of its pairing. */
function familyOf(jti: unknown): string {
  return String(jti).split('.')[0] ?? '';
}

function decoded(part: string): Readonly<Record<string, unknown>> {
  try {
    return objectOf(JSON.parse(Buffer.from(part, 'base64url').toString('utf8')));
  } catch {
    return {};
  }
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
