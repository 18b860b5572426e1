import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDeviceSecret } from '../../src/domain/devices/device-secret.ts';
import { HEARTBEAT, signedHeartbeat } from '../heartbeats/signed-heartbeats.ts';
import { FIRST_ADMIN, startTestApp, type TestApp } from '../support/app.ts';
import { type Client, cookieOf, type Json, type Reply } from '../support/callers.ts';
import { Canaries, dump, formsOf } from '../support/canaries.ts';
import { temporaryFolder } from '../support/run.ts';
import { built, callRest } from './calls.ts';
import { exampleOf, unique } from './examples.ts';
import { type Recorded, readEverything, recordingClient, textOf } from './recorded-replies.ts';

const AUTH = '/v1/admin/auth';
const LOGIN = `${AUTH}/login`;
const TEAM = '/v1/admin/team';
const DEVICES = '/v1/admin/devices';
const BATCHES = '/v1/admin/inventory/batches';
const LOGIN_FIELD = 'mutation ($input: LoginInput!) { login(input: $input) { admin { id } session { id } } }';

/*
 * What may show a secret, and why:
 * - the reply to a login: its Set-Cookie is how the session's token reaches the browser
 * - the replies that make an admin, reset a password, or let a disabled admin in: the one-time password, once
 * - the replies that make devices or reset a claim: the claim codes for the labels, once
 * - the reply that issues an envelope: the envelope, once
 * - the database: hashes of passwords, tokens and claim codes, and what is sealed under the key-encryption key
 */

const canaries = new Canaries();
const replies: Recorded[] = [];
const recorded = (client: Client) => recordingClient(client, replies);
const dataDir = temporaryFolder('canaries');
let app: TestApp;
let anyone: Client;
let boss: Client & { readonly cookie: string };
let viewer: Client;

const with_ = (headers: Record<string, string>) => recorded(app.client(headers));

/** A password the service accepts, that nobody can find by chance. */
function password(what: string): string {
  const made = `${randomBytes(6).toString('hex')}-Qz9!${randomBytes(6).toString('hex')}`;
  canaries.add(`password: ${what}`, made);
  return made;
}

/** @returns the cookie that the reply sets */
function sessionOf(reply: Reply): string {
  const cookie = cookieOf(reply);
  const [, token = ''] = cookie.split('=');
  if (token === '') throw new Error(`nobody signed in: ${reply.text}`);
  canaries.add('session token', token, { shownIn: textOf(reply) });
  canaries.add('session token, its bytes', Buffer.from(token, 'base64url'), { shownIn: textOf(reply) });
  canaries.add('hash of a session token', createHash('sha256').update(token).digest(), { stored: true });
  return cookie;
}

function claimCodesOf(reply: Reply, codes: readonly string[]): void {
  if (codes.length === 0) throw new Error(`no claim codes: ${reply.text}`);
  for (const code of codes) canaries.add('claim code', code, { shownIn: textOf(reply) });
}

function temporaryPasswordOf(reply: Reply, made: Json): string {
  if (typeof made !== 'string') throw new Error(`no temporary password: ${reply.text}`);
  canaries.add('temporary password', made, { shownIn: textOf(reply) });
  return made;
}

beforeAll(async () => {
  const first = password('of the first admin');
  app = await startTestApp({ env: { DATA_DIR: dataDir, ADMIN_PASSWORD: first } });
  anyone = recorded(app);
  const signedIn = await anyone.rest('POST', LOGIN, { email: FIRST_ADMIN.email, password: first });
  const cookie = sessionOf(signedIn);
  boss = { ...with_({ cookie }), cookie };
  viewer = recorded(await app.as('VIEWER'));

  keysOfTheInstallation();
  await signIns(first);
  await passwordChanges();
  await temporaryPasswords();
  await devicesAndCodes();
  await envelopes();
  await proofs();
  await strayHeaders();
  await everyWriteWithAKey();
  await faults();
  await whatIsStored();
  await readEverything(app, boss, { seesAll: true });
  await readEverything(app, viewer, { seesAll: false });
});
afterAll(() => app.stop());

function keysOfTheInstallation(): void {
  for (const file of readdirSync(join(dataDir, 'keys'))) {
    const text = readFileSync(join(dataDir, 'keys', file), 'utf8').trim();
    if (text.startsWith('{')) canaries.add(`key: ${file}`, Buffer.from(JSON.parse(text).d, 'base64url'));
    else canaries.add(`key: ${file}`, Buffer.from(text.split(':').at(-1) ?? '', 'base64'));
  }
}

