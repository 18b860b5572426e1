import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ERROR_CODES } from '../../src/domain/kernel/errors.ts';

const codes = Object.values(ERROR_CODES).flat();
const CATALOG = 'domain/kernel/errors.ts';

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => ({ path, text: readFileSync(join('src', path), 'utf8') }));

it('every error code is in the catalog once', () => {
  expect(codes).toEqual([...new Set(codes)]);
});

it.each(codes)('the error code %s is used', (code) => {
  const maker = sources.find(({ path }) => path === CATALOG)?.text.split('export type ErrorCode')[1] ?? '';
  const elsewhere = sources.filter(({ path }) => path !== CATALOG).map(({ text }) => text);
  expect([maker, ...elsewhere].some((text) => text.includes(`'${code}'`))).toBe(true);
});

it('client errors are thrown only as a DomainError, and no code depends on a status or a message', () => {
  const deciding = sources.filter(({ text }) => /\.message\s*(?:===|\.includes|\.match|\.startsWith)/.test(text));
  expect(deciding.map(({ path }) => path)).toEqual([]);
});
