import { exported, recordsOf } from '../exports/support.ts';
import { place, setTerms } from '../preorders/support.ts';
import { cleanTestApp, type TestApp } from '../support/app.ts';
import type { Caller } from '../support/callers.ts';
import { parseCsv } from './parse.ts';
import { EXPORT } from './support.ts';

const PHONE = '+998 98 223 40 00';
const NAME = 'Ali;=1+1;';
const INERT_NAME = "Ali;'=1+1;";
const NOTE = 'first, =cmd|calc\n-1+1; @A1| =2\u061b=3';
const INERT_NOTE = "first,' =cmd|calc\n'-1+1;' @A1|' =2\u061b'=3";

let app: TestApp;
let admin: Caller;
beforeAll(async () => {
  app = await cleanTestApp();
  admin = await app.as('SUPER_ADMIN');
  await setTerms(admin);
  const reply = await place(app, { fullName: NAME, phone: PHONE, region: '＝1', note: NOTE, locale: 'uz' });
  expect(reply.status).toBe(201);
});
afterAll(() => app.stop());

type Cells = Readonly<Record<string, string | undefined>>;

/** The cells of the first record by the names of their columns. */
function firstOf([header = [], cells = []]: string[][]): Cells {
  return Object.fromEntries(header.map((name, at) => [name, cells[at]]));
}

describe('a name of the public form with a formula after another separator', () => {
  it.each(['/v1/admin/preorders/export.csv', EXPORT])(
    'a name of the public form with a formula after another separator is inert in the export of the contract at %s, with the phone as it was given',
    async (path) => {
      const { text } = await admin.rest('GET', path);
      const cells = firstOf(parseCsv(text.replace('\uFEFF', '')));
      expect(cells).toMatchObject({ fullName: INERT_NAME, phone: PHONE, region: "'＝1" });
    },
  );

  it('a name of the public form with a formula after another separator is inert in the export of the list as CSV, with the phone as it was given', async () => {
    expect(firstOf(await recordsOf(admin, 'preorders'))).toMatchObject({
      fullName: INERT_NAME,
      phone: PHONE,
      region: "'＝1",
      note: INERT_NOTE,
    });
  });

  it.each([
    ['comma', ','],
    ['semicolon', ';'],
    ['tab', '\t'],
  ])(
    'a name of the public form with a formula after another separator is inert in a spreadsheet with the separator %s, and so is the phone',
    async (separator, sign) => {
      const { text } = await exported(admin, 'preorders', { format: 'spreadsheet', separator, bom: false });
      expect(firstOf(parseCsv(text, sign))).toMatchObject({
        fullName: INERT_NAME,
        phone: `'${PHONE}`,
        region: "'＝1",
        note: INERT_NOTE,
      });
    },
  );

  it.each(['csv', 'spreadsheet'])(
    'a name of the public form with a formula after another separator is inert in the changes of the audit log as %s, which stay JSON of the same value',
    async (format) => {
      const [{ id }] = await app.sql('select id from customer');
      const patch = { company: ';=2+2', city: '@SUM(A1)' };
      expect((await admin.rest('PATCH', `/v1/admin/customers/${id}`, patch)).status).toBe(200);
      const { text } = await exported(admin, 'audit', { action: 'updateCustomer', format });
      const { changes = '' } = firstOf(parseCsv(text.replace('\uFEFF', '')));
      expect(JSON.parse(changes)).toMatchObject({ company: { to: ';=2+2' }, city: { to: '@SUM(A1)' } });
      expect(changes).toContain(';\\u003d2+2');
      expect(changes).toContain('"\\u0040SUM(A1)"');
    },
  );

  it('a name of the public form with a formula after another separator is unchanged in NDJSON, which no spreadsheet opens', async () => {
    const { text } = await exported(admin, 'preorders', { format: 'ndjson' });
    expect(JSON.parse(text)).toMatchObject({ fullName: NAME, phone: PHONE, region: '＝1', note: NOTE });
  });
});