/** Right, wrong, malformed, and in every wrong place. */
async function signIns(right: string): Promise<void> {
  const { email } = FIRST_ADMIN;
  sessionOf(await anyone.gql(LOGIN_FIELD, { input: { email, password: right } }));
  const wrong = (what: string) => password(`wrong, ${what}`);
  await anyone.rest('POST', LOGIN, { email, password: wrong('over REST') });
  await anyone.gql(LOGIN_FIELD, { input: { email, password: wrong('over GraphQL') } });
  await anyone.rest('POST', LOGIN, { email: 'nobody@karvon.test', password: wrong('of nobody') });
  await anyone.rest('POST', LOGIN, { email, password: [wrong('as a list')] });
  await anyone.rest('POST', LOGIN, { email: wrong('as the e-mail address'), password: wrong('with a wrong address') });
  await anyone.rest('POST', LOGIN, { email, password: wrong('very long').repeat(100) });
  await anyone.rest('POST', LOGIN, { email, passphrase: wrong('under another name'), password: { a: wrong('deep') } });
  await anyone.rest('POST', LOGIN, `{"email":"${email}","password":"${wrong('in broken JSON')}`, JSON_TYPE);
  await anyone.rest('POST', LOGIN, `{"password":${wrong('without quotes')}}`, JSON_TYPE);
  await anyone.rest('POST', LOGIN, `password=${wrong('in a form')}`, {
    'content-type': 'application/x-www-form-urlencoded',
  });
  await anyone.rest('POST', `${LOGIN}?password=${wrong('in the query')}`, { email, password: wrong('with a query') });
  await anyone.rest('GET', `${AUTH}/${wrong('in a path')}`);
  await anyone.gql(LOGIN_FIELD, { input: { password: wrong('without an address') } });
  await anyone.gql(LOGIN_FIELD, { input: { email, password: [wrong('as a list, typed')] } });
  await anyone.gql(LOGIN_FIELD, { input: wrong('as the input') });
  await anyone.gql(LOGIN_FIELD, { input: { email, password: right, passphrase: wrong('beside') } });
  await anyone.gql(LOGIN_FIELD.replace('LoginInput!', 'AdminStatus'), { input: wrong('as a word') });
  const inline = (value: string) =>
    `mutation { login(input: { email: "${email}", password: ${value} }) { session { id } } }`;
  await anyone.gql(inline(`"${wrong('in the document')}"`));
  await anyone.gql(inline(`"${wrong('in a broken document')}`));
  await anyone.gql(inline(`["${wrong('as a list in the document')}"]`));
  await anyone.gql(`mutation { login(input: "${wrong('instead of the input')}") { session { id } } }`);
  await boss.gql(`{ device(id: {a: "${wrong('as an object')}"}) { id } }`);
  await boss.gql(`{ devices(first: "${wrong('as a number')}") { totalCount } }`);
  await boss.gql(`{ devices("${wrong('instead of a name')}") { totalCount } }`);
  await boss.gql(`{ devices { """${wrong('in a block')}""" } }`);
  await boss.gql(`{ devices(filter: { status: { eq: "${wrong('as a status')}" } }) { totalCount } }`);
  await boss.gql('query ($status: DeviceStatus) { devices(filter: { status: { eq: $status } }) { totalCount } }', {
    status: wrong('as a status, typed'),
  });
  await boss.rest('GET', `${DEVICES}?status=${wrong('as a status in a query')}`);

  const planted = randomBytes(32);
  canaries.add('planted session token', planted);
  const cookie = `karvon_admin_session=${planted.toString('base64url')}`;
  const mine = await with_({ cookie }).rest('POST', LOGIN, { email, password: right });
  const ended = sessionOf(mine);
  await with_({ cookie }).rest('GET', `${AUTH}/me`);
  await with_({ authorization: `Bearer ${ended.split('=')[1]}` }).rest('GET', `${AUTH}/me`);
  await with_({ cookie: ended }).rest('DELETE', `${AUTH}/sessions/${ended.split('=')[1]}`);
  await with_({ cookie: ended }).rest('POST', `${AUTH}/logout`);
  await with_({ cookie: ended }).rest('GET', `${AUTH}/me`);
}

const JSON_TYPE = { 'content-type': 'application/json' };

