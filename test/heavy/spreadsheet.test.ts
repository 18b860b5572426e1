import { AuditEntry } from '../../src/persistence/audit/audit-entry.entity.ts';
import { newId } from '../../src/persistence/columns.ts';
import { DeviceEvent } from '../../src/persistence/devices/device-event.entity.ts';
import { Refund } from '../../src/persistence/sales/refund.entity.ts';
import { exported, type Parameters } from '../exports/support.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import type { Caller } from '../support/callers.ts';
import { insertAdmin } from '../support/factories/admin.ts';
import { addPresence, makeDevice } from '../support/factories/device.ts';
import { insertRow } from '../support/factories/insert.ts';
import { makeInstallation } from '../support/factories/installation.ts';
import { makePreorder } from '../support/factories/preorder.ts';
import { makeRelease } from '../support/factories/release.ts';
import { makeSale } from '../support/factories/sale.ts';
import { formulasIn, hasLibreOffice, opened, type SheetCell } from '../support/libre-office.ts';

if (!hasLibreOffice && process.env.CI === 'true') {
  it('LibreOffice is installed', () => {
    throw new Error('LibreOffice is not installed here: see test/support/libre-office.ts');
  });
}
if (!hasLibreOffice) process.stderr.write('LibreOffice is not installed: exports are not opened in it here.\n');
const describeLibreOffice = hasLibreOffice ? describe : describe.skip;

const ENGLISH = 1033;
const RUSSIAN = 1049;
const UZBEK = 1091;
const PHONE = '+998901234567';
const NOTE = 'Первая строка; "вторая", \n=1+1\nтретья';
const INERT_NOTE = NOTE.replace('=1+1', "'=1+1");
/** What a stranger may write in the public form, with formulas after every separator. */
const HOSTILE = [
  '=1+1',
  ';=1+1;',
  ',=1+1,',
  '\t=1+1\t',
  '\n=1+1',
  '\r=1+1',
  '; "=1+1";',
  ';\u200b=1+1',
  '＝1+1',
  ';+1+1',
  ',-1+1',
  ';@SUM(A1)',
];
/** The lists with texts that people write, beside preorders. */
const OTHERS = [
  ...[
    'customers',
    'sales',
    'refunds',
    'devices',
    'device-events',
    'batches',
    'releases',
    'installations',
    'team',
    'audit',
  ],
];
const FIELDS =
  'fullName,phone,city,region,note,utmSource,utmMedium,utmCampaign,utmContent,utmTerm,referrer,quantity,fullPrice,createdAt';

