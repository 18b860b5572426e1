import { randomBytes } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import pg from 'pg';
import { RuntimeState } from '../../src/domain/kernel/runtime-state.ts';
import { makeIssuer, makeKek, makePepper } from '../../src/platform/keys/key-text.ts';
import { createCompanionApp, verifyOffline } from '../../src/simulator/companion-app.ts';
import { beat } from '../heartbeats/signed-heartbeats.ts';
import { hexHmac } from '../pairing/support.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import type { Json } from '../support/callers.ts';
import { type CliResult, karvon } from '../support/cli.ts';
import { createTestDatabase, superuserUrl } from '../support/database.ts';
import { makeDevice } from '../support/factories/device.ts';
import { makeRelease } from '../support/factories/release.ts';
import { type KeptState, keepState } from '../support/jest/kept-state.ts';
import { temporaryFolder } from '../support/run.ts';
import { openStation } from '../support/station.ts';

const FILES = {
  encryption: 'key-encryption-keys',
  pepper: 'claim-code-pepper',
  'pairing-issuer': 'pairing-issuer.jwk.json',
  'grant-issuer': 'grant-issuer.jwk.json',
} as const;
type Kind = keyof typeof FILES;
const kinds = Object.keys(FILES) as Kind[];

let app: TestApp;
let dataDir: string;
let kept: KeptState;
let keyFiles: readonly (readonly [path: string, text: string])[];
beforeAll(async () => {
  dataDir = temporaryFolder('keys');
  app = await startTestApp({ env: { DATA_DIR: dataDir } });
  kept = await keepState(new pg.Client({ connectionString: superuserUrl(app.database.url) }));
  keyFiles = kinds.map((kind) => [fileOf(kind), readFileSync(fileOf(kind), 'utf8')]);
});
/** The service as after its start: its keys, its rows and what it remembers. */
beforeEach(async () => {
  for (const [path, text] of keyFiles) writeFileSync(path, text);
  expect(await kept.restore()).toBe(true);
  Object.assign(app.runtime, { state: new RuntimeState() });
});
afterAll(async () => {
  await kept.end();
  await app.stop();
});

/** Runs `karvon keys <args>` in this process, on the settings that a service would have. */
async function keys(args: readonly string[], env: Json = { DATA_DIR: dataDir }, terminal = false): Promise<CliResult> {
  const before = { ...process.env };
  Object.assign(process.env, { DATABASE_URL: app.database.url, ...env });
  try {
    return await karvon(['keys', ...args], { now: app.clock.now(), terminal });
  } finally {
    for (const name of ['DATABASE_URL', ...Object.keys(env)]) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
  }
}
async function ok(...args: readonly string[]): Promise<string> {
  const result = await keys(args);
  expect([result.code, result.stderr.split('\n').find((text) => text.startsWith('karvon:'))]).toEqual([0, undefined]);
  return result.stdout.trim();
}
/** @returns the kids of the old current key and of the new one */
async function rotated(kind: Kind): Promise<readonly [old: string, current: string]> {
  const [{ kid: old }] = (await listed()).filter(({ key }: Json) => key === kind);
  const current = await ok('add', kind);
  expect(await ok('rotate', kind, current)).toBe(current);
  return [old, current];
}
const listed = async (): Promise<Json> => JSON.parse(await ok('list', '--json'));
const statesOf = async (kind: Kind) =>
  (await listed()).filter(({ key }: Json) => key === kind).map(({ kid, state }: Json) => [kid, state]);
const fileOf = (kind: Kind) => join(dataDir, 'keys', FILES[kind]);
const statusOf = async (reply: Promise<{ status: number }>) => (await reply).status;

/** An app that is paired with a device that got the keys of its issuers in an envelope. */
async function pairedApp() {
  const device = await makeDevice(app);
  const identity = await openStation()(await app.as('OPERATIONS'), device);
  const companion = createCompanionApp({ baseUrl: app.url });
  const claim = {
    serial: device.serial,
    claimCode: device.claimCode,
    customerEmail: `owner.${device.id}@example.com`,
    askDevice: (payload: string) => hexHmac(identity.secret, payload),
  };
  expect(await statusOf(companion.claim(claim))).toBe(201);
  const accepts = (credential = companion.credential() ?? '') =>
    verifyOffline(credential, {
      serial: device.serial,
      issuerKeys: identity.pairingIssuerJwks.keys,
      epoch: 0,
      revokedJti: [],
      now: app.clock.now(),
    }) !== undefined;
  return { device, identity, companion, accepts };
}
const signerOf = (credential: string | undefined) =>
  JSON.parse(Buffer.from(credential?.split('.')[0] ?? '', 'base64url').toString()).kid;

