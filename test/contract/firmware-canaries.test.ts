import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { legacyFields, nextBuild } from '../firmware/releases.ts';
import { CURRENT, proofOf, REPORT } from '../installations/support.ts';
import { bearer, claimBody, hexHmac, newPhone, PAIR } from '../pairing/support.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import type { Client, Json, Reply } from '../support/callers.ts';
import { Canaries, dump } from '../support/canaries.ts';
import { type MadeDevice, makeDevice } from '../support/factories/device.ts';
import { postForm } from '../support/form.ts';
import { makePackage, makeReleaseKey, trustingFolder } from '../support/release-package.ts';
import { type Recorded, readEverything, recordingClient, textOf } from './recorded-replies.ts';

const FIRMWARE = '/v1/admin/firmware';
const LATEST = '/v1/firmware/latest';

/*
 * What may show a secret, and why:
 * - the reply to a challenge: its nonce, for the device to answer; the database keeps it while the challenge lives
 * - the replies to a claim and to a refresh, also when they are given again: the credential
 * - the reply that issues a grant: the grant
 * - the reply to a look-up: the signed address of the download
 */

const releaseKey = makeReleaseKey();
const canaries = new Canaries();
const replies: Recorded[] = [];
let app: TestApp;
let anyone: Client;
let boss: Client;

beforeAll(async () => {
  app = await startTestApp({ env: { DATA_DIR: trustingFolder([releaseKey]) } });
  anyone = recordingClient(app, replies);
  boss = recordingClient(await app.as('SUPER_ADMIN'), replies);
  keys();
  await claims();
  await refreshes();
  await privateKeys();
  await grants();
  await rollout();
  await faults();
  await readEverything(app, boss, { seesAll: true });
  await readEverything(app, recordingClient(await app.as('VIEWER'), replies), { seesAll: false });
});
afterAll(() => app.stop());

/** The keys that sign credentials, grants and downloads. */
function keys(): void {
  const { pairingIssuers, grantIssuers, claimCodePepper } = app.runtime.keys;
  for (const { privateKey } of [...pairingIssuers, ...grantIssuers]) {
    canaries.add('issuer key', Buffer.from(String(privateKey.export({ format: 'jwk' }).d), 'base64url'));
  }
  canaries.add('pepper', claimCodePepper);
  canaries.add('release key', Buffer.from(String(releaseKey.privateKey.export({ format: 'jwk' }).d), 'base64url'));
}

async function aDevice(overrides: Parameters<typeof makeDevice>[1] = {}): Promise<MadeDevice> {
  const device = await makeDevice(app, overrides);
  canaries.add('claim code', device.claimCode);
  canaries.add('device secret', device.secret);
  return device;
}

/** A text that nobody can find by chance. */
function planted(name: string): string {
  const text = `${randomBytes(8).toString('hex')}Qz${randomBytes(8).toString('hex')}`;
  canaries.add(name, text);
  return text;
}

/** The part of a token that only its issuer can make. */
function tokenOf(name: string, reply: Reply, token: Json): string {
  if (typeof token !== 'string') throw new Error(`no ${name}: ${reply.text}`);
  canaries.add(name, token.split('.')[2] ?? '', { shownIn: textOf(reply) });
  return token;
}

/** A right claim's body, with its secrets registered. */
async function aClaim(device: MadeDevice, more: Json = {}): Promise<Json> {
  let shown: Reply | undefined;
  const asking: Client = {
    ...anyone,
    rest: async (...call) => {
      shown = await anyone.rest(...call);
      return shown;
    },
  };
  const body = await claimBody(asking, device, newPhone(), more);
  if (shown) canaries.add('nonce', body.nonce, { shownIn: textOf(shown), stored: true });
  canaries.add('hardware proof', body.hardwareProof);
  return body;
}

const claim = (body: unknown, query = '') => anyone.rest('POST', `${PAIR}/claim${query}`, body);

