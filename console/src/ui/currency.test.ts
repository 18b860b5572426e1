import assert from 'node:assert/strict';
import { it } from 'node:test';
import { currenciesAfter, currencyLabel } from './currency.ts';

it('a currency has its name in each language, and what is none stays as it is', () => {
  assert.deepEqual(
    (['en', 'ru', 'uz'] as const).map((language) => currencyLabel('UZS', language)),
    ['UZS · Uzbekistani Som', 'UZS · узбекский сум', 'UZS · Oʻzbekiston soʻmi'],
  );
  assert.deepEqual([currencyLabel('ABC', 'en'), currencyLabel('so‘m', 'ru')], ['ABC', 'so‘m']);
});

it('the currencies that stand first stand there once, and what is stored is among them though it is none', () => {
  const [first, second, ...others] = currenciesAfter('UZS', 'ABC', '', 'UZS');
  assert.deepEqual([first, second], ['UZS', 'ABC']);
  assert.ok(others.includes('USD') && !others.includes('UZS') && !others.includes(''));
});
