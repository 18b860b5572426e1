import { AuditEntry } from '../../src/persistence/audit/audit-entry.entity.ts';
import { newId } from '../../src/persistence/columns.ts';
import { DeviceEvent } from '../../src/persistence/devices/device-event.entity.ts';
import { InstallationEvent } from '../../src/persistence/installations/installation-event.entity.ts';
import { PreorderEvent } from '../../src/persistence/preorders/preorder-event.entity.ts';
import { SavedQuestion, SavedQuestionRevision } from '../../src/persistence/questions/saved-question.entity.ts';
import { Refund } from '../../src/persistence/sales/refund.entity.ts';
import { SavedView } from '../../src/persistence/views/saved-view.entity.ts';
import { TEXT_COLUMNS } from '../architecture/text-columns.ts';
import { cleanTestApp, type TestApp } from '../support/app.ts';
import type { Caller } from '../support/callers.ts';
import { addPairing, makeDevice } from '../support/factories/device.ts';
import { insertRow } from '../support/factories/insert.ts';
import { makeInstallation } from '../support/factories/installation.ts';
import { makePreorder } from '../support/factories/preorder.ts';
import { makeRelease } from '../support/factories/release.ts';
import { makeSale } from '../support/factories/sale.ts';
import { addNote, CUSTOMERS, customer } from './support.ts';

/** A person is named in every text that people write about others. */

const NAME = 'Anna Fiﬁnova';
const WAYS = ['Ａｎｎａ Ｆｉｆｉｎｏｖａ', '𝐅𝐢𝐟𝐢𝐧𝐨𝐯𝐚 ⓐⓝⓝⓐ', 'ANNA FIFINOVA', 'Anna Fiﬁnova'];
const TEXT = `For ${WAYS.join(', ')}: Anna, Anna Fifinovna and Ｊｏａｎｎａ Ｆｉｆｉｎｏｖａ`;
const LEFT = `For ${WAYS.map(() => '[erased]').join(', ')}: Anna, Anna Fifinovna and Ｊｏａｎｎａ Ｆｉｆｉｎｏｖａ`;

let app: TestApp;
let owner: Caller;
beforeAll(async () => {
  app = await cleanTestApp();
  owner = await app.as('SUPER_ADMIN');
});
afterAll(() => app.stop());

const searched = Object.entries(TEXT_COLUMNS)
  .flatMap(([table, columns]) =>
    Object.entries(columns).map(([column, { isSearched }]) => ({ column: `${table}.${column}`, isSearched })),
  )
  .filter(({ isSearched }) => isSearched)
  .map(({ column }) => column);

