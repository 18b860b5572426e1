import { Readable } from 'node:stream';
import type { RunningApp } from '../support/app.ts';
import type { Caller, Json } from '../support/callers.ts';
import { makeRelease } from '../support/factories/release.ts';
import { makePackage, type TestReleaseKey } from '../support/release-package.ts';

const FIRMWARE = '/v1/admin/firmware';

export interface NewRelease {
  readonly version: string;
  readonly buildNumber: number;
  /** Bytes of the image. */
  readonly size?: number;
  readonly channel?: string;
  readonly hardwareRevision?: string;
}

/** A release as an operator brings it in: signed, uploaded, READY. @returns its id */
export async function bringRelease(
  admin: Caller,
  key: TestReleaseKey,
  { version, buildNumber, size = 48_000, channel = 'STABLE', hardwareRevision = 'rev-b' }: NewRelease,
): Promise<string> {
  const image = { version, size, seed: version };
  const manifest = { buildNumber, sequence: buildNumber, hardwareRevisions: [hardwareRevision] };
  const { bytes } = await makePackage([key], { image, manifest });
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

/** A release that rolls out to everybody, put where the service keeps it: its image too. @returns its id */
export async function plantRelease(
  app: Pick<RunningApp, 'sql' | 'clock' | 'runtime'>,
  key: TestReleaseKey,
  { version, buildNumber, size = 48_000, hardwareRevision = 'rev-b' }: NewRelease,
): Promise<string> {
  const built = await makePackage([key], {
    image: { version, size, seed: version },
    manifest: { buildNumber, sequence: buildNumber, hardwareRevisions: [hardwareRevision] },
  });
  const staged = await app.runtime.storage.stage(Readable.from([built.image]), size);
  await staged.commit();
  const { id } = await makeRelease(app, {
    version,
    buildNumber,
    securityVersion: 0,
    hardwareRevision,
    firmwareSha256: built.sha256,
    firmwareSize: size,
  });
  await app.sql('update release set manifest = $2, signatures = $3, signed_by = $4 where id = $1', [
    id,
    built.manifestBytes,
    JSON.stringify(built.signatures),
    [key.kid],
  ]);
  return id;
}
