import { createHash } from 'node:crypto';
import type { AppImage } from './board.ts';
import { type DeviceContext, REBOOT, type Reboot, type Running, type UpdateRecord } from './device-state.ts';
import { download } from './download.ts';
import type { Offer } from './offer.ts';
import { reportProgress, sendReports, withReport } from './reports.ts';
import { isSignedBy, readManifest } from './signed-manifest.ts';

/**
 * Installs an offer; resumes an interrupted update of the same image.
 * @returns REBOOT when the new image must be booted
 */
export async function install(device: DeviceContext, running: Running, offer: Offer): Promise<Reboot | undefined> {
  const update = updateRecordOf(device, running, offer);
  const isNew = device.board.settings().update?.installationId !== update.installationId;
  device.board.writeSettings({ update });
  if (isNew) device.emit({ type: 'offered', releaseId: update.releaseId, installationId: update.installationId });
  if (offer.version === running.app.version && offer.buildNumber === running.app.buildNumber) {
    return finish(device, update, 'SUCCESS');
  }
  if (isNew && !(await reportStatus(device, update, 'QUEUED'))) return undefined;

  const problem = problemOf(device, running, offer);
  if (problem) return finish(device, update, 'FAILED', problem);
  if (!(await reportStatus(device, update, 'DOWNLOADING'))) return undefined;
  const end = await download(device, offer.url);
  if (end === 'LATER') return undefined;
  if (end !== 'DONE') return finish(device, update, 'FAILED', end.failure);

  if (!(await reportStatus(device, update, 'VERIFYING'))) return undefined;
  const digest = createHash('sha256').update(device.board.read(update.slot, update.size)).digest('hex');
  if (digest !== update.sha256)
    return finish(device, update, 'FAILED', 'DIGEST_MISMATCH: the downloaded image has another SHA-256');
  if (!(await reportStatus(device, update, 'INSTALLING'))) return undefined;
  return switchTo(device, update);
}

/** Selects the verified image for boot. Stores the phase first, so that the next boot recognizes a power cut in between. */
export async function switchTo(device: DeviceContext, update: UpdateRecord): Promise<Reboot> {
  if (update.phase !== 'SWITCHING') {
    const { update: latest } = device.board.settings();
    device.board.writeSettings({ update: { ...(latest ?? update), phase: 'SWITCHING' } });
  }
  device.board.chooseForBoot(update.slot, update.target);
  await reportStatus(device, update, 'REBOOTING');
  return REBOOT;
}

/** Ends an update: one write adds its final report to the outbox and clears the update. */
export async function finish(
  device: DeviceContext,
  update: UpdateRecord,
  status: 'SUCCESS' | 'FAILED' | 'ROLLED_BACK',
  reason?: string,
): Promise<undefined> {
  device.board.writeSettings({ update: null, outbox: withReport(device, update, status, reason) });
  const { releaseId, installationId } = update;
  device.emit({ type: 'finished', releaseId, installationId, status, reason: reason ?? null });
  device.show(status);
  await sendReports(device);
}

/** @returns false when the service ended this update */
async function reportStatus(
  device: DeviceContext,
  update: UpdateRecord,
  status: 'QUEUED' | 'DOWNLOADING' | 'VERIFYING' | 'INSTALLING' | 'REBOOTING',
): Promise<boolean> {
  device.show(status);
  return reportProgress(device, update, status);
}

/** The update record of this offer; keeps the bytes that an earlier attempt wrote of the same image. */
function updateRecordOf(device: DeviceContext, running: Running, offer: Offer): UpdateRecord {
  const { update } = device.board.settings();
  const { releaseId, installationId, size, sha256, etag } = offer;
  const { version, buildNumber, securityVersion } = offer;
  const fresh: UpdateRecord = {
    installationId,
    releaseId,
    fromVersion: running.app.version,
    target: { version, buildNumber, securityVersion },
    slot: device.board.spareSlot(running.slot),
    size,
    sha256,
    etag,
    written: 0,
    phase: 'DOWNLOADING',
  };
  const isSameImage = update?.sha256 === sha256 && update.size === size && update.slot === fresh.slot;
  return isSameImage ? { ...fresh, etag: update.etag, written: update.written } : fresh;
}

/** Why the device rejects this offer; undefined when it accepts it. */
function problemOf(device: DeviceContext, { app }: Running, offer: Offer): string | undefined {
  if (offer.manifest === null) {
    if (!device.acceptsUnsigned) return 'SIGNATURE_INVALID: the release is not signed';
    return tooOld(device, offer.securityVersion);
  }
  if (!isSignedBy(device.trust, device.brand, offer.manifest, offer.signatures))
    return 'SIGNATURE_INVALID: no trusted key signed the manifest';
  const manifest = readManifest(offer.manifest);
  if (!manifest) return 'SIGNATURE_INVALID: the manifest lacks required members';
  if (manifest.sha256 !== offer.sha256)
    return 'DIGEST_MISMATCH: the offer and the signed manifest name different images';
  if (manifest.size !== offer.size) return 'SIZE_MISMATCH: the offer and the signed manifest name different sizes';
  if (!manifest.hardwareRevisions.includes(device.hardwareRevision))
    return 'HARDWARE_MISMATCH: the release is not for this hardware revision';
  if (manifest.version !== offer.version || manifest.buildNumber !== offer.buildNumber) {
    return 'SIGNATURE_INVALID: the offer and the signed manifest name different versions';
  }
  if (!isNewer(manifest, app)) return 'SECURITY_VERSION_TOO_LOW: the release is not newer than the running firmware';
  return tooOld(device, manifest.securityVersion);
}

function tooOld({ board }: DeviceContext, securityVersion: number): string | undefined {
  const fused = board.fusedSecurityVersion();
  return securityVersion < fused
    ? `SECURITY_VERSION_TOO_LOW: ${securityVersion} is below ${fused} in the fuses`
    : undefined;
}

/** Compares the three numbers of the version, then the build number. */
function isNewer(one: Omit<AppImage, 'securityVersion'>, other: Omit<AppImage, 'securityVersion'>): boolean {
  const numbers = ({ version, buildNumber }: typeof one) => [
    ...(version.split(/[-+]/, 1)[0] ?? '').split('.').map(Number),
    buildNumber,
  ];
  const others = numbers(other);
  const difference = numbers(one).map((part, index) => part - (others[index] ?? 0));
  return (difference.find((part) => part !== 0) ?? 0) > 0;
}