/** Writes the text into each column. @returns a statement that reads the row of each */
async function plant(): Promise<Readonly<Record<string, string>>> {
  const now = app.clock.now();
  const { id: other } = await customer(owner, { fullName: 'Stays', notes: TEXT });
  await addNote(owner, other, TEXT);
  const preorder = await makePreorder(app, { customerId: other, fullName: 'Stays', note: TEXT });
  await insertRow(app.sql, PreorderEvent, { preorderId: preorder.id, at: now, toStatus: 'NEW', note: TEXT });
  const sale = await makeSale(app, { customerId: other, notes: TEXT, cancelReason: TEXT });
  await insertRow(app.sql, Refund, { saleId: sale.id, amount: 1, reason: TEXT, createdBy: newId(), createdAt: now });
  const device = await makeDevice(app);
  await app.sql('update inventory_batch set notes = $2, source = $2 where id = $1', [device.batchId, TEXT]);
  const event = { deviceId: device.id, at: now, cause: 'setDeviceStatus', toStatus: 'SUSPENDED' as const };
  await insertRow(app.sql, DeviceEvent, { ...event, reason: TEXT });
  const pairing = await addPairing(app, { id: device.id, epoch: 0, ownerId: other });
  await app.sql('update pairing set device_name = $2 where id = $1', [pairing, TEXT]);
  const release = await makeRelease(app, { releaseNotes: ['First', TEXT] });
  const installation = await makeInstallation(app, device, release, { status: 'FAILED', failureReason: TEXT });
  await insertRow(app.sql, InstallationEvent, {
    installationId: installation.id,
    at: now,
    source: 'OPERATOR',
    fromStatus: 'DOWNLOADING',
    toStatus: 'FAILED',
    applied: true,
    outcome: 'MOVED',
    failureReason: TEXT,
  });
  const query = { metrics: ['ORDERS'], filter: { customer: { fullName: { eq: TEXT } } } };
  const saved = { name: TEXT, query, shared: true, ownerId: newId(), createdAt: now, updatedAt: now };
  const question = await insertRow(app.sql, SavedQuestion, { ...saved, description: TEXT, dataSet: 'SALES' });
  await insertRow(app.sql, SavedQuestionRevision, {
    questionId: question,
    number: 1,
    name: TEXT,
    query,
    changedById: newId(),
    changedAt: now,
  });
  await insertRow(app.sql, SavedView, { ...saved, list: 'CUSTOMERS', columns: [] });
  const reply = JSON.stringify({ notes: TEXT });
  const kept = { createdAt: now, expiresAt: new Date(now.getTime() + 3_600_000) };
  await app.sql(
    'insert into idempotency_key (key_hash, fingerprint, reply, created_at, expires_at) values ($1, $1, $2, $3, $4)',
    [Buffer.from('key'), JSON.stringify(reply), kept.createdAt, kept.expiresAt],
  );
  const entry = { at: now, actorType: 'ADMIN' as const, requestId: 'r', ip: '127.0.0.1', transport: 'REST' as const };
  const about = (targetKind: string, action: string) => ({ ...entry, action, targetKind, targetId: newId() });
  await insertRow(app.sql, AuditEntry, { ...about('Device', 'setDeviceStatus'), reason: TEXT });
  for (const [kind, member] of [
    ['Batch', 'source'],
    ['Sale', 'notes'],
    ['Installation', 'failureReason'],
  ] as const) {
    await insertRow(app.sql, AuditEntry, { ...about(kind, 'change'), changes: { [member]: { from: null, to: TEXT } } });
  }
  await insertRow(app.sql, AuditEntry, { ...about('Preorder', 'setPreorderStatus'), detail: { note: TEXT } });

  const mine = (table: string, column = 'id', value = '') => `select * from ${table} where ${column} = '${value}'`;
  return {
    customer: mine('customer', 'id', other),
    customer_note: mine('customer_note', 'customer_id', other),
    preorder: mine('preorder', 'id', preorder.id),
    preorder_event: mine('preorder_event', 'preorder_id', preorder.id),
    sale: mine('sale', 'id', sale.id),
    refund: mine('refund', 'sale_id', sale.id),
    device_event: mine('device_event', 'device_id', device.id),
    pairing: mine('pairing', 'id', pairing),
    idempotency_key: 'select * from idempotency_key',
    audit_entry: `select * from audit_entry where request_id = 'r'`,
    saved_question: mine('saved_question', 'id', question),
    saved_question_revision: mine('saved_question_revision', 'question_id', question),
    saved_view: 'select * from saved_view',
    inventory_batch: mine('inventory_batch', 'id', device.batchId),
    release: mine('release', 'id', release.id),
    installation: mine('installation', 'id', installation.id),
    installation_event: mine('installation_event', 'installation_id', installation.id),
  };
}

/** By column, the texts in it. */
async function texts(rows: Readonly<Record<string, string>>): Promise<Readonly<Record<string, string>>> {
  const read: Record<string, string> = {};
  for (const column of searched) {
    const [table = '', name = ''] = column.split('.');
    const found = await app.sql(rows[table] ?? `select 'no row of ${table}' as "${name}"`);
    read[column] = found
      .map((row) => JSON.stringify(row[name]))
      .sort()
      .join('\n');
  }
  return read;
}

