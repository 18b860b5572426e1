import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { ORIGIN, startTestApp, type TestApp } from '../support/app.ts';
import type { Caller, Reply } from '../support/callers.ts';
import { formOf, type Part, partsOf } from '../support/form.ts';
import { makePackage, makeReleaseKey, trustingFolder } from '../support/release-package.ts';
import { temporaryFolder } from '../support/run.ts';
import { until } from '../support/until.ts';
import { FIELDS, FIRMWARE, legacyFields, nextBuild } from './releases.ts';

const PATH = `${FIRMWARE}/packages`;
const B = 'bound';
const TYPE = { 'content-type': `multipart/form-data; boundary=${B}` };
const MAX_IMAGE = 65_536;
const key = makeReleaseKey();
const objects = temporaryFolder('objects');

let app: TestApp;
let root: Caller;
let file: Buffer;

beforeAll(async () => {
  app = await startTestApp({
    env: { DATA_DIR: trustingFolder([key]), OBJECT_STORAGE_PATH: objects, FIRMWARE_MAX_BYTES: String(MAX_IMAGE) },
  });
  root = await app.as('SUPER_ADMIN');
  file = (await makePackage([key])).bytes;
});
afterAll(() => app.stop());

/** What is being taken in, and nobody has finished with. */
function staged(): string[] {
  try {
    return readdirSync(join(objects, '.staging')).filter((name) => !name.startsWith('ping'));
  } catch {
    return [];
  }
}

const field = (name: string, value: string | Uint8Array, headers = '') =>
  Buffer.concat([
    Buffer.from(`--${B}\r\nContent-Disposition: form-data; name="${name}"\r\n${headers}\r\n`),
    Buffer.from(value),
    Buffer.from('\r\n'),
  ]);
const raw = (disposition: string, value = 'x', headers = '') =>
  Buffer.from(`--${B}\r\nContent-Disposition: ${disposition}\r\n${headers}\r\n${value}\r\n`);
const fileOf = (name = 'a.release', bytes: () => Buffer = () => file) =>
  Buffer.concat([
    Buffer.from(`--${B}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`),
    bytes(),
    Buffer.from('\r\n'),
  ]);
const END = Buffer.from(`--${B}--\r\n`);
const good = () => [field('channel', 'STABLE'), field('releaseNotes', 'Brighter.')];
const whole = (...parts: Uint8Array[]) => Buffer.concat([...parts, END]);

function send(body: Buffer | undefined, headers: Record<string, string> = TYPE): Promise<Reply> {
  return root.rest('POST', PATH, body, headers);
}

type Case = [
  what: string,
  status: number,
  code: string,
  body: () => Buffer | undefined,
  headers?: Record<string, string>,
];
const NO_TYPE = { 'content-type': '' };
const typed = (type: string) => ({ 'content-type': type });
const full = () => whole(...good(), fileOf());

