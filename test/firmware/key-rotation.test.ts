import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startTestApp, type TestApp } from '../support/app.ts';
import type { Caller } from '../support/callers.ts';
import { karvon } from '../support/cli.ts';
import { postForm } from '../support/form.ts';
import { makeImage } from '../support/release-package.ts';
import { temporaryFolder } from '../support/run.ts';
import { FIELDS, FIRMWARE, setLifecycle } from './releases.ts';

/** Keys that the tool makes, in the registry of a service that runs on. */
let app: TestApp;
let manager: Caller;
let folder: string;
let registry: string;

beforeAll(async () => {
  folder = temporaryFolder('rotation');
  app = await startTestApp({ env: { DATA_DIR: folder } });
  registry = join(folder, 'keys', 'release-trust.jwks.json');
  manager = await app.as('FIRMWARE_MANAGER');
  writeFileSync(join(folder, 'lamp.bin'), makeImage());
});
afterAll(() => app.stop());

async function tool(...args: string[]): Promise<void> {
  const { code, stderr } = await karvon(['release', ...args], { now: app.clock.now() });
  if (code !== 0) throw new Error(stderr);
}

/** A package of that build, signed with the key of that name. */
async function signedBy(key: string, build: number): Promise<Buffer> {
  const path = join(folder, `${build}.release`);
  const about = ['--model', 'LAMP1', '--hardware-revision', 'rev-b', '--build', String(build)];
  await tool('pack', '--image', join(folder, 'lamp.bin'), '--out', path, ...about);
  await tool('sign', path, '--key', join(folder, `${key}.jwk`));
  return readFileSync(path);
}

function setStatus(label: string, status: string): void {
  const { keys } = JSON.parse(readFileSync(registry, 'utf8'));
  const changed = keys.map((key: { label: string }) => (key.label === label ? { ...key, status } : key));
  writeFileSync(registry, JSON.stringify({ keys: changed }));
}

const upload = (bytes: Buffer) => postForm(manager, `${FIRMWARE}/packages`, FIELDS, bytes);

it('keys are added, retired and revoked while the service runs', async () => {
  const makeKey = (name: string, ...more: string[]) =>
    tool('keygen', '--out', join(folder, `${name}.jwk`), '--label', name, ...more);
  await makeKey('first');
  const early = await upload(await signedBy('first', 1));
  expect([early.status, early.body.error.code]).toEqual([400, 'PACKAGE_KEY_UNKNOWN']);

  await makeKey('second', '--trust', registry);
  const [ready, draft] = [await upload(await signedBy('second', 2)), await upload(await signedBy('second', 3))];
  expect([ready.status, draft.status]).toEqual([201, 201]);

  setStatus('second', 'RETIRED');
  const late = await upload(await signedBy('second', 4));
  expect([late.status, late.body.error.code]).toEqual([400, 'PACKAGE_KEY_RETIRED']);
  expect((await setLifecycle(manager, ready.body.id, { status: 'READY' })).status).toBe(200);

  setStatus('second', 'REVOKED');
  const lost = await upload(await signedBy('second', 5));
  expect([lost.status, lost.body.error.code]).toEqual([400, 'PACKAGE_KEY_REVOKED']);
  for (const [release, status] of [
    [draft, 'READY'],
    [ready, 'ROLLING_OUT'],
  ] as const) {
    const refused = await setLifecycle(manager, release.body.id, { status });
    expect([refused.status, refused.body.error.code]).toEqual([400, 'PACKAGE_KEY_REVOKED']);
  }

  await makeKey('third', '--trust', registry);
  expect((await upload(await signedBy('third', 6))).status).toBe(201);
});