it('erasing a person takes the name in letters of any form from every text that people write about others', async () => {
  const rows = await plant();
  const { id } = await customer(owner, { fullName: NAME });
  const before = await texts(rows);
  expect(Object.entries(before).filter(([, text]) => !text.includes(TEXT))).toEqual([]);
  const { status } = await owner.rest('POST', `${CUSTOMERS}/${id}/anonymize`, { reason: 'CUSTOMER_REQUEST' });
  expect(status).toBe(201);
  const left = Object.entries(before).map(([column, text]) => [column, text.replaceAll(TEXT, LEFT)]);
  expect(await texts(rows)).toEqual(Object.fromEntries(left));
});

it('erasing a person takes an address and a user name in letters of any form from texts of others', async () => {
  const { id: other } = await customer(owner, { fullName: 'Stays' });
  const { id } = await customer(owner, { fullName: 'Gone', email: 'gone@example.com', telegramUsername: 'gone_g' });
  await addNote(
    owner,
    other,
    'ｇｏｎｅ＠ｅｘａｍｐｌｅ．ｃｏｍ or ＠ｇｏｎｅ＿ｇ, not ｅｒｇｏｎｅ＠ｅｘａｍｐｌｅ．ｃｏｍ',
  );
  await owner.rest('POST', `${CUSTOMERS}/${id}/anonymize`, { reason: 'CUSTOMER_REQUEST' });
  const [{ content }] = await app.sql('select content from customer_note where customer_id = $1', [other]);
  expect(content).toBe('[erased] or ＠[erased], not ｅｒｇｏｎｅ＠ｅｘａｍｐｌｅ．ｃｏｍ');
});

it.each([
  ['Botir Yoqubov', 'Ｂｏｔｉｒ Ｙｏｑｕｂｏｖ'],
  ['Botir Yoqubov', 'BOTIR YOQUBOV'],
  ['Botir Yoqubov', 'Yoqubov Botir'],
  ['Botir Yoʻqubov', 'Botir Yoqubov'],
])('erasing %s leaves the name where another living customer is called %s', async (fullName, namesake) => {
  const { id: other } = await customer(owner, { fullName: namesake, notes: namesake });
  const { id } = await customer(owner, { fullName });
  await owner.rest('POST', `${CUSTOMERS}/${id}/anonymize`, { reason: 'CUSTOMER_REQUEST' });
  const [row] = await app.sql('select full_name, notes from customer where id = $1', [other]);
  expect(row).toEqual({ full_name: namesake, notes: namesake });
  await owner.rest('POST', `${CUSTOMERS}/${other}/anonymize`, { reason: 'CUSTOMER_REQUEST' });
});