async function passwordChanges(): Promise<void> {
  const current = password('that is changed');
  const caller = recorded(await app.as('SALES', { password: current }));
  const change = (currentPassword: unknown, newPassword: unknown) =>
    caller.rest('PUT', `${AUTH}/password`, { currentPassword, newPassword });
  await change(password('wrong current'), password('new, not taken'));
  await change(current, password('new, without capitals').toLowerCase());
  await change(current, `${password('new, too long')}${'x'.repeat(200)}`);
  await change(current, { a: password('new, as an object') });
  await change(password('the same twice'), current);
  const next = password('new');
  expect((await change(current, next)).status).toBe(200);
  const typed = 'mutation ($input: ChangePasswordInput!) { changePassword(input: $input) { passwordChanged } }';
  await caller.gql(typed, { input: { currentPassword: next, newPassword: password('weak, typed').toLowerCase() } });
  const last = await caller.gql(typed, { input: { currentPassword: next, newPassword: password('new, typed') } });
  expect(last.body.data.changePassword.passwordChanged).toBe(true);
}

async function temporaryPasswords(): Promise<void> {
  const email = `fresh.${unique()}@karvon.test`;
  const made = await boss.rest('POST', TEAM, { name: 'Fresh', email, role: 'VIEWER' });
  const temporary = temporaryPasswordOf(made, made.body.temporaryPassword);
  const cookie = sessionOf(await anyone.rest('POST', LOGIN, { email, password: temporary }));
  await with_({ cookie }).rest('GET', DEVICES);
  await with_({ cookie }).rest('PUT', `${AUTH}/password`, {
    currentPassword: temporary,
    newPassword: password('after a temporary one'),
  });
  const { id } = made.body;
  const reset = await boss.rest('POST', `${TEAM}/${id}/reset-password`);
  temporaryPasswordOf(reset, reset.body.temporaryPassword);
  await boss.rest('PATCH', `${TEAM}/${id}/status`, { status: 'DISABLED' });
  const back = await boss.rest('PATCH', `${TEAM}/${id}/status`, { status: 'ACTIVE' });
  temporaryPasswordOf(back, back.body.temporaryPassword);
  const typed =
    await boss.gql(`mutation { createAdmin(input: { name: "Typed", email: "typed.${unique()}@karvon.test", role: SALES })
    { admin { id } temporaryPassword } }`);
  temporaryPasswordOf(typed, typed.body.data.createAdmin.temporaryPassword);
  const again = await boss.gql('mutation ($id: ID!) { resetAdminPassword(id: $id) { temporaryPassword } }', { id });
  temporaryPasswordOf(again, again.body.data.resetAdminPassword.temporaryPassword);
}

const plan = (overrides: object = {}) => ({
  batchCode: `CANARY-${unique()}`,
  model: 'LAMP1',
  hardwareRevision: 'rev-b',
  quantity: 3,
  ...overrides,
});
const codesOf = (devices: Json[]): string[] => devices.map(({ claimCode }) => claimCode);

async function devicesAndCodes(): Promise<void> {
  const { batchCode: code, ...rest } = plan();
  const draft = await boss.rest('POST', BATCHES, { code, ...rest });
  const provisioned = await boss.rest('POST', `${BATCHES}/${draft.body.id}/provision`, {});
  claimCodesOf(provisioned, codesOf(provisioned.body.devices));
  await boss.rest('POST', `${BATCHES}/${draft.body.id}/provision`, {});
  const atOnce = await boss.rest('POST', '/v1/admin/devices/batches', plan());
  claimCodesOf(atOnce, codesOf(atOnce.body.devices));
  const typed = await boss.gql(
    'mutation ($input: ProvisionDevicesInput!) { provisionDevices(input: $input) { devices { id claimCode qr } } }',
    { input: plan() },
  );
  claimCodesOf(typed, codesOf(typed.body.data.provisionDevices.devices));
  const [first, second] = atOnce.body.devices;
  const reset = await boss.rest('POST', `${DEVICES}/${first.id}/claim/reset`, { reason: 'Lost label' });
  claimCodesOf(reset, [reset.body.claimCode]);
  const typedReset = await boss.gql(
    'mutation ($id: ID!) { resetClaim(id: $id, input: { reason: "Lost label" }) { claimCode device { serial } } }',
    { id: second.id },
  );
  claimCodesOf(typedReset, [typedReset.body.data.resetClaim.claimCode]);
  // A code where it does not belong.
  const stray = reset.body.claimCode;
  await boss.rest('GET', `${DEVICES}/${stray}`);
  await boss.rest('GET', `${DEVICES}?status=${stray}`);
  await boss.rest('GET', `/v1/admin/claim-codes?code=${stray}`);
  await boss.rest('PATCH', `${DEVICES}/${first.id}/status`, { status: stray, reason: 'Mistaken' });
  await boss.gql('query ($id: ID!) { device(id: $id) { id } }', { id: stray });
}