describeLibreOffice('LibreOffice', () => {
  let app: TestApp;
  let admin: Caller;

  beforeAll(async () => {
    app = await startTestApp();
    admin = await app.as('SUPER_ADMIN');
    await makePreorder(app, {
      number: 'PRE-OPENED',
      fullName: 'Ёлкина Ўғилой',
      phone: PHONE,
      city: '007',
      region: '1.2.3',
      note: NOTE,
      utmSource: '=HYPERLINK("http://evil.example";"click")',
      utmMedium: '@SUM(A1)',
      utmCampaign: '-2+3',
      utmContent: 'MARCH1',
      utmTerm: '00998 90 123 45 67',
      referrer: '\t=1+1',
      quantity: 2,
      fullPrice: 1_250_000,
      createdAt: new Date('2026-03-08T20:30:00.123Z'),
    });
    for (const [at, text] of HOSTILE.entries()) {
      await makePreorder(app, {
        number: `PRE-HOSTILE-${at}`,
        fullName: `Ali${text}`,
        region: text,
        note: `one${text}two${text}`,
        utmSource: text,
        utmTerm: PHONE,
      });
    }
    for (const text of HOSTILE) await plantEverywhere(text);
    const { id } = await makeDevice(app, { serial: '0012345' });
    await addPresence(app, id);
  });
  afterAll(() => app.stop());

  /** Writes the text where people write, in a record of each list but preorders. */
  async function plantEverywhere(text: string): Promise<void> {
    const now = app.clock.now();
    const written = `one${text}two${text}`;
    const sale = await makeSale(app, { notes: text, cancelReason: written });
    await app.sql(
      'update customer set full_name = $2, company = $3, city = $2, region = $3, country = $2, notes = $3, source = $2 where id = $1',
      [sale.customerId, text, written],
    );
    await insertRow(app.sql, Refund, { saleId: sale.id, amount: 1, reason: text, createdBy: newId(), createdAt: now });
    const device = await makeDevice(app, { model: text });
    await app.sql('update inventory_batch set code = $2, model = $2, notes = $3, source = $2 where id = $1', [
      device.batchId,
      `${text} ${device.batchCode}`,
      written,
    ]);
    const event = { deviceId: device.id, at: now, cause: 'setDeviceStatus', toStatus: 'SUSPENDED' as const };
    await insertRow(app.sql, DeviceEvent, { ...event, reason: text });
    const release = await makeRelease(app, { releaseNotes: [text, written], pauseReason: text });
    await makeInstallation(app, device, release, { status: 'FAILED', failureReason: text, failureCode: text });
    await insertAdmin(app.sql, now, { name: text, role: 'VIEWER' });
    await insertRow(app.sql, AuditEntry, {
      at: now,
      actorType: 'ADMIN',
      actorLabel: text,
      action: 'setDeviceStatus',
      changes: { notes: { from: text, to: written } },
      detail: { filter: text },
      reason: text,
      requestId: 'r',
      ip: '127.0.0.1',
      transport: 'REST',
    });
  }

  async function sheetOf(list: string, parameters: Parameters, separator: string, language: number) {
    const { status, text } = await exported(admin, list, parameters);
    expect(status).toBe(200);
    return opened(text, { separator, language });
  }

  const text = (value: string): SheetCell => ({ type: 'string', value, isFormula: false });
  const number = (value: string): SheetCell => ({ type: 'float', value, isFormula: false });

  it.each([
    ['English', ENGLISH, ',', { separator: 'comma', decimalSign: 'point' }],
    ['Russian', RUSSIAN, ';', { separator: 'semicolon', decimalSign: 'comma' }],
    ['Russian', RUSSIAN, '\t', { separator: 'tab', decimalSign: 'comma' }],
  ])(
    'LibreOffice in %s (%i, %j) shows text as text, numbers as numbers and times as times',
    async (_name, language, separator, more) => {
      const asked = { ...more, format: 'spreadsheet', timeZone: 'Asia/Tashkent' };
      const preorders = { ...asked, filter: { number: { eq: 'PRE-OPENED' } }, fields: FIELDS };
      const [header = [], cells = []] = await sheetOf('preorders', preorders, separator, language);
      expect(header).toEqual(FIELDS.split(',').map(text));
      const shown = Object.fromEntries(cells.map((cell, at) => [header[at]?.value, cell]));
      expect(shown).toEqual({
        fullName: text('Ёлкина Ўғилой'),
        phone: text(`'${PHONE}`),
        city: text("'007"),
        region: text("'1.2.3"),
        note: text(INERT_NOTE),
        utmSource: text(`'=HYPERLINK("http://evil.example";"click")`),
        utmMedium: text("'@SUM(A1)"),
        utmCampaign: text("'-2+3"),
        utmContent: text("'MARCH1"),
        utmTerm: text("'00998 90 123 45 67"),
        referrer: expect.objectContaining({ type: 'string', isFormula: false }),
        quantity: number('2'),
        fullPrice: number('1250000'),
        createdAt: { type: 'date', value: '2026-03-09T01:30:00', isFormula: false },
      });
      const devices = { ...asked, fields: 'serial,presence.wifiRssi,presence.temperature,presence.lastSeenAt' };
      const [, device] = await sheetOf('devices', devices, separator, language);
      expect(device?.slice(0, 3)).toEqual([text("'0012345"), number('-60'), number('41.5')]);
      expect(device?.[3]?.type).toBe('date');
    },
  );

  it.each([
    ['English', ENGLISH, ','],
    ['English', ENGLISH, ',;\t'],
    ['Russian', RUSSIAN, ';'],
    ['Russian', RUSSIAN, '\t'],
    ['Uzbek', UZBEK, ';'],
  ])(
    'LibreOffice in %s (%i) finds no formula in any CSV file of the service, split at %j',
    async (_name, language, separator) => {
      const query = { search: 'PRE-HOSTILE' };
      const files = [
        await admin.rest('GET', '/v1/admin/preorders/export.csv?search=PRE-HOSTILE'),
        await exported(admin, 'preorders', query),
        ...(await Promise.all(
          ['comma', 'semicolon', 'tab'].map((each) =>
            exported(admin, 'preorders', { ...query, format: 'spreadsheet', separator: each }),
          ),
        )),
        await admin.rest('GET', '/v1/admin/customers/export.csv'),
        ...(await Promise.all(
          OTHERS.flatMap((list) =>
            [{}, { format: 'spreadsheet', separator: 'semicolon' }].map((format) => exported(admin, list, format)),
          ),
        )),
      ];
      expect(files.map(({ status }) => status)).toEqual(files.map(() => 200));
      const texts = files.map(({ text }) => text);
      const bare = `a${separator.charAt(0)}=1+1\r\n`;
      expect(await formulasIn([bare, ...texts], { separator, language })).toEqual([
        ['of:=1+1'],
        ...texts.map(() => []),
      ]);
      expect(texts[0]).toContain("Ali;'=1+1;");
      const planted = texts.slice(6).map((text, at) => [OTHERS[Math.floor(at / 2)], text.includes("'=1+1")]);
      expect(planted).toEqual(OTHERS.flatMap((list) => [1, 2].map(() => [list, true])));
    },
  );

  it('LibreOffice changes phones, leading zeros and versions of the form for programs: so the other form is needed', async () => {
    const asked = { filter: { number: { eq: 'PRE-OPENED' } }, fields: 'phone,city,region' };
    const [, cells] = await sheetOf('preorders', asked, ',', RUSSIAN);
    expect(cells?.map(({ type, value }) => [type, value])).toEqual([
      ['float', '998901234567'],
      ['float', '7'],
      ['date', '2003-02-01'],
    ]);
  });
});
