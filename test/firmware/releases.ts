import { randomBytes } from 'node:crypto';
import type { Client, Json, Reply } from '../support/callers.ts';
import { postForm } from '../support/form.ts';
import { makePackage, type TestImage, type TestManifest, type TestReleaseKey } from '../support/release-package.ts';

export const FIRMWARE = '/v1/admin/firmware';

let builds = 100;

/** A build number that no other release of this test file has. */
export function nextBuild(): number {
  builds += 1;
  return builds;
}

export interface Upload {
  readonly image?: TestImage;
  readonly manifest?: TestManifest;
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly keys?: readonly TestReleaseKey[];
}

/** What an upload says beside its file. */
export const FIELDS = { channel: 'STABLE', releaseNotes: 'Brighter.' };

/** Makes a package with a build of its own and uploads it. */
export async function uploadPackage(caller: Client, key: TestReleaseKey, upload: Upload = {}): Promise<Reply> {
  const { bytes } = await makePackage(upload.keys ?? [key], {
    image: upload.image,
    manifest: { buildNumber: nextBuild(), ...upload.manifest },
  });
  return postForm(caller, `${FIRMWARE}/packages`, { ...FIELDS, ...upload.fields }, bytes);
}

/** A signed release, as far along as `moves` lead. @throws Error when the service refuses */
export async function madeRelease(
  caller: Client,
  key: TestReleaseKey,
  upload: Upload = {},
  moves: readonly (string | { readonly status: string; readonly rolloutPercentage?: number })[] = [],
): Promise<Json> {
  let reply = await uploadPackage(caller, key, upload);
  for (const move of moves) {
    if (reply.status >= 300) break;
    reply = await setLifecycle(caller, reply.body.id, typeof move === 'string' ? { status: move } : move);
  }
  if (reply.status >= 300) throw new Error(`The release was refused: ${reply.status} ${reply.text}`);
  return reply.body;
}

export function setLifecycle(caller: Client, id: string, body: unknown, headers?: Record<string, string>) {
  return caller.rest('PATCH', `${FIRMWARE}/${id}/lifecycle`, body, headers);
}

export interface LegacyForm {
  readonly [name: string]: unknown;
}

/** What a legacy upload says beside its file. */
export function legacyFields(fields: LegacyForm = {}): LegacyForm {
  return {
    version: '1.4.2',
    buildNumber: nextBuild(),
    hardwareRevision: 'rev-b',
    channel: 'BETA',
    releaseNotes: ['Brighter.', 'Quieter.'],
    ...fields,
  };
}

/** Random bytes that are no ESP image: those begin with 0xE9, and are checked. */
export function legacyBinary(length: number): Buffer {
  const bytes = randomBytes(length);
  bytes[0] = 0;
  return bytes;
}

export function uploadLegacy(
  caller: Client,
  fields: LegacyForm,
  image: Uint8Array = Buffer.from('an image'),
): Promise<Reply> {
  return postForm(caller, FIRMWARE, fields, image, 'firmware.bin');
}