async function aDevice(): Promise<{ id: string; serial: string }> {
  const made = await boss.rest('POST', '/v1/admin/devices/batches', plan({ quantity: 1 }));
  claimCodesOf(made, codesOf(made.body.devices));
  return made.body.devices[0];
}

async function envelopes(): Promise<void> {
  const pair = () =>
    generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
  const { id, serial } = await aDevice();
  const input = (provisionerPublicKey: string) => ({
    serialNumber: serial,
    expectedHardwareRevision: 'rev-b',
    provisionerPublicKey,
  });
  const ask = (key: string) => boss.rest('POST', `${DEVICES}/${id}/provisioning-envelope`, input(key));
  const askTyped = (key: string) =>
    boss.gql(
      'mutation ($id: ID!, $input: IssueProvisioningEnvelopeInput!) { issueProvisioningEnvelope(id: $id, input: $input) { envelope } }',
      { id, input: input(key) },
    );
  const good = pair();
  const issued = await ask(good.publicKey);
  envelopeOf(issued, issued.body.envelope);
  const typed = await askTyped(good.publicKey);
  envelopeOf(typed, typed.body.data.issueProvisioningEnvelope.envelope);

  for (const send of [ask, askTyped]) {
    const mistaken = pair();
    privateKey(mistaken.privateKey);
    await send(mistaken.privateKey);
    await send(mistaken.publicKey + mistaken.privateKey);
    await send(mistaken.privateKey.replaceAll('\n', ' '));
    await send(mistaken.privateKey.repeat(6));
  }
}

/** Each line of its body on its own. */
function privateKey(pem: string): void {
  const [, , ...lines] = pem.trim().split('\n').slice(0, -2);
  for (const line of lines) canaries.add('private key of a station', line);
}

/** Format: compact JWE, RFC 7516, 3.1: header, encrypted key, nonce, ciphertext, tag. */
function envelopeOf(reply: Reply, envelope: Json): void {
  if (typeof envelope !== 'string') throw new Error(`no envelope: ${reply.text}`);
  const [, encryptedKey = '', , ciphertext = ''] = envelope.split('.');
  for (const part of [encryptedKey, ciphertext]) canaries.add('envelope', part, { shownIn: textOf(reply) });
}

async function secretsOf(deviceId: string): Promise<{ secret: Buffer; sealed: Buffer }[]> {
  const rows = await app.sql(
    'select s.version, s.sealed, d.serial from device_secret s join device d on d.id = s.device_id where d.id = $1',
    [deviceId],
  );
  return rows.map(({ version, sealed, serial }) => ({
    sealed,
    secret: openDeviceSecret(app.runtime.keys, sealed, { deviceId, serial, secretVersion: version }),
  }));
}

async function proofs(): Promise<void> {
  const { id, serial } = await aDevice();
  const [known] = await secretsOf(id);
  if (!known) throw new Error('the device has no secret');
  const send = async (secret: Buffer, saying: Parameters<typeof signedHeartbeat>[2] = {}, strange = {}) => {
    const { body, headers } = signedHeartbeat(app.clock.now(), { serial, secret }, saying);
    canaries.add('device proof', headers['x-karvon-proof']);
    return anyone.rest('POST', HEARTBEAT, { ...body, ...strange }, headers);
  };
  expect((await send(known.secret)).status).toBe(201);
  await send(randomBytes(32));
  await send(known.secret, { timestamp: app.clock.now().getTime() - 600_000 });
  await send(known.secret, { timestamp: app.clock.now().getTime() + 1, body: { firmwareVersion: 'latest' } });
  await send(
    known.secret,
    { timestamp: app.clock.now().getTime() + 2 },
    { status: 'ok', proof: known.secret.toString('hex') },
  );
  await send(known.secret, { timestamp: app.clock.now().getTime() + 3, proof: (proof) => `${proof}00` });
  await anyone.rest('POST', HEARTBEAT, { serial: known.secret.toString('base64url') });
  await anyone.rest('POST', `${HEARTBEAT}?secret=${known.secret.toString('hex')}`, {});
}

