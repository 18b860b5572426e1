import { type Static, Type } from 'typebox';
import { newId } from '../../persistence/columns.ts';
import { findCustomerId } from '../../persistence/customers/customer-repository.ts';
import { type FoundCode, findCode, takeCode } from '../../persistence/devices/claim-code-repository.ts';
import type { DeviceRow } from '../../persistence/devices/device.entity.ts';
import { lockDeviceBySerial } from '../../persistence/devices/device-repository.ts';
import {
  activatePendingSecret,
  findLiveSecrets,
  hasEnvelopedSecret,
  type LiveSecret,
} from '../../persistence/devices/device-secret-repository.ts';
import { consumeGrants } from '../../persistence/firmware/grant-repository.ts';
import {
  consumeChallenge,
  countFailedTry,
  lockChallenge,
  type StoredChallenge,
} from '../../persistence/pairing/challenge-repository.ts';
import { findLivePairings, insertPairing, revokePairing } from '../../persistence/pairing/pairing-repository.ts';
import { findSystemSettings } from '../../persistence/settings/settings-repository.ts';
import { findOrCreateCustomer, findOrCreateCustomerBy } from '../customers/index.ts';
import {
  afterClaim,
  afterProof,
  changeDevice,
  claimCodeHash,
  normaliseClaimCode,
  readDevice,
} from '../devices/index.ts';
import { everyone } from '../kernel/access.ts';
import { DomainError, keepingWrites } from '../kernel/errors.ts';
import { email, fields, text, UUID, verbatim } from '../kernel/input.ts';
import { type Context, operation } from '../kernel/operation.ts';
import { fulfilSale } from '../sales/index.ts';
import { type AppKey, parseAppKey } from './app-key.ts';
import {
  challengeInvalid,
  codeUnavailable,
  decideClaim,
  hardwareProofInvalid,
  MAX_FAILED_TRIES,
} from './claim-rules.ts';
import { expiryOf, issueCredential, wholeSeconds } from './credential.ts';
import { challengePayload, sameText, secretBehind, subjectOf } from './hardware-proof.ts';
import { viewPairedDevice } from './pairing-view.ts';
import { isRefreshable } from './refresh-rules.ts';

/** The longest address there is: RFC 5321, 4.5.3.1 (64 octets, `@`, 255 octets). */
const MAX_EMAIL_LENGTH = 320;

const Claim = fields({
  serial: verbatim(8),
  installationId: verbatim(16, 128),
  challengeId: verbatim(16),
  nonce: verbatim(24),
  claimCode: verbatim(16),
  hardwareProof: verbatim(32),
  publicKey: verbatim(8),
  deviceName: verbatim(1, 128),
  appVersion: verbatim(1, 32),
  customerEmail: Type.Optional(email({ maxLength: MAX_EMAIL_LENGTH })),
  customerName: Type.Optional(text(0)),
});
type ClaimInput = Static<typeof Claim>;

/**
 * An app claims a device for its owner: it brings the device's own proof and the code of its label, and gets a
 * credential. What is refused is counted on the challenge and told in words that hold for any serial and any code.
 */
export const claimDevice = operation({
  name: 'claimDevice',
  access: everyone(),
  limit: 5,
  effect: 'write',
  input: Claim,
  async prepare(_scope, { publicKey }) {
    return parseAppKey(publicKey);
  },
  async handle(context, input, appKey) {
    const { em, now } = context;
    const subject = subjectOf(input.serial);
    const device = await lockDeviceBySerial(em, input.serial);
    const challenge = UUID.test(input.challengeId) ? await lockChallenge(em, input.challengeId, subject) : undefined;
    if (!challenge) throw challengeInvalid();
    try {
      const secret = await requireProof(context, input, device, challenge);
      if (!device || !secret) throw hardwareProofInvalid();
      const plan = await planClaim(context, input, device, secret, appKey);
      if (!(await consumeChallenge(em, challenge.id, now))) throw challengeInvalid();
      return await claim(context, input, device, plan, appKey);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      if (!challenge.consumedAt) await countFailedTry(em, challenge.id, MAX_FAILED_TRIES, now);
      throw keepingWrites(error);
    }
  },
});

/**
 * The secret that answers the challenge. One that was answered already is told apart only from who answers it rightly.
 * @throws DomainError 401 CHALLENGE_INVALID, HARDWARE_PROOF_INVALID; 409 CLAIM_CODE_UNAVAILABLE for a second use
 */
async function requireProof(
  { em, now, keys }: Context,
  input: ClaimInput,
  device: DeviceRow | null,
  challenge: StoredChallenge,
): Promise<LiveSecret | undefined> {
  const payload = challengePayload({
    challengeId: challenge.id,
    serial: input.serial,
    appInstallationId: challenge.appInstallationId,
    nonce: challenge.nonce,
    expiresAt: challenge.expiresAt,
  });
  const secrets = await findLiveSecrets(em, device?.id ?? null);
  const secret = secretBehind(keys, device, secrets, payload, input.hardwareProof);
  const isTheirs =
    sameText(input.nonce, challenge.nonce) && sameText(input.installationId, challenge.appInstallationId);
  if (!isTheirs || now > challenge.expiresAt || challenge.attempts >= MAX_FAILED_TRIES) throw challengeInvalid();
  if (challenge.consumedAt) throw secret ? codeUnavailable() : challengeInvalid();
  return secret;
}

