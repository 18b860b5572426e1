import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';

it('no two documents ask the same under two names', () => {
  const documents: Readonly<Record<string, string>> = JSON.parse(
    readFileSync(new URL('../../documents.json', import.meta.url), 'utf8'),
  );
  const names = new Map<string, string[]>();
  for (const text of Object.values(documents)) {
    const [, name = ''] = /^(?:query|mutation|subscription) (\w+)/.exec(text) ?? [];
    const asked = text.replace(name, '');
    names.set(asked, [...(names.get(asked) ?? []), name]);
  }
  assert.deepEqual(
    [...names.values()].filter(({ length }) => length > 1),
    [],
  );
});