/** By the name of a customer: how people write it in texts of others, and what is somebody else's. */
const WRITTEN: readonly (readonly [name: string, ways: readonly string[], others: string])[] = [
  [
    'Oʻtkir Karimov',
    [
      ...["Karimov, O'tkir", 'Karimov，Oʻtkir', "Karimov-O'tkir", 'KARIMOV\nOTKIR', 'Otkir Karimov', 'O tkir Karimov'],
      ...["O'tkir Karimovning", 'Otkir Karimovga', "Karimov O'tkirdan", "O‘tkir Karimov'ni", 'Oʻtkir Karimovʼs'],
    ],
    'Otkir Karimova; and Karimov; Otkirbek Karimov, Olim Karimov',
  ],
  [
    'Азиз Каримов',
    ['Азизу Каримову', 'Каримовым Азизом', 'Азиз Каримовнинг', 'Азиза Каримова', 'Каримову, Азизу'],
    'Азизбек Каримов и Азиз Каримовский',
  ],
  ['Анна Достоевская', ['Анне Достоевской', 'Достоевскую Анну'], 'Анн Достоевск, Анна Достоевский'],
  ['Игорь Толстой', ['Игоря Толстого', 'Толстому Игорю'], 'Игорьков Толстой'],
  [
    'Алёна Воробьёва',
    ['Алена Воробьева', 'Воробьевой Алёне', 'Алёна Петровна Воробьева', 'Воробьёвой Алене Петровне'],
    'Алина Воробьёва; Алена Петровна. Воробьёва. Алёна',
  ],
  ['Пётр Чайковский', ['Петру Чайковскому', 'Петром Чайковским', 'Петр Чайковский'], 'Петров'],
  ['Павел Цой', ['Павла Цоя', 'Цою Павлу', 'Павле Цое'], 'Павлова Цой'],
  [
    'Анна Петровна Иванова',
    ['Ивановой Анне Петровне', 'Анна Иванова', 'Иванова Анна', 'Анну Петровну Иванову'],
    'Анна Сергеевна Иванова; Анна Петровна; Иванова Анна Сергеевна; Ивановой Анне Сергеевне',
  ],
  [
    "Karimov Botir Olim o'g'li",
    [
      'Botir Karimov',
      'Karimov Botir Olim oʻgʻli',
      'Botir Olim ogli Karimovga',
      'Karimov Botirlarnikida',
      'Botir Karimovdanmi',
    ],
    "Botir Olimov, Karimov Olim; Karimov Botir Salim o'g'li; Botir Salim oʻgʻli Karimov",
  ],
];

/** What a note and the reply to its writing become when the customer is erased. */
async function leftOf(id: string, text: string): Promise<readonly string[]> {
  const now = app.clock.now();
  const sale = await makeSale(app, { notes: text });
  await app.sql(
    'insert into idempotency_key (key_hash, fingerprint, reply, created_at, expires_at) values ($1, $1, to_jsonb($2::text), $3, $3)',
    [Buffer.from(sale.id), JSON.stringify({ notes: text }), now],
  );
  const { status } = await owner.rest('POST', `${CUSTOMERS}/${id}/anonymize`, { reason: 'CUSTOMER_REQUEST' });
  expect(status).toBe(201);
  const [{ notes }] = await app.sql('select notes from sale where id = $1', [sale.id]);
  const [{ reply }] = await app.sql('select reply from idempotency_key where key_hash = $1', [Buffer.from(sale.id)]);
  return [notes, JSON.parse(reply).notes];
}

it.each(WRITTEN)('erasing a person takes the name %s as people write it in a sentence', async (name, ways, others) => {
  const { id } = await customer(owner, { fullName: name });
  const left = `${ways.map(() => '[erased]').join('; ')}; ${others}`;
  expect(await leftOf(id, `${ways.join('; ')}; ${others}`)).toEqual([left, left]);
});

it('erasing a person who is stored without the name of the father leaves another customer, who has one', async () => {
  await customer(owner, { fullName: 'Jasur Valiyevich Tursunov' });
  const { id } = await customer(owner, { fullName: 'Jasur Tursunov' });
  const left = '[erased]; [erased]; Jasur Valiyevich Tursunov; Tursunov Jasur Valiyevich';
  expect(
    await leftOf(id, 'Jasur Tursunov; Tursunov Jasurga; Jasur Valiyevich Tursunov; Tursunov Jasur Valiyevich'),
  ).toEqual([left, left]);
});

it('erasing a person leaves the cases of a name that may be those of a sister, who is another customer', async () => {
  await customer(owner, { fullName: 'Каримова Азиза' });
  const { id } = await customer(owner, { fullName: 'Азиз Каримов' });
  const left = 'Азизу Каримову; Азиза Каримова; [erased]; [erased]; [erased]';
  const text = 'Азизу Каримову; Азиза Каримова; Азиз Каримов; Каримов Азиз; Азизом Каримовым';
  expect(await leftOf(id, text)).toEqual([left, left]);
});