interface ClaimPlan {
  readonly kind: 'first' | 'further';
  readonly code: FoundCode;
  readonly secret: LiveSecret;
  /** The pairing that this claim takes the place of. */
  readonly replaces: string | undefined;
  readonly certificateDays: number;
}

/** Reads what the claim is decided by and decides; writes nothing. */
async function planClaim(
  { em, now, keys }: Context,
  input: ClaimInput,
  device: DeviceRow,
  secret: LiveSecret,
  appKey: AppKey,
): Promise<ClaimPlan> {
  const settings = await findSystemSettings(em);
  const typed = normaliseClaimCode(input.claimCode);
  const found = typed ? await findCode(em, claimCodeHash(keys, typed), now) : undefined;
  const code = found?.deviceId === device.id ? found : undefined;
  const apps = await findLivePairings(em, device.id);
  const own = apps.find(({ appInstallationId }) => appInstallationId === input.installationId);
  // With its new secret a device has left INVENTORY: the claim's proof is its first.
  const provesItself = device.status === 'INVENTORY' && secret.state === 'PENDING';
  const kind = decideClaim({
    deviceStatus: provesItself ? 'READY' : device.status,
    ownerId: device.ownerId ?? null,
    codeStatus: code?.status,
    namesCustomer: input.customerEmail !== undefined,
    namedCustomerId: input.customerEmail ? await findCustomerId(em, 'email', input.customerEmail) : undefined,
    sameApp: own?.keyThumbprint === appKey.thumbprint,
    otherApps: apps.filter((app) => app !== own && isRefreshable(app.expiresAt, now)).length,
    maximumApps: settings.maximumMacsPerDevice,
  });
  if (!code) throw codeUnavailable();
  return { kind, code, secret, replaces: own?.id, certificateDays: settings.pairingCertificateDays };
}

async function claim(context: Context, input: ClaimInput, device: DeviceRow, plan: ClaimPlan, appKey: AppKey) {
  const { em, now, keys, settings, note } = context;
  const { id: deviceId, serial } = device;
  const pairingId = newId();
  if (plan.code.status === 'AVAILABLE' && !(await takeCode(em, plan.code.id, now))) throw codeUnavailable();
  if (plan.secret.state === 'PENDING') {
    await activatePendingSecret(em, deviceId, now);
    await consumeGrants(em, deviceId, now);
  }
  const changes = plan.kind === 'first' ? await giveOwner(context, input, device, pairingId) : undefined;
  if (plan.replaces) await revokePairing(em, { id: plan.replaces, deviceId }, 'claimDevice', now);
  const credential = {
    pairingId,
    credentialId: newId(),
    deviceId,
    serial,
    appInstallationId: input.installationId,
    customerId: device.ownerId ?? null,
    epoch: device.pairingEpoch,
    keyThumbprint: appKey.thumbprint,
    issuedAt: wholeSeconds(now),
    expiresAt: expiryOf(now, plan.certificateDays),
  };
  await insertPairing(em, {
    ...credential,
    id: pairingId,
    publicKey: appKey.jwk,
    deviceName: input.deviceName,
    appVersion: input.appVersion,
    createdAt: now,
  });
  note({
    target: { kind: 'Pairing', id: pairingId },
    actor: { type: 'INSTALLATION', id: pairingId, label: input.installationId },
    changes: changes?.fields,
    detail: { deviceId, serial, kind: plan.kind, replaced: plan.replaces ?? null, ...changes?.detail },
  });
  return {
    credential: await issueCredential(keys, settings, credential),
    expiresAt: credential.expiresAt,
    device: viewPairedDevice(await readDevice(em, deviceId, now)),
    offlineCapable: await hasEnvelopedSecret(em, deviceId),
  };
}

/** The device gets its owner, and the sale that it was sold by is told. */
async function giveOwner({ em, now }: Context, input: ClaimInput, device: DeviceRow, pairingId: string) {
  const history = { actorId: pairingId, reason: null, now };
  if (device.status === 'INVENTORY') {
    await changeDevice(em, device, afterProof(device), {}, { ...history, cause: 'secretProved' });
  }
  const owner = await ownerOf({ em, now }, input, device);
  const saleId = await fulfilSale(em, device.id, now);
  const fields = await changeDevice(
    em,
    device,
    afterClaim(device, owner.id, now),
    {},
    { ...history, cause: 'claimDevice', reason: saleId ? null : 'claimed without a sale' },
  );
  return { fields, detail: { saleId: saleId ?? null, customerCreated: owner.created } };
}

/** Whom the claim names, by e-mail address; else who bought the device; else somebody new. */
async function ownerOf({ em, now }: Pick<Context, 'em' | 'now'>, input: ClaimInput, device: DeviceRow) {
  const name = input.customerName && [...input.customerName].length > 1 ? input.customerName : undefined;
  if (input.customerEmail) {
    return findOrCreateCustomer(em, { email: input.customerEmail, name }, now, 'pairing');
  }
  if (device.ownerId) return { id: device.ownerId, created: false };
  return findOrCreateCustomerBy(em, { fullName: name ?? `Owner of ${device.serial}` }, now, 'pairing');
}
