import { randomBytes } from 'node:crypto';
import type { RunningApp } from '../support/app.ts';
import type { Caller, Client, Json, Reply } from '../support/callers.ts';

export const PUBLIC = '/v1/public/preorders';
export const PREORDERS = '/v1/admin/preorders';
export const SETTINGS = '/v1/admin/preorder-settings';

type Overrides = Readonly<Record<string, unknown>>;

/** Terms under which everything can be ordered. */
export function terms(overrides: Overrides = {}): Json {
  return {
    preOrderEnabled: true,
    productName: 'Karvon Lamp',
    currency: 'UZS',
    fullPrice: 1_200_000,
    depositAmount: 200_000,
    expectedDeliveryTextUz: 'Mart oyida',
    expectedDeliveryTextEn: 'In March',
    expectedDeliveryTextRu: 'В марте',
    maxQuantityPerOrder: 20,
    allowManualDepositConfirmation: true,
    ...overrides,
  };
}

/** Sets the terms. */
export async function setTerms(superAdmin: Caller, overrides: Overrides = {}): Promise<Json> {
  const reply = await superAdmin.rest('PUT', SETTINGS, terms(overrides));
  if (reply.status !== 200) throw new Error(`The terms were refused: ${reply.text}`);
  return reply.body;
}

export const newKey = () => randomBytes(16).toString('hex');

let ordered = 0;

/** The body of a valid order by somebody of their own. */
export function order(overrides: Overrides = {}): Json {
  ordered += 1;
  const digits = `${process.pid % 1000}${ordered}`.padStart(9, '0').slice(-9);
  return { fullName: 'Aziza Karimova', phone: `+998${digits}`, region: 'Toshkent', locale: 'uz', ...overrides };
}

/** Orders over the public transport. */
export function place(client: Client, body: unknown = order(), key: string | null = newKey()): Promise<Reply> {
  return client.rest('POST', PUBLIC, body, key === null ? {} : { 'idempotency-key': key });
}

/** A preorder as admins see it. */
export async function placed(app: RunningApp, by: Caller, overrides: Overrides = {}): Promise<Json> {
  const reply = await place(app, order(overrides));
  if (reply.status !== 201) throw new Error(`The order was refused: ${reply.text}`);
  const [row] = await app.sql('select id from preorder where number = $1', [reply.body.number]);
  return (await by.rest('GET', `${PREORDERS}/${row.id}`)).body;
}

/** Puts a preorder where a test starts from, past the moves that lead there. */
export async function putIn(app: RunningApp, id: string, status: string): Promise<void> {
  await app.sql(
    `update preorder set status = $2,
            deposit_paid_at = case when $2 in ('DEPOSIT_PAID', 'READY_TO_SHIP', 'FULFILLED') then created_at end
      where id = $1`,
    [id, status],
  );
  if (status === 'CANCELLED') {
    await app.sql('update preorder_settings set reserved = reserved - (select quantity from preorder where id = $1)', [
      id,
    ]);
  }
}

export async function reserved(app: RunningApp): Promise<number> {
  const [row] = await app.sql('select reserved from preorder_settings');
  return row.reserved;
}

/** What the reserved count has to be: everything that is neither cancelled nor deleted. */
export async function recounted(app: RunningApp): Promise<number> {
  const [row] = await app.sql(
    `select coalesce(sum(quantity), 0)::int as sum from preorder where status <> 'CANCELLED' and deleted_at is null`,
  );
  return row.sum;
}

export async function eventsOf(app: RunningApp, id: string): Promise<Json[]> {
  return app.sql('select * from preorder_event where preorder_id = $1 order by id', [id]);
}

/** What a write came to, whichever transport it came through. */
export interface Outcome {
  readonly status: number;
  readonly code?: string;
  readonly message?: string;
  readonly record?: Json;
  readonly headers: Reply['headers'];
}

type Write = (by: Caller, id: string, input: Json, revision?: number) => Promise<Outcome>;