/** What later rooms carry in headers and what some clients send everywhere. */
async function strayHeaders(): Promise<void> {
  const key = `order-${randomBytes(12).toString('hex')}`;
  const bearer = randomBytes(32).toString('base64url');
  canaries.add('idempotency key', key);
  canaries.add('bearer credential', bearer);
  const headers = { 'idempotency-key': key, authorization: `Bearer ${bearer}` };
  await boss.rest('POST', '/v1/admin/devices/batches', plan({ quantity: 0 }), headers);
  const made = await boss.rest('POST', '/v1/admin/devices/batches', plan({ quantity: 1 }), headers);
  claimCodesOf(made, codesOf(made.body.devices));
  await boss.gql('{ viewer { role } }', {}, headers);
  await anyone.rest('POST', HEARTBEAT, {}, headers);
}

/** With a key of its own, and once more with the same: the second is a replay or a refusal. */
async function everyWriteWithAKey(): Promise<void> {
  for (const operation of built.filter(({ id, method }) => method !== 'GET' && !id.startsWith('auth.'))) {
    const key = `order-${randomBytes(12).toString('hex')}`;
    canaries.add('idempotency key', key);
    const example = await exampleOf(operation.id, app);
    const headers = { ...example.headers, 'idempotency-key': key };
    for (let time = 0; time < 2; time++)
      await callRest(operation.roles ? boss : anyone, operation, { ...example, headers });
  }
}

/** PostgreSQL quotes the row that it refuses: what was to be stored must not come to light by that. */
async function faults(): Promise<void> {
  const tables = [
    'admin',
    'admin_session',
    'device_secret',
    'claim_code',
    'provisioning_envelope',
    'audit_entry',
    'heartbeat',
  ];
  const { id, serial } = await aDevice();
  const [known] = await secretsOf(id);
  const current = password('before a fault');
  const caller = recorded(await app.as('SALES', { password: current }));
  const right = password('during faults');
  const { email } = (await app.as('SALES', { password: right })).admin;
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ type: 'spki', format: 'pem' });
  for (const table of tables) {
    await app.sql(`alter table ${table} add constraint never check (false) not valid`);
    const statuses = [
      await caller.rest('PUT', `${AUTH}/password`, {
        currentPassword: current,
        newPassword: password(`never kept: ${table}`),
      }),
      await anyone.rest('POST', LOGIN, { email, password: right }),
      await caller.rest('POST', LOGIN, {
        email: FIRST_ADMIN.email,
        password: password(`never right, known: ${table}`),
      }),
      await boss.rest('POST', TEAM, { name: 'Never', email: `never.${unique()}@karvon.test`, role: 'VIEWER' }),
      await boss.rest('POST', '/v1/admin/devices/batches', plan()),
      await boss.rest('POST', `${DEVICES}/${id}/claim/reset`, { reason: 'Never made' }),
      await boss.rest('POST', `${DEVICES}/${id}/provisioning-envelope`, {
        serialNumber: serial,
        expectedHardwareRevision: 'rev-b',
        provisionerPublicKey: key,
      }),
      await beatOnce(serial, known?.secret ?? Buffer.alloc(32)),
    ].map((reply) => {
      if (reply.headers['set-cookie']) sessionOf(reply);
      // The other tables let it through: what those replies give away, they may.
      for (const secret of reply.status === 201 ? secretsIn(reply.body) : []) {
        canaries.add('given while another table was out of order', secret, { shownIn: textOf(reply) });
      }
      return reply.status;
    });
    await app.sql(`alter table ${table} drop constraint never`);
    if (!statuses.includes(500)) throw new Error(`nothing failed while ${table} took no row: ${statuses}`);
  }
}

async function beatOnce(serial: string, secret: Buffer): Promise<Reply> {
  const timestamp = app.clock.now().getTime() + replies.length;
  const { body, headers } = signedHeartbeat(app.clock.now(), { serial, secret }, { timestamp });
  canaries.add('device proof', headers['x-karvon-proof']);
  return anyone.rest('POST', HEARTBEAT, body, headers);
}

function secretsIn(body: Json): string[] {
  return [
    body?.temporaryPassword,
    body?.claimCode,
    ...(body?.devices ?? []).map((device: Json) => device.claimCode),
  ].filter((secret) => typeof secret === 'string');
}

/** Hashes and ciphertexts are for the database alone. */
async function whatIsStored(): Promise<void> {
  for (const { password_hash } of await app.sql('select password_hash from admin')) {
    canaries.add('hash of a password', password_hash, { stored: true });
  }
  for (const { code_hash, sealed } of await app.sql('select code_hash, sealed from claim_code')) {
    canaries.add('hash of a claim code', code_hash, { stored: true });
    canaries.add('sealed claim code', sealed, { stored: true });
  }
  for (const { id } of await app.sql('select id from device')) {
    for (const { secret, sealed } of await secretsOf(id)) {
      canaries.add('device secret', secret);
      canaries.add('sealed device secret', sealed, { stored: true });
    }
  }
}

