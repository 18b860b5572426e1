import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Text } from './index.tsx';
import { fieldSentenceOf } from './problem.ts';

const english: Text = { language: 'en', t: (key) => key, word: (_name, value) => value };

it('a pattern is said in words', () => {
  const problem = {
    code: 'WRONG_PATTERN',
    params: { pattern: '^[a-z]+$' },
    message: 'must match pattern "^[a-z]+$"',
  } as const;
  assert.equal(fieldSentenceOf({ ...problem, path: 'newPassword' }, english), 'password.hint');
  assert.equal(fieldSentenceOf({ ...problem, path: 'name' }, english), 'form.pattern');
});