const cases: Case[] = [
  ['no body at all', 400, 'VALIDATION_FAILED', () => undefined, {}],
  ['a body of no type', 415, 'UNSUPPORTED_MEDIA_TYPE', full, NO_TYPE],
  ['JSON', 415, 'UNSUPPORTED_MEDIA_TYPE', () => Buffer.from('{}'), typed('application/json')],
  ['another kind of multipart', 415, 'UNSUPPORTED_MEDIA_TYPE', full, typed(`multipart/mixed; boundary=${B}`)],
  ['a urlencoded form', 415, 'UNSUPPORTED_MEDIA_TYPE', full, typed('application/x-www-form-urlencoded')],
  ['a compressed form', 415, 'UNSUPPORTED_MEDIA_TYPE', full, { ...TYPE, 'content-encoding': 'gzip' }],
  ['another charset', 415, 'UNSUPPORTED_MEDIA_TYPE', full, typed(`multipart/form-data; charset=utf-7; boundary=${B}`)],
  ['no boundary', 400, 'MALFORMED_MULTIPART', full, typed('multipart/form-data')],
  ['an empty boundary', 400, 'MALFORMED_MULTIPART', full, typed('multipart/form-data; boundary=')],
  ['a quoted empty boundary', 400, 'MALFORMED_MULTIPART', full, typed('multipart/form-data; boundary=""')],
  ['two boundaries', 400, 'MALFORMED_MULTIPART', full, typed(`multipart/form-data; boundary=${B}; boundary=x`)],
  ['a boundary of 71', 400, 'MALFORMED_MULTIPART', full, typed(`multipart/form-data; boundary=${'a'.repeat(71)}`)],
  ['garbage after the boundary', 400, 'MALFORMED_MULTIPART', full, typed(`multipart/form-data; boundary=${B}; ;;`)],
  ['the boundary of another form', 400, 'MALFORMED_MULTIPART', full, typed('multipart/form-data; boundary=other')],
  ['arbitrary bytes', 400, 'MALFORMED_MULTIPART', () => Buffer.from('hello')],
  ['a form without parts', 400, 'VALIDATION_FAILED', () => END],
  [
    'a form that ends in a file',
    400,
    'MALFORMED_MULTIPART',
    () => Buffer.concat([...good(), fileOf()]).subarray(0, -40),
  ],
  ['a form that ends after a file', 400, 'MALFORMED_MULTIPART', () => Buffer.concat([...good(), fileOf()])],
  ['a form that ends in a field', 400, 'MALFORMED_MULTIPART', () => Buffer.concat([fileOf(), field('channel', 'STA')])],
  ['a form that ends in headers', 400, 'MALFORMED_MULTIPART', () => Buffer.from(`--${B}\r\nContent-Dis`)],
  ['a part without headers', 400, 'MALFORMED_MULTIPART', () => whole(Buffer.from(`--${B}\r\n\r\nx\r\n`))],
  [
    'a part cut off in its headers',
    400,
    'MALFORMED_MULTIPART',
    () => whole(Buffer.from(`--${B}\r\nContent-Disposition: form\r\n`)),
  ],
  [
    'a part without a disposition',
    400,
    'MALFORMED_MULTIPART',
    () => whole(Buffer.from(`--${B}\r\nX-A: b\r\n\r\nx\r\n`)),
  ],
  ['an attachment', 400, 'MALFORMED_MULTIPART', () => whole(raw('attachment; name="channel"'))],
  ['a part without a name', 400, 'MALFORMED_MULTIPART', () => whole(raw('form-data; filename="a.release"'))],
  ['a part with an empty name', 400, 'MALFORMED_MULTIPART', () => whole(raw('form-data; name=""'))],
  ['a part with two names', 400, 'MALFORMED_MULTIPART', () => whole(raw('form-data; name="channel"; name="file"'))],
  [
    'a part with two dispositions',
    400,
    'MALFORMED_MULTIPART',
    () => whole(raw('form-data; name="channel"', 'BETA', 'Content-Disposition: form-data; name="file"\r\n')),
  ],
  ['a name that never ends', 400, 'MALFORMED_MULTIPART', () => whole(raw('form-data; name="channel'))],
  ['a field twice', 400, 'MALFORMED_MULTIPART', () => whole(...good(), field('channel', 'STABLE'), fileOf())],
  ['two files', 400, 'MALFORMED_MULTIPART', () => whole(...good(), fileOf(), fileOf())],
  ['an unknown field', 400, 'VALIDATION_FAILED', () => whole(...good(), field('x', '1'), fileOf())],
  [
    'an unknown file',
    400,
    'VALIDATION_FAILED',
    () => whole(...good(), fileOf(), raw('form-data; name="other"; filename="b.release"')),
  ],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty'].map(
    (name): Case => [
      `a field called ${name}`,
      400,
      'VALIDATION_FAILED',
      () => whole(...good(), field(name, '1'), fileOf()),
    ],
  ),
  ['a name of 4,000 letters', 400, 'VALIDATION_FAILED', () => whole(...good(), field('a'.repeat(4000), '1'), fileOf())],
  ['headers of 20 KB', 400, 'MALFORMED_MULTIPART', () => whole(raw(`form-data; name="${'a'.repeat(20_000)}"`))],
  ['a text field in place of a file', 400, 'VALIDATION_FAILED', () => whole(...good(), field('file', 'text'))],
  [
    'a file in place of a text field',
    400,
    'VALIDATION_FAILED',
    () => whole(raw('form-data; name="channel"; filename="x"', 'STABLE'), fileOf()),
  ],
  ['no file', 400, 'VALIDATION_FAILED', () => whole(...good())],
  [
    'an empty file',
    400,
    'VALIDATION_FAILED',
    () =>
      whole(
        ...good(),
        fileOf('a.release', () => Buffer.alloc(0)),
      ),
  ],
  ['a file of another kind', 400, 'VALIDATION_FAILED', () => whole(...good(), fileOf('a.zip'))],
  ['a file without a name', 400, 'VALIDATION_FAILED', () => whole(...good(), fileOf(''))],
  ['a path for a name', 400, 'MALFORMED_MULTIPART', () => whole(...good(), fileOf('../../etc/a.release'))],
  ['a Windows path', 400, 'MALFORMED_MULTIPART', () => whole(...good(), fileOf('C:\\\\a.release'))],
  ['NUL in the name of a file', 400, 'INVALID_TEXT_ENCODING', () => whole(...good(), fileOf('a\0.release'))],
  [
    'a name of a file in latin1',
    400,
    'INVALID_TEXT_ENCODING',
    () =>
      whole(
        ...good(),
        Buffer.from(
          `--${B}\r\nContent-Disposition: form-data; name="file"; filename="\xe9.release"\r\n\r\nx\r\n`,
          'latin1',
        ),
      ),
  ],
  ['NUL in a field', 400, 'INVALID_TEXT_ENCODING', () => whole(field('releaseNotes', 'a\0b'), fileOf())],
  [
    'a field that is not UTF-8',
    400,
    'INVALID_TEXT_ENCODING',
    () => whole(field('releaseNotes', Buffer.from([0x61, 0xff])), fileOf()),
  ],
  [
    'a field in another charset',
    400,
    'INVALID_TEXT_ENCODING',
    () => whole(field('releaseNotes', 'a', 'Content-Type: text/plain; charset=utf-7\r\n'), fileOf()),
  ],
  [
    'a field in base64',
    400,
    'MALFORMED_MULTIPART',
    () => whole(field('releaseNotes', 'YQ==', 'Content-Transfer-Encoding: base64\r\n'), fileOf()),
  ],
  [
    'a field of 64 KiB and a byte',
    400,
    'VALIDATION_FAILED',
    () => whole(field('releaseNotes', 'a'.repeat(65_537)), field('channel', 'STABLE'), fileOf()),
  ],
  [
    '101 parts',
    400,
    'MALFORMED_MULTIPART',
    () => whole(...Array.from({ length: 101 }, (_, at) => field(`f${at}`, '1'))),
  ],
  [
    'a file above the limit',
    413,
    'PAYLOAD_TOO_LARGE',
    () =>
      whole(
        ...good(),
        fileOf('a.release', () => Buffer.alloc(MAX_IMAGE + 131_073)),
      ),
  ],
  [
    'a form above the limit',
    413,
    'PAYLOAD_TOO_LARGE',
    () =>
      whole(
        ...good(),
        fileOf('a.release', () => Buffer.alloc(2_000_000)),
      ),
  ],
];

