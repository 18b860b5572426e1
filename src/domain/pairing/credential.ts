import type { Keys } from '../../model/ports.ts';
import { UUID } from '../kernel/input.ts';
import { signClaims, verifiedClaims } from '../kernel/jws.ts';
import type { DomainSettings } from '../kernel/operation.ts';

/** The kind of token that a companion app holds. */
const TYP = 'pairing+jwt';
/** What a credential lets its app do with the device. */
const SCOPE = 'device:read device:control';
/** A device whose clock is behind must not refuse a credential that was just issued: as far as a proof's clock may be off. */
const NOT_BEFORE_SECONDS = 300;
const DAY_MS = 86_400_000;

/** What a credential is made of. */
export interface CredentialFacts {
  readonly pairingId: string;
  readonly credentialId: string;
  readonly deviceId: string;
  readonly serial: string;
  readonly appInstallationId: string;
  readonly customerId: string | null;
  readonly epoch: number;
  readonly keyThumbprint: string;
  /** Whole seconds. */
  readonly issuedAt: Date;
  /** Whole seconds. */
  readonly expiresAt: Date;
}

/** What a credential says of itself once its signature holds. */
export interface CredentialClaims extends Omit<CredentialFacts, 'issuedAt' | 'customerId'> {}

/** A moment as a credential can say it. */
export function wholeSeconds(moment: Date): Date {
  return new Date(Math.floor(moment.getTime() / 1000) * 1000);
}

/** When a credential that is issued now is over. */
export function expiryOf(issuedAt: Date, certificateDays: number): Date {
  return new Date(wholeSeconds(issuedAt).getTime() + certificateDays * DAY_MS);
}

/**
 * Signs a credential: a compact JWS that the device verifies offline with the issuer keys of its envelope. Its `jti` is
 * `<pairing>.<credential>`. The same facts give the same credential, so that a lost reply can be given again.
 */
export function issueCredential(
  keys: Pick<Keys, 'pairingIssuer'>,
  { publicUrl }: Pick<DomainSettings, 'publicUrl'>,
  facts: CredentialFacts,
): Promise<string> {
  const issuedAt = seconds(facts.issuedAt);
  return signClaims(keys.pairingIssuer, TYP, {
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

/** What a credential of ours says; undefined for any other text. Its times and its pairing are still to be looked at. */
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

function seconds(moment: Date): number {
  return Math.floor(moment.getTime() / 1000);
}
