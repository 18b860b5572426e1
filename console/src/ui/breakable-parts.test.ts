import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isAddress, partsOf } from './breakable-parts.ts';

it('a line breaks behind the @ and the dots of an address, and its parts are the whole address', () => {
  const address = 'malika.sobirov.926@mail.example';
  assert.deepEqual(partsOf(address), ['malika.', 'sobirov.', '926@', 'mail.', 'example']);
  assert.equal(partsOf(address).join(''), address);
  assert.deepEqual(partsOf('lola'), ['lola']);
  assert.deepEqual(partsOf('a..b@c.'), ['a..', 'b@', 'c.']);
});

it('an address is one word with an @, and a sentence or the name of a chat is none', () => {
  assert.equal(isAddress('lola@example.com'), true);
  assert.equal(isAddress('write to lola@example.com'), false);
  assert.equal(isAddress('@lola'), false);
});
