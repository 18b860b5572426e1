import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';

const SOURCE = join(dirname(fileURLToPath(import.meta.url)), '..');
const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx$/.test(name));
const that = (pattern: RegExp) => files.filter((file) => pattern.test(readFileSync(join(SOURCE, file), 'utf8'))).sort();

it('a status has its tone from one table, whichever screen shows it', () => {
  assert.deepEqual(that(/<ToneBadge tone=\{[^}]*\[\w+\]|(?:Status|Lifecycle)[\]'>]*>?, Tone>/), [
    'ui/status-badge.tsx',
  ]);
});

// Today draws one itself, since its first file has no room for more.
it('a code that is no title, field or sentence of a device is drawn by one component', () => {
  assert.deepEqual(that(/<(?:span|Link|Table\.Td)[^>]*k-mono/), ['today/queue.tsx', 'ui/code.tsx']);
});

it('only one function masks a claim code', () => {
  assert.deepEqual(that(/••••/), ['ui/code.tsx']);
});
