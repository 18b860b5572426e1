import type pg from 'pg';
import type { StorageSettings } from '../../src/model/ports.ts';
import { openObjects } from '../../src/platform/storage/open-objects.ts';

/** Bytes of each image. */
export const IMAGE_BYTES = 262_144;
/** The content of a release's image, which names it and is filled up with dots. */
export const IMAGE = `rpad(hardware_revision || ' ' || version, ${IMAGE_BYTES}, '.')`;

/** Stores the image of each release that the seed made, so that devices, backups and `karvon doctor` find it. An image that is there stays. */
export async function storeImages(client: pg.ClientBase, settings: StorageSettings): Promise<void> {
  const { rows } = await client.query<{ sha256: string; image: string }>(
    `select firmware_sha256 as sha256, ${IMAGE} as image from release
      where source = 'LEGACY' and firmware_size = ${IMAGE_BYTES} and firmware_sha256 = encode(sha256(${IMAGE}::bytea), 'hex')`,
  );
  const storage = await openObjects(settings);
  try {
    for (const { sha256, image } of rows) {
      if ((await storage.size(sha256)) !== undefined) continue;
      const staged = await storage.stage(piecesOf(image), IMAGE_BYTES);
      await staged.commit();
    }
  } finally {
    await storage.close();
  }
}

async function* piecesOf(image: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(image);
}