const shows = (texts: readonly Recorded[]) =>
  texts.flatMap(({ what, text }) => canaries.in(text).map((name) => `${name} in the reply to ${what}`));

describe('the secrets of admins, devices and claim codes', () => {
  it('the secrets of admins, devices and claim codes include all kinds that the operations use', () => {
    const kinds = [...new Set(canaries.all.map(({ name }) => name.replace(/:.*|,.*/, '')))].sort();
    expect(kinds).toEqual([
      'bearer credential',
      'claim code',
      'device proof',
      'device secret',
      'envelope',
      'given while another table was out of order',
      'hash of a claim code',
      'hash of a password',
      'hash of a session token',
      'idempotency key',
      'key',
      'password',
      'planted session token',
      'private key of a station',
      'sealed claim code',
      'sealed device secret',
      'session token',
      'temporary password',
    ]);
    expect(canaries.all.filter(({ name }) => name.startsWith('key: '))).toHaveLength(4);
  });

  it('the secrets of admins, devices and claim codes are in no response except for the one that returns them', () => {
    expect(replies.length).toBeGreaterThan(200);
    expect(replies.filter(({ status }) => status >= 400).length).toBeGreaterThan(50);
    expect(shows(replies)).toEqual([]);
  });

  it('the secrets of admins, devices and claim codes are not in the log', () => {
    expect(app.logs.length).toBeGreaterThan(replies.length / 2);
    const found = app.logs.flatMap((line) => canaries.in(JSON.stringify(line)).map((name) => `${name} in ${line.msg}`));
    expect(found).toEqual([]);
    expect(canaries.in(JSON.stringify(app.logs))).toEqual([]);
  });

  it('the secrets of admins, devices and claim codes are not in the audit log', async () => {
    const entries = await app.sql('select * from audit_entry');
    expect(entries.length).toBeGreaterThan(30);
    expect(canaries.in(JSON.stringify(entries))).toEqual([]);
  });

  it('the secrets of admins, devices and claim codes are not in a dump of the database, which contains only hashes and ciphertexts', async () => {
    const all = await dump(app.sql);
    expect(all).toContain(FIRST_ADMIN.email);
    expect(canaries.in(all, { database: true })).toEqual([]);
    // What is stored is found there, or the search would not be one.
    expect(canaries.in(all)).toEqual(
      expect.arrayContaining([
        'hash of a password',
        'hash of a claim code',
        'sealed claim code',
        'sealed device secret',
      ]),
    );
  });
});

describe('the search for secrets', () => {
  const secret = randomBytes(32);
  const word = `${randomBytes(8).toString('hex')}-${randomBytes(8).toString('hex')}`;
  const own = new Canaries();
  own.add('bytes', secret);
  own.add('word', word);

  it.each([...formsOf(secret), ...formsOf(word)])('the search for secrets finds %s', (form) => {
    expect(own.in(`{"a":"x${form}y"}`)).toHaveLength(1);
    expect(own.in(`x${form.toUpperCase()}y`)).toHaveLength(1);
  });

  it('the search for secrets finds a secret planted in a log, an audit entry, a response and a bytea column', async () => {
    const [{ name }] = await app.sql('select name from admin limit 1');
    expect(own.in(JSON.stringify(app.logs))).toEqual([]);
    app.runtime.warn(`somebody logged ${word}`, {});
    expect(own.in(JSON.stringify(app.logs))).toEqual(['word']);

    await app.sql(
      `insert into customer (id, full_name, notes, created_at, updated_at) values (gen_random_uuid(), $1, $2, now(), now())`,
      [name, word],
    );
    await app.sql(
      `insert into admin_session (id, admin_id, token_hash, ip, created_at, expires_at)
       select gen_random_uuid(), id, $1, '127.0.0.1', now(), now() from admin limit 1`,
      [secret],
    );
    expect(own.in(await dump(app.sql))).toEqual(['bytes', 'word']);
    const planted = await boss.rest('POST', BATCHES, { ...planned(), notes: word });
    expect(own.in(textOf(planted))).toEqual(['word']);
  });
});

function planned() {
  const { batchCode: code, ...rest } = plan();
  return { code, ...rest };
}
