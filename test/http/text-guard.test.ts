import { DomainError } from '../../src/domain/kernel/errors.ts';
import { assertCleanText, decodeText, parseQuery } from '../../src/rest/middleware/text-guard.ts';
import { codeOf, startWireApp, type WireApp } from './wire-app.ts';

function errorOf(act: () => unknown): [string, string] {
  try {
    act();
  } catch (error) {
    if (error instanceof DomainError) return [error.code, error.message];
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('assertCleanText', () => {
  it('assertCleanText accepts every JSON value of clean text', () => {
    for (const value of [null, true, 1.5, '', 'ё 🎉 \n', [], {}, { a: [{ b: 'c' }, null] }]) {
      expect(() => assertCleanText(value)).not.toThrow();
    }
  });

  it('assertCleanText names the value itself when that is the problem', () => {
    expect(errorOf(() => assertCleanText('\0', 'name'))).toEqual([
      'INVALID_TEXT_ENCODING',
      'name must not contain NUL or lone surrogates',
    ]);
  });

  it('assertCleanText does not run out of stack on a deep value', () => {
    const deep = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000));
    expect(errorOf(() => assertCleanText(deep))[0]).toBe('VALIDATION_FAILED');
  });

  it('assertCleanText shows only a part of a long name', () => {
    expect(errorOf(() => assertCleanText({ ['k'.repeat(10_000)]: '\0' }))[1].length).toBeLessThan(200);
  });
});

describe('parseQuery', () => {
  it('parseQuery returns strings on an object without prototype', () => {
    const query = parseQuery('a=1&b=x%20y+z&c&d=&&%D1%91=%F0%9F%8E%89&e=a=b&__proto__=p');
    expect(Object.getPrototypeOf(query)).toBeNull();
    expect(Object.entries(query)).toEqual([
      ['a', '1'],
      ['b', 'x y z'],
      ['c', ''],
      ['d', ''],
      ['ё', '🎉'],
      ['e', 'a=b'],
      ['__proto__', 'p'],
    ]);
    expect(Object.keys(parseQuery(''))).toEqual([]);
  });

  it.each([
    ['a=1&a=2', 'VALIDATION_FAILED', 'a must not be repeated'],
    ['a&b&%61=', 'VALIDATION_FAILED', 'a must not be repeated'],
    ['__proto__=1&__proto__=2', 'VALIDATION_FAILED', '__proto__ must not'],
    ['a=%', 'INVALID_TEXT_ENCODING', 'a must be'],
    ['a=%zz', 'INVALID_TEXT_ENCODING', 'a must be'],
    ['a=%c3%28', 'INVALID_TEXT_ENCODING', 'a must be'],
    ['a=%ed%a0%80', 'INVALID_TEXT_ENCODING', 'a must be'],
    ['a=x%00', 'INVALID_TEXT_ENCODING', 'a must be'],
    ['%00=1', 'INVALID_TEXT_ENCODING', 'query must be'],
  ])('parseQuery refuses %s', (querystring, code, message) => {
    const refusal = errorOf(() => parseQuery(querystring));
    expect(refusal[0]).toBe(code);
    expect(refusal[1]).toContain(message);
  });
});

it('decodeText decodes a path segment and refuses a broken one', () => {
  expect(decodeText('a%2Fb+c', 'id')).toBe('a/b+c');
  expect(errorOf(() => decodeText('%E0%A4', 'id'))[1]).toContain('id must be');
});

describe('on the wire', () => {
  let app: WireApp;
  beforeAll(async () => {
    app = await startWireApp();
  });
  afterAll(() => app.close());

  it.each([
    ['/v1/items/%', 'INVALID_TEXT_ENCODING'],
    ['/v1/items/%c3%28', 'INVALID_TEXT_ENCODING'],
    ['/v1/items/a%00b', 'INVALID_TEXT_ENCODING'],
    ['/v1/nowhere/%ff', 'INVALID_TEXT_ENCODING'],
    ['/v1/echo?a=%ff', 'INVALID_TEXT_ENCODING'],
    ['/v1/echo?take=1&take=2', 'VALIDATION_FAILED'],
  ])('%s is a 400', async (path, code) => {
    const reply = await fetch(app.url + path);
    expect([reply.status, codeOf(await reply.text(), reply.headers.get('x-request-id'))]).toEqual([400, code]);
  });

  it('the service decodes a path parameter', async () => {
    expect(await (await fetch(`${app.url}/v1/items/%D1%91`)).json()).toEqual({ id: 'ё' });
  });
});
