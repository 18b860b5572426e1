import { catalog } from '../../src/domain/catalog.ts';
import type { Call, Operation } from '../../src/domain/kernel/operation.ts';
import { listExports } from '../../src/domain/list-exports.ts';
import { run } from '../../src/domain/run.ts';
import { parseCsv } from '../csv/parse.ts';
import { codeOf } from '../customers/support.ts';
import { cleanTestApp, startTestApp, type TestApp } from '../support/app.ts';
import type { Caller, Json } from '../support/callers.ts';
import { ROLES } from '../support/contract.ts';
import { type Everything, makeEverything } from '../support/everything.ts';
import { addPresence, makeDevice } from '../support/factories/device.ts';
import { makePreorder } from '../support/factories/preorder.ts';
import { exported, objectsOf, type Parameters, recordsOf } from './support.ts';

let app: TestApp;
let admin: Caller;
let ids: Everything;
/** Parameters without which a list has no page. */
let needed: Readonly<Record<string, Parameters>>;
const callers = new Map<string, Caller>();

beforeAll(async () => {
  app = await cleanTestApp();
  for (const role of ROLES) callers.set(role, await app.as(role));
  admin = callerOf('SUPER_ADMIN');
  await makeEverything(app, admin.admin.id);
  app.clock.advance(1_000);
  ids = await makeEverything(app, admin.admin.id);
  app.clock.advance(1_000);
  await makeDevice(app, { status: 'READY' });
  const [device] = await app.sql('select hardware_revision from device where id = $1', [ids.device]);
  await app.sql(
    `insert into heartbeat (device_id, received_at, timestamp_ms, firmware_version, uptime, status, app_version, wifi_rssi, temperature)
     values ($1, $2, 1, '1.2.3', 5, 'healthy', '1.0.0', -67, -3.25)`,
    [ids.device, new Date(app.clock.now().getTime() - 1_000)],
  );
  needed = {
    heartbeats: { deviceId: ids.device },
    'package-devices': { hardwareRevision: device.hardware_revision },
  };
});
afterAll(() => app.stop());

it.each([
  ['filter', '{"serial":{"eq":"a"},"serial":{"eq":"b"}}', 'serial must not be repeated'],
  ['sort', '[{"field":"serial","field":"status"}]', 'field must not be repeated'],
])('an export is a 400 when a member of its %s is given twice', async (name, text, message) => {
  const reply = await exported(admin, 'devices', { [name]: text });
  expect(codeOf(reply)).toEqual([400, 'VALIDATION_FAILED']);
  expect(reply.body.error.message).toBe(message);
});

const callerOf = (role: string): Caller => callers.get(role) ?? fail(`no caller with role ${role}`);
const lists = [...listExports.keys()];
const actions = Object.fromEntries([...listExports].map(([list, { name }]) => [list, name]));

/** The operation whose pages a list is. */
function listOf(list: string): Operation {
  const name = actions[list]?.replace(/^export/, 'list');
  return catalog.find((operation) => operation.name === name) ?? fail(`no list ${name}`);
}

/** The operation whose roles may export a list: the contract's own export where it has one. */
const guardOf = (list: string): Operation =>
  catalog.find((operation) => operation.name === actions[list]) ?? listOf(list);

/** What the list shows to a caller, as JSON. */
async function pageOf(list: string, by = admin): Promise<Json[]> {
  const call: Call = {
    requestId: 'exports-test',
    ip: '192.0.2.1',
    network: '192.0.2.1',
    transport: 'GRAPHQL',
    runtime: app.runtime,
    sessionToken: by.cookie.split('=')[1],
  };
  const operation = listOf(list) as Operation<{ items: unknown[] }>;
  const { items } = await run(operation, call, { wire: 'json', read: () => ({ ...needed[list] }) });
  return JSON.parse(JSON.stringify(items));
}

const at = (record: Json, path: string): Json =>
  path.split('.').reduce((value, name) => (value === null ? null : value?.[name]), record);

/** The paths of the values of a record; details and changes of an audit entry are values as a whole. */
function pathsOf(record: Json, inside = ''): string[] {
  return Object.entries(record).flatMap(([name, value]) => {
    const isPart = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isPart && !['changes', 'detail'].includes(name) ? pathsOf(value, `${inside}${name}.`) : [`${inside}${name}`];
  });
}

/** What is computed from other columns. */
const DERIVED = ['refundState', 'refundable'];

