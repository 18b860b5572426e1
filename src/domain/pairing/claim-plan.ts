import { findLivePairings } from '../../persistence/pairing/pairing-repository.ts';
import { findCustomerId } from '../customers/store.ts';
import { claimCodeHashes, normalizeClaimCode } from '../devices/index.ts';
import type { DeviceRow, LiveSecret } from '../devices/store.ts';
import { type FoundCode, findCode } from '../devices/store.ts';
import type { Context } from '../kernel/operation.ts';
import { findSystemSettings } from '../settings/store.ts';
import type { AppKey } from './app-key.ts';
import type { ClaimInput } from './claim-input.ts';
import { codeUnavailable, decideClaim } from './claim-rules.ts';
import { isRefreshable } from './refresh-rules.ts';

/** The decided effects of a claim. */
export interface ClaimPlan {
  readonly kind: 'first' | 'further';
  readonly code: FoundCode;
  readonly secret: LiveSecret;
  /** The pairing that this claim replaces. */
  readonly replaces: string | undefined;
  readonly certificateDays: number;
}

/**
 * Reads the facts of a claim on a locked device and decides; writes nothing.
 * @throws DomainError as `decideClaim` does
 */
export async function planClaim(
  { em, now, keys }: Context,
  input: ClaimInput,
  device: DeviceRow,
  secret: LiveSecret,
  appKey: AppKey,
): Promise<ClaimPlan> {
  const settings = await findSystemSettings(em);
  const typed = normalizeClaimCode(input.claimCode);
  const found = typed ? await findCode(em, claimCodeHashes(keys, typed), now) : undefined;
  const code = found?.deviceId === device.id ? found : undefined;
  const apps = await findLivePairings(em, device.id);
  const own = apps.find(({ appInstallationId }) => appInstallationId === input.installationId);
  // The claim's proof is the first with the new secret, so the device leaves INVENTORY.
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
