import { SaleRecord } from '../../src/model/records/sale.ts';
import type { Caller, Json, Reply } from '../support/callers.ts';

export const SALES = '/v1/admin/sales';

type Headers = Readonly<Record<string, string>>;

let count = 0;

/** A customer of its own, as a sale names one that is new. */
export function newCustomer(more: Json = {}): Json {
  count += 1;
  return { fullName: 'Botir Rashidov', email: `botir.${process.pid}.${count}@example.com`, ...more };
}

/** The body of a valid sale of a device. */
export function saleBody(deviceId: string, more: Json = {}): Json {
  return {
    customer: newCustomer(),
    deviceId,
    unitPrice: 1_200_000,
    paymentStatus: 'PAID',
    salesChannel: 'TELEGRAM',
    ...more,
  };
}

/** The same calls on both transports. A reply has REST's statuses and bodies, so that a test says each thing once. */
export interface Transport {
  create(who: Caller, body: Json, headers?: Headers): Promise<Reply>;
  update(who: Caller, id: string, body: Json, headers?: Headers): Promise<Reply>;
  cancel(who: Caller, id: string, body?: Json, headers?: Headers): Promise<Reply>;
  refund(who: Caller, id: string, body: Json, headers?: Headers): Promise<Reply>;
  get(who: Caller, id: string): Promise<Reply>;
}

const REASON = { reason: 'as agreed by phone' };

export const rest: Transport = {
  create: (who, body, headers) => who.rest('POST', SALES, body, headers),
  update: (who, id, body, headers) => who.rest('PATCH', `${SALES}/${id}`, body, headers),
  cancel: (who, id, body = REASON, headers) => who.rest('POST', `${SALES}/${id}/cancel`, body, headers),
  refund: (who, id, body, headers) => who.rest('POST', `${SALES}/${id}/refund`, { ...REASON, ...body }, headers),
  get: (who, id) => who.rest('GET', `${SALES}/${id}`),
};

const OWN_FIELDS = SaleRecord.viewFields.filter((name) => name !== 'createdBy').join(' ');
const SALE = `{ ${OWN_FIELDS} refundState refundable customerId customerName deviceId serial createdById createdBy { id }
  refunds { nodes { id amount reason deviceDisposition createdAt createdById } } }`;

const mutation = (name: string, withId: boolean) => {
  const id = withId ? ['$id: ID!, ', 'id: $id, '] : ['', ''];
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input!`;
  return async (who: Caller, variables: Json, headers: Headers = {}) => {
    const { 'if-match': revision, 'idempotency-key': idempotencyKey, ...others } = headers;
    const extra = [
      revision ? ['$revision: Int', 'expectedRevision: $revision'] : [],
      idempotencyKey ? ['$key: String', 'idempotencyKey: $key'] : [],
    ].filter((part) => part.length > 0);
    const query = `mutation(${id[0]}$input: ${type}${extra.map(([declared]) => `, ${declared}`).join('')}) {
      ${name}(${id[1]}input: $input${extra.map(([, passed]) => `, ${passed}`).join('')}) { sale ${SALE} } }`;
    const given = { ...variables, revision: Number(revision?.replaceAll('"', '')), key: idempotencyKey };
    return asRest(await who.gql(query, given, others), (data) => data[name].sale);
  };
};

const creating = mutation('createSale', false);
const updating = mutation('updateSale', true);
const cancelling = mutation('cancelSale', true);
const refunding = mutation('refundSale', true);

export const graphql: Transport = {
  create: (who, input, headers) => creating(who, { input }, headers),
  update: (who, id, input, headers) => updating(who, { id, input }, headers),
  cancel: (who, id, input = REASON, headers) => cancelling(who, { id, input }, headers),
  refund: (who, id, body, headers) => refunding(who, { id, input: { ...REASON, ...body } }, headers),
  get: async (who, id) =>
    asRest(await who.gql(`query($id: ID!) { sale(id: $id) ${SALE} }`, { id }), (data) => data.sale),
};

/** What REST would have answered: the shapes are compared, so nothing is left out. */
function asRest(reply: Reply, read: (data: Json) => Json): Reply {
  const [error] = reply.body.errors ?? [];
  if (error) {
    const { code, status } = error.extensions;
    return { ...reply, status: status ?? reply.status, body: { error: { code, message: error.message } } };
  }
  if (!reply.body.data) throw new Error(`GraphQL refused the query: ${reply.text}`);
  const { customerId, customerName, deviceId, serial, createdById, createdBy, refunds, ...sale } = read(
    reply.body.data,
  );
  const body = {
    ...sale,
    customer: { id: customerId, fullName: customerName },
    device: { id: deviceId, serial },
    createdBy: createdBy === null ? createdById : createdBy.id,
    refunds: refunds.nodes.map(({ createdById: createdBy, ...refund }: Json) => ({ ...refund, createdBy })),
  };
  return { ...reply, body };
}

export const transports = [
  ['REST', rest, 201],
  ['GraphQL', graphql, 200],
] as const;