/** Whatever became of a form: what was taken in is released, or gone. */
afterEach(() => expect(staged()).toEqual([]));

describe('a multipart form is rejected', () => {
  afterEach(async () => expect(await app.sql('select 1 from release')).toEqual([]));

  it.each(cases)('a multipart form is rejected if it is invalid: %s', async (...[, status, code, body, headers]) => {
    const reply = await send(body(), headers);
    expect([reply.status, reply.body?.error?.code]).toEqual([status, code]);
    expect(Object.keys(reply.body)).toEqual(['error']);
  });

  it('a multipart form is rejected if its URL has a query parameter', async () => {
    const reply = await root.rest('POST', `${PATH}?channel=BETA`, full(), TYPE);
    expect([reply.status, reply.body.error.code]).toEqual([400, 'VALIDATION_FAILED']);
  });

  it('a multipart form is rejected if it exceeds the limit without a Content-Length', async () => {
    const big = Buffer.alloc(2_000_000);
    const refused = [413, 'PAYLOAD_TOO_LARGE'];
    expect(
      await chunked(
        whole(
          ...good(),
          fileOf('a.release', () => big),
        ),
      ),
    ).toEqual(refused);
    expect(await chunked(Buffer.concat([whole(...good(), fileOf()), big]))).toEqual(refused);
    expect(await chunked(Buffer.concat([big, whole(...good(), fileOf())]))).toEqual(refused);
  });

  it('a multipart form is rejected before its body is sent if the announced length exceeds the limit', async () => {
    const announce = (length: number) =>
      `POST ${PATH} HTTP/1.1\r\nHost: a\r\nCookie: ${root.cookie}\r\nContent-Type: ${TYPE['content-type']}\r\nExpect: 100-continue\r\nContent-Length: ${length}\r\n\r\n`;
    expect(await firstLine(announce(5_000_000))).toContain('413');
    expect(await firstLine(announce(500_000))).toContain('100 Continue');
    const elsewhere = announce(500_000).replace(PATH, '/v1/admin/customers');
    expect(await firstLine(elsewhere)).toContain('413');
  });

  it('a multipart form is rejected before it is read if it comes from another site', async () => {
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'null' },
    ];
    for (const headers of foreign) {
      const reply = await send(full(), { ...TYPE, ...headers });
      expect([reply.status, reply.body.error.code]).toEqual([403, 'CSRF_ORIGIN_REJECTED']);
    }
  });

  it('a multipart form is rejected if its connection is cut, and leaves nothing', async () => {
    const body = full();
    const socket = connect({ port: Number(new URL(app.url).port), host: '127.0.0.1' });
    socket.on('error', () => undefined);
    socket.write(
      `POST ${PATH} HTTP/1.1\r\nHost: a\r\nCookie: ${root.cookie}\r\nContent-Type: ${TYPE['content-type']}\r\nContent-Length: ${body.length}\r\n\r\n`,
    );
    socket.write(body.subarray(0, body.length - 1000));
    await until(() => staged().length === 1);
    socket.resetAndDestroy();
    await until(() => staged().length === 0);
  });

  it('a multipart form is rejected with a 4xx if any byte of it is changed', async () => {
    const body = whole(
      fileOf('a.release', () => Buffer.from('no package')),
      ...good(),
    );
    for (let at = 0; at < body.length; at += 3) {
      const damaged = Buffer.from(body);
      damaged[at] = (damaged[at] ?? 0) ^ (1 << (at % 8));
      const { status } = await send(damaged);
      expect([at, status >= 400 && status < 500]).toEqual([at, true]);
    }
  });
});

