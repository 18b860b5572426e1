import assert from 'node:assert/strict';
import { it } from 'node:test';
import dayjs from 'dayjs';
import { LANGUAGES } from '../text/triple.ts';
import { dayOfText as dayIn, isUnclear, textOfDate, timeOfText as timeIn } from './date-text.ts';
import { LOCALES } from './locales.ts';

const TODAY = '2026-11-29';
const dayOfText = (text: string) => dayIn(text, TODAY);
const timeOfText = (text: string) => timeIn(text, TODAY, '18:45');

it('each day of a year is read as it is written, in each language', () => {
  for (const language of LANGUAGES)
    for (let day = dayjs.utc('2028-01-01'); day.year() === 2028; day = day.add(1, 'day')) {
      const iso = day.format('YYYY-MM-DD');
      const long = day.locale(LOCALES[language]).format('D MMMM YYYY');
      assert.deepEqual([dayOfText(textOfDate(iso, language)), dayOfText(long)], [iso, iso], `${language}: ${long}`);
      assert.equal(timeOfText(textOfDate(`${iso}T09:05`, language)), `${iso}T09:05`);
    }
});

it('a date is written as elsewhere on the screens', () => {
  assert.deepEqual(
    LANGUAGES.map((language) => textOfDate('2026-11-27', language)),
    ['27 Nov 2026', '27 нояб. 2026', '27 Noy 2026'],
  );
  assert.equal(textOfDate('2026-11-27T02:30', 'ru'), '27 нояб. 2026, 02:30');
});

it('a date is also read in digits, and with a part of the name of its month', () => {
  for (const text of [
    '2026-11-27',
    '27.11.2026',
    ' 27  november 2026 ',
    '27 НОЯ 2026',
    '27. noyabr 2026',
    '27 Nov, 2026',
    'November 27, 2026',
    '27-noyabr 2026',
  ])
    assert.equal(dayOfText(text), '2026-11-27', text);
  assert.equal(dayOfText('5.3.2026'), '2026-03-05');
  for (const text of [
    '2026-11-27T2:30',
    '2026-11-27 02:30',
    '27.11.2026, 02:30',
    '27.11.26 02.30',
    '27-11-2026 2:30',
    '27.11 02:30',
  ])
    assert.equal(timeOfText(text), '2026-11-27T02:30', text);
});

it('two digits are a year of this century, and none means this year', () => {
  for (const text of ['3.11.26', '03.11.26', '3-11-2026', '2026/11/3', '3 нояб. 26', '3.11', '3.11.', '3 Nov'])
    assert.equal(dayOfText(text), '2026-11-03', text);
});

it('today, yesterday and tomorrow are read in each language, also with a clock', () => {
  for (const text of ['today', 'Сегодня', 'bugun']) assert.equal(dayOfText(text), '2026-11-29', text);
  for (const text of ['yesterday', 'вчера', 'Kecha']) assert.equal(dayOfText(text), '2026-11-28', text);
  for (const text of ['tomorrow', 'завтра', 'ertaga']) assert.equal(dayOfText(text), '2026-11-30', text);
  assert.equal(dayIn('yesterday', '2027-01-01'), '2026-12-31');
  assert.equal(timeOfText('вчера 9:05'), '2026-11-28T09:05');
});

it('a day without a clock takes the one that is given', () => {
  for (const text of ['28.11.26', '28 Nov', 'kecha', '28/11/2026'])
    assert.equal(timeOfText(text), '2026-11-28T18:45', text);
});

it('a date with slashes is clear where only one of its numbers can be a month', () => {
  for (const text of ['31/12/2026', '12/31/2026', '31/12'])
    assert.deepEqual([isUnclear(text), dayOfText(text)], [false, '2026-12-31'], text);
  assert.equal(timeOfText('31/12/2026 10:30'), '2026-12-31T10:30');
  for (const text of ['31/13/2026', '31/11/2026'])
    assert.deepEqual([isUnclear(text), dayOfText(text)], [false, undefined], text);
});

it('a date with slashes whose month could be either number, or whose year could be the day, is unclear', () => {
  for (const text of ['3/11/26', '3/11', '3/11/2026 10:30', '31/12/26'])
    assert.deepEqual([isUnclear(text), dayOfText(text)], [true, undefined], text);
  for (const text of ['2026/11/27', '27.11.2026', 'n/a']) assert.equal(isUnclear(text), false, text);
});

it('what is no date is none, and never another day', () => {
  const wrong = [
    '31 Feb 2026',
    '31.02.2026',
    '2026-02-31',
    '29 февр. 2026',
    '31 Apr 2026',
    '0 May 2026',
    '2026-13-01',
    '2026-00-10',
  ];
  const unclear = ['27-11-26', '27 iyu 2026', '27 ма 2026', '27 Foo 2026', '2026/11-27', 'someday', '', '0026-11-27'];
  for (const text of [...wrong, ...unclear]) assert.equal(dayOfText(text), undefined, text);
  for (const text of ['27 Nov 2026, 24:00', '27 Nov 2026, 10:60', '31 Feb 2026, 10:00', '10:00'])
    assert.equal(timeOfText(text), undefined, text);
});

it('29 February is a day of leap years alone', () => {
  assert.deepEqual(['29 Feb 2028', '29.02.2000', '29.02.2027', '29.02.2100'].map(dayOfText), [
    '2028-02-29',
    '2000-02-29',
    undefined,
    undefined,
  ]);
});