/** One of the two ways to the admin operations. */
export interface Transport {
  readonly setStatus: Write;
  readonly assign: Write;
  readonly remove: Write;
  readonly setTerms: (by: Caller, input: Json, revision?: number) => Promise<Outcome>;
}

const RECORD = `id number status assignedAdminId firstContactedAt depositPaidAt fulfilledAt cancelledAt refundDue revision`;
const CHANGED = `preorder { ${RECORD} }`;
const TERMS = `preOrderEnabled productName currency fullPrice depositAmount expectedDeliveryTextUz expectedDeliveryTextEn
  expectedDeliveryTextRu maxQuantityPerOrder preorderCapacity contactPhone supportTelegram allowManualDepositConfirmation
  reserved remaining revision updatedAt`;

const ifMatch = (revision?: number): Record<string, string> =>
  revision === undefined ? {} : { 'if-match': `"${revision}"` };

async function overRest(reply: Promise<Reply>): Promise<Outcome> {
  const { status, body, headers } = await reply;
  return status < 400
    ? { status, record: body, headers }
    : { status, code: body.error.code, message: body.error.message, headers };
}

async function overGraphql(reply: Promise<Reply>, read: (data: Json) => Json): Promise<Outcome> {
  const { body, headers } = await reply;
  const [error] = body.errors ?? [];
  return error
    ? { status: error.extensions.status, code: error.extensions.code, message: error.message, headers }
    : { status: 200, record: read(body.data), headers };
}

function mutation(field: string, type: string, selection: string, read: (payload: Json) => Json): Write {
  const document = `mutation ($id: ID!, $input: ${type}!, $revision: Int) {
    ${field}(id: $id, input: $input, expectedRevision: $revision) { ${selection} } }`;
  return (by, id, input, revision) =>
    overGraphql(by.gql(document, { id, input, revision }), (data) => read(data[field]));
}

export const rest: Transport = {
  setStatus: (by, id, input, revision) =>
    overRest(by.rest('PATCH', `${PREORDERS}/${id}/status`, input, ifMatch(revision))),
  assign: (by, id, input, revision) =>
    overRest(by.rest('PATCH', `${PREORDERS}/${id}/assignment`, input, ifMatch(revision))),
  remove: (by, id, input, revision) => overRest(by.rest('DELETE', `${PREORDERS}/${id}`, input, ifMatch(revision))),
  setTerms: (by, input, revision) => overRest(by.rest('PUT', SETTINGS, input, ifMatch(revision))),
};

export const graphql: Transport = {
  setStatus: mutation('setPreorderStatus', 'SetPreorderStatusInput', CHANGED, ({ preorder }) => preorder),
  assign: mutation('assignPreorder', 'AssignPreorderInput', CHANGED, ({ preorder }) => preorder),
  remove: mutation(
    'deletePreorder',
    'DeletePreorderInput',
    'deletedId remainingCustomerId',
    ({ deletedId, remainingCustomerId }) => ({ id: deletedId, deleted: true, remainingCustomerId }),
  ),
  setTerms: (by, input, revision) =>
    overGraphql(
      by.gql(
        `mutation ($input: UpdatePreorderSettingsInput!, $revision: Int) {
          updatePreorderSettings(input: $input, expectedRevision: $revision) { preorderSettings { ${TERMS} } } }`,
        { input, revision },
      ),
      (data) => data.updatePreorderSettings.preorderSettings,
    ),
};

/** Reads the settings over each of the two. */
export const getTerms: Readonly<Record<string, (by: Caller) => Promise<Outcome>>> = {
  REST: (by) => overRest(by.rest('GET', SETTINGS)),
  GraphQL: (by) => overGraphql(by.gql(`{ preorderSettings { ${TERMS} } }`), (data) => data.preorderSettings),
};

export const transports: readonly (readonly [string, Transport])[] = [
  ['REST', rest],
  ['GraphQL', graphql],
];