/** Wrong, malformed and misplaced ones, then the right one. */
async function claims(): Promise<void> {
  const device = await aDevice();
  const right = await aClaim(device);
  const wrong: Json[] = [
    { claimCode: planted('wrong claim code') },
    { hardwareProof: planted('wrong hardware proof').padEnd(64, 'x') },
    { nonce: planted('wrong nonce').padEnd(43, 'x') },
    { claimCode: [right.claimCode], nonce: { a: right.nonce } },
    { hardwareProof: right.hardwareProof.slice(0, 20) },
    { challengeId: right.claimCode },
    { serial: right.claimCode },
    { appVersion: right.hardwareProof },
    { unexpected: right.claimCode },
    { customerEmail: right.claimCode },
    { publicKey: planted('a key that is none') },
  ];
  for (const more of wrong) await claim({ ...(await aClaim(device)), ...more });
  await claim(JSON.stringify(right).slice(0, -2));
  await claim(right, `?claimCode=${right.claimCode}`);
  await anyone.rest('GET', `${PAIR}/${right.claimCode}`);
  await anyone.rest('GET', `${PAIR}/claim?hardwareProof=${right.hardwareProof}`);
  for (const claimCode of [device.claimCode, planted('unknown code'), [device.claimCode], device.claimCode.slice(1)]) {
    await anyone.rest('POST', `${PAIR}/code-status`, { claimCode });
  }
  await anyone.rest('POST', `${PAIR}/code-status?claimCode=${device.claimCode}`, {});

  const body = await aClaim(device, { customerEmail: 'owner@karvon.test' });
  const claimed = await claim(body);
  expect(claimed.status).toBe(201);
  tokenOf('credential', claimed, claimed.body.credential);
  await claim(body);
  await anyone.rest('POST', `${PAIR}/code-status`, { claimCode: device.claimCode });
}

async function paired(): Promise<{ credential: string; installationId: string }> {
  const body = await aClaim(await aDevice());
  const reply = await claim(body);
  return {
    credential: tokenOf('credential', reply, reply.body.credential),
    installationId: body.installationId,
  };
}

/** Given once, given again, used after it was over, and in every wrong place. */
async function refreshes(): Promise<void> {
  const { credential, installationId } = await paired();
  const refresh = (value: unknown) => anyone.rest('POST', `${PAIR}/refresh`, { credential: value });
  const me = (value: string) => anyone.rest('GET', '/v1/devices/me', undefined, bearer(value));
  expect((await me(credential)).status).toBe(200);
  const first = await refresh(credential);
  const next = tokenOf('credential', first, first.body.credential);
  const again = await refresh(credential);
  tokenOf('credential', again, again.body.credential);
  for (const value of [`${next}x`, [next], { a: next }, next.slice(0, -4), `${next} ${next}`]) await refresh(value);
  await anyone.rest('POST', `${PAIR}/refresh?credential=${next}`, {});
  await anyone.rest('POST', `${PAIR}/refresh`, `{"credential":"${next}`, { 'content-type': 'application/json' });
  await anyone.rest('POST', `${PAIR}/refresh`, {}, bearer(next));
  await anyone.rest('GET', `/v1/devices/me?credential=${next}`);
  await anyone.rest('GET', '/v1/devices/me', undefined, { authorization: next });
  await anyone.rest('GET', '/v1/devices/me', undefined, { authorization: `Basic ${next}` });
  await anyone.rest('GET', '/v1/devices/me', undefined, { cookie: `karvon_admin_session=${next}` });
  await anyone.rest('GET', `/v1/devices/me/${next}`);
  await me(`${next}x`);
  expect((await me(next)).status).toBe(200);
  // Used by whoever else has it: it is over, and so is the pairing.
  expect((await refresh(credential)).status).toBe(401);
  await me(next);

  const other = await paired();
  const revoke = (id: unknown) =>
    anyone.rest('POST', `${PAIR}/revoke`, { installationId: id }, bearer(other.credential));
  await revoke(installationId);
  await revoke(other.credential);
  expect((await revoke(other.installationId)).status).toBe(201);
  await me(other.credential);
}

/** What should never have been sent: the lines of a private key. */
async function privateKeys(): Promise<void> {
  const pair = generateKeyPairSync('ed25519');
  const pem = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const jwk = pair.privateKey.export({ format: 'jwk' });
  canaries.add('private key', pem.split('\n')[1] ?? '');
  canaries.add('private key', Buffer.from(String(jwk.d), 'base64url'));
  const device = await aDevice();
  for (const publicKey of [pem, JSON.stringify(jwk), Buffer.from(pem).toString('base64')]) {
    expect((await claim({ ...(await aClaim(device)), publicKey })).status).toBe(400);
  }
  const notes = { channel: 'BETA', releaseNotes: 'Brighter.' };
  await postForm(boss, `${FIRMWARE}/packages`, notes, Buffer.from(pem));
  await postForm(boss, `${FIRMWARE}/packages`, { ...notes, targetDeviceId: pem }, Buffer.from(pem));
  await postForm(boss, `${FIRMWARE}/packages/inspect`, {}, Buffer.from(pem));
  await postForm(boss, FIRMWARE, legacyFields({ signature: pem }), Buffer.from('an image'), 'firmware.bin');
  await postForm(boss, FIRMWARE, legacyFields({ signature: jwk.d }), Buffer.from('an image'), 'firmware.bin');
}

