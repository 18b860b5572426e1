import type { Keys } from '../../model/ports.ts';
import { issuerFor, signClaims, verifiedClaims } from '../formats/jws.ts';
import { UUID } from '../kernel/input.ts';
import type { DomainSettings } from '../kernel/operation.ts';

/** The `typ` of a companion app's credential. */
const TYP = 'pairing+jwt';
/** The scopes of a credential. */
const SCOPE = 'device:read device:control';
/** Backdates `nbf` by the clock tolerance of proofs, so that a device with a slow clock accepts a new credential. */
const NOT_BEFORE_SECONDS = 300;
const DAY_MS = 86_400_000;

/** The content of a credential. */
export interface CredentialFacts {
  readonly pairingId: string;
  readonly credentialId: string;
  readonly deviceId: string;
  readonly serial: string;
  readonly appInstallationId: string;
  readonly customerId: string | null;
  readonly epoch: number;
  readonly keyThumbprint: string;
  /** The kid of the key that signs; a retired one is replaced. */
  readonly issuer: string | null;
  /** Whole seconds. */
  readonly issuedAt: Date;
  /** Whole seconds. */
  readonly expiresAt: Date;
}

/** The claims of a verified credential. */
export interface CredentialClaims extends Omit<CredentialFacts, 'issuedAt' | 'customerId' | 'issuer'> {}

/** Truncates a timestamp to the precision of a JWT. */
export function wholeSeconds(time: Date): Date {
  return new Date(Math.floor(time.getTime() / 1000) * 1000);
}

/** The expiry of a credential. */
export function expiryOf(issuedAt: Date, certificateDays: number): Date {
  return new Date(wholeSeconds(issuedAt).getTime() + certificateDays * DAY_MS);
}

/**
 * Signs a credential: a compact JWS that the device verifies offline with the issuer keys of its envelope. Its `jti` is
 * `<pairing>.<credential>`. The same facts give the same credential, so that a lost response can be repeated.
 */
export function issueCredential(
  keys: Pick<Keys, 'pairingIssuers'>,
  { publicUrl }: Pick<DomainSettings, 'publicUrl'>,
  facts: CredentialFacts,
): Promise<string> {
  const issuedAt = seconds(facts.issuedAt);
  return signClaims(issuerFor(keys.pairingIssuers, facts.issuer === null ? null : [facts.issuer]), TYP, {
    iss: publicUrl,
    aud: facts.serial,
    sub: facts.appInstallationId,
    dev: facts.deviceId,
    cid: facts.customerId,
    epoch: facts.epoch,
    cnf: { jkt: facts.keyThumbprint },
    scope: SCOPE,
    iat: issuedAt,
    nbf: issuedAt - NOT_BEFORE_SECONDS,
    exp: seconds(facts.expiresAt),
    jti: `${facts.pairingId}.${facts.credentialId}`,
  });
}

/**
 * Verifies the signature of a credential; undefined for any other text. Its times and its pairing are not checked here.
 */
export async function readCredential(
  keys: Pick<Keys, 'pairingIssuerJwks'>,
  { publicUrl }: Pick<DomainSettings, 'publicUrl'>,
  text: string,
): Promise<CredentialClaims | undefined> {
  const claims = await verifiedClaims(keys.pairingIssuerJwks, TYP, text);
  if (!claims || claims.iss !== publicUrl) return undefined;
  const { aud, sub, dev, epoch, exp, jti } = claims;
  const [pairingId, credentialId] = typeof jti === 'string' ? jti.split('.') : [];
  const keyThumbprint = thumbprintIn(claims.cnf);
  if (!isUuid(pairingId) || !isUuid(credentialId) || !keyThumbprint) return undefined;
  if (typeof aud !== 'string' || typeof sub !== 'string' || typeof dev !== 'string') return undefined;
  if (typeof epoch !== 'number' || typeof exp !== 'number') return undefined;
  return {
    pairingId,
    credentialId,
    deviceId: dev,
    serial: aud,
    appInstallationId: sub,
    epoch,
    keyThumbprint,
    expiresAt: new Date(exp * 1000),
  };
}

function isUuid(text: string | undefined): text is string {
  return text !== undefined && UUID.test(text);
}

function thumbprintIn(cnf: unknown): string | undefined {
  if (typeof cnf !== 'object' || cnf === null || !('jkt' in cnf)) return undefined;
  return typeof cnf.jkt === 'string' ? cnf.jkt : undefined;
}

function seconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}
