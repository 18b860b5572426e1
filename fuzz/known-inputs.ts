import { randomBytes, randomUUID } from 'node:crypto';
import { type Business, newImage, type ProvenDevice, phoneNumber, tomorrow } from './business.ts';
import { type Admin, type Callers, Spent } from './callers.ts';
import type { ApiDocument, Operation } from './document.ts';
import type { Report } from './report.ts';
import { ServiceGone } from './request.ts';
import { FileContent, type Input } from './values.ts';

type Members = Readonly<Record<string, unknown>>;

/** The part of an input that has to be right for a success and that the OpenAPI file cannot say; the rest is arbitrary. */
export interface KnownInput {
  readonly path?: Members;
  readonly query?: Members;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Members;
  /** Optional members that are left out, because they would change which input succeeds. */
  readonly without?: readonly string[];
  /** Who must call. */
  readonly by?: Admin;
  /** Signs the input when it is complete. */
  readonly sign?: (input: Members) => Record<string, string>;
}

export interface Makers {
  readonly document: ApiDocument;
  readonly business: Business;
  readonly callers: Callers;
}

type KnownInputMaker = (makers: Makers, operation: Operation) => Promise<KnownInput>;

/** Of a proof: the fields in their order, as the interface specification names them for each operation. */
function signedBy({ business }: Makers, device: ProvenDevice, ...fields: readonly string[]): KnownInput['sign'] {
  return (input) => business.proof(device, ...fields.flatMap((name) => input[name] ?? []));
}

const REASON = 'The fuzzer tries it';