async function aRelease(): Promise<Json> {
  const { bytes } = await makePackage([releaseKey], {
    image: { size: 2_048, seed: randomBytes(4).toString('hex') },
    manifest: { buildNumber: nextBuild() },
  });
  const made = await postForm(boss, `${FIRMWARE}/packages`, { channel: 'STABLE', releaseNotes: 'Brighter.' }, bytes);
  if (made.status !== 201) throw new Error(`no release: ${made.text}`);
  for (const change of [{ status: 'READY' }, { status: 'ROLLING_OUT', rolloutPercentage: 100 }]) {
    const moved = await boss.rest('PATCH', `${FIRMWARE}/${made.body.id}/lifecycle`, change);
    if (moved.status !== 200) throw new Error(`not rolled out: ${moved.text}`);
  }
  return made.body;
}

const mac = () => randomBytes(6).toString('hex').match(/../g)?.join(':');

const grantInput = (release: Json, device: MadeDevice) => ({
  expectedMac: mac(),
  targetSerial: device.serial,
  expectedVersion: release.version,
  expectedBuild: release.buildNumber,
  expectedHardwareRevision: release.hardwareRevision,
  maintenancePurpose: 'ONE_TIME_IDENTITY_PROVISIONING',
});

async function grants(): Promise<void> {
  const release = await aRelease();
  const path = `${FIRMWARE}/${release.id}/maintenance-grant`;
  const issued = await boss.rest('POST', path, grantInput(release, await aDevice()));
  const grant = tokenOf('grant', issued, issued.body.grant);
  const typed = await boss.gql(
    'mutation ($id: ID!, $input: IssueMaintenanceGrantInput!) { issueMaintenanceGrant(id: $id, input: $input) { grant } }',
    { id: release.id, input: grantInput(release, await aDevice()) },
  );
  tokenOf('grant', typed, typed.body.data?.issueMaintenanceGrant?.grant);
  await boss.rest('POST', path, { ...grantInput(release, await aDevice()), expectedMac: grant });
  await boss.rest('GET', `${FIRMWARE}/${grant}`);
  await boss.rest('GET', `/v1/devices/me`, undefined, bearer(grant));
}

const now = () => app.clock.now().getTime();

/** Headers of a proof that is looked for everywhere. */
function proving(device: MadeDevice, payload: string): Record<string, string> {
  app.clock.advance(1_000);
  const headers = proofOf(device, now(), payload);
  canaries.add('device proof', headers['x-karvon-proof'] ?? '');
  return headers;
}

/** A device from its look-up to its success, with everything that can go wrong on the way. */
async function rollout(): Promise<void> {
  await aRelease();
  const device = await aDevice();
  const { serial, hardwareRevision } = device;
  const asked = { serial, hardwareRevision, currentFirmware: '1.0.0', appVersion: '2.0.0' };
  const look = () =>
    anyone.rest('GET', `${LATEST}?${new URLSearchParams(asked)}`, undefined, proving(device, `${serial}.1.0.0`));
  const offer = await look();
  const url = new URL(offer.body.url);
  const signature = url.searchParams.get('signature') ?? '';
  canaries.add('signature of a download', signature, { shownIn: textOf(offer) });
  const download = (query: string, headers = {}) => anyone.rest('GET', `${url.pathname}${query}`, undefined, headers);
  expect((await download(url.search)).status).toBe(200);
  expect((await download(url.search, { range: 'bytes=0-9' })).status).toBe(206);
  await download(`?signature=${signature}`);
  await download(`${url.search}&x=1`);
  await download(`?expires=1&signature=${signature}`);
  await anyone.rest('GET', `/v1/firmware/files/${signature}`);
  await anyone.rest('HEAD', `${url.pathname}${url.search}`);
  await anyone.rest('DELETE', `${url.pathname}${url.search}`);

  const { installationId, releaseId } = offer.body;
  const report = (status: string, more: Json = {}) => {
    const headers = proving(device, `${serial}.${releaseId}.${installationId}.${status}`);
    return anyone.rest('POST', REPORT, { serial, releaseId, installationId, status, ...more }, headers);
  };
  expect((await report('DOWNLOADING')).status).toBe(201);
  await report('DOWNLOADING', { unexpected: device.secret.toString('hex') });
  await report('NEVER');
  await anyone.rest(
    'POST',
    REPORT,
    { serial, releaseId, installationId, status: 'VERIFYING' },
    {
      'x-karvon-timestamp': String(now()),
      'x-karvon-proof': hexHmac(randomBytes(32), 'wrong'),
    },
  );
  await anyone.rest('POST', `${REPORT}?secret=${device.secret.toString('hex')}`, {});
  await anyone.rest(
    'GET',
    `${CURRENT}?serial=${serial}`,
    undefined,
    proving(device, `${serial}.installation-status.latest`),
  );
  await anyone.rest('GET', `${CURRENT}?serial=${device.secret.toString('base64url')}`);
}