describe('a multipart form is accepted', () => {
  const upload = async (parts: (fields: Part[], file: Part) => Part[], headers = {}) => {
    const { bytes } = await makePackage([key], { manifest: { buildNumber: nextBuild() } });
    const form = formOf(parts(partsOf(FIELDS), { name: 'file', value: bytes, fileName: 'a.release' }));
    return root.rest('POST', PATH, form.body, { ...form.headers, ...headers });
  };

  it('a multipart form is accepted with its parts in any order', async () => {
    expect((await upload((fields, last) => [...fields, last])).status).toBe(201);
    expect((await upload((fields, first) => [first, ...fields])).status).toBe(201);
  });

  it('a multipart form is accepted in chunks of any size', async () => {
    const { bytes } = await makePackage([key], { manifest: { buildNumber: nextBuild() } });
    const body = whole(
      fileOf('a.release', () => bytes),
      ...good(),
    );
    for (const size of [1, 7, 64]) {
      await app.sql('delete from release');
      expect(await trickled(body, size)).toBe(201);
    }
  });

  it('a multipart form is accepted from this site', async () => {
    expect((await upload((fields, last) => [...fields, last], { origin: ORIGIN })).status).toBe(201);
  });

  it('a multipart form is accepted with a preamble, an epilogue, a charset, content types of its fields and quotes in names', async () => {
    const { bytes } = await makePackage([key], { manifest: { buildNumber: nextBuild() } });
    const body = Buffer.concat([
      Buffer.from('a preamble\r\n'),
      field('channel', 'STABLE', 'Content-Type: text/plain; charset=UTF-8\r\nContent-Transfer-Encoding: 8bit\r\n'),
      field('releaseNotes', 'Heller — ярче'),
      fileOf('a \\"b\\" ü.release', () => bytes),
      END,
      Buffer.from('an epilogue\r\n'),
    ]);
    const reply = await send(body, typed(`Multipart/Form-Data; Charset="utf-8"; Boundary="${B}"`));
    expect([reply.status, reply.body.releaseNotes]).toEqual([201, ['Heller — ярче']]);
  });

  it('a multipart form is accepted with a file of the maximum size', async () => {
    const image = Buffer.alloc(MAX_IMAGE, 1);
    const form = (bytes: Buffer) =>
      formOf([...partsOf(legacyFields()), { name: 'file', value: bytes, fileName: 'firmware.bin' }]);
    const fits = form(image);
    expect((await root.rest('POST', FIRMWARE, fits.body, fits.headers)).status).toBe(201);
    const more = form(Buffer.alloc(MAX_IMAGE + 1, 1));
    const reply = await root.rest('POST', FIRMWARE, more.body, more.headers);
    expect([reply.status, reply.body.error.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });
});

it('JSON bodies keep their own limit', async () => {
  const reply = await root.rest('POST', '/v1/admin/customers', { fullName: 'a'.repeat(100_000) });
  expect([reply.status, reply.body.error.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
});

/** Sends a form without its length. */
function chunked(body: Buffer): Promise<[number, string]> {
  return new Promise((resolve, reject) => {
    const call = request(
      `${app.url}${PATH}`,
      { method: 'POST', headers: { ...TYPE, cookie: root.cookie } },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () => resolve([answer.statusCode ?? 0, JSON.parse(String(Buffer.concat(chunks))).error.code]));
      },
    );
    call.on('error', reject);
    call.write(body);
    call.end();
  });
}

/** Sends a form in pieces of so many bytes. @returns the status */
async function trickled(body: Buffer, size: number): Promise<number> {
  const done = Promise.withResolvers<number>();
  const call = request(`${app.url}${PATH}`, { method: 'POST', headers: { ...TYPE, cookie: root.cookie } }, (answer) => {
    answer.resume();
    answer.on('end', () => done.resolve(answer.statusCode ?? 0));
  });
  call.on('error', done.reject);
  call.setNoDelay(true);
  for (let at = 0; at < body.length; at += size) {
    const isDrained = call.write(body.subarray(at, at + size));
    if (!isDrained) await new Promise((resolve) => call.once('drain', resolve));
  }
  call.end();
  return done.promise;
}

/** The first line that a server answers these bytes with. */
function firstLine(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port: Number(new URL(app.url).port), host: '127.0.0.1' });
    socket.on('error', reject);
    socket.once('data', (data) => {
      resolve(String(data).split('\r\n', 1)[0] ?? '');
      socket.destroy();
    });
    socket.write(bytes);
  });
}
