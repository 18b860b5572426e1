import assert from 'node:assert/strict';
import { it } from 'node:test';
import { examples } from '../api/generated/examples.ts';
import { EXAMPLES, titleOfExample } from './example-questions.ts';
import { questionOf } from './question.ts';

it('an opened example is known by its own words until it is changed', () => {
  for (const key of EXAMPLES) {
    const { field, text, question } = examples[key];
    const opened = questionOf(JSON.stringify(question)) ?? {};
    assert.equal(titleOfExample(field, opened, 'en'), text);
    assert.equal(titleOfExample(field, { ...opened, limit: 7 }, 'en'), undefined);
  }
  const [first = '02-refund-rate-by-model'] = EXAMPLES;
  assert.match(titleOfExample(examples[first].field, examples[first].question, 'ru') ?? '', /неделям и странам/);
});
