import { SEARCH_KINDS } from '../../src/model/enums.ts';
import { cleanTestApp, type TestApp } from '../support/app.ts';
import type { Caller, Json } from '../support/callers.ts';
import { ROLES } from '../support/contract.ts';
import { makeDevice } from '../support/factories/device.ts';
import { makePreorder } from '../support/factories/preorder.ts';
import { makeRelease } from '../support/factories/release.ts';
import { makeSale } from '../support/factories/sale.ts';
import { contractRoles, dataOf, errorOf } from '../support/graphql-reads.ts';
import { insertManyRows } from '../support/many-rows.ts';
import { statementsOf, statementTextsOf } from '../support/statements.ts';

/** In every kind of record. */
const WORD = 'zarafshan';
const LISTS = {
  CUSTOMER: 'listCustomers',
  DEVICE: 'listDevices',
  SALE: 'listSales',
  PREORDER: 'listPreorders',
  BATCH: 'listBatches',
  RELEASE: 'listReleases',
  ADMIN: 'listTeam',
} as const;
const QUERY = `query ($text: String!, $first: Int) { search(text: $text, first: $first) { kind id title subtitle } }`;

let app: TestApp;
let admin: Caller;
const ids: Record<string, string> = {};

beforeAll(async () => {
  app = await cleanTestApp();
  admin = await app.as('SUPER_ADMIN', { name: 'Zarafshan Boss', email: 'boss@karvon.test' });
  const sale = await makeSale(app, {
    number: 'ZARAFSHAN-2026-1',
    customer: { fullName: 'Zarafshan Textiles', email: 'office@zarafshan.example' },
    device: { serial: 'KRV-ZARAFSHAN-1', batchCode: 'PLAN-ZARAFSHAN' },
  });
  const [{ batch_id }] = await app.sql('select batch_id from device where id = $1', [sale.deviceId]);
  const preorder = await makePreorder(app, { number: 'PRE-ZARAFSHAN', fullName: 'Anvar', customerId: sale.customerId });
  const release = await makeRelease(app, { version: '7.1.4-zarafshan' });
  Object.assign(ids, {
    CUSTOMER: sale.customerId,
    DEVICE: sale.deviceId,
    SALE: sale.id,
    PREORDER: preorder.id,
    BATCH: batch_id,
    RELEASE: release.id,
    ADMIN: admin.admin.id,
  });
});
afterAll(() => app.stop());

const find = async (text: string, who = admin, first?: number): Promise<Json[]> =>
  (await dataOf(who, QUERY, { text, first })).search;
const kindsOf = (hits: readonly Json[]) => hits.map(({ kind }) => kind);