describe.each(lists)('the export of %s', (list) => {
  it('the export of a list has the records of the list in its order, with all that they show', async () => {
    const shown = await pageOf(list);
    expect(shown).not.toHaveLength(0);
    const all = await objectsOf(admin, list, needed[list]);
    // The audit log has more than a page by now.
    const rows = list === 'audit' ? all.slice(0, shown.length) : all;
    expect(rows).toHaveLength(shown.length);
    for (const [place, row] of rows.entries()) {
      const record = shown[place];
      for (const [name, value] of Object.entries(row)) {
        if (name === 'currency' && list === 'refunds') expect(value).toBe('UZS');
        else if (name === 'presence.online' && record.presence === null) expect(value).toBe(false);
        else expect([name, value]).toEqual([name, at(record, name)]);
      }
      const missing = pathsOf(record).filter((path) => !(path in row) && !DERIVED.includes(path));
      expect(missing.filter((path) => !['presence', 'package'].includes(path))).toEqual([]);
    }
  });

  it('the export of a list has the same members and values as CSV', async () => {
    const rows = await objectsOf(admin, list, needed[list]);
    const [header = [], ...records] = await recordsOf(admin, list, needed[list]);
    expect(header).toEqual(Object.keys(rows[0]));
    const textOf = (value: Json) => {
      if (value === null) return '';
      return typeof value === 'object' ? value : String(value);
    };
    const read = records.map((cells) =>
      cells.map((cell, column) =>
        typeof rows[0][header[column] ?? ''] === 'object' && /^[[{]/.test(cell) ? JSON.parse(cell) : cell,
      ),
    );
    const sameRows = rows.filter(({ action }) => !action?.startsWith('export'));
    const isExport = (cells: readonly unknown[]) => String(cells[header.indexOf('action')]).startsWith('export');
    expect(read.filter((cells) => !isExport(cells)).map((cells) => cells.map((cell) => textOf(cell)))).toEqual(
      sameRows.map((row) =>
        header.map((name) => {
          const text = textOf(row[name]);
          return typeof row[name] === 'string' && /^[=+\-@\t\r]/.test(text) && !/^\+\d{7,15}$/.test(text)
            ? `'${text}`
            : text;
        }),
      ),
    );
  });

  it.each(ROLES)(
    'the export of a list is open to %s where the list is, or the export of the contract',
    async (role) => {
      const { access } = guardOf(list);
      const allowed = access.kind === 'admin' && access.roles.includes(role);
      const reply = await exported(callerOf(role), list, needed[list]);
      expect(codeOf(reply)).toEqual(allowed ? [200, undefined] : [403, 'ROLE_FORBIDDEN']);
    },
  );

  it('the export of a list is a 401 without a session', async () => {
    expect(codeOf(await app.rest('GET', `/v1/admin/exports/${list}`))).toEqual([401, 'ADMIN_AUTH_REQUIRED']);
  });
});

it('an export of customers or preorders is closed to roles that may list but not export them', async () => {
  for (const role of ['SUPPORT', 'VIEWER'] as const) {
    const by = callerOf(role);
    expect((await by.rest('GET', '/v1/admin/customers')).status).toBe(200);
    expect(codeOf(await exported(by, 'customers'))).toEqual([403, 'ROLE_FORBIDDEN']);
    expect(codeOf(await exported(by, 'preorders'))).toEqual([403, 'ROLE_FORBIDDEN']);
  }
});

describe('an export', () => {
  it('an export takes the parameters, the typed filter, the order and the window of its list', async () => {
    const serials = (rows: Json[]) => rows.map(({ serial }) => serial);
    const all = serials(await objectsOf(admin, 'devices'));
    expect(all).toHaveLength(3);
    const [{ serial }] = await app.sql('select serial from device where id = $1', [ids.device]);
    expect(serials(await objectsOf(admin, 'devices', { filter: { serial: { eq: serial } } }))).toEqual([serial]);
    expect(serials(await objectsOf(admin, 'devices', { search: serial }))).toEqual([serial]);
    expect(serials(await objectsOf(admin, 'devices', { status: 'READY' }))).toHaveLength(1);
    const sort = [{ field: 'serial', direction: 'DESC' }];
    const sorted = [...all].sort().reverse();
    expect(serials(await objectsOf(admin, 'devices', { sort }))).toEqual(sorted);
    expect(serials(await objectsOf(admin, 'devices', { sort, skip: 1, take: 1 }))).toEqual([sorted[1]]);
    expect(serials(await objectsOf(admin, 'devices', { sort, skip: 1 }))).toEqual(sorted.slice(1));
  });

  it('an export has conditions across an edge for roles that may follow it, and tells others nothing', async () => {
    await app.sql(`update customer set country = 'KZ' where id = $1`, [ids.customer]);
    const filter = { customer: { country: { eq: 'KZ' } } };
    expect((await objectsOf(admin, 'sales', { filter })).map((sale) => sale['customer.id'])).toEqual([ids.customer]);
    const operations = callerOf('OPERATIONS');
    expect(codeOf(await exported(operations, 'devices'))).toEqual([200, undefined]);
    const guessing = await exported(operations, 'devices', { filter: { not: { owner: { country: { eq: 'KZ' } } } } });
    expect(codeOf(guessing)).toEqual([403, 'ROLE_FORBIDDEN']);
  });

  it('an export has the columns that are named, in that order', async () => {
    const fields = 'status,presence.lastSeenAt,serial';
    const [header] = await recordsOf(admin, 'devices', { fields });
    expect(header).toEqual(fields.split(','));
    const [row] = await objectsOf(admin, 'audit', { fields: 'action,id', take: 1 });
    expect(Object.keys(row)).toEqual(['action', 'id']);
  });

  it('an export masks what the audit log masks, whatever columns are named', async () => {
    await app.sql(
      `insert into audit_entry (id, at, actor_type, actor_id, actor_label, action, target_kind, changes, request_id, ip, transport)
       values (gen_random_uuid(), now(), 'ADMIN', 'a', 'anna@example.uz', 'updateCustomer', 'Customer', $1, 'request-1', '203.0.113.9', 'REST')`,
      [JSON.stringify({ fullName: { from: 'Anna', to: 'Olga' }, source: { from: null, to: 'expo' } })],
    );
    const viewer = callerOf('VIEWER');
    const filter = { action: { eq: 'updateCustomer' } };
    for (const format of ['csv', 'ndjson', 'spreadsheet']) {
      for (const fields of ['actorLabel', 'changes', 'ip', 'actorLabel,changes,ip']) {
        const { text, status } = await exported(viewer, 'audit', { filter, fields, format });
        expect(status).toBe(200);
        expect(text).not.toMatch(/anna@example|Anna|Olga|203\.0/);
      }
    }
    const [entry] = await objectsOf(viewer, 'audit', { filter });
    expect(entry).toMatchObject({ actorLabel: 'a***@e***', ip: '***', changes: { source: { to: '***' } } });
    expect((await objectsOf(admin, 'audit', { filter }))[0]).toMatchObject({ actorLabel: 'anna@example.uz' });
  });

  it('an export shows no more of a claim code than its list', async () => {
    const rows = await objectsOf(admin, 'claim-codes');
    expect(Object.keys(rows[0]).sort()).toEqual(
      ['claimedAt', 'createdAt', 'deviceId', 'expiresAt', 'id', 'lastFour', 'maskedCode', 'serial', 'status'].sort(),
    );
    for (const { maskedCode } of rows) expect(maskedCode).toMatch(/^\*{6}-\*{6}-\*{6}-\*\*.{4}$/);
  });

  it('an export has JSON types, and numbers of CSV without an apostrophe', async () => {
    const [heartbeat] = await objectsOf(admin, 'heartbeats', needed.heartbeats);
    expect(heartbeat).toMatchObject({ wifiRssi: -67, temperature: -3.25, otaSlot: null, uptime: 5 });
    const fields = 'wifiRssi,temperature';
    expect(await recordsOf(admin, 'heartbeats', { ...needed.heartbeats, fields })).toEqual([
      ['wifiRssi', 'temperature'],
      ['-67', '-3.25'],
    ]);
    const [sale] = await objectsOf(admin, 'sales', { take: 1 });
    expect(sale).toMatchObject({
      total: expect.any(Number),
      currency: 'UZS',
      soldAt: expect.stringMatching(/\.\d{3}Z$/),
    });
    const [release] = await objectsOf(admin, 'releases', { take: 1 });
    expect(release).toMatchObject({ mandatory: false, releaseNotes: expect.any(Array), signed: expect.any(Boolean) });
  });

  it('an export has a file name and a type that its format says, and is empty for no rows', async () => {
    const none = { filter: { serial: { eq: 'none' } } };
    const csv = await exported(admin, 'devices', none);
    expect(csv.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="devices.csv"',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(parseCsv(csv.text)).toHaveLength(1);
    const ndjson = await exported(admin, 'devices', { ...none, format: 'ndjson' });
    expect(ndjson.headers).toMatchObject({
      'content-type': 'application/x-ndjson; charset=utf-8',
      'content-disposition': 'attachment; filename="devices.ndjson"',
    });
    expect([ndjson.status, ndjson.text]).toEqual([200, '']);
  });

  it('an export writes an audit entry with the list, the filter, the format and the row count, without personal data', async () => {
    const filter = {
      or: [{ customer: { email: { eq: 'guest@example.com' } } }, { customerName: { contains: 'Guest' } }],
      status: { in: ['PAID', 'CANCELLED'] },
    };
    const asked = { filter, search: 'Guest', format: 'ndjson', fields: 'number', take: 5 };
    const reply = await exported(admin, 'sales', asked);
    const [entry] = await app.sql('select action, actor_id, detail, transport from audit_entry where request_id = $1', [
      reply.headers['x-request-id'],
    ]);
    expect(entry).toEqual({
      action: 'exportSales',
      actor_id: admin.admin.id,
      detail: {
        format: 'ndjson',
        fields: ['number'],
        filter: {
          take: 5,
          search: '***',
          filter: { or: [{ customer: { email: '***' } }, { customerName: '***' }], status: filter.status },
        },
        rows: 0,
        complete: true,
      },
      transport: 'REST',
    });
    const [shown] = await objectsOf(callerOf('VIEWER'), 'audit', {
      filter: { action: { eq: 'exportSales' }, actorId: { eq: admin.admin.id } },
      take: 1,
    });
    expect(shown.detail).toEqual(entry.detail);
  });

  it('an export of every list names the export in its audit entry', async () => {
    for (const list of lists) {
      const reply = await exported(admin, list, needed[list]);
      const found = await app.sql('select action from audit_entry where request_id = $1', [
        reply.headers['x-request-id'],
      ]);
      expect(found).toEqual([{ action: actions[list] }]);
    }
  });

  it('an export answers only headers to HEAD, and reads no rows', async () => {
    const reply = await admin.rest('HEAD', '/v1/admin/exports/sales?format=ndjson');
    expect([reply.status, reply.headers['content-type'], reply.text]).toEqual([
      200,
      'application/x-ndjson; charset=utf-8',
      '',
    ]);
    const found = await app.sql('select 1 from audit_entry where request_id = $1', [reply.headers['x-request-id']]);
    expect(found).toEqual([]);
  });

  it('an export of an unknown list is an unknown route, and other methods are not allowed', async () => {
    for (const list of ['nothing', 'constructor', '__proto__', 'DEVICES', 'devices/1']) {
      expect(codeOf(await admin.rest('GET', `/v1/admin/exports/${list}`))).toEqual([404, 'ROUTE_NOT_FOUND']);
    }
    expect(codeOf(await admin.rest('POST', '/v1/admin/exports/devices', {}))).toEqual([405, 'METHOD_NOT_ALLOWED']);
  });

  it.each([
    ['devices', { filter: 'serial' }],
    ['devices', { filter: '[]' }],
    ['devices', { filter: '"text"' }],
    ['devices', { filter: 'false' }],
    ['devices', { filter: '1' }],
    ['devices', { filter: { nothing: { eq: 1 } } }],
    ['devices', { filter: { serial: { eq: 1 } } }],
    ['devices', { filter: { serial: { like: '%' } } }],
    ['devices', { filter: { 'serial or 1=1': { eq: 'x' } } }],
    ['devices', { filter: '{"__proto__":{"serial":{"eq":"x"}}}' }],
    ['devices', { filter: '{"constructor":{"eq":"x"}}' }],
    ['devices', { filter: { ownerId: { eq: 'not an id' } } }],
    ['devices', { filter: { createdAt: { gte: 'yesterday' } } }],
    ['devices', { filter: { batch: { devices: { serial: { eq: 'x' } } } } }],
    ['devices', { filter: { serial: { in: Array(201).fill('x') } } }],
    ['devices', { filter: { and: [{ and: [{ and: [{ and: [{ and: [{}] }] }] }] }] } }],
    ['devices', { filter: { or: Array(51).fill({ status: { eq: 'SOLD' } }) } }],
    ['devices', { filter: `${'['.repeat(40)}${']'.repeat(40)}` }],
    ['devices', { sort: 'serial' }],
    ['devices', { sort: [{ field: 'ownerId', direction: 'ASC' }] }],
    ['devices', { sort: [{ field: 'serial; drop table device', direction: 'ASC' }] }],
    ['devices', { sort: [{ field: 'serial', direction: 'up' }] }],
    ['devices', { fields: 'serial,nothing' }],
    ['devices', { fields: 'serial,serial' }],
    ['devices', { fields: '' }],
    ['devices', { fields: 'd.serial' }],
    ['devices', { take: '0' }],
    ['devices', { skip: '-1' }],
    ['devices', { format: 'xlsx' }],
    ['devices', { separator: 'tab' }],
    ['devices', { format: 'spreadsheet', separator: '|' }],
    ['devices', { format: 'spreadsheet', timeZone: 'Mars/Olympus' }],
    ['devices', { format: 'spreadsheet', timeZone: '+05:00' }],
    ['devices', { format: 'spreadsheet', bom: 'yes' }],
    ['devices', { unknown: 'x' }],
    ['devices', { select: 'id' }],
    ['devices', { after: 'x' }],
    ['heartbeats', {}],
    ['heartbeats', { deviceId: 'x' }],
    ['package-devices', {}],
    ['audit', { filter: { ip: { eq: '203.0.113.9' } } }],
    ['audit', { filter: { actorLabel: { contains: 'a' } } }],
    ['claim-codes', { filter: { lastFour: { eq: '1234' } } }],
  ])('an export of %s with %j is a 400 in the form of the contract', async (list, parameters) => {
    const reply = await exported(admin, list, parameters as Parameters);
    expect(codeOf(reply)).toEqual([400, 'VALIDATION_FAILED']);
    expect(reply.body).toEqual({
      error: { code: 'VALIDATION_FAILED', message: expect.any(String), requestId: reply.headers['x-request-id'] },
    });
    expect(reply.headers['content-disposition']).toBeUndefined();
  });

  it.each([String.raw`{"serial":{"eq":"\u0000"}}`, String.raw`{"serial":{"eq":"\ud800"}}`])(
    'an export with text that PostgreSQL cannot store (%s) is a 400',
    async (filter) => {
      expect(codeOf(await exported(admin, 'devices', { filter }))).toEqual([400, 'INVALID_TEXT_ENCODING']);
    },
  );

  it('an export with a range of heartbeats that is too long is a 400', async () => {
    const range = { ...needed.heartbeats, from: '2026-01-01', to: '2026-02-01' };
    expect(codeOf(await exported(admin, 'heartbeats', range))).toEqual([400, 'INVALID_RANGE']);
  });
});

it('an export as a spreadsheet has local times, kept text, and the separators that are asked for', async () => {
  await makePreorder(app, {
    number: 'PRE-SHEET',
    fullName: '=1+1',
    phone: '+998901234567',
    note: 'one\ntwo; "three"',
    city: '007',
    createdAt: new Date('2026-03-08T20:30:00.123Z'),
  });
  const filter = { number: { eq: 'PRE-SHEET' } };
  const fields = 'fullName,phone,note,city,quantity,createdAt';
  const asked = { filter, fields, format: 'spreadsheet' };
  expect((await exported(admin, 'preorders', asked)).text).toBe(
    `\uFEFF${fields}\r\n'=1+1,'+998901234567,"one\ntwo; ""three""",'007,1,2026-03-09 01:30:00\r\n`,
  );
  const reply = await exported(admin, 'preorders', {
    ...asked,
    separator: 'tab',
    bom: false,
    timeZone: 'America/New_York',
  });
  expect(reply.headers).toMatchObject({
    'content-type': 'text/tab-separated-values; charset=utf-8',
    'content-disposition': 'attachment; filename="preorders-spreadsheet.tsv"',
  });
  // An hour later than the clocks said before that morning.
  expect(reply.text.split('\r\n')[1]).toBe(
    `'=1+1\t'+998901234567\t"one\ntwo; ""three"""\t'007\t1\t2026-03-08 16:30:00`,
  );
});

it('a spreadsheet has the decimal sign that is asked for', async () => {
  await addPresence(app, (await makeDevice(app, { serial: 'WARM-LAMP' })).id);
  const asked = {
    filter: { serial: { eq: 'WARM-LAMP' } },
    fields: 'serial,presence.temperature',
    format: 'spreadsheet',
  };
  const lineOf = async (more: Parameters) =>
    (await exported(admin, 'devices', { ...asked, ...more })).text.split('\r\n')[1];
  expect(await lineOf({})).toBe('WARM-LAMP,41.5');
  expect(await lineOf({ decimalSign: 'comma', separator: 'semicolon' })).toBe('WARM-LAMP;41,5');
  expect(await lineOf({ decimalSign: 'comma' })).toBe('WARM-LAMP,"41,5"');
});

it('exports of a list share the limit of the contract’s export of it', async () => {
  const limited = await startTestApp({ limits: 'real' });
  try {
    const by = await limited.as('SALES');
    const first = await by.rest('GET', '/v1/admin/customers/export.csv?take=1');
    expect(first.headers.ratelimit).toMatch(/r=119/);
    expect((await exported(by, 'customers', { take: 1 })).headers.ratelimit).toMatch(/r=118/);
  } finally {
    await limited.stop();
  }
});
