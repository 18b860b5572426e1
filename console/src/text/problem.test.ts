import assert from 'node:assert/strict';
import { it } from 'node:test';
import { wordsOf } from './enums.ts';
import type { Text } from './index.tsx';
import { fieldClauseOf, fieldSentenceOf, loadProblemTexts, sentenceOf } from './problem.ts';

const inLanguage = (language: 'ru' | 'uz', at: 1 | 2): Text => ({
  language,
  t: (key) => key,
  word: (name, value) => wordsOf(name)[value]?.[at] ?? value,
});
const english: Text = { language: 'en', t: (key) => key, word: (name, value) => wordsOf(name)[value]?.[0] ?? value };

it('a pattern is said in words', () => {
  const problem = {
    code: 'WRONG_PATTERN',
    params: { pattern: '^[a-z]+$' },
    message: 'must match pattern "^[a-z]+$"',
  } as const;
  assert.match(fieldSentenceOf({ ...problem, path: 'newPassword' }, english), /^password\.hint$/i);
  assert.match(fieldSentenceOf({ ...problem, path: 'name' }, english), /^form\.pattern$/i);
});

it('what is wrong at a field begins with a capital letter, and goes on behind the name of the field', async () => {
  await loadProblemTexts();
  const problem = {
    path: 'rolloutPercentage',
    code: 'TOO_LARGE',
    params: { maximum: 100 },
    message: 'must be at most 100',
  } as const;
  assert.equal(fieldSentenceOf(problem, english), 'Must be at most 100');
  assert.equal(fieldSentenceOf(problem, inLanguage('ru', 1)), 'Не больше 100');
  assert.equal(fieldSentenceOf(problem, inLanguage('uz', 2)), 'Koʻpi bilan 100');
  assert.equal(fieldClauseOf(problem, english), 'must be at most 100');
});

it('an English sentence names statuses, fields and roles as the screen does, and no operation', () => {
  const said = (code: 'INVALID_TRANSITION' | 'BATCH_NOT_EDITABLE' | 'ROLE_FORBIDDEN', message: string, params = {}) =>
    sentenceOf({ code, params, message }, english);
  assert.equal(
    said(
      'INVALID_TRANSITION',
      'Cannot move from INVENTORY to SOLD: first set it to READY (setDeviceStatus), then sell it (createSale).',
    ),
    'Cannot move from “In stock” to “Sold”: first set it to “Ready”, then sell it.',
  );
  assert.equal(
    said(
      'BATCH_NOT_EDITABLE',
      'Cannot change model: the batch is COMPLETED (only DRAFT batches can be edited). Create a new batch (createBatch).',
      {
        fields: ['model'],
      },
    ),
    'Cannot change “model”: the batch is “Completed” (only “Draft” batches can be edited). Create a new batch.',
  );
  assert.equal(
    said('ROLE_FORBIDDEN', 'Your role VIEWER is not allowed to perform this operation: updateSale needs SALES.', {
      operation: 'updateSale',
    }),
    'Your role “Viewer” is not allowed to perform this operation: it needs “Sales”.',
  );
});

it('a role that is refused learns in its language which roles may', async () => {
  await loadProblemTexts();
  const refused = {
    code: 'ROLE_FORBIDDEN',
    messageId: 'ROLE_FORBIDDEN_OPERATION',
    params: { role: 'VIEWER', operation: 'updateSale', roles: ['ADMIN', 'SALES'] },
    message: 'Your role VIEWER is not allowed to perform this operation: updateSale needs ADMIN or SALES.',
  } as const;
  const [russian, uzbek] = [inLanguage('ru', 1), inLanguage('uz', 2)];
  assert.equal(
    sentenceOf(refused, russian),
    'Ваша роль («Наблюдатель») этого не позволяет. Это могут: Администратор, Продажи.',
  );
  assert.match(sentenceOf(refused, uzbek), /Buni qila oladi: Administrator, Savdo\.$/);
  assert.equal(sentenceOf({ ...refused, params: { role: 'VIEWER' } }, russian), 'Ваша роль этого не позволяет.');
});