describe('search: records of every kind', () => {
  it('the search names a customer without an address by the phone number', async () => {
    const phone = '+998 90 765 43 21';
    const [{ id }] = await app.sql(
      `insert into customer (id, full_name, phone, created_at, updated_at)
       values (gen_random_uuid(), 'Telefonbek', $1, now(), now()) returning id`,
      [phone],
    );
    expect(await find('telefonbek')).toEqual([{ kind: 'CUSTOMER', id, title: 'Telefonbek', subtitle: phone }]);
  });

  it('the search finds a word in records of every kind, in any case, with what they are called', async () => {
    for (const text of [WORD, WORD.toUpperCase(), ` ${WORD} `]) {
      expect(await find(text)).toEqual([
        { kind: 'CUSTOMER', id: ids.CUSTOMER, title: 'Zarafshan Textiles', subtitle: 'office@zarafshan.example' },
        { kind: 'DEVICE', id: ids.DEVICE, title: 'KRV-ZARAFSHAN-1', subtitle: 'LAMP1' },
        { kind: 'SALE', id: ids.SALE, title: 'ZARAFSHAN-2026-1', subtitle: 'Zarafshan Textiles' },
        { kind: 'PREORDER', id: ids.PREORDER, title: 'PRE-ZARAFSHAN', subtitle: 'Anvar' },
        { kind: 'BATCH', id: ids.BATCH, title: 'PLAN-ZARAFSHAN', subtitle: 'LAMP1' },
        { kind: 'RELEASE', id: ids.RELEASE, title: '7.1.4-zarafshan', subtitle: 'rev-b' },
        { kind: 'ADMIN', id: ids.ADMIN, title: 'Zarafshan Boss', subtitle: 'boss@karvon.test' },
      ]);
    }
  });

  it.each(ROLES)('the search shows %s the kinds that the role may list, and reads no others', async (role) => {
    const caller = await app.as(role);
    const expected = SEARCH_KINDS.filter((kind) => contractRoles(LISTS[kind]).includes(role));
    expect(kindsOf(await find(WORD, caller))).toEqual(expected);
    const reads = await statementTextsOf(() => find(WORD, caller));
    expect(reads).toHaveLength(1 + expected.length);
    for (const kind of SEARCH_KINDS) {
      if (!expected.includes(kind)) expect(await find(ids[kind] ?? '', caller)).toEqual([]);
    }
  });

  it('the search finds nothing that a role could not list, whatever the text has of it', async () => {
    const manager = await app.as('FIRMWARE_MANAGER');
    for (const text of ['office@zarafshan.example', 'KRV-ZARAFSHAN-1', 'ZARAFSHAN-2026-1', 'PLAN-ZARAFSHAN', 'Boss']) {
      const { body } = await manager.gql(QUERY, { text });
      expect(body).toEqual({ data: { search: [] }, extensions: expect.anything() });
      const nothing = await manager.gql(QUERY, { text: 'there is no such text' });
      expect(Object.keys(nothing.body.extensions)).toEqual(Object.keys(body.extensions));
    }
  });

  it.each([
    ['office@zarafshan.example', 'CUSTOMER'],
    ['OFFICE@zarafshan.example', 'CUSTOMER'],
    ['KRV-ZARAFSHAN-1', 'DEVICE'],
    ['krv-zarafshan-1', 'DEVICE'],
    ['ZARAFSHAN-2026-1', 'SALE'],
    ['pre-zarafshan', 'PREORDER'],
    ['PLAN-ZARAFSHAN', 'BATCH'],
    ['KRV\u2011ZARAFSHAN\u20111', 'DEVICE'],
    ['zarafshan\u20132026\u20131', 'SALE'],
    ['Z\u0410RAFSH\u0410N\u20132026\u20131', 'SALE'],
    ['ＰＲＥ－ｚａｒａｆｓｈａｎ', 'PREORDER'],
    ['7.1.4\u2011zarafshan', 'RELEASE'],
    ['7.1.4-zarafshan', 'RELEASE'],
    ['boss@karvon.test', 'ADMIN'],
  ])('the search finds %s as the first of its hits', async (text, kind) => {
    expect((await find(text))[0]).toMatchObject({ kind, id: ids[kind] });
  });

  it('the search finds a device by the whole text of the QR code on its label', async () => {
    const { id } = await makeDevice(app, { serial: 'KRV-01ABCDEFGHJKMNPQ' });
    const label = 'https://karvon.uz/pair#serial=KRV-01ABCDEFGHJKMNPQ&code=ABCDEF-GHJKMN-PQRSTV-WXYZ01';
    expect(await find(label)).toMatchObject([{ kind: 'DEVICE', id }]);
    expect(await find('S/N: krv\u201301ABCDEFGHJKMNPQ')).toMatchObject([{ kind: 'DEVICE', id }]);
  });

  it('puts what is exact before newer records that contain it, though it is on no page of those', async () => {
    const { id } = await makeDevice(app, { serial: 'NAVOIY-7' });
    for (let n = 0; n < 12; n += 1) {
      app.clock.advance(1000);
      await makeDevice(app, { serial: `NAVOIY-7${n}` });
    }
    const hits = await find('navoiy-7');
    expect([hits.length, hits[0].id, hits[1].title]).toEqual([10, id, 'NAVOIY-711']);
    expect(await find('NAVOIY-7', admin, 1)).toEqual([hits[0]]);
    expect(await find('N\u0410VOIY\u20117', admin, 1)).toEqual([hits[0]]);
    expect(await find('NAVOIY-7', admin, 50)).toHaveLength(13);
  });

  it('the search takes turns among the kinds, so that many of one do not hide the others', async () => {
    await makeSale(app, { number: 'NAVOIY-SALE', customer: { fullName: 'Navoiy Mining' } });
    expect(kindsOf(await find('navoiy', admin, 5))).toEqual(['CUSTOMER', 'DEVICE', 'SALE', 'DEVICE', 'DEVICE']);
  });

  it('the search compares wildcards as they are', async () => {
    for (const text of ['%%', '__', '\\\\']) expect(await find(text)).toEqual([]);
  });

  it.each([
    [{ text: 'z' }, 'text'],
    [{ text: ' z ' }, 'text'],
    [{ text: '' }, 'text'],
    [{ text: 'z'.repeat(201) }, 'text'],
    [{ text: WORD, first: 0 }, 'first'],
    [{ text: WORD, first: 51 }, 'first'],
  ])('the search refuses %j with 400', async (variables, field) => {
    expect(await errorOf(admin, QUERY, variables)).toEqual([400, 'VALIDATION_FAILED', field]);
  });

  it('the search does not find deleted preorders', async () => {
    const { id } = await makePreorder(app, { number: 'PRE-GONE' });
    expect(kindsOf(await find('PRE-GONE'))).toEqual(['PREORDER']);
    await app.sql('update preorder set deleted_at = now() where id = $1', [id]);
    expect(await find('PRE-GONE')).toEqual([]);
  });

  it('the search leads to the records with the same fields and edges as elsewhere', async () => {
    const query = `query ($text: String!) { search(text: $text) { kind record { __typename
      ... on Customer { fullName sales { nodes { number } } }
      ... on Device { serial presence { online } batch { code } owner { fullName } availableActions { to } }
      ... on Sale { number refundable customerName device { serial } }
      ... on Preorder { number customer { fullName } }
      ... on Batch { code deviceCount }
      ... on Release { version firmware { size } stats { total } }
      ... on Admin { email role } } } }`;
    const records = (await dataOf(admin, query, { text: WORD })).search.map(({ record }: Json) => record);
    expect(records).toEqual([
      { __typename: 'Customer', fullName: 'Zarafshan Textiles', sales: { nodes: [{ number: 'ZARAFSHAN-2026-1' }] } },
      {
        __typename: 'Device',
        serial: 'KRV-ZARAFSHAN-1',
        presence: null,
        batch: { code: 'PLAN-ZARAFSHAN' },
        owner: { fullName: 'Zarafshan Textiles' },
        availableActions: expect.any(Array),
      },
      {
        __typename: 'Sale',
        number: 'ZARAFSHAN-2026-1',
        refundable: 1_000_000,
        customerName: 'Zarafshan Textiles',
        device: { serial: 'KRV-ZARAFSHAN-1' },
      },
      { __typename: 'Preorder', number: 'PRE-ZARAFSHAN', customer: { fullName: 'Zarafshan Textiles' } },
      { __typename: 'Batch', code: 'PLAN-ZARAFSHAN', deviceCount: 1 },
      {
        __typename: 'Release',
        version: '7.1.4-zarafshan',
        firmware: { size: expect.any(Number) },
        stats: { total: 0 },
      },
      { __typename: 'Admin', email: 'boss@karvon.test', role: 'SUPER_ADMIN' },
    ]);
  });

  it('the search hides the edges of a hit that the role may not follow', async () => {
    const operations = await app.as('OPERATIONS');
    const query = `{ search(text: "KRV-ZARAFSHAN-1", first: 1) { record { ... on Device { serial owner { fullName } activeSale { number } } } } }`;
    const { body } = await operations.gql(query);
    expect(body.data.search[0].record).toEqual({ serial: 'KRV-ZARAFSHAN-1', owner: null, activeSale: null });
    expect(body.extensions.hidden).toEqual(['Device.activeSale', 'Device.owner']);
  });

  it('the search costs six searches, each hit and the most expensive of its records, and never less than it returns', async () => {
    const costOf = async (query: string) => (await admin.gql(query)).body.extensions.cost.requested;
    expect(await costOf('{ search(text: "lamp") { id } }')).toBe(3_000 + 10);
    const records = 'record { ... on Device { owner { id } } ... on Sale { customer { id } device { id } } }';
    expect(await costOf(`{ search(text: "lamp", first: 50) { ${records} } }`)).toBe(3_000 + 50 * (1 + 1 + 2));
    expect(
      (
        await admin.gql(
          `{ a: search(text: "lamp") { id } b: search(text: "lamp") { id } c: search(text: "lamp") { id } d: search(text: "lamp") { id } }`,
        )
      ).status,
    ).toBe(400);
  });

  it('the search takes at most two statements for each kind, and one more for the records of each', async () => {
    await insertManyRows(app.sql, 300);
    expect(await statementsOf(() => find('20', admin, 1))).toBeLessThanOrEqual(1 + 2 * SEARCH_KINDS.length);
    const all = (fields: string) =>
      dataOf(
        admin,
        `{ search(text: "20", first: 50) { kind record { ... on Device { ${fields} } ... on Sale { id } } } }`,
      );
    expect(await statementsOf(() => all('serial'))).toBeLessThanOrEqual(1 + 3 * SEARCH_KINDS.length);
  });
});
