import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse, validate } from 'graphql';
import { namedCalls } from './million/calls.ts';
import { derivedCalls, listsOf, readSchema } from './million/derived-calls.ts';

/** Every fact has the form of what it stands for. */
const FACTS = {
  serial: 'KRV-QYJT7S3KK14WYA8G',
  deviceId: '0184da80-1e53-7ecd-a29c-991286cdd717',
  busyDeviceId: '0184da80-1e53-7ecd-a29c-991286cdd717',
  saleId: '0184da80-1e53-7ecd-a29c-991286cdd717',
  number: 'KRV-2026-000001',
  customerId: '0184da80-1e53-7ecd-a29c-991286cdd717',
  resellerId: '0184da80-1e53-7ecd-a29c-991286cdd717',
  fullName: 'Aziz Karimov',
  email: 'aziz@example.com',
  phone: '+998901234567',
  company: 'Karimov & Co',
  preorderId: '0184da80-1e53-7ecd-a29c-991286cdd717',
  preorderNumber: 'PRE-261121-7K3M9Q',
  batchCode: 'UZ-2026-00001',
  releaseId: '0184da80-1e53-7ecd-a29c-991286cdd717',
};

test('every call of the million bench is valid against the schema', async () => {
  const schema = readSchema();
  const lists = listsOf(schema, FACTS);
  // A value for each filter: the queries that sample them are valid too.
  const documents: string[] = [];
  await derivedCalls(lists, async (query) => {
    documents.push(query);
    return { rows: { nodes: [] } };
  });
  const { calls } = await derivedCalls(
    lists.map((list) => ({ ...list, filters: [] })),
    async () => ({}),
  );
  const named = namedCalls(FACTS);
  for (const { query } of [...named, ...calls]) if (query) documents.push(query);
  for (const document of documents) {
    assert.deepEqual(
      validate(schema, parse(document)).map(({ message }) => `${message} in ${document}`),
      [],
    );
  }
  assert.ok(lists.length >= 13, 'the lists are found');
  assert.equal(
    new Set([...named, ...calls].map(({ name }) => name)).size,
    named.length + calls.length,
    'no name comes twice',
  );
});
