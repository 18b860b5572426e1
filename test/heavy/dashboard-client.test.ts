import 'reflect-metadata';
import { execFile, execFileSync } from 'node:child_process';
import { hash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Kind, print, visit } from 'graphql';
import type { AdminRole } from '../../src/model/enums.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import type { Caller, Json } from '../support/callers.ts';
import { type Everything, makeEverything } from '../support/everything.ts';
import { insertSession } from '../support/factories/admin.ts';
import { makeCustomerRow, makeDevice } from '../support/factories/device.ts';
import { makePreorder } from '../support/factories/preorder.ts';
import { makeRelease } from '../support/factories/release.ts';
import { makeSale } from '../support/factories/sale.ts';
import { insertManyRows } from '../support/many-rows.ts';
import { blocksOf } from '../support/markdown.ts';
import { isRare } from '../support/repetitions.ts';
import { clientDocuments, EXAMPLE, type Screen, type ScreenIds, screens, screenVariables } from '../support/screens.ts';
import { tablesScannedBy } from '../support/statements.ts';
import { until } from '../support/until.ts';

/** Loaded by Node itself, as an author's tools do. */
declare const requireOnce: (path: string) => Json;

const FOLDER = join(process.cwd(), EXAMPLE);
const PASSWORD = 'Quiet-Harbour-72';
/** Of each table; no page needs so many. */
const MANY = 20_000;
/** In the name of one customer and in the serial of one device, and in no other word. */
const RARE = hash('md5', '4999').slice(0, 12);
/** What counts all rows, and says so by its cost. */
const COUNTING = ['totalCount', 'totals', 'overview', 'salesAnalytics', 'operationsAnalytics', 'stats'];
const SKIP = {
  kind: Kind.DIRECTIVE,
  name: { kind: Kind.NAME, value: 'skip' },
  arguments: [
    {
      kind: Kind.ARGUMENT,
      name: { kind: Kind.NAME, value: 'if' },
      value: { kind: Kind.BOOLEAN, value: true },
    },
  ],
};

let app: TestApp;
let admin: Caller;
let example: Json;
/** What Apollo says about its cache and its use. */
const warnings: string[] = [];

const npm = (...args: string[]) => execFileSync('npm', args, { cwd: FOLDER, encoding: 'utf8', stdio: 'pipe' });

function install(): void {
  const installed = join(FOLDER, 'node_modules/.package-lock.json');
  const isCurrent =
    existsSync(installed) && statSync(installed).mtimeMs >= statSync(join(FOLDER, 'package-lock.json')).mtimeMs;
  if (!isCurrent) npm('ci', '--no-audit', '--no-fund');
  npm('run', '-s', 'generate');
}

beforeAll(async () => {
  install();
  example = Object.assign(
    {},
    ...['apollo', 'urql', 'live', 'may', 'session', 'problem', 'texts', 'generated/documents'].map((file) =>
      requireOnce(join(FOLDER, `src/${file}.ts`)),
    ),
  );
  const outer = requireOnce('node:console');
  for (const level of ['warn', 'error'])
    outer[level] = (...words: unknown[]) => warnings.push(words.map(String).join(' '));
  app = await startTestApp();
  admin = await app.as('SUPER_ADMIN');
});
afterAll(() => app.stop());
afterEach(() => expect(warnings.splice(0)).toEqual([]));

