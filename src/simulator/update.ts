import { createHash } from 'node:crypto';
import type { AppImage } from './board.ts';
import { type DeviceContext, REBOOT, type Reboot, type Running, type UpdateRecord } from './device-state.ts';
import { download } from './download.ts';
import type { Offer } from './offer.ts';
import { report, sendReports, withReport } from './reports.ts';
import { isSignedBy, readManifest } from './signed-manifest.ts';

/**
 * Takes an offer: from where an interrupted update of the same image stands, else from the start.
 * @returns REBOOT when the new image is to be booted
 */
export async function install(device: DeviceContext, running: Running, offer: Offer): Promise<Reboot | undefined> {
  const update = remember(device, running, offer);
  const isNew = device.board.settings().update?.installationId !== update.installationId;
  device.board.writeSettings({ update });
  if (isNew) device.emit({ type: 'offered', releaseId: update.releaseId, installationId: update.installationId });
  if (offer.version === running.app.version && offer.buildNumber === running.app.buildNumber) {
    return finish(device, update, 'SUCCESS');
  }
  if (isNew && !(await say(device, update, 'QUEUED'))) return undefined;

  const doubt = mistrust(device, running, offer);
  if (doubt) return finish(device, update, 'FAILED', doubt);
  if (!(await say(device, update, 'DOWNLOADING'))) return undefined;
  const end = await download(device, offer.url);
  if (end === 'LATER') return undefined;
  if (end !== 'DONE') return finish(device, update, 'FAILED', end.failure);

  if (!(await say(device, update, 'VERIFYING'))) return undefined;
  const digest = createHash('sha256').update(device.board.read(update.slot, update.size)).digest('hex');
  if (digest !== update.sha256) return finish(device, update, 'FAILED', 'DIGEST_MISMATCH: the image is another one');
  if (!(await say(device, update, 'INSTALLING'))) return undefined;
  return switchTo(device, update);
}

/** Chooses the verified image for boot. The note comes first, so that a power cut between the two is seen for what it is. */
export async function switchTo(device: DeviceContext, update: UpdateRecord): Promise<Reboot> {
  if (update.phase !== 'SWITCHING') {
    const { update: latest } = device.board.settings();
    device.board.writeSettings({ update: { ...(latest ?? update), phase: 'SWITCHING' } });
  }
  device.board.chooseForBoot(update.slot, update.target);
  await say(device, update, 'REBOOTING');
  return REBOOT;
}

/** Ends an update: its end is in the outbox and the update is forgotten in one write. */
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

/** @returns false when the service told the device to give this update up */
async function say(
  device: DeviceContext,
  update: UpdateRecord,
  status: 'QUEUED' | 'DOWNLOADING' | 'VERIFYING' | 'INSTALLING' | 'REBOOTING',
): Promise<boolean> {
  device.show(status);
  return report(device, update, status);
}

/** The record of this offer; bytes that an earlier attempt left of the same image are kept. */
function remember(device: DeviceContext, running: Running, offer: Offer): UpdateRecord {
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

/** Why the device does not take this offer, whoever sent it; undefined when it does. */
function mistrust(device: DeviceContext, { app }: Running, offer: Offer): string | undefined {
  if (offer.manifest === null) {
    if (!device.acceptsUnsigned) return 'SIGNATURE_INVALID: the release is not signed';
    return tooOld(device, offer.securityVersion);
  }
  if (!isSignedBy(device.trust, device.brand, offer.manifest, offer.signatures))
    return 'SIGNATURE_INVALID: no key of mine signed it';
  const manifest = readManifest(offer.manifest);
  if (!manifest) return 'SIGNATURE_INVALID: the manifest lacks fields';
  if (manifest.sha256 !== offer.sha256) return 'DIGEST_MISMATCH: offered another image than the signed one';
  if (manifest.size !== offer.size) return 'SIZE_MISMATCH: offered another size than the signed one';
  if (!manifest.hardwareRevisions.includes(device.hardwareRevision)) return 'HARDWARE_MISMATCH: not for this board';
  if (manifest.version !== offer.version || manifest.buildNumber !== offer.buildNumber) {
    return 'SIGNATURE_INVALID: offered as another version than the signed one';
  }
  if (!isNewer(manifest, app)) return 'SECURITY_VERSION_TOO_LOW: not newer than what runs';
  return tooOld(device, manifest.securityVersion);
}

function tooOld({ board }: DeviceContext, securityVersion: number): string | undefined {
  const fused = board.fusedSecurityVersion();
  return securityVersion < fused ? `SECURITY_VERSION_TOO_LOW: ${securityVersion}, the fuses say ${fused}` : undefined;
}

/** By the three numbers of the version, then by the build. */
function isNewer(one: Omit<AppImage, 'securityVersion'>, other: Omit<AppImage, 'securityVersion'>): boolean {
  const numbers = ({ version, buildNumber }: typeof one) => [
    ...(version.split(/[-+]/, 1)[0] ?? '').split('.').map(Number),
    buildNumber,
  ];
  const others = numbers(other);
  const difference = numbers(one).map((part, index) => part - (others[index] ?? 0));
  return (difference.find((part) => part !== 0) ?? 0) > 0;
}
