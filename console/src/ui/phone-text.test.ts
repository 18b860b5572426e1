import assert from 'node:assert/strict';
import { it } from 'node:test';
import { dialled, isPhone, phoneText } from './phone-text.ts';

it('a number of Uzbekistan has one form, however it was typed', () => {
  for (const typed of [
    '+998901234567',
    '998901234567',
    '00998 90 1234567',
    '90 123 45 67',
    '901234567',
    '(90) 123-45-67',
    '+998 (90) 123–45–67',
    ' +998 90 123 45 67 ',
  ])
    assert.equal(phoneText(typed), '+998 90 123 45 67', typed);
});

it('numbers of other countries are grouped behind their country code', () => {
  assert.equal(phoneText('79123456789'), '+7 912 345 67 89');
  assert.equal(phoneText('+12125551234'), '+1 212 555 1234');
  assert.equal(phoneText('+992901234567'), '+992 901 234 567');
  assert.equal(phoneText('+442079460958'), '+44 207 946 0958');
  assert.equal(phoneText('+4930123456'), '+49 301 234 56');
  assert.equal(phoneText('+99890123456'), '+998 901 234 56');
});

it('what is no number, or may be another one, stays as it was typed', () => {
  for (const typed of [
    '8 912 345-67-89',
    '0901234567',
    '9123456789',
    '+44 (0) 20 7946 0958',
    '+998 90 123 45 67 ext. 12',
    'tel. 90 123 45 67',
    '12345',
    '***',
    'call the shop',
    '',
  ])
    assert.equal(phoneText(typed), typed);
});

it('a telephone takes the number without its groups', () => {
  assert.equal(dialled('90 123 45 67'), '+998901234567');
  assert.equal(dialled('call the shop'), undefined);
});

it('a text with too few digits is no phone number', () => {
  for (const typed of ['abc', '12', 'n/a 1']) assert.equal(isPhone(typed), false, typed);
  for (const typed of ['90 123 45 67', '8 (71) 123-45-67 ext. 4', '12345']) assert.equal(isPhone(typed), true, typed);
});