describe('karvon keys: key-encryption keys', () => {
  it('a rotated key seals new rows at once, reseal moves the old ones, and the old key can then be retired', async () => {
    const devices = [await makeDevice(app), await makeDevice(app)];
    const [old, current] = await rotated('encryption');
    expect(app.runtime.keys.currentKek.kid).toBe(current);
    expect(await statesOf('encryption')).toEqual([
      [current, 'CURRENT'],
      [old, 'ACCEPTED'],
    ]);
    const refused = await keys(['retire', 'encryption', old]);
    expect([refused.code, refused.stderr]).toEqual([
      1,
      `karvon: ${old} is needed by 4 device secrets and claim codes that it has sealed. Run karvon keys reseal first.\n`,
    ]);
    expect(await keys(['retire', 'encryption', old, '--force'])).toMatchObject({ code: 1 });
    expect(JSON.parse(await ok('reseal', '--json'))).toEqual({ changed: 4, unopened: 0 });
    expect(JSON.parse(await ok('reseal', '--json'))).toEqual({ changed: 0, unopened: 0 });
    await ok('retire', 'encryption', old);
    expect(await statesOf('encryption')).toEqual([[current, 'CURRENT']]);
    for (const device of devices) expect(await statusOf(beat(app, device))).toBe(201);
  });

  it('reseal shows its progress on a terminal', async () => {
    await makeDevice(app);
    await rotated('encryption');
    expect((await keys(['reseal'], undefined, true)).stderr).toContain('\rsealing 100 %');
  });

  it('reseal moves the rows that it can, and names how many it cannot open', async () => {
    await makeDevice(app);
    const altered = await makeDevice(app);
    await app.sql(
      'update device_secret set sealed = set_byte(sealed, 40, 255 - get_byte(sealed, 40)) where device_id = $1',
      [altered.id],
    );
    await rotated('encryption');
    const result = await keys(['reseal', '--json']);
    expect([result.code, JSON.parse(result.stdout)]).toEqual([1, { changed: 3, unopened: 1 }]);
    expect(result.stderr).toContain('1 rows could not be opened');
  });

  it('the current key cannot be retired, and an unknown one is named', async () => {
    const { kid } = app.runtime.keys.currentKek;
    expect((await keys(['retire', 'encryption', kid])).stderr).toContain('is the current key');
    expect((await keys(['rotate', 'encryption', 'nobody'])).stderr).toContain('there is no encryption key nobody');
    expect((await keys(['rotate', 'door', 'nobody'])).code).toBe(2);
  });

  it('a start without a key that rows need ends with its id and its rows, and a lost one can be given up', async () => {
    const device = await makeDevice(app);
    const { kid } = app.runtime.keys.currentKek;
    writeFileSync(fileOf('encryption'), makeKek());
    const start = () => startTestApp({ env: { DATA_DIR: dataDir }, database: app.database });
    await expect(start()).rejects.toThrow(`${kid} (2 rows)`);
    expect(await statesOf('encryption')).toContainEqual([kid, 'MISSING']);
    expect((await keys(['reseal'])).stderr).toContain('2 rows could not be opened');
    expect((await keys(['retire', 'encryption', kid])).code).toBe(1);
    await ok('retire', 'encryption', kid, '--force');
    const again = await start();
    expect(await statusOf(beat(again, device))).toBe(401);
    const fresh = await openStation()(await again.as('OPERATIONS'), device);
    expect(await statusOf(beat(again, { serial: device.serial, secret: fresh.secret }))).toBe(201);
    await again.stop();
  });
});

