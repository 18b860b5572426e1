import { LRUCache } from 'lru-cache';
import type { View } from '../../model/record.ts';
import type { FirmwareOfferRecord } from '../../model/records/firmware-offer.ts';
import { findOfferedContent } from '../../persistence/offers/offer-repository.ts';
import type { Runtime } from '../kernel/operation.ts';
import type { RankedRelease } from './offer-facts.ts';

declare module '../kernel/operation.ts' {
  interface DomainSettings {
    /** How long the URL of a download is good. */
    readonly downloadUrlSeconds: number;
  }
}

/** An update as a device gets it: enough to verify it without trusting this service. */
export type OfferView = Omit<
  View<typeof FirmwareOfferRecord>,
  'updateAvailable' | 'installationId' | 'pollAfterSeconds'
>;

type Content = Pick<OfferView, 'version' | 'releaseNotes' | 'size' | 'sha256' | 'manifest' | 'signatures'>;

/** Releases whose content is cached; a manifest has 64 KiB at most. */
const MAX_CACHED = 32;
const contents = { create: () => new LRUCache<string, Content>({ max: MAX_CACHED }) };

/**
 * The update with a fresh URL.
 * @throws an error that is answered 503 STORAGE_UNAVAILABLE when the storage signs none
 */
export async function viewOffer(runtime: Runtime, release: RankedRelease, now: Date): Promise<OfferView> {
  const content = await contentOf(runtime, release);
  // A download that takes longer goes on by Range with the URL of the next look-up.
  const urlExpiresAt = new Date((Math.floor(now.getTime() / 1_000) + runtime.settings.downloadUrlSeconds) * 1_000);
  return {
    releaseId: release.id,
    version: content.version,
    buildNumber: release.buildNumber,
    mandatory: release.mandatory,
    mandatoryAfter: release.mandatoryAfter,
    releaseNotes: content.releaseNotes,
    securityVersion: release.securityVersion,
    hardwareRevision: release.hardwareRevision,
    size: content.size,
    sha256: content.sha256,
    etag: `"${content.sha256}"`,
    url: await runtime.storage.signDownload(content.sha256, urlExpiresAt),
    urlExpiresAt,
    manifest: content.manifest,
    signatures: content.signatures,
  };
}

/** A release's content never changes under one revision of it, so it is read once. */
async function contentOf(runtime: Runtime, { id, revision }: RankedRelease): Promise<Content> {
  const cache = runtime.state.of(contents);
  const key = `${id} ${revision}`;
  const cached = cache.get(key);
  if (cached) return cached;
  const row = await findOfferedContent(runtime.em(), id);
  if (!row) throw new Error('a release that was offered is not there');
  const content = { ...row, manifest: row.manifest?.toString('base64') ?? null, signatures: row.signatures ?? [] };
  cache.set(key, content);
  return content;
}
