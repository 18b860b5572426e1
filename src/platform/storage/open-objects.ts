import type { StorageSettings } from '../../model/ports.ts';
import { openFileStorage } from './file-storage.ts';

/** The objects of an installation, for a command, which signs no URLs. */
export async function openObjects(settings: StorageSettings) {
  if (settings.kind === 'files') return openFileStorage(settings.folder, { sign: noUrl, allows: () => false });
  // Loaded on demand: the SDK takes more memory than everything else here.
  const { openS3Storage } = await import('./s3-storage.ts');
  return openS3Storage(settings, () => new Date());
}

function noUrl(): never {
  throw new Error('a command has no URLs of objects');
}