/** PostgreSQL quotes the row that it refuses: what was to be stored must not come to light by that. */
async function faults(): Promise<void> {
  const release = await aRelease();
  const { credential } = await paired();
  for (const table of ['pairing_challenge', 'pairing', 'maintenance_grant', 'offer_decision', 'audit_entry']) {
    const device = await aDevice();
    const { serial, hardwareRevision } = device;
    const body = await aClaim(device);
    await app.sql(`alter table ${table} add constraint never check (false) not valid`);
    const asked = { serial, hardwareRevision, currentFirmware: '1.0.0', appVersion: '2.0.0' };
    const given = [
      await anyone.rest('POST', `${PAIR}/challenge`, { serial, installationId: randomBytes(16).toString('hex') }),
      await claim(body),
      await anyone.rest('POST', `${PAIR}/refresh`, { credential }),
      await boss.rest('POST', `${FIRMWARE}/${release.id}/maintenance-grant`, grantInput(release, await aDevice())),
      await anyone.rest(
        'GET',
        `${LATEST}?${new URLSearchParams(asked)}`,
        undefined,
        proving(device, `${serial}.1.0.0`),
      ),
    ];
    await app.sql(`alter table ${table} drop constraint never`);
    for (const reply of given) register(reply);
    const statuses = given.map(({ status }) => status);
    if (!statuses.includes(500)) throw new Error(`nothing failed while ${table} took no row: ${statuses}`);
  }
}

/** The other tables let it through: what those replies give away, they may. */
function register(reply: Reply): void {
  const { nonce, credential, grant, url } = reply.body ?? {};
  if (nonce) canaries.add('nonce', nonce, { shownIn: textOf(reply), stored: true });
  if (credential) tokenOf('credential', reply, credential);
  if (grant) tokenOf('grant', reply, grant);
  if (url) {
    canaries.add('signature of a download', new URL(url).searchParams.get('signature') ?? '', {
      shownIn: textOf(reply),
    });
  }
}

describe('the secrets of pairing and firmware', () => {
  it('the secrets of pairing and firmware include all kinds that the operations use', () => {
    const kinds = [...new Set(canaries.all.map(({ name }) => name))].sort();
    expect(kinds).toEqual([
      'a key that is none',
      'claim code',
      'credential',
      'device proof',
      'device secret',
      'grant',
      'hardware proof',
      'issuer key',
      'nonce',
      'pepper',
      'private key',
      'release key',
      'signature of a download',
      'unknown code',
      'wrong claim code',
      'wrong hardware proof',
      'wrong nonce',
    ]);
  });

  it('the secrets of pairing and firmware are in no response except for those that return them', () => {
    expect(replies.filter(({ status }) => status < 300).length).toBeGreaterThan(50);
    expect(replies.filter(({ status }) => status >= 400).length).toBeGreaterThan(50);
    const shown = replies.flatMap(({ what, text }) =>
      canaries.in(text).map((name) => `${name} in the reply to ${what}`),
    );
    expect(shown).toEqual([]);
  });

  it('the secrets of pairing and firmware are not in the log', () => {
    expect(app.logs.length).toBeGreaterThan(replies.length / 2);
    const found = app.logs.flatMap((line) => canaries.in(JSON.stringify(line)).map((name) => `${name} in ${line.msg}`));
    expect(found).toEqual([]);
  });

  it('the secrets of pairing and firmware are not in the audit log', async () => {
    const entries = await app.sql('select * from audit_entry');
    expect(entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['claimDevice', 'refreshPairing', 'pairingCredentialReused', 'issueMaintenanceGrant']),
    );
    expect(canaries.in(JSON.stringify(entries))).toEqual([]);
  });

  it('the secrets of pairing and firmware are not in a dump of the database, which contains only nonces', async () => {
    const all = await dump(app.sql);
    expect(canaries.in(all, { database: true })).toEqual([]);
    expect(canaries.in(all)).toEqual(['nonce']);
  });
});