describe('karvon keys: peppers', () => {
  it('both peppers find a claim code until reseal has hashed all of them again', async () => {
    const { claimCode } = await makeDevice(app);
    const status = async () => (await app.rest('POST', '/v1/devices/pair/code-status', { claimCode })).body.status;
    const [old, current] = await rotated('pepper');
    expect(await status()).toBe('AVAILABLE');
    const refused = await keys(['retire', 'pepper', old]);
    expect(refused.stderr).toContain(
      '1 claim codes that the current pepper does not find. Run karvon keys reseal first.',
    );
    expect(JSON.parse(await ok('reseal', '--json'))).toEqual({ changed: 1, unopened: 0 });
    await ok('retire', 'pepper', old);
    expect(await statesOf('pepper')).toEqual([[current, 'CURRENT']]);
    expect(await status()).toBe('AVAILABLE');
  });

  it('a download goes on during a rotation by a URL of the old pepper, until that is retired', async () => {
    const image = Buffer.from('an image of firmware');
    const staged = await app.runtime.storage.stage(Readable.from([image]), 1_000);
    await staged.commit();
    const expiresAt = new Date(app.clock.now().getTime() + 3_600_000);
    const signed = async () => {
      const { pathname, search } = new URL(await app.runtime.storage.signDownload(staged.sha256, expiresAt));
      return pathname + search;
    };
    const before = await signed();
    const [old] = await rotated('pepper');
    const after = await signed();
    expect(after).not.toBe(before);
    for (const path of [before, after]) expect(await statusOf(app.rest('GET', path))).toBe(200);
    await ok('retire', 'pepper', old);
    expect([await statusOf(app.rest('GET', before)), await statusOf(app.rest('GET', after))]).toEqual([403, 200]);
  });

  it('a visit counts once on a day on which the pepper changes', async () => {
    const visit = () =>
      app.rest('POST', '/v1/public/preorder-events/view', { anonymousSessionId: 'visitor-0123456789', locale: 'en' });
    expect(await statusOf(visit())).toBe(201);
    await rotated('pepper');
    expect(await statusOf(visit())).toBe(201);
    expect(await app.sql('select 1 from preorder_view_event')).toHaveLength(1);
  });

  it('a lost pepper is named at the start, and made good by reseal, since the codes are sealed', async () => {
    const { claimCode } = await makeDevice(app);
    writeFileSync(fileOf('pepper'), makePepper());
    const again = await startTestApp({ env: { DATA_DIR: dataDir }, database: app.database });
    const status = async () => (await again.rest('POST', '/v1/devices/pair/code-status', { claimCode })).body.status;
    expect(again.logs.map(({ msg }) => msg)).toContainEqual(
      expect.stringContaining('CLAIM_CODE_PEPPER is not the one'),
    );
    expect(await status()).toBe('UNKNOWN');
    expect(JSON.parse(await ok('reseal', '--json'))).toEqual({ changed: 1, unopened: 0 });
    expect(await status()).toBe('AVAILABLE');
    await again.stop();
  });
});