/** By the name of the operation: what makes it succeed. The others need nothing but what the file says. */
const KNOWN_INPUTS: Readonly<Record<string, KnownInputMaker>> = {
  'POST /v1/admin/auth/login': async ({ callers }) => {
    const { email, password } = someAdmin(callers);
    return { body: { email, password } };
  },
  'PUT /v1/admin/auth/password': async ({ callers }) => {
    const by = await callers.newAdmin('VIEWER');
    return { by, body: { currentPassword: by.password, newPassword: `Bb2-${randomBytes(12).toString('base64url')}` } };
  },
  'DELETE /v1/admin/auth/sessions/{id}': async ({ callers }) => {
    const by = someAdmin(callers);
    await callers.signIn({ email: by.email, password: by.password });
    const sessions = await callers.sessionsOf(by);
    return { by, path: { id: sessions.find(({ current }) => !current)?.id } };
  },
  'PATCH /v1/admin/team/{id}/role': async ({ callers }) => ({ path: { id: await callers.newAccount() } }),
  'PATCH /v1/admin/team/{id}/status': async ({ callers }) => ({ path: { id: await callers.newAccount() } }),
  'POST /v1/admin/team/{id}/reset-password': async ({ callers }) => ({
    path: { id: await callers.newAccount() },
  }),
  'POST /v1/admin/team/{id}/revoke-sessions': async ({ callers }) => ({
    path: { id: await callers.newAccount() },
  }),

  'POST /v1/admin/service-accounts': async () => ({ body: { expiresAt: tomorrow() } }),
  'GET /v1/admin/service-accounts/{id}': async ({ business }) => ({ path: { id: await business.newServiceAccount() } }),
  'DELETE /v1/admin/service-accounts/{id}': async ({ business }) => ({
    path: { id: await business.newServiceAccount() },
  }),

  'PATCH /v1/admin/inventory/batches/{id}': async ({ business }) => ({
    path: { id: await business.newBatch('DRAFT') },
    without: ['status'],
  }),
  'DELETE /v1/admin/inventory/batches/{id}': async ({ business }) => ({
    path: { id: await business.newBatch('DRAFT') },
  }),
  'POST /v1/admin/inventory/batches/{id}/provision': async ({ business }) => ({
    path: { id: await business.newBatch('READY') },
    without: ['expiresAt'],
  }),
  'POST /v1/admin/inventory/batches/{id}/archive': async ({ business }) => ({
    path: { id: await business.newBatch('CANCELLED') },
  }),
  'POST /v1/admin/devices/batches': async () => ({ without: ['expiresAt'] }),
  'PATCH /v1/admin/devices/{id}/status': async ({ business }) => ({
    path: { id: (await business.newDevice()).id },
    body: { status: 'REPAIR' },
  }),
  'POST /v1/admin/devices/{id}/claim/reset': async ({ business }) => ({
    path: { id: (await business.newDevice()).id },
    without: ['expiresAt'],
  }),
  'POST /v1/admin/devices/{id}/transfer': async ({ business }) => ({
    path: { id: (await business.newPairing()).device.id },
  }),
  'POST /v1/admin/devices/{id}/provisioning-envelope': async ({ business }) => {
    const { id, serial } = await business.newDevice();
    const expected = { serialNumber: serial, expectedHardwareRevision: business.hardwareRevision };
    return { path: { id }, body: { ...expected, provisionerPublicKey: business.stationKey } };
  },

  'POST /v1/devices/heartbeat': async (makers) => {
    const device = await makers.business.provenDevice();
    const { serial, hardwareRevision } = device;
    return {
      body: { serial, hardwareRevision, firmwareVersion: '1.0.0' },
      sign: signedBy(makers, device, 'firmwareVersion', 'uptime'),
    };
  },
  'GET /v1/firmware/latest': async (makers) => {
    const device = await makers.business.provenDevice();
    const { serial, hardwareRevision } = device;
    return {
      query: { serial, hardwareRevision, currentFirmware: '1.0.0', appVersion: '2.0.0' },
      sign: signedBy(makers, device, 'currentFirmware'),
    };
  },
  'GET /v1/firmware/installations/current': async ({ business }) => {
    const { id, device } = await business.newInstallation();
    return {
      query: { serial: device.serial, installationId: id },
      sign: (input) => business.proof(device, 'installation-status', input.installationId ?? 'latest'),
    };
  },
  'POST /v1/firmware/report': async (makers) => {
    const { id, releaseId, device } = await makers.business.newInstallation();
    return {
      body: { serial: device.serial, releaseId, installationId: id, status: 'DOWNLOADING' },
      sign: signedBy(makers, device, 'releaseId', 'installationId', 'status'),
    };
  },

  'POST /v1/devices/pair/challenge': async ({ business }) => ({
    body: { serial: (await business.provenDevice()).serial },
  }),
  'POST /v1/devices/pair/claim': async ({ business }) => ({ body: await business.newClaim() }),
  'POST /v1/devices/pair/code-status': async ({ business }) => ({
    body: { claimCode: (await business.newDevice()).claimCode },
  }),
  'POST /v1/devices/pair/refresh': async ({ business }) => ({
    body: { credential: (await business.newPairing()).credential },
  }),
  'POST /v1/devices/pair/revoke': async ({ business }) => {
    const { installationId, credential } = await business.newPairing();
    return { body: { installationId }, headers: bearer(credential) };
  },
  'GET /v1/devices/me': async ({ business }) => ({ headers: bearer((await business.newPairing()).credential) }),

  'GET /v1/firmware/files/{sha256}': async ({ business }) => {
    const { pathname, searchParams } = await business.newDownload();
    return { path: { sha256: pathname.split('/').pop() }, query: Object.fromEntries(searchParams) };
  },
  'GET /v1/docs/{operationId}': async () => ({ path: { operationId: 'createSale' } }),

  'POST /v1/admin/firmware/packages/inspect': async ({ business }) => ({
    body: { file: fileOf(await business.newPackage()) },
  }),
  'POST /v1/admin/firmware/packages': async ({ business }) => ({
    body: { channel: 'BETA', file: fileOf(await business.newPackage()) },
    without: ['targetDeviceId'],
  }),
  'POST /v1/admin/firmware': async ({ business }) => ({
    body: {
      channel: 'BETA',
      buildNumber: business.nextBuild(),
      file: new FileContent(newImage()),
    },
    without: ['targetDeviceId', 'signature', 'mandatoryAfter', 'rolloutPercentage'],
  }),
  'PATCH /v1/admin/firmware/{id}/lifecycle': async ({ business }) => ({
    path: { id: (await business.newRelease()).id },
    body: { status: 'READY' },
    without: ['rolloutPercentage'],
  }),
  'POST /v1/admin/firmware/{id}/maintenance-grant': async ({ business }) => {
    const { id, version, buildNumber, hardwareRevision } = await business.newRelease();
    const { serial } = await business.newDevice();
    return {
      path: { id },
      body: {
        targetSerial: serial,
        expectedVersion: version,
        expectedBuild: buildNumber,
        expectedHardwareRevision: hardwareRevision,
      },
    };
  },
  'POST /v1/admin/firmware/installations/{installationId}/reconcile': async ({ business }) => {
    const installation = await business.newInstallation('DOWNLOADING', 'FAILED');
    return { path: { installationId: installation.id }, body: expectedOf(installation) };
  },
  'POST /v1/admin/firmware/installations/{installationId}/interruption': async ({ business }) => {
    const installation = await business.newInstallation('DOWNLOADING');
    return { path: { installationId: installation.id }, body: expectedOf(installation) };
  },

  'POST /v1/public/preorders': async ({ business }) => {
    await business.openPreorders();
    return { headers: { 'idempotency-key': randomUUID() }, body: { phone: phoneNumber() }, without: ['website'] };
  },
  'POST /v1/admin/customers/{id}/anonymize': async ({ business }) => ({ path: { id: await business.newCustomer() } }),
  'DELETE /v1/admin/preorders/{id}': async ({ business }) => {
    const { id, number } = await business.newPreorder();
    return { path: { id }, body: { preorderNumber: number, reason: REASON } };
  },
  'GET /v1/admin/preorders/{id}': async ({ business }) => ({ path: { id: (await business.newPreorder()).id } }),
  'PATCH /v1/admin/preorders/{id}/status': async ({ business }) => ({
    path: { id: (await business.newPreorder()).id },
    body: { status: 'CONTACTED' },
  }),
  'PATCH /v1/admin/preorders/{id}/assignment': async ({ business, callers }) => ({
    path: { id: (await business.newPreorder()).id },
    body: { adminId: callers.admins.find(({ role }) => role === 'SALES')?.id },
  }),
  'PUT /v1/admin/preorder-settings': async () => ({ body: { fullPrice: 2_000_000_000 } }),

  'POST /v1/admin/sales': async ({ business }) => ({
    body: {
      customer: { fullName: 'Aziza Karimova', phone: phoneNumber() },
      deviceId: (await business.newDevice()).id,
      unitPrice: 2_000_000_000,
    },
    without: ['preorderId', 'soldAt', 'currency'],
  }),
  'GET /v1/admin/sales/{id}': async ({ business }) => ({ path: { id: await business.newSale('PAID') } }),
  'PATCH /v1/admin/sales/{id}': async ({ business }) => ({
    path: { id: await business.newSale('UNPAID') },
    without: ['customerId', 'unitPrice', 'discount', 'paymentStatus'],
  }),
  'POST /v1/admin/sales/{id}/cancel': async ({ business }) => ({ path: { id: await business.newSale('UNPAID') } }),
  'POST /v1/admin/sales/{id}/refund': async ({ business }) => ({
    path: { id: await business.newSale('PAID') },
    body: { amount: 100 },
  }),
  'POST /v1/admin/sales/{id}/correct': async ({ business }) => ({
    path: { id: await business.newSale('PAID') },
    body: { currency: 'eur' },
    without: ['soldAt'],
  }),
  'PUT /v1/admin/settings/business': async () => ({ body: { defaultCurrency: 'UZS' } }),
};

