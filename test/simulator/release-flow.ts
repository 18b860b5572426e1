import type { Caller, Json } from '../support/callers.ts';
import { makePackage, type TestReleaseKey } from '../support/release-package.ts';

const FIRMWARE = '/v1/admin/firmware';

export interface NewRelease {
  readonly version: string;
  readonly buildNumber: number;
  /** Bytes of the image. */
  readonly size?: number;
  readonly channel?: string;
}

/** A release as an operator brings it in: signed, uploaded, READY. @returns its id */
export async function bringRelease(
  admin: Caller,
  key: TestReleaseKey,
  { version, buildNumber, size = 48_000, channel = 'STABLE' }: NewRelease,
): Promise<string> {
  const image = { version, size, seed: version };
  const { bytes } = await makePackage([key], { image, manifest: { buildNumber, sequence: buildNumber } });
  const form = new FormData();
  form.set('channel', channel);
  form.set('releaseNotes', `Release ${version}`);
  form.set('file', new Blob([new Uint8Array(bytes)]), `lamp-${version}.release`);
  const request = new Request('http://form', { method: 'POST', body: form });
  const body = Buffer.from(await request.arrayBuffer());
  const type = request.headers.get('content-type') ?? '';
  const uploaded = await admin.rest('POST', `${FIRMWARE}/packages`, body, { 'content-type': type });
  if (uploaded.status !== 201) throw new Error(`The upload was refused: ${uploaded.status} ${uploaded.text}`);
  await changeLifecycle(admin, uploaded.body.id, 'READY');
  return uploaded.body.id;
}

/** Moves a release on. @throws Error when the service refuses */
export async function changeLifecycle(
  admin: Caller,
  id: string,
  status: string,
  rolloutPercentage?: number,
): Promise<Json> {
  const reply = await admin.rest('PATCH', `${FIRMWARE}/${id}/lifecycle`, { status, rolloutPercentage });
  if (reply.status !== 200) throw new Error(`${status} was refused: ${reply.status} ${reply.text}`);
  return reply.body;
}
