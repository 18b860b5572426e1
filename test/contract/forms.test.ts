import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TestApp } from '../support/app.ts';
import type { Caller, Reply } from '../support/callers.ts';
import { type ContractOperation, contract } from '../support/contract.ts';
import { databaseState } from '../support/database-state.ts';
import { formOf, type Part, partsOf } from '../support/form.ts';
import { race } from '../support/race.ts';
import { built, callerOf, repliesTo } from './calls.ts';
import type { FileField } from './example.ts';
import { exampleOf } from './examples.ts';
import { contractFolder, startContractApp } from './firmware-examples.ts';

const dataDir = contractFolder();
let app: TestApp;
beforeAll(async () => {
  app = await startContractApp({ env: { DATA_DIR: dataDir } });
});
afterAll(() => app.stop());

const forms = built.filter(({ multipart }) => multipart);
const KILOBYTE = 1024;
const B = 'form-boundary';

interface Sent {
  readonly body: string | Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** A valid form as parts: its fields, then its file. */
async function partsFor(operation: ContractOperation, by: Caller | undefined): Promise<{ fields: Part[]; file: Part }> {
  const { body = {} } = await exampleOf(operation.id, app, by);
  const { file, ...fields } = body;
  const { fileName, bytes } = file as FileField;
  return { fields: partsOf(fields), file: { name: 'file', value: bytes, fileName } };
}

/** One part by hand: everything after the boundary. */
function byHand(whole: Sent, part: string | Buffer): Sent {
  const start = Buffer.concat([Buffer.from(`--${B}\r\n`), Buffer.from(part), Buffer.from('\r\n')]);
  return { ...whole, body: Buffer.concat([start, Buffer.from(whole.body)]) };
}

/** Forms that no operation takes, each made of a valid one. */
function brokenOnes(fields: readonly Part[], file: Part): (readonly [what: string, sent: Sent])[] {
  const of = (parts: readonly Part[]): Sent => formOf(parts, B);
  const whole = formOf([...fields, file], B);
  const type = (value: string): Sent => ({ ...whole, headers: { 'content-type': value } });
  const named = (disposition: string, value: string | Buffer = 'x', more = '') =>
    byHand(
      whole,
      Buffer.concat([Buffer.from(`Content-Disposition: ${disposition}\r\n${more}\r\n`), Buffer.from(value)]),
    );
  const extra = (name: string, value: string | Buffer) => of([{ name, value }, ...fields, file]);
  return [
    ['no body', { body: '', headers: whole.headers }],
    ['an empty form', { body: `--${B}--\r\n`, headers: whole.headers }],
    ['no boundary at all', { body: 'nothing of a form', headers: whole.headers }],
    ['cut off in its middle', { ...whole, body: whole.body.subarray(0, whole.body.length >> 1) }],
    ['without its last boundary', { ...whole, body: whole.body.subarray(0, -(B.length + 6)) }],
    ['JSON', { body: '{"channel":"BETA"}', headers: { 'content-type': 'application/json' } }],
    ['a form of the other kind', { body: 'a=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
    ['multipart/mixed', type(`multipart/mixed; boundary=${B}`)],
    ['no content type', { body: whole.body, headers: { 'content-type': '' } }],
    ['no boundary parameter', type('multipart/form-data')],
    ['two boundary parameters', type(`multipart/form-data; boundary=${B}; boundary=other`)],
    ['another boundary', type('multipart/form-data; boundary=another')],
    ['a boundary that is too long', type(`multipart/form-data; boundary=${'b'.repeat(71)}`)],
    ['another charset', type(`multipart/form-data; boundary=${B}; charset=utf-7`)],
    ['UTF-16', type(`multipart/form-data; boundary=${B}; charset=utf-16`)],
    ['compression', { ...whole, headers: { ...whole.headers, 'content-encoding': 'gzip' } }],
    ['a part without headers', byHand(whole, 'x')],
    ['a part without a disposition', byHand(whole, 'Content-Type: text/plain\r\n\r\nx')],
    ['a part that is no field', named('attachment; name="channel"')],
    ['a part without a name', named('form-data')],
    ['a part with an empty name', named('form-data; name=""')],
    ['a part with two names', named('form-data; name="channel"; name="version"')],
    ['a part in base64', named('form-data; name="mandatory"', 'dHJ1ZQ==', 'Content-Transfer-Encoding: base64\r\n')],
    [
      'a part in another charset',
      named('form-data; name="mandatory"', 'true', 'Content-Type: text/plain; charset=utf-7\r\n'),
    ],
    ['NUL in a name', named('form-data; name="a\u0000b"')],
    [
      'invalid UTF-8 in a name',
      byHand(whole, Buffer.from('Content-Disposition: form-data; name="\u00ff"\r\n\r\nx', 'latin1')),
    ],
    ['an unknown field', extra('unexpectedField', 'x')],
    ['an unknown file', of([{ name: 'unexpectedFile', value: 'x', fileName: 'x.bin' }, ...fields, file])],
    ['__proto__', extra('__proto__', 'x')],
    ['constructor', extra('constructor', 'x')],
    ['a member of a field', extra('file[name]', 'x')],
    ['the file twice', of([...fields, file, file])],
    ['the file as text', of([...fields, { name: 'file', value: 'x' }])],
    ['an empty file', of([...fields, { ...file, value: '' }])],
    ['no file', of(fields)],
    ['a path for a file name', of([...fields, { ...file, fileName: '../../lamp.release' }])],
    ['NUL in a file name', of([...fields, { ...file, fileName: 'lamp\u0000.release' }])],
    ['a line break in a file name', of([...fields, { ...file, fileName: 'lamp\r\nX-Injected: 1.release' }])],
    [
      'two hundred parts',
      of([...Array.from({ length: 200 }, (_, i) => ({ name: `f${i}`, value: 'x' })), ...fields, file]),
    ],
  ];
}

/** What each text field refuses, whatever it is. */
const BAD_BYTES: readonly (readonly [what: string, value: Buffer])[] = [
  ['NUL', Buffer.from('a\u0000b')],
  ['invalid UTF-8', Buffer.from([0x61, 0xff, 0xfe])],
  ['an overlong encoding', Buffer.from([0xc0, 0xaf])],
  ['a surrogate', Buffer.from([0xed, 0xa0, 0x80])],
  ['latin1', Buffer.from('\u00e4', 'latin1')],
  ['70 KB', Buffer.alloc(70 * KILOBYTE, 'a')],
];

const TEXTS = ['%', '%\\', "'; drop table release; --", '<script>', '{{7*7}}', '../../etc/passwd', '﷽'.repeat(50)];

describe('an invalid multipart form', () => {
  it.each(forms)('an invalid multipart form is rejected by $id, which stores nothing', async (operation) => {
    const by = await callerOf(app, operation);
    const { fields, file } = await partsFor(operation, by);
    await expectErrors(operation, by, brokenOnes(fields, file));
  });

  it.each(forms)(
    'an invalid multipart form with non-text bytes or a file in place of a field is rejected by $id, in each field',
    async (operation) => {
      const by = await callerOf(app, operation);
      const { fields, file } = await partsFor(operation, by);
      const others = Object.keys(contract.schemas[operation.body ?? '']?.properties ?? {}).filter(
        (name) => name !== 'file',
      );
      const attempts = others.flatMap((name) => {
        const rest = fields.filter((part) => part.name !== name);
        const one = (part: Omit<Part, 'name'>) => formOf([{ name, ...part }, ...rest, file], B);
        return [
          ...BAD_BYTES.map(([what, value]) => [`${name}: ${what}`, one({ value })] as const),
          [`${name}: a file`, one({ value: 'x', fileName: 'x.txt' })] as const,
        ];
      });
      await expectErrors(operation, by, attempts);
    },
  );
});

describe('a multipart form', () => {
  it.each(forms)(
    'a multipart form with long or many headers is accepted or rejected by $id, never a 500',
    async (operation) => {
      const by = await callerOf(app, operation);
      for (const more of [`X-Long: ${'a'.repeat(20 * KILOBYTE)}`, 'X-Many: a\r\n'.repeat(500).trim()]) {
        const { fields, file } = await partsFor(operation, by);
        const { body, headers } = formOf([{ ...file, type: `application/octet-stream\r\n${more}` }, ...fields], B);
        const reply = await (by ?? app).rest(operation.method, operation.path, body, headers);
        expect([reply.status === operation.success || isErrorReply(reply), reply.text]).toEqual([
          true,
          expect.any(String),
        ]);
      }
    },
  );

  it.each(forms.filter(({ id }) => id !== 'firmware.inspectPackage'))(
    'sent many times concurrently to $id creates one release',
    async (operation) => {
      const by = await callerOf(app, operation);
      const { fields, file } = await partsFor(operation, by);
      const { body, headers } = formOf([...fields, file]);
      const replies = await race(5, () => (by ?? app).rest(operation.method, operation.path, body, headers));
      expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
      const codes = replies.flatMap(({ status, body: { error } }) => (status === 409 ? [error.code] : []));
      expect(new Set(codes)).toEqual(new Set(['RELEASE_CONFLICT']));
    },
  );

  it.each(forms)(
    'a multipart form is accepted by $id with its parts in any order, with a preamble and an epilogue',
    async (operation) => {
      const by = await callerOf(app, operation);
      for (const order of [
        ({ fields, file }: { fields: Part[]; file: Part }) => [file, ...fields],
        ({ fields, file }: { fields: Part[]; file: Part }) => [...fields.toReversed(), file],
      ]) {
        const { body, headers } = formOf(order(await partsFor(operation, by)), B);
        const wrapped = Buffer.concat([Buffer.from('a preamble\r\n'), body, Buffer.from('an epilogue')]);
        const reply = await (by ?? app).rest(operation.method, operation.path, wrapped, headers);
        expect([reply.status, reply.text]).toEqual([operation.success, expect.any(String)]);
      }
    },
  );

  it.each(forms.filter(({ body }) => contract.schemas[body ?? '']?.properties?.releaseNotes))(
    'a multipart form keeps unusual text unchanged in $id',
    async (operation) => {
      const by = await callerOf(app, operation);
      for (const text of TEXTS) {
        const { fields, file } = await partsFor(operation, by);
        const parts = [
          ...fields.filter(({ name }) => name !== 'releaseNotes'),
          { name: 'releaseNotes', value: text },
          file,
        ];
        const { body, headers } = formOf(parts, B);
        const reply = await (by ?? app).rest(operation.method, operation.path, body, headers);
        expect([reply.status, reply.body.releaseNotes]).toEqual([operation.success, [text]]);
      }
    },
  );
});

it('no invalid form caused an internal error', () => {
  expect(app.logs.filter(({ level }) => level === 'error' || level === 'fatal')).toEqual([]);
});

async function expectErrors(
  operation: ContractOperation,
  by: Caller | undefined,
  attempts: readonly (readonly [what: string, sent: Sent])[],
): Promise<void> {
  const before = [await databaseState(app.sql), stored()];
  const replies = await repliesTo(attempts, ([, { body, headers }]) =>
    (by ?? app).rest(operation.method, operation.path, body, headers),
  );
  const wrong = replies.flatMap(([[what], reply]) =>
    isErrorReply(reply) ? [] : [`${what}: ${reply.status} ${reply.text.slice(0, 200)}`],
  );
  expect(wrong).toEqual([]);
  expect([await databaseState(app.sql), stored()]).toEqual(before);
}

function isErrorReply({ status, body, headers }: Reply): boolean {
  const { code, message, requestId } = body?.error ?? {};
  const isOurs = /^[A-Z_]+$/.test(code) && typeof message === 'string' && requestId === headers['x-request-id'];
  return [400, 413, 415].includes(status) && isOurs;
}

/** Every file of the storage, also what nobody can see. */
function stored(): string[] {
  const folder = join(dataDir, 'objects');
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort();
}
