import assert from 'node:assert/strict';
import { it } from 'node:test';
import { examples } from '../api/generated/examples.ts';
import { exampleNumbers } from './example-numbers.ts';
import { EXAMPLES, exampleNumber, exampleQuestion, titleOfExample } from './example-questions.ts';
import { numbersOf, questionOf } from './question.ts';

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

it('the chart of an example begins with the number that its title asks for', () => {
  const first = (key: (typeof EXAMPLES)[number]) => numbersOf(exampleQuestion(key))[exampleNumber(key)];
  for (const key of EXAMPLES) if (exampleNumbers[key]) assert.equal(first(key), exampleNumbers[key]);
  assert.equal(first('18-average-order-value-by-channel'), 'average');
  assert.equal(first('17-top-customers-by-revenue'), 'REVENUE');
});
