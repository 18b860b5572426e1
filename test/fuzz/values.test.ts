import fc from 'fast-check';
import { curlLine } from '../../fuzz/curl.ts';
import { readDocument } from '../../fuzz/document.ts';
import { invalidInputOf } from '../../fuzz/invalid-values.ts';
import { KnownRecords } from '../../fuzz/known-records.ts';
import { linksOf } from '../../fuzz/links.ts';
import { validatorOf } from '../../fuzz/schema-validator.ts';
import { valuesOf } from '../../fuzz/values.ts';
import { withIds } from '../../fuzz/written-request.ts';
import { sharedTestApp } from '../support/app.ts';

const RUNS = 10;

const app = await sharedTestApp();
const document = readDocument((await app.rest('GET', '/v1/openapi.json')).body);
await app.stop();

const links = linksOf(document);
const values = valuesOf(document, links);
const validator = validatorOf(document);
const records = new KnownRecords();
const withBody = document.operations.filter(({ body }) => body?.mediaType === 'application/json');

test('every body that the fuzzer calls valid is valid by its schema', () => {
  for (const operation of withBody) {
    const inputs = fc.sample(values.inputOf(operation), { numRuns: RUNS, seed: 1 });
    const problems = inputs.map((input) =>
      validator.problemIn(operation.body?.schema ?? {}, withIds(input, records).body),
    );
    expect([operation.name, problems.filter((problem) => problem !== undefined)]).toEqual([operation.name, []]);
  }
});

test('every body that the fuzzer calls invalid is invalid by its schema, but for white space and text encoding', () => {
  for (const operation of withBody) {
    const invalid = invalidInputOf(operation, values, document);
    if (!invalid) continue;
    for (const { valid, spoil, mistake } of fc.sample(invalid, { numRuns: RUNS, seed: 1 })) {
      if (/^query|: nothing|NUL|no JSON|another media type|no object/.test(mistake)) continue;
      const problem = validator.problemIn(operation.body?.schema ?? {}, spoil(withIds(valid, records)).body);
      expect([operation.name, mistake, problem === undefined]).toEqual([operation.name, mistake, false]);
    }
  }
});

test('a path parameter gets its ids from the answers that show the same kind of record', () => {
  const wanted = document.operations.flatMap((operation) =>
    operation.parameters
      .filter((parameter) => parameter.in === 'path' && /id$/i.test(parameter.name))
      .map(({ name }) => [operation.name, links.wantedBy(operation, name)] as const),
  );
  expect(Object.fromEntries(wanted)).toMatchObject({
    'GET /v1/admin/customers/{id}': 'CustomerDetail',
    'POST /v1/admin/preorders/customers/{customerId}/notes': 'CustomerDetail',
    'POST /v1/admin/sales/{id}/refund': 'SaleDetail',
    'DELETE /v1/admin/auth/sessions/{id}': 'Session',
    'PATCH /v1/admin/team/{id}/role': 'Admin',
    'POST /v1/admin/firmware/installations/{installationId}/reconcile': 'Installation',
  });
  expect(links.readerOf('CustomerDetail')?.name).toBe('GET /v1/admin/customers/{id}');
});

test('a failing case is one line for a shell, whatever its text is', () => {
  const body = JSON.stringify({ note: "it's a 'quote'" });
  const line = curlLine('http://127.0.0.1:1', { method: 'POST', path: '/v1/x?a=1', headers: { a: 'b\tc' }, body }, '.');
  expect(line).toBe(
    `curl -i --path-as-is -X POST -H $'a: b\\x09c' --data-binary '{"note":"it'\\''s a '\\''quote'\\''"}' 'http://127.0.0.1:1/v1/x?a=1'`,
  );
});