describe('karvon keys: issuers', () => {
  it('a credential is signed by the newest key that its device got, so that no device loses its trust', async () => {
    const before = await pairedApp();
    const credential = before.companion.credential();
    const [old, current] = await rotated('pairing-issuer');
    const after = await pairedApp();

    expect((await app.rest('GET', '/v1/devices/pair/issuer-keys')).body.keys.map(({ kid }: Json) => kid)).toEqual([
      current,
      old,
    ]);
    expect([signerOf(credential), signerOf(after.companion.credential())]).toEqual([old, current]);
    expect([before.accepts(), after.accepts()]).toEqual([true, true]);
    for (const { companion } of [before, after]) {
      expect(await statusOf(companion.me())).toBe(200);
      expect(await statusOf(companion.refresh())).toBe(201);
    }
    expect([signerOf(before.companion.credential()), signerOf(after.companion.credential())]).toEqual([old, current]);
    expect([before.accepts(), after.accepts()]).toEqual([true, true]);
  });

  it('an issuer is needed by its credentials and by devices that trust nothing else, and a new envelope frees a device', async () => {
    const { device, companion } = await pairedApp();
    const [old, current] = await rotated('pairing-issuer');
    const refused = await keys(['retire', 'pairing-issuer', old]);
    expect(refused.stderr).toContain('1 credentials that it has signed, 1 devices that have no other key of it');
    await app.sql(`update device set status = 'REPAIR' where id = $1`, [device.id]);
    const renewed = await openStation()(await app.as('OPERATIONS'), device);
    expect(await statusOf(beat(app, { serial: device.serial, secret: renewed.secret }))).toBe(201);
    await app.sql(`update device set status = 'ACTIVE' where id = $1`, [device.id]);
    expect((await keys(['retire', 'pairing-issuer', old])).stderr).toContain('1 credentials that it has signed. Wait');
    expect(await statusOf(companion.refresh())).toBe(201);
    expect(signerOf(companion.credential())).toBe(current);
    // The app may not have got its new credential: the one before can still be exchanged.
    expect((await keys(['retire', 'pairing-issuer', old])).stderr).toContain('1 credentials that it has signed. Wait');
    expect(await statusOf(companion.me())).toBe(200);
    await ok('retire', 'pairing-issuer', old);
    expect(await statusOf(companion.me())).toBe(200);
  });

  it('a stolen issuer is retired by force: its credentials are refused and its devices named', async () => {
    const { companion } = await pairedApp();
    const [old] = await rotated('pairing-issuer');
    const forced = await keys(['retire', 'pairing-issuer', old, '--force']);
    expect([forced.code, forced.stderr]).toEqual([
      0,
      'What needed it has ended: 1 credentials that it has signed, 1 devices that have no other key of it.\n',
    ]);
    expect(await statusOf(companion.me())).toBe(401);
    const again = await startTestApp({ env: { DATA_DIR: dataDir }, database: app.database });
    expect(again.logs.map(({ msg }) => msg)).toContainEqual(expect.stringContaining('1 apps have credentials'));
    await again.stop();
  });

  it('a device of before keys were recorded gets credentials of the first key', async () => {
    const { device, companion, accepts } = await pairedApp();
    await app.sql('update provisioning_envelope set issuers = null where device_id = $1', [device.id]);
    await app.sql('update pairing set issuer = null where device_id = $1', [device.id]);
    const [old] = await rotated('pairing-issuer');
    expect(await statusOf(companion.refresh())).toBe(201);
    expect([signerOf(companion.credential()), accepts()]).toEqual([old, true]);
    expect((await keys(['retire', 'pairing-issuer', old])).stderr).toContain('1 devices that have no other key');
  });

  it('a grant issuer is published beside the old one, and needed by the devices that have no other', async () => {
    const { identity } = await pairedApp();
    const [old, current] = await rotated('grant-issuer');
    expect(identity.grantIssuerJwks.keys.map(({ kid }) => kid)).toEqual([old]);
    const later = await pairedApp();
    expect(later.identity.grantIssuerJwks.keys.map(({ kid }) => kid)).toEqual([current, old]);
    expect((await keys(['retire', 'grant-issuer', old])).stderr).toContain('1 devices that have no other key of it');
  });

  it('a grant is signed by the newest key that its board got, not by one of an envelope that it has not taken yet', async () => {
    const { device } = await pairedApp();
    const fresh = await makeDevice(app, { status: 'READY' });
    const [old, current] = await rotated('grant-issuer');
    await app.sql(`update device set status = 'REPAIR' where id = $1`, [device.id]);
    const { version, buildNumber, hardwareRevision, id } = await makeRelease(app);
    const manager = await app.as('FIRMWARE_MANAGER');
    const grantFor = async ({ serial }: { readonly serial: string }, board: number) => {
      const { status, body } = await manager.rest('POST', `/v1/admin/firmware/${id}/maintenance-grant`, {
        expectedMac: `24:6F:28:AA:00:0${board}`,
        targetSerial: serial,
        expectedVersion: version,
        expectedBuild: buildNumber,
        expectedHardwareRevision: hardwareRevision,
        maintenancePurpose: 'ONE_TIME_IDENTITY_PROVISIONING',
      });
      expect([status, body.error]).toEqual([201, undefined]);
      return signerOf(body.grant);
    };
    expect([await grantFor(device, 1), await grantFor(fresh, 2)]).toEqual([old, current]);
    const renewed = await openStation()(await app.as('OPERATIONS'), device);
    expect(await grantFor(device, 1)).toBe(old);
    expect(await statusOf(beat(app, { serial: device.serial, secret: renewed.secret }))).toBe(201);
    expect(await grantFor(device, 3)).toBe(current);
  });

  it('an issuer has at most four keys, because devices keep no more', async () => {
    for (let count = 0; count < 3; count++) await ok('add', 'pairing-issuer');
    const fifth = await keys(['add', 'pairing-issuer']);
    expect([fifth.code, fifth.stderr]).toEqual([1, expect.stringContaining('has more than 4 keys')]);
  });
});

