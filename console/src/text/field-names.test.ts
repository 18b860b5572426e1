import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { buildSchema, getNamedType, isInputObjectType } from 'graphql';
import { fieldNameOf, fieldNames } from './field-names.ts';
import type { Text } from './index.tsx';
import { fieldSentenceOf } from './problem.ts';

/** Members that no form of a person has: ids and revisions of records, and what views and questions keep. */
const WITHOUT_FORM = /SavedQuestion|SavedView|Bulk|setPreferences|login/;

it('every member of an input that a form sends has a name on the screen', () => {
  const schema = buildSchema(readFileSync(new URL('../../../schema.graphql', import.meta.url), 'utf8'));
  const members = new Set<string>();
  const collect = (type: unknown) => {
    if (!isInputObjectType(type) || type.name === 'BulkRecordInput') return;
    for (const field of Object.values(type.getFields())) {
      members.add(field.name);
      collect(getNamedType(field.type));
    }
  };
  for (const mutation of Object.values(schema.getMutationType()?.getFields() ?? {}))
    if (!WITHOUT_FORM.test(mutation.name)) for (const { type } of mutation.args) collect(getNamedType(type));
  const missing = [...members].filter((name) => name !== 'id' && !fieldNames[name]);
  assert.deepEqual(
    missing.map((name) => `${name}: add it to console/src/text/field-names.ts`),
    [],
  );
});

it('a sentence about two fields names the other one as the screen does', () => {
  const english: Text = { language: 'en', t: (key) => key, word: (_name, value) => value };
  const problem = {
    path: 'discount',
    code: 'EXCEEDS',
    params: { other: 'unitPrice' },
    message: 'must not exceed unitPrice',
  } as const;
  assert.equal(fieldSentenceOf(problem, english), 'Must not exceed “Price”');
  assert.equal(fieldNameOf('customer.email', 'ru'), 'Эл. почта');
});

it('a field with a pattern says what it takes', () => {
  const problem = { code: 'WRONG_PATTERN', params: {}, message: 'must match' } as const;
  const said = (path: string) =>
    fieldSentenceOf({ ...problem, path }, { language: 'en', t: (key) => key, word: (_, value) => value });
  assert.equal(said('supportTelegram'), 'Must be a link that begins with https://, like https://t.me/karvon_support');
  assert.match(said('companyName'), /^form\.pattern$/i);
});
