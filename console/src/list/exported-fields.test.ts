import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { exportedFields } from './exported-fields.ts';

const SOURCE = join(dirname(fileURLToPath(import.meta.url)), '..');

const columns = [
  { key: 'number' },
  { key: 'total', currency: 'currency' },
  { key: 'refundedTotal', currency: 'currency' },
  { key: 'currency' },
  { key: 'owner.name', isOnlyShown: true },
];

describe('what a list exports', () => {
  it('money is exported with its currency, once, after the first amount', () => {
    assert.deepEqual(exportedFields(columns, ['number', 'total', 'refundedTotal']), [
      'number',
      'total',
      'currency',
      'refundedTotal',
    ]);
    assert.deepEqual(exportedFields(columns, ['number']), ['number']);
  });

  it('a column of the currency stays where it is seen, and what is only shown is not exported', () => {
    const seen = ['currency', 'total', 'owner.name', 'refundedTotal'];
    assert.deepEqual(exportedFields(columns, seen), ['currency', 'total', 'refundedTotal']);
  });

  it('each column that shows money names its currency, in every list that has an export', () => {
    const lists = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('-list.tsx'))
      .map((name) => [name, readFileSync(join(SOURCE, name), 'utf8')] as const)
      .filter(([, text]) => text.includes('exported: '));
    const money = lists.flatMap(([name, text]) =>
      text
        .split(/(?=\bkey: ')/)
        .filter((column) => column.startsWith('key: ') && column.includes('<Money ') && !column.includes('isOnlyShown'))
        .map((column) => ({ column: `${name} ${/'(.*?)'/.exec(column)?.[1]}`, names: column.includes('currency: ') })),
    );
    assert.ok(money.length >= 6, 'the lists of sales and of preorders show six amounts');
    assert.deepEqual(
      money.filter(({ names }) => !names).map(({ column }) => column),
      [],
    );
  });
});