describe('karvon keys: files, settings and the audit log', () => {
  it('files keep their permissions, and no command prints a key', async () => {
    let output = '';
    for (const kind of kinds) {
      const [old, current] = await rotated(kind);
      for (const args of [['list'], ['list', '--json'], ['retire', kind, old], ['rotate', kind, current]]) {
        const { stdout, stderr } = await keys(args);
        output += stdout + stderr;
      }
      expect(statSync(fileOf(kind)).mode & 0o777).toBe(0o600);
      const text = readFileSync(fileOf(kind), 'utf8');
      const secrets = text.match(/[\w+/-]{40,}=?/g)?.filter((word) => !output.includes(word)) ?? [];
      const parts = kind.endsWith('issuer') ? text.match(/"d":"[^"]+"/g) : text.match(/[\w+/]{43}=/g);
      expect(secrets.length).toBeGreaterThan(0);
      for (const part of parts ?? []) expect(output).not.toContain(part.replace(/^"d":"|"$/g, ''));
    }
  });

  it('each change has an audit entry of the system with the ids alone', async () => {
    const [old, current] = await rotated('encryption');
    await ok('retire', 'encryption', old);
    expect(
      await app.sql(
        `select action, actor_type, transport, detail from audit_entry where action like '%Key' order by id`,
      ),
    ).toEqual([
      { action: 'addKey', actor_type: 'SYSTEM', transport: 'CLI', detail: { key: 'encryption', kid: current } },
      { action: 'rotateKey', actor_type: 'SYSTEM', transport: 'CLI', detail: { key: 'encryption', kid: current } },
      { action: 'retireKey', actor_type: 'SYSTEM', transport: 'CLI', detail: { key: 'encryption', kid: old } },
    ]);
  });

  it('keys that are settings are written to a file of their own, which the service accepts', async () => {
    const settings = {
      KEY_ENCRYPTION_KEYS: makeKek(),
      CLAIM_CODE_PEPPER: makePepper(),
      PAIRING_ISSUER_KEY: makeIssuer(),
      GRANT_ISSUER_KEY: makeIssuer(),
      DATA_DIR: dataDir,
    };
    expect((await keys(['add', 'pairing-issuer'], settings)).stderr).toContain(
      '--out <file> writes the new value of PAIRING_ISSUER_KEY',
    );
    const out = join(dataDir, 'value');
    const added = await keys(['add', 'pairing-issuer', '--out', out, '--json'], settings);
    expect([added.code, statSync(out).mode & 0o777]).toEqual([0, 0o600]);
    const { kid } = JSON.parse(added.stdout);
    expect((await keys(['add', 'pairing-issuer', '--out', out], settings)).stderr).toContain('the file already exists');
    const second = { ...settings, PAIRING_ISSUER_KEY: readFileSync(out, 'utf8') };
    const turned = await keys(['rotate', 'pairing-issuer', kid, '--out', `${out}-2`], second);
    expect([turned.code, turned.stdout]).toEqual([0, `${kid}\n`]);
    const database = await createTestDatabase();
    const third = { ...settings, PAIRING_ISSUER_KEY: readFileSync(`${out}-2`, 'utf8') };
    const other = await startTestApp({ env: third, database });
    expect(other.runtime.keys.pairingIssuers.map((key) => key.kid)).toEqual([kid, expect.any(String)]);
    await other.stop();
    await database.drop();
  });

  it('a command in a folder without keys makes none', async () => {
    const empty = temporaryFolder('no-keys');
    const result = await keys(['list'], { DATA_DIR: empty });
    expect([result.code, result.stderr]).toEqual([1, expect.stringContaining('key-encryption-keys does not exist')]);
    expect(() => statSync(join(empty, 'keys'))).toThrow();
  });

  it('two commands at once change the keys one after the other', async () => {
    const before = await statesOf('grant-issuer');
    const added = await Promise.all(['one', 'two'].map(() => ok('add', 'grant-issuer')));
    const after = await statesOf('grant-issuer');
    expect(after.map(([kid]: Json) => kid).sort()).toEqual([...before.map(([kid]: Json) => kid), ...added].sort());
  });

  it('an id that begins with a hyphen is no option', async () => {
    const id = `-${'a'.repeat(42)}`;
    const result = await keys(['retire', 'grant-issuer', id, '--force']);
    expect([result.code, result.stderr]).toEqual([1, expect.stringContaining(`there is no grant-issuer key ${id}`)]);
  });

  it('a damaged file keeps the keys of before, with a warning that does not quote it', async () => {
    const device = await makeDevice(app);
    const canary = randomBytes(20).toString('hex');
    writeFileSync(fileOf('encryption'), canary);
    expect(await statusOf(beat(app, device))).toBe(201);
    const warnings = app.logs
      .map(({ msg }) => String(msg))
      .filter((text) => text.includes('Keeping the previous keys'));
    expect(warnings).toHaveLength(1);
    expect(warnings.join()).not.toContain(canary);
  });
});