/**
 * Brings records into the state that an operation needs.
 * @param report what could not be brought there is noted in it
 * @returns what makes the operation succeed; undefined when the file says all of it
 * @throws Spent
 */
export async function knownInput(
  makers: Makers,
  operation: Operation,
  report: Report,
): Promise<KnownInput | undefined> {
  const { name } = operation;
  const maker = KNOWN_INPUTS[name] ?? (name.startsWith(EXPORTS) ? exportOf : undefined);
  try {
    return await maker?.(makers, operation);
  } catch (error) {
    if (error instanceof Spent || error instanceof ServiceGone) throw error;
    report.unprepared.set(name, error instanceof Error ? error.message : String(error));
    return undefined;
  }
}

/** The arbitrary input with what is known to be right. */
export function completed(input: Input, known: KnownInput | undefined): Input {
  if (!known) return input;
  const left = new Set(known.without);
  const isKept = ([name]: [string, unknown]) => !left.has(name);
  const kept = (members: unknown) => Object.fromEntries(Object.entries(Object(members)).filter(isKept));
  return {
    path: { ...input.path, ...known.path },
    query: { ...kept(input.query), ...known.query },
    headers: { ...input.headers, ...known.headers },
    body: input.body === undefined && !known.body ? undefined : { ...kept(input.body), ...given(known.body) },
  };
}

/** What is not known is left to chance. */
function given(members: Members | undefined): object {
  return Object.fromEntries(Object.entries(members ?? {}).filter(([, value]) => value !== undefined));
}

const EXPORTS = 'GET /v1/admin/exports/';

/** Filters, sorts and formats have rules between them; a question needs metrics that go together. */
async function exportOf({ document }: Makers, { parameters }: Operation): Promise<KnownInput> {
  const without = parameters.filter(({ required }) => !required).map(({ name }) => name);
  const question = parameters.find(({ name, required }) => name === 'query' && required);
  const { metrics } = document.resolve(question?.schema ?? {}).properties ?? {};
  const [first] = document.resolve(document.resolve(metrics ?? {}).items ?? {}).enum ?? [];
  if (first === undefined) return { without };
  // A question about heartbeats needs a range.
  return { without, query: { query: JSON.stringify({ metrics: [first], range: { preset: 'TODAY' } }) } };
}

let turn = 0;

/** One after the other; not the first, whose sessions everything rests on. */
function someAdmin({ admins }: Callers): Admin {
  turn += 1;
  const admin = admins[1 + (turn % (admins.length - 1))];
  if (!admin) throw new Error('there is no admin');
  return admin;
}

function bearer(credential: string): Record<string, string> {
  return { authorization: `Bearer ${credential}` };
}

function fileOf(bytes: Buffer | undefined): FileContent | undefined {
  return bytes && new FileContent(bytes);
}

function expectedOf(installation: Awaited<ReturnType<Business['newInstallation']>>): Members {
  const { releaseId, device, version, buildNumber } = installation;
  return { releaseId, serial: device.serial, expectedVersion: version, expectedBuild: buildNumber };
}
