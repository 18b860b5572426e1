import assert from 'node:assert/strict';
import { it } from 'node:test';
import { countriesLike, countryName, countryOf } from './country.ts';

it('a code of a country has its name in each language, and what else was typed stays', () => {
  assert.deepEqual(
    (['en', 'ru', 'uz'] as const).map((language) => countryName('KZ', language)),
    ['Kazakhstan', 'Казахстан', 'Qozogʻiston'],
  );
  assert.equal(countryName('Qozoq yeri', 'uz'), 'Qozoq yeri');
  assert.equal(countryName('QQ', 'en'), 'QQ');
  assert.equal(countryName(null, 'en'), null);
});

it('a country is found by the beginning of its name, its code, or with any sign for an Uzbek letter', () => {
  const first = (typed: string, language: 'en' | 'ru' | 'uz') => countriesLike(typed, language)[0];
  assert.deepEqual(first('каз', 'ru'), { id: 'KZ', name: 'Казахстан' });
  assert.equal(first("o'zb", 'uz')?.id, 'UZ');
  assert.equal(first('uz', 'en')?.id, 'UZ');
  assert.deepEqual(countriesLike('Atlantis', 'en'), []);
  assert.equal(countryOf("qozog'iston", 'uz'), 'KZ');
  assert.equal(countryOf('kz', 'en'), 'KZ');
  assert.equal(countryOf('Kazakh', 'en'), 'Kazakh');
});