it('the types of the page for a first query are made from the running service, with a token, and compile', async () => {
  const [codegen] = blocksOf('docs/api/first-query.md').filter(({ name }) => name === 'codegen.ts');
  const made = await admin.gql(
    'mutation ($input: CreateServiceAccountInput!) { createServiceAccount(input: $input) { token } }',
    {
      input: { name: 'code generator', role: 'VIEWER', expiresAt: new Date(Date.now() + 86_400_000).toISOString() },
    },
  );
  const folder = mkdtempSync(join(FOLDER, 'first-query-'));
  try {
    writeFileSync(join(folder, 'codegen.ts'), (codegen?.text ?? '').replace('http://localhost:3000', app.url));
    mkdirSync(join(folder, 'src'));
    writeFileSync(
      join(folder, 'src/first.graphql'),
      'query First($filter: DeviceFilter) { devices(filter: $filter) { nodes { serial status createdAt } } }',
    );
    const generator = join(FOLDER, 'node_modules/.bin/graphql-codegen');
    const env = { ...process.env, KARVON_TOKEN: made.body.data.createServiceAccount.token };
    await promisify(execFile)(generator, ['--config', 'codegen.ts'], { cwd: folder, env });
    const generated = join(folder, 'src/generated/graphql.ts');
    expect(readFileSync(generated, 'utf8')).toContain('FirstDocument');
    // As the templates of Vite have it.
    const strict = ['--strict', '--verbatimModuleSyntax', '--module', 'esnext', '--moduleResolution', 'bundler'];
    const compiler = join(FOLDER, 'node_modules/.bin/tsc');
    await promisify(execFile)(compiler, ['--ignoreConfig', '--noEmit', '--skipLibCheck', ...strict, generated], {
      cwd: folder,
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** A browser's cookies, and what it sent. */
function browser(cookie = ''): { fetch: typeof fetch; sent: () => number } {
  let jar = cookie;
  let sent = 0;
  return {
    sent: () => sent,
    async fetch(url, init) {
      sent += 1;
      const headers = new Headers(init?.headers);
      if (jar) headers.set('cookie', jar);
      const response = await fetch(url, { ...init, headers });
      for (const set of response.headers.getSetCookie()) jar = set.split(';', 1)[0] ?? '';
      return response;
    },
  };
}

const documentOf = (name: string) => example[`${name}Document`];

/** What the service answers to a document that relay-compiler made. */
async function sentByRelay(name: string, variables: object): Promise<Json> {
  const artifact = readFileSync(join(FOLDER, `relay/__generated__/${name}.graphql.ts`), 'utf8');
  const [, text = '""'] = /"text": (".*")/.exec(artifact) ?? [];
  const { body } = await admin.gql(JSON.parse(text), { ...variables });
  expect(body.errors).toBeUndefined();
  return body.data;
}

describe('the tools of authors', () => {
  it('the tools of authors compile the client with the generated types', () => {
    expect(npm('run', '-s', 'check')).toBe('');
  });

  it('the tools of authors find nothing wrong in any document', () => {
    expect(npm('run', '-s', 'validate')).toContain('fit the schema');
  });

  it('the tools of authors compile connections and fragments that can be read again for Relay', () => {
    expect(npm('run', '-s', 'relay')).toContain('Done.');
  });

  it('the tools of authors make documents for Relay that read a record again by its id, and the next page of its list', async () => {
    const { customer, sale } = await makeEverything(app, admin.admin.id);
    const { customer: first } = await sentByRelay('customerQuery', { id: customer });
    const { node: again } = await sentByRelay('customerAgain', { id: customer });
    const { node: page } = await sentByRelay('customerNextSales', { id: customer, count: 1, cursor: null });
    expect(first.id).toBe(customer);
    expect(plain(first)).toMatchObject(plain({ ...again, sales: page.sales }));
    const { sales } = await sentByRelay('saleListNextPage', {
      count: 1,
      filter: { number: { eq: page.sales.edges[0].node.number } },
    });
    expect(sales.edges.map(({ node }: Json) => node.id)).toEqual([sale]);
  });
});

/** A client as a dashboard has it, whichever library it is. */
interface Dashboard {
  /** What a screen shows: from the cache where it has everything. */
  show(screen: Screen, variables: object): Promise<Json>;
  /** Keeps a screen open. @returns what it shows at the moment */
  open(screen: Screen, variables: object): Promise<() => Promise<Json>>;
  mutate(name: string, variables: object): Promise<Json>;
  /** Requests that were sent. */
  sent(): number;
  /** Everything that the cache holds, as text. */
  stored(): string;
  close(): void;
}

/** An open screen of Apollo Client, when it has shown something. */
async function watch(client: Json, name: string, variables: object): Promise<{ query: Json; close: () => void }> {
  const query = client.watchQuery({ query: documentOf(name), variables });
  let watching: Json;
  await new Promise<void>((resolve) => {
    watching = query.subscribe(({ loading }: Json) => loading || resolve());
  });
  return { query, close: () => watching.unsubscribe() };
}

function apollo(cookie: string): Dashboard & { client: Json } {
  const { fetch, sent } = browser(cookie);
  const client = example.makeApollo({ url: app.url, fetch });
  const watched: (() => void)[] = [];
  return {
    client,
    sent,
    async show(screen, variables) {
      const { data, error } = await client.query({ query: documentOf(screen.name), variables });
      expect(error).toBeUndefined();
      return data;
    },
    async open(screen, variables) {
      const { query, close } = await watch(client, screen.name, variables);
      watched.push(close);
      return async () => query.getCurrentResult().data;
    },
    mutate: async (name, variables) => (await client.mutate({ mutation: documentOf(name), variables })).data,
    stored: () => JSON.stringify(client.extract()),
    close() {
      for (const close of watched) close();
    },
  };
}

function urql(cookie: string): Dashboard {
  const { fetch, sent } = browser(cookie);
  const client = example.makeUrql({ url: app.url, fetch });
  async function show(screen: Screen, variables: object): Promise<Json> {
    const { data, error } = await client.query(documentOf(screen.name), variables).toPromise();
    expect(error).toBeUndefined();
    return data;
  }
  return {
    sent,
    show,
    async open(screen, variables) {
      await show(screen, variables);
      return () => show(screen, variables);
    },
    async mutate(name, variables) {
      const { data, error } = await client.mutation(documentOf(name), variables).toPromise();
      if (error) throw error;
      return data;
    },
    stored: () => '',
    close: () => undefined,
  };
}

const CLIENTS = { apollo, urql } as const;

/** Without the names of types, which the clients ask for; Apollo makes the cursor of an empty page ''. */
function plain(value: Json): Json {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) =>
      key === '__typename' ? [] : [[key, key === 'endCursor' && member === '' ? null : plain(member)]],
    ),
  );
}

/** What an answer shows once. */
function secretsIn(value: Json): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries<Json>(value).flatMap(([key, member]) =>
    typeof member === 'string' && ['temporaryPassword', 'claimCode', 'qr'].includes(key) ? [member] : secretsIn(member),
  );
}

/** The records that a bulk mutation left as they were. */
const refusedIn = (answer: Json): Json[] =>
  Object.values<Json>(answer).flatMap(({ results = [] }) => results.filter(({ ok }: Json) => !ok));

/** What the service answers, without any client. */
async function fresh(who: Caller, screen: Screen, variables: object): Promise<Json> {
  const { body } = await who.gql(screen.text, { ...variables });
  expect(body.errors).toBeUndefined();
  return body.data;
}

/** A mutation that a screen offers. */
interface Case {
  readonly name: string;
  /**
   * @returns its variables, and what screens of one record show instead of what was made
   * @param adminId who is signed in
   */
  readonly prepare: (
    made: Everything,
    adminId: string,
  ) => Promise<{ readonly variables: object; readonly shown?: Partial<ScreenIds> }>;
}

const key = () => randomBytes(12).toString('hex');
const simple = (name: string, variables: (made: Everything) => object): Case => ({
  name,
  prepare: async (made) => ({ variables: variables(made) }),
});

/** A sale without a payment, of a device that nobody has claimed. */
async function unpaid(customerId: string) {
  const sale = await makeSale(app, { paymentStatus: 'UNPAID', customerId, createdBy: admin.admin.id });
  return { id: sale.id, shown: { sale: sale.id, device: sale.deviceId } };
}

async function batch(status: 'DRAFT' | 'COMPLETED') {
  const { body } = await admin.gql(
    'mutation ($input: CreateBatchInput!) { createBatch(input: $input) { batch { id } } }',
    {
      input: { code: `B-${key()}`, model: 'LAMP1', hardwareRevision: 'rev-b', quantity: 2 },
    },
  );
  const { id } = body.data.createBatch.batch;
  if (status === 'COMPLETED')
    await admin.gql('mutation ($id: ID!) { provisionBatch(id: $id) { batch { id } } }', { id });
  return id as string;
}

async function colleague() {
  return (await app.as('SALES', { name: 'Colleague' })).admin.id;
}

/** An installation of the release that is shown, as an operator finds it. */
async function installation(made: Everything, status: 'DOWNLOADING' | 'FAILED') {
  const [found] = await app.sql(
    `update installation i set status = $2, failure_source = $3, failure_code = $4, finished_at = $5 from device d, release r
      where i.release_id = $1 and d.id = i.device_id and r.id = i.release_id
      returning i.id, d.serial, r.version, r.build_number`,
    [made.release, status, ...(status === 'FAILED' ? ['DEVICE', 'UNKNOWN', app.clock.now()] : [null, null, null])],
  );
  const { id, serial, version, build_number } = found;
  const expected = { expectedVersion: version, expectedBuild: Number(build_number) };
  return { id, seen: { releaseId: made.release, serial, ...expected } };
}

const SYSTEM = {
  ...{ maximumMacsPerDevice: 3, heartbeatTimeoutSeconds: 120, pairingCertificateDays: 90 },
  ...{ defaultFirmwareChannel: 'BETA', defaultRolloutPercentage: 20 },
};
const BUSINESS = {
  ...{ companyName: 'Karvon', defaultCurrency: 'UZS', defaultDevicePrice: 2_000_000, orderNumberPrefix: 'KRV' },
  ...{ onlineThresholdMinutes: 7, activeThresholdDays: 14 },
};
const TERMS = {
  ...{
    preOrderEnabled: true,
    productName: 'Karvon Lamp',
    currency: 'UZS',
    maxQuantityPerOrder: 4,
    fullPrice: 2_000_000,
  },
  ...{ depositAmount: 500_000, preorderCapacity: 500, allowManualDepositConfirmation: true },
  ...{ expectedDeliveryTextUz: 'bahorda', expectedDeliveryTextRu: 'весной', expectedDeliveryTextEn: 'in spring' },
};

const MUTATIONS: readonly Case[] = [
  simple('UpdateCustomer', ({ customer }) => ({ id: customer, input: { fullName: 'Dilnoza Rashidova' } })),
  simple('AddCustomerNote', ({ customer }) => ({ id: customer, input: { content: 'Calls back tomorrow.' } })),
  simple('CreateCustomer', () => ({ input: { fullName: 'Aziza Karimova', email: `${key()}@example.com` } })),
  simple('SetDeviceStatus', ({ device }) => ({
    id: device,
    input: { status: 'SUSPENDED', reason: 'reported stolen' },
  })),
  simple('ResetClaim', ({ device }) => ({ id: device, input: { reason: 'a second-hand sale' } })),
  {
    name: 'TransferDevice',
    async prepare({ device }) {
      const { email, id } = await makeCustomerRow(app);
      return { variables: { id: device, input: { customerEmail: email, reason: 'a gift' } }, shown: { customer: id } };
    },
  },
  {
    name: 'CreateSale',
    async prepare({ customer }) {
      const { id: deviceId } = await makeDevice(app);
      const terms = { unitPrice: 1_500_000, paymentStatus: 'PAID', salesChannel: 'DIRECT' };
      return {
        variables: { key: key(), input: { deviceId, customer: { id: customer }, ...terms } },
        shown: { device: deviceId },
      };
    },
  },
  {
    name: 'UpdateSale',
    async prepare({ customer }) {
      const { id, shown } = await unpaid((await makeCustomerRow(app)).id);
      return { variables: { id, input: { customerId: customer, unitPrice: 900_000 } }, shown };
    },
  },
  {
    name: 'CancelSale',
    async prepare({ customer }) {
      const { id, shown } = await unpaid(customer);
      return { variables: { id, key: key(), input: { reason: 'ordered twice' } }, shown };
    },
  },
  simple('RefundSale', ({ sale }) => ({
    id: sale,
    key: key(),
    input: { amount: 999_000, reason: 'returned', deviceDisposition: 'RETURNED' },
  })),
  simple('SetPreorderStatus', ({ preorder }) => ({ id: preorder, input: { status: 'CONTACTED' } })),
  {
    name: 'AssignPreorder',
    prepare: async ({ preorder }) => ({ variables: { id: preorder, input: { adminId: await colleague() } } }),
  },
  {
    name: 'DeletePreorder',
    async prepare({ customer }) {
      const { id, number } = await makePreorder(app, { customerId: customer });
      return { variables: { id, input: { preorderNumber: number, reason: 'a test' } } };
    },
  },
  {
    name: 'SetReleaseLifecycle',
    async prepare() {
      const { id } = await makeRelease(app, { rolloutPercentage: 20 });
      return { variables: { id, input: { status: 'PAUSED' } }, shown: { release: id } };
    },
  },
  {
    name: 'InterruptInstallation',
    async prepare(made) {
      const { id, seen } = await installation(made, 'DOWNLOADING');
      const why = { expectedFailureReason: 'stuck for a day', failureCode: 'USER_CANCELLED_BY_OPERATOR' };
      return { variables: { id, input: { ...seen, ...why } } };
    },
  },
  {
    name: 'ReconcileInstallation',
    async prepare(made) {
      const { id, seen } = await installation(made, 'FAILED');
      const observed = { expectedSlot: 'ota_1', observedBootState: 'valid', observedOtaSessionState: 'IDLE' };
      return {
        variables: { id, input: { ...seen, ...observed, reason: 'POST_BOOT_FALSE_NEGATIVE_RECONCILIATION' } },
      };
    },
  },
  {
    name: 'BulkSetPreorderStatus',
    async prepare({ preorder }) {
      // Its screen shows nothing that is read again anyway, such as the preorders of its customer.
      const { id } = await makePreorder(app);
      await app.sql('update preorder set customer_id = null where id = $1', [id]);
      const variables = { records: [{ id: preorder }, { id }], input: { status: 'CONTACTED' } };
      return { variables, shown: { preorder: id } };
    },
  },
  {
    name: 'BulkAssignPreorder',
    async prepare({ preorder, customer }) {
      const { id } = await makePreorder(app, { customerId: customer });
      return { variables: { records: [{ id: preorder }, { id }], input: { adminId: await colleague() } } };
    },
  },
  {
    name: 'BulkSetDeviceStatus',
    async prepare({ device }) {
      const { id } = await makeDevice(app, { status: 'SOLD' });
      const input = { status: 'SUSPENDED', reason: 'reported stolen' };
      return { variables: { records: [{ id: device }, { id }], input }, shown: { device: id } };
    },
  },
  {
    name: 'BulkTransferDevice',
    async prepare({ device }) {
      const { email, id } = await makeCustomerRow(app);
      const other = await makeDevice(app, { status: 'CLAIMED' });
      const input = { customerEmail: email, reason: 'sold with the company' };
      return { variables: { records: [{ id: device }, { id: other.id }], input }, shown: { customer: id } };
    },
  },
  {
    name: 'BulkUpdateSale',
    async prepare({ customer }) {
      const [first, second] = [await unpaid(customer), await unpaid(customer)];
      const input = { unitPrice: 900_000, notes: 'a fair price' };
      return { variables: { records: [{ id: first.id }, { id: second.id }], input }, shown: first.shown };
    },
  },
  {
    name: 'BulkCancelSale',
    async prepare({ customer }) {
      const [first, second] = [await unpaid(customer), await unpaid(customer)];
      const input = { reason: 'never picked up' };
      return { variables: { records: [{ id: first.id }, { id: second.id }], key: key(), input }, shown: first.shown };
    },
  },
  {
    name: 'BulkSetReleaseLifecycle',
    async prepare() {
      const { id } = await makeRelease(app, { rolloutPercentage: 20 });
      const other = await makeRelease(app, { rolloutPercentage: 30 });
      const records = [{ id }, { id: other.id }];
      return { variables: { records, input: { status: 'PAUSED' } }, shown: { release: id } };
    },
  },
  {
    name: 'BulkArchiveBatch',
    prepare: async () => ({
      variables: { records: [{ id: await batch('COMPLETED') }, { id: await batch('COMPLETED') }] },
    }),
  },
  simple('CreateBatch', () => ({
    input: { code: `B-${key()}`, model: 'LAMP1', hardwareRevision: 'rev-b', quantity: 3 },
  })),
  { name: 'UpdateBatch', prepare: async () => ({ variables: { id: await batch('DRAFT'), input: { quantity: 5 } } }) },
  { name: 'ProvisionBatch', prepare: async () => ({ variables: { id: await batch('DRAFT') } }) },
  simple('ProvisionDevices', () => ({
    input: { batchCode: `B-${key()}`, model: 'LAMP1', hardwareRevision: 'rev-b', quantity: 2 },
  })),
  { name: 'ArchiveBatch', prepare: async () => ({ variables: { id: await batch('COMPLETED') } }) },
  { name: 'DeleteBatch', prepare: async () => ({ variables: { id: await batch('DRAFT') } }) },
  simple('UpdateSystemSettings', () => ({ input: SYSTEM })),
  simple('UpdateBusinessSettings', () => ({ input: BUSINESS })),
  simple('UpdatePreorderSettings', () => ({ input: TERMS })),
  simple('CreateAdmin', () => ({ input: { name: 'New Admin', email: `${key()}@karvon.test`, role: 'SALES' } })),
  {
    name: 'SetAdminRole',
    prepare: async () => ({ variables: { id: await colleague(), input: { role: 'SUPPORT' } } }),
  },
  {
    name: 'SetAdminStatus',
    prepare: async () => ({ variables: { id: await colleague(), input: { status: 'SUSPENDED' } } }),
  },
  { name: 'ResetAdminPassword', prepare: async () => ({ variables: { id: await colleague() } }) },
  { name: 'RevokeAdminSessions', prepare: async () => ({ variables: { id: await colleague() } }) },
  {
    name: 'EndSession',
    async prepare(_made, adminId) {
      const { id } = await insertSession(app.sql, adminId, app.clock.now());
      return { variables: { id } };
    },
  },
  simple('ChangePassword', () => ({ input: { currentPassword: PASSWORD, newPassword: 'Loud-Harbour-73' } })),
];

it('every mutation of the screens is played', () => {
  const offered = clientDocuments.flatMap(({ kind, name }) => (kind === 'mutation' ? [name] : []));
  const session = ['SignIn', 'SignOut'];
  expect(offered.filter((name) => !session.includes(name)).sort()).toEqual(MUTATIONS.map(({ name }) => name).sort());
});

describe.each(Object.entries(CLIENTS))('%s', (client, makeDashboard) => {
  let ids: Everything;
  // What a mutation makes stale is one list for both clients (src/stale.ts).
  const played = client === 'apollo' || isRare ? MUTATIONS : MUTATIONS.filter((_each, at) => at % 4 === 0);

  beforeAll(async () => {
    ids = await makeEverything(app, admin.admin.id);
  });

  it.each(screens.flatMap((screen) => screen.roles.map((role) => [screen.file, role, screen] as const)))(
    'a client shows the screen %s to %s with one request, and keeps all of it',
    async (_file, role, screen) => {
      const caller = await app.as(role);
      const dashboard = makeDashboard(caller.cookie);
      const variables = screenVariables(screen, role, ids, 'Aziza Karimova');
      expect(plain(await dashboard.show(screen, variables))).toEqual(await fresh(caller, screen, variables));
      await dashboard.show(screen, variables);
      expect(dashboard.sent()).toBe(1);
    },
  );

  it.each(played.map((each) => [each.name, each] as const))(
    'a client has every screen right when %s is answered',
    async (_name, { name: mutation, prepare }) => {
      const made = await makeEverything(app, admin.admin.id);
      const own = await app.as('SUPER_ADMIN', { password: PASSWORD });
      const { variables, shown } = await prepare(made, own.admin.id);
      const dashboard = makeDashboard(own.cookie);
      const open = screens.map((screen) => ({
        screen,
        variables: screenVariables(screen, 'SUPER_ADMIN', { ...made, ...shown }, 'Aziza Karimova'),
      }));
      const showing: (() => Promise<Json>)[] = [];
      for (const { screen, variables } of open) showing.push(await dashboard.open(screen, variables));
      const answer = await dashboard.mutate(mutation, variables);
      expect(refusedIn(answer)).toEqual([]);
      for (const secret of secretsIn(answer)) expect(dashboard.stored().includes(secret)).toBe(false);
      for (const [at, { screen, variables }] of open.entries()) {
        const now = plain(await showing[at]?.());
        expect({ [screen.file]: now }).toEqual({ [screen.file]: await fresh(own, screen, variables) });
      }
      dashboard.close();
    },
  );
});

it('the answer with a one-time password changes the admin in the cache', async () => {
  const { client } = apollo(admin.cookie);
  const id = await colleague();
  await client.query({ query: documentOf('TeamScreen'), variables: { mayListTeam: true } });
  const cached = () => client.extract()[`Admin:${id}`].mustChangePassword;
  expect(cached()).toBe(false);
  await client.mutate({ mutation: documentOf('ResetAdminPassword'), variables: { id } });
  expect(cached()).toBe(true);
});

describe('a screen that is open', () => {
  it('a screen that is open shows a change that comes before the answer to an older reading', async () => {
    const { sale } = await makeEverything(app, admin.admin.id);
    const { fetch } = browser((await app.as('SUPPORT')).cookie);
    let answer = () => {};
    let isHeld = false;
    let holding: Promise<void> | undefined;
    const client = example.makeApollo({
      url: app.url,
      async fetch(...call: Parameters<typeof fetch>) {
        const response = await fetch(...call);
        if (holding && String(call[0]).endsWith('/graphql')) {
          isHeld = true;
          await holding;
        }
        return response;
      },
    });
    const { query, close } = await watch(client, 'SaleScreen', { id: sale });
    holding = new Promise((resolve) => {
      answer = resolve;
    });
    const heard: string[] = [];
    const live = example
      .follow(client, { query: documentOf('SaleChanged'), variables: { ids: [sale] } })
      .subscribe((event: string) => heard.push(event));
    await until(() => isHeld);
    await admin.gql('mutation ($id: ID!) { updateSale(id: $id, input: { notes: "by phone" }) { sale { id } } }', {
      id: sale,
    });
    await until(() => heard.includes('UPDATED'));
    answer();
    holding = undefined;
    // Long enough for the older answer to be shown.
    await sleep(500);
    await until(() => query.getCurrentResult().data.sale.notes === 'by phone');
    live.unsubscribe();
    close();
  });

  it('a screen that is open shows what another admin changes', async () => {
    const { sale } = await makeEverything(app, admin.admin.id);
    const { client } = apollo((await app.as('SUPPORT')).cookie);
    const { query, close } = await watch(client, 'SaleScreen', { id: sale });
    const heard: string[] = [];
    const live = example
      .follow(client, { query: documentOf('SaleChanged'), variables: { ids: [sale] } })
      .subscribe((event: string) => heard.push(event));
    await until(() => heard.includes('REFETCH'));
    const { status } = await admin.gql(
      'mutation ($id: ID!) { updateSale(id: $id, input: { notes: "by phone" }) { sale { id } } }',
      { id: sale },
    );
    expect(status).toBe(200);
    await until(() => query.getCurrentResult().data.sale.notes === 'by phone');
    live.unsubscribe();
    close();
  });
});

describe('an error', () => {
  const failing = async (name: string, variables: object, role: AdminRole = 'SUPER_ADMIN') => {
    const { cookie } = await app.as(role);
    const found = [];
    for (const makeDashboard of Object.values(CLIENTS)) {
      const error = await makeDashboard(cookie)
        .mutate(name, variables)
        .catch((caught: unknown) => caught);
      found.push(example.problemOf(error));
    }
    const [first, second] = found;
    expect({ ...second, requestId: first.requestId }).toEqual(first);
    return first;
  };

  it('an error has its code, its message and the wrong fields in both clients', async () => {
    const { customer } = await makeEverything(app, admin.admin.id);
    expect(await failing('UpdateCustomer', { id: customer, input: { fullName: 'New' }, revision: 99 })).toMatchObject({
      code: 'REVISION_CONFLICT',
      message: expect.any(String),
      requestId: expect.any(String),
    });
    expect(await failing('UpdateCustomer', { id: customer, input: { email: 'nobody' } })).toMatchObject({
      code: 'VALIDATION_FAILED',
      fields: [{ path: 'email', code: 'WRONG_FORMAT', params: { format: 'email' }, message: expect.any(String) }],
    });
    const stale = await failing('UpdateCustomer', { id: customer, input: { fullName: 'New' }, revision: 99 });
    expect(example.textOf(stale)).toMatch(/^Запись уже изменили: её версия теперь \d+\.$/);
    expect(await failing('UpdateCustomer', { id: customer, input: { fullName: 'New' } }, 'VIEWER')).toMatchObject({
      code: 'ROLE_FORBIDDEN',
    });
  });

  it('an error without an answer is a problem of the network', async () => {
    const client = example.makeApollo({ url: 'http://127.0.0.1:9', fetch });
    const error = await client.query({ query: documentOf('SettingsScreen') }).catch((caught: unknown) => caught);
    expect(example.problemOf(error).code).toBe('NETWORK');
  });
});

describe('a session', () => {
  it('a session begins with the sign-in, knows the permissions, and leaves nothing behind', async () => {
    const { email } = (await app.as('SALES', { password: PASSWORD })).admin;
    const client = example.makeApollo({ url: app.url, fetch: browser().fetch });
    expect(await example.currentViewer(client)).toBeNull();
    const wrong = await example.signIn(client, email, 'Wrong-Harbour-1').catch((caught: unknown) => caught);
    expect(example.problemOf(wrong).code).toBe('INVALID_CREDENTIALS');
    const viewer = await example.signIn(client, email, PASSWORD);
    expect([viewer.role, viewer.permissions.includes('listSales'), viewer.permissions.includes('listTeam')]).toEqual([
      'SALES',
      true,
      false,
    ]);
    const may = example.mayVariables(documentOf('OverviewScreen'), viewer.permissions);
    expect(may).toEqual({ mayListSales: true, mayGetSalesAnalytics: true, mayGetOperationsAnalytics: true });
    await client.query({ query: documentOf('OverviewScreen'), variables: may });
    await example.signOut(client);
    expect(client.extract()).toEqual({});
    expect(await example.currentViewer(client)).toBeNull();
  });
});

describe(`with ${MANY} rows in every table`, () => {
  let ids: Everything;

  beforeAll(async () => {
    ids = await makeEverything(app, admin.admin.id);
    await insertManyRows(app.sql, MANY);
    // Trigrams that wait to be indexed would make their index look expensive.
    await app.sql('vacuum analyze');
  });

  // In an order of another table, what few records match is found by reading all that match (ADR 60). No index has when devices were heard, which each
  // heartbeat changes: the one customer who bought twice has half of all devices, so PostgreSQL reads all presences to find
  // those of the last days, or the presence of each device.
  const READ_WHOLE: Readonly<Record<string, readonly string[]>> = {
    'silent-buyers': ['customer', 'sale', 'device_presence'],
  };

  it.each(screens.map((screen) => [screen.file, screen] as const))(
    'the page of the screen %s scans none',
    async (file, screen) => {
      const page = visit(screen.document, {
        Field: (node) =>
          COUNTING.includes(node.name.value) ? { ...node, directives: [...(node.directives ?? []), SKIP] } : undefined,
      });
      const variables = screenVariables(screen, 'SUPER_ADMIN', ids, RARE);
      const scanned = await tablesScannedBy(app.sql, MANY / 2, async () => {
        const { status, body } = await admin.gql(print(page), variables);
        expect([status, body.errors]).toEqual([200, undefined]);
      });
      const allowed = READ_WHOLE[file] ?? [];
      expect(scanned.filter((table) => !allowed.includes(table))).toEqual([]);
    },
  );

  it('Apollo reads a list page by page into one, and urql page by page', async () => {
    const own = await app.as('SUPER_ADMIN');
    const { client } = apollo(own.cookie);
    const document = documentOf('DevicesScreen');
    const variables = { filter: { batchCode: { eq: 'B-3' } } };
    const { query, close } = await watch(client, 'DevicesScreen', variables);
    const shown = () => query.getCurrentResult().data.devices;
    for (
      let { hasNextPage, endCursor } = shown().pageInfo;
      hasNextPage;
      { hasNextPage, endCursor } = shown().pageInfo
    ) {
      await query.fetchMore({ variables: { after: endCursor } });
      // Apollo shows the next page a moment after it has stored it.
      await until(() => shown().pageInfo.endCursor !== endCursor);
    }
    const serials: string[] = shown().edges.map(({ node }: Json) => node.serial);
    expect([serials.length, new Set(serials).size, shown().totalCount]).toEqual([500, 500, 500]);
    close();

    const pages = example.makeUrql({ url: app.url, fetch: browser(own.cookie).fetch });
    const read: string[] = [];
    for (let after: string | null = null, more = true; more; ) {
      const { data }: Json = await pages.query(document, { ...variables, after }).toPromise();
      read.push(...data.devices.edges.map(({ node }: Json) => node.serial));
      ({ endCursor: after, hasNextPage: more } = data.devices.pageInfo);
    }
    expect(read).toEqual(serials);
  });
});
