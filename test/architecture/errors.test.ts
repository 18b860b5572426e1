import 'reflect-metadata';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { catalog } from '../../src/domain/catalog.ts';
import { ERROR_CODES } from '../../src/domain/kernel/errors.ts';
import { errorsOf } from '../../src/domain/kernel/operation-errors.ts';
import { rootErrors } from '../../src/graphql/schema/root-errors.ts';
import { rootFields } from '../../src/graphql/schema/root-fields.ts';
import { buildOpenSchema } from '../../src/graphql/schema/schema.ts';
import { unservedFields } from '../support/unfinished-operations.ts';

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

/** Where `run` takes the errors of constraints and of unknown records from. */
const OF_RUN = ['kernel/constraints.ts', 'kernel/not-found.ts'].map((path) => resolve('src/domain', path));

/** The text of a file of the domain and of all that it imports there. */
function textsFrom(path: string, seen = new Map<string, string>()): Map<string, string> {
  if (seen.has(path)) return seen;
  const text = readFileSync(path, 'utf8');
  seen.set(path, text);
  // A module's index leads to operations of its own; what they throw is not thrown here.
  if (path.endsWith('/errors.ts')) return seen;
  for (const [, from = ''] of text.matchAll(/^(?:import|export) (?!type).*?from '(\..*?\.ts)';$/gms)) {
    const next = resolve(dirname(path), from);
    if (next.includes('/src/domain/')) textsFrom(next, seen);
  }
  return seen;
}

describe('the errors of operations', () => {
  const files = sources.filter(({ path }) => path.startsWith('domain/'));

  it.each(
    catalog.filter(({ errors = [] }) => errors.length > 0).map(({ name, errors = [] }) => [name, errors] as const),
  )('the errors that %s declares are thrown by what it imports', (name, errors) => {
    const declared = new RegExp(`^export const ${name} = (operation|listOperation)\\(`, 'm');
    const file = files.find(({ text }) => declared.test(text));
    const texts = [
      ...textsFrom(resolve('src', file?.path ?? '')),
      ...OF_RUN.map((path) => [path, readFileSync(path, 'utf8')] as const),
    ]
      .filter(([path]) => !path.endsWith('/kernel/errors.ts'))
      // A declaration is not a throw.
      .map(([, text]) => text.replace(/^ {2}errors: \[.*?\],$/gms, ''));
    expect(errors.filter((code) => !texts.some((text) => text.includes(`'${code}'`)))).toEqual([]);
  });

  it('the errors of operations are declared once, without those that follow from the other facts of the operation', () => {
    const repeated = catalog.flatMap((operation) => {
      const { name, errors = [] } = operation;
      const derived = errorsOf({ ...operation, errors: [] });
      return errors
        .filter((code, at) => errors.indexOf(code) !== at || derived.includes(code))
        .map((code) => `${name}: ${code}`);
    });
    expect(repeated).toEqual([]);
  });

  it('the errors of operations end the description of each root field', () => {
    const schema = buildOpenSchema();
    for (const rootField of rootFields.filter((each) => !unservedFields.includes(each))) {
      const { type, field, operation, isBulk } = rootField;
      const root = type === 'Query' ? schema.getQueryType() : schema.getMutationType();
      const codes = errorsOf(operation).join(', ');
      const description = root?.getFields()[field]?.description ?? '';
      const own = `${operation.summary}\n\nErrors: ${codes}.`;
      // That of a bulk mutation says first that it calls the operation for each of the records.
      expect(isBulk ? description.slice(-own.length) : description).toBe(own);
      expect(description.startsWith(`Calls \`${operation.name}\` for each of the records`)).toBe(isBulk);
      expect(rootErrors.get(`${type}.${field}`)?.join(', ')).toBe(codes);
    }
  });

  it('the errors of a mutation with a target, a revision and a key are its own and those that follow', () => {
    expect(rootErrors.get('Mutation.refundSale')).toEqual([
      ...['REFUND_NOT_ALLOWED', 'REFUND_AMOUNT_EXCEEDS_REFUNDABLE', 'INVALID_TRANSITION', 'SALE_NOT_FOUND'],
      ...['REVISION_CONFLICT', 'IDEMPOTENCY_KEY_INVALID', 'IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_REPLY_ERASED'],
      ...['IDEMPOTENCY_IN_PROGRESS', 'VALIDATION_FAILED', 'ADMIN_AUTH_REQUIRED', 'ROLE_FORBIDDEN'],
      'PASSWORD_CHANGE_REQUIRED',
      ...['OPERATION_NOT_AUTHORIZED', 'RATE_LIMITED'],
    ]);
  });
});
