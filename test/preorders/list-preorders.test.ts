import { cleanTestApp, type TestApp } from '../support/app.ts';
import { auditOf } from '../support/audit.ts';
import type { Caller, Json } from '../support/callers.ts';
import { PREORDERS, placed, rest, setTerms } from './support.ts';

const UNKNOWN = '01890000-0000-7000-8000-000000000000';

let app: TestApp;
let viewer: Caller;
let admin: Caller;
let made: Json[];
const numbers = (items: Json[]) => items.map(({ number }) => made.findIndex((one) => one.number === number));
const list = async (query = '') => (await viewer.rest('GET', `${PREORDERS}${query}`)).body;

beforeAll(async () => {
  app = await cleanTestApp();
  admin = await app.as('ADMIN');
  viewer = await app.as('VIEWER');
  await setTerms(await app.as('SUPER_ADMIN'));
  made = [];
  app.clock.set(new Date('2026-11-01T10:00:00.000Z'));
  for (const overrides of [
    { fullName: 'Aziza 100%_sure', phone: '+998901000001', utmSource: 'instagram' },
    { fullName: 'Botir', phone: '+998901000002', email: 'botir@example.com', locale: 'ru', quantity: 4 },
    { fullName: 'Dilnoza', phone: '+998901000003', utmSource: 'instagram', locale: 'en' },
  ]) {
    app.clock.advance(60_000);
    made.push(await placed(app, admin, overrides));
  }
  await rest.setStatus(admin, made[1].id, { status: 'CONTACTED' });
  app.clock.set(new Date());
});
afterAll(() => app.stop());

describe('listPreorders: the list of preorders', () => {
  it('the list of preorders returns the newest first, in the form of a single preorder', async () => {
    const body = await list();
    expect(Object.keys(body)).toEqual(['items', 'total', 'skip', 'take']);
    expect(body).toMatchObject({ total: 3, skip: 0, take: 50 });
    expect(numbers(body.items)).toEqual([2, 1, 0]);
    const {
      history: _history,
      customerNotes: _notes,
      ...one
    } = (await viewer.rest('GET', `${PREORDERS}/${made[0].id}`)).body;
    expect(body.items[2]).toEqual(one);
  });

  it.each([
    ['?search=BOTIR', [1]],
    ['?search=1000003', [2]],
    ['?search=0%25_', [0]],
    ['?search=%5C', []],
    ['?search=example.com', [1]],
    ['?search=pre-2611', [2, 1, 0]],
    ['?status=CONTACTED', [1]],
    ['?status=FULFILLED', []],
    ['?source=instagram', [2, 0]],
    ['?source=insta', []],
    ['?locale=en', [2]],
    ['?locale=uz&source=instagram', [0]],
    ['?dateFrom=2026-11-01T10:02:00.000Z', [2, 1]],
    ['?dateTo=2026-11-01T10:02:00.000Z', [0]],
    ['?dateFrom=2026-11-01t15:02:00%2b05:00&dateTo=2026-11-01T10:02:00.001z', [1]],
    ['?take=1&skip=1', [1]],
    ['?take=200&skip=3', []],
    ['?assignedAdminId=somebody', []],
    [`?assignedAdminId=${UNKNOWN}`, []],
  ])('the list of preorders returns the matches of %s', async (query, expected) => {
    expect(numbers((await list(query)).items)).toEqual(expected);
  });

  it('the list of preorders finds preorders by assignee', async () => {
    expect(numbers((await list(`?assignedAdminId=${admin.admin.id}`)).items)).toEqual([1]);
  });

  it.each([
    '?take=0',
    '?take=201',
    '?skip=-1',
    '?search=',
    `?search=${'x'.repeat(161)}`,
    '?source=',
    `?source=${'x'.repeat(81)}`,
    '?status=new',
    '?locale=de',
    '?dateFrom=2026-11-01',
    '?dateTo=yesterday',
    '?sort=number',
  ])('the list of preorders rejects %s', async (query) => {
    const reply = await viewer.rest('GET', `${PREORDERS}${query}`);
    expect([reply.status, reply.body.error.code]).toEqual([400, 'VALIDATION_FAILED']);
  });

  it('the list of preorders filters, sorts and pages by cursor for typed clients', async () => {
    const ask = async (args: string) =>
      (
        await viewer.gql(`{ preorders${args} {
    nodes { number } totalCount pageInfo { hasNextPage endCursor } } }`)
      ).body;
    const { data } = await ask(
      '(filter: { quantity: { gte: 1 }, not: { locale: { eq: en } } }, sort: [{ field: QUANTITY, direction: DESC }], first: 1)',
    );
    expect([numbers(data.preorders.nodes), data.preorders.totalCount]).toEqual([[1], 2]);
    const { endCursor } = data.preorders.pageInfo;
    const next = await ask(
      `(filter: { quantity: { gte: 1 }, not: { locale: { eq: en } } }, sort: [{ field: QUANTITY, direction: DESC }], first: 1, after: "${endCursor}")`,
    );
    expect(numbers(next.data.preorders.nodes)).toEqual([0]);
    const unassigned = '(filter: { status: { eq: CONTACTED }, assignedAdminId: { isNull: true } })';
    expect((await ask(unassigned)).data.preorders.nodes).toEqual([]);
    expect((await ask('(first: 201)')).errors[0].extensions.code).toBe('VALIDATION_FAILED');
  });
});

describe('exportPreorders: the export of preorders', () => {
  it('the export of preorders is the same query as CSV, and is recorded', async () => {
    const reply = await admin.rest('GET', `${PREORDERS}/export.csv?search=aziza`);
    expect([reply.status, reply.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
    const [header = '', row = '', ...others] = reply.text.replace('\uFEFF', '').split('\r\n');
    const cells = Object.fromEntries(header.split(',').map((name, at) => [name, row.split(',')[at]]));
    expect(cells).toMatchObject({
      number: made[0].number,
      phone: '+998901000001',
      fullName: 'Aziza 100%_sure',
      status: 'NEW',
      utmSource: 'instagram',
      createdAt: '2026-11-01T10:01:00.000Z',
    });
    expect(others).toEqual(['']);
    expect(await auditOf(app, reply.headers['x-request-id'])).toMatchObject([
      { action: 'exportPreorders', detail: { rows: 1, complete: true } },
    ]);
    const whole = await admin.rest('GET', `${PREORDERS}/export.csv?take=2`);
    expect(whole.text.split('\r\n')).toHaveLength(4);
    expect((await admin.rest('GET', `${PREORDERS}/export.csv?take=201`)).status).toBe(400);
  });
});
