import fc from 'fast-check';
import {
  nameForm,
  nameKey,
  normalForm,
  normalLines,
  phoneForm,
  phonePart,
  phoneSought,
  searchForm,
} from '../../src/model/text-forms.ts';
import { type ConnectedDatabase, connectedDatabase } from '../support/database.ts';

const FAMILY = '👩\u200d👩\u200d👧';
const RAINBOW = '🏳\ufe0f\u200d🌈';
const ENGLAND = '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}';

/** Letters whose case the oldest ICU knows, apostrophes, marks, spaces and emoji. */
const oddText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(..."abcXYZ019 ABIŞĞı'`ʻʼʾʿ‘’´′ˈ＇｀ꞌꞋßẞЁёЙўҚғҲОЯςΣΟδİÀéﬁﬀＡｂ№…½㎏ǆԱև漢字٣ـ"),
  fc.constantFrom(
    ...'\u0301\u0307\u0308\u0306\u200b\u200c\u200d\u200e\u202a\u202e\u2066\ufeff\ufe0f\u00ad\u3164\u034f',
  ),
  fc.constantFrom(' ', '  ', '\t', '\n', '\r\n', '\u00a0', '\u2003', '\u2028', '\u2800', '\u0007', '\u0085'),
  fc.constantFrom('👩', '👩\u200d👧', '🏳\ufe0f', '🏴', '👍🏽', '1\ufe0f\u20e3', '©', '🇺🇿'),
);
const phoneText: fc.Arbitrary<string> = fc.constantFrom(
  ...'0123456789+()-./ 90998',
  ...'٠٩۰۹０９＋－（）／．·{}\u2011\u2013\u2044\u2212\ufe63\u30fb\u201d\u202a\u00a0\u2800\u3000\u061c\ufeff',
  'TEL',
  ...'"\'_«»',
  ...['tel:', 'Тел.', 'МОБ', 'raqam ', 'whatsapp:', 'сотовый'],
  ...['00', '+44', '(0)', '+39(0)', '（0）', '00998 (0) '],
  ...['№', '#', '℡', '☎\ufe0f', '📞', '🤙🏻', '🇺🇿', '➡', ':', ',', ';', '!', '°', '=', '﹢'],
  ...['810', '998901234567', '79161234567', 'Рақам', 'т', 'T:', 'm:', 'n°', 'no', 'ЎҚҒҲЁ'],
);

describe('the normal form of a text', () => {
  it.each([
    ['of decomposed letters', 'Zoe\u0308 Ё\u0438\u0306', 'Zo\u00eb Ё\u0439'],
    ['of direction marks', '\u202aAziza\u202c \u200eKarimova\u2069', 'Aziza Karimova'],
    ['of zero-width characters', 'Az\u200biz\u2060a\ufeff', 'Aziza'],
    ['of a soft hyphen and a zero-width non-joiner', 'Az\u00adiz\u200ca', 'Aziza'],
    ['of a letter and its accent that something invisible separates', 'e\u200b\u0301', '\u00e9'],
    ['of fillers that look like nothing', 'A\u3164\u115f\uffa0\u034fli', 'Ali'],
    ['of controls', 'Al\u0007i\u009b', 'Ali'],
    ['of spaces of all kinds', '\u3000Ali\u00a0\u2009\tValiyev\u2003\n', 'Ali Valiyev'],
    ['of blanks of Braille', '\u2800Ali\u2800\u2800Valiyev', 'Ali Valiyev'],
    [
      'of emoji that are joined',
      `${FAMILY} ${RAINBOW} ${ENGLAND} 1\ufe0f\u20e3`,
      `${FAMILY} ${RAINBOW} ${ENGLAND} 1\ufe0f\u20e3`,
    ],
    ['of a joiner and a selector between letters', 'A\u200dl\ufe0fi', 'Ali'],
    ['of a joiner behind an emoji', '👩\u200d Ali', '👩 Ali'],
    ['of nothing that is visible', '\u200b\u202a\u00a0\u2800\u3164', ''],
    ['of letters that are others to their writers', 'Ёлка Straße', 'Ёлка Straße'],
  ])('%s', (_, typed, normal) => {
    expect(normalForm(typed)).toBe(normal);
  });

  it('the normal form of a text of several lines keeps the lines, without spaces at their ends', () => {
    expect(normalLines(' one  two \r\n\u200b\u2028 three\u00a0 \n')).toBe('one two\n\nthree');
  });

  it('the normal form of a text is its own normal form', () => {
    fc.assert(
      fc.property(fc.string({ unit: oddText }), (typed) => {
        expect(normalForm(normalForm(typed))).toBe(normalForm(typed));
        expect(normalLines(normalLines(typed))).toBe(normalLines(typed));
        expect(normalForm(typed)).toBe(normalForm(typed).normalize('NFC'));
      }),
    );
  });
});

describe('the search form', () => {
  it.each(['Oʻtkir', 'Oʼtkir', 'O‘tkir', 'O’tkir', "O'tkir", 'O`tkir', 'O´tkir', 'o′TKIR', " o'tkir\u200b "])(
    'the search form of %j is o’tkir',
    (typed) => {
      expect(searchForm(typed)).toBe("o'tkir");
    },
  );

  it.each([
    ['елка', 'ёлка'],
    ['strasse', 'straße'],
    ['otkir', 'oʻtkir'],
  ])('the search form keeps %s and %s apart', (one, other) => {
    expect(searchForm(one)).not.toBe(searchForm(other));
  });

  it.each([
    ['ﬁrma ﬀ', 'firma ff'],
    ['Ｔｏｓｈｋｅｎｔ １２', 'toshkent 12'],
    ['№ 5', 'no 5'],
    ['ǆ', 'dž'],
    ['Oˈtkir Oꞌtkir O＇tkir O｀tkir OʿtkirꞋ', "o'tkir o'tkir o'tkir o'tkir o'tkir'"],
  ])('the search form of %s has plain letters', (typed, form) => {
    expect(searchForm(typed)).toBe(form);
  });

  it('folds capitals of Turkish and the last sigma of Greek', () => {
    expect(searchForm('İSTANBUL ΟΔΟΣ')).toBe('istanbul οδοσ');
    expect(['Işık Yılmaz', 'IŞIK YILMAZ', 'ışık yılmaz'].map(searchForm)).toEqual(Array(3).fill('işik yilmaz'));
  });
});

describe('the phone form', () => {
  it.each([
    ['tel:+998901234567', '998901234567'],
    ['Тел.: 90/123-45-67', '998901234567'],
    ['\u202a+998 90 123 45 67\u202c', '998901234567'],
    ['９０１２３４５６７', '998901234567'],
    ['٩٠١٢٣٤٥٦٧', '998901234567'],
    ['＋９９８（９０）１２３－４５－６７', '998901234567'],
    ['0044 1632 960961', '441632960961'],
    ['+90 123 45 67', '901234567'],
    ['90 123 45 67 Ali', '901234567ali'],
    ['моб: 90 123 45 67', '998901234567'],
    ['Моб. тел.: +998 90 123-45-67', '998901234567'],
    ['WhatsApp: +998901234567', '998901234567'],
    ['Uyali: 90 123 45 67', '998901234567'],
    ['+44 (0)20 7946 0018', '442079460018'],
    ['0044（０）20 7946 0018', '442079460018'],
    ['Tel. +49 (0) 30 123456', '4930123456'],
    // Their numbers keep the zero.
    ['+39 (0)6 1234567', '39061234567'],
    ['+998 (90) 123 45 67', '998901234567'],
    // Persons behind one switchboard are different persons.
    ['+998 71 200 00 00 доб. 12', '998712000000доб12'],
    ['моб', 'моб'],
    ['№ 90 123 45 67', '998901234567'],
    ['📞 +998901234567', '998901234567'],
    ['☎️: 90 123-45-67', '998901234567'],
    ['🇺🇿 +998 90 123 45 67 🤙🏻', '998901234567'],
    ['℡ 90 123 45 67;', '998901234567'],
    ['N° 90 123 45 67', '998901234567'],
    ['No. 90 123 45 67', '998901234567'],
    ['т. 90 123 45 67', '998901234567'],
    ['М: 90 123 45 67', '998901234567'],
    ['M: +998 90 123 45 67,', '998901234567'],
    ['M 90 123 45 67', 'm901234567'],
    ['Телефон рақами: 90 123 45 67', '998901234567'],
    ['tel. nomeri 90 123 45 67', '998901234567'],
    ['﹢998901234567', '998901234567'],
    ['8 10 998 90 123 45 67', '998901234567'],
    ['8 10 7 916 123-45-67', '79161234567'],
    // Which country an 8 means is unknown, as is whose extension a number behind a sign is.
    ['8 90 123 45 67', '8901234567'],
    ['8 916 123-45-67', '89161234567'],
    ['+998 71 200 00 00 #12', '998712000000#12'],
    ['*100#', '*100#'],
  ])('the phone form of %j is %s', (typed, form) => {
    expect(phoneForm(typed)).toBe(form);
  });

  it('the phone form of a part of a number has no country code', () => {
    expect(phonePart('90 123 45 67')).toBe('901234567');
    expect(phonePart('+998 (90)')).toBe('99890');
    expect(phonePart('+ -')).toBe('');
    expect(phonePart('00998 90')).toBe('99890');
    expect(phonePart('tel: 123')).toBe('123');
    expect(phonePart('+44 (0)20')).toBe('4420');
  });

  it.each([
    ['8-90-123-45-67', '901234567'],
    ['890 123 45 67', '901234567'],
    ['8 (916) 123-45-67', '9161234567'],
    ['020 7946 0018', '2079460018'],
    ['+998 90 123 45 67', '901234567'],
    ['00998901234567', '901234567'],
    ['8 10 998 90 123 45 67', '901234567'],
    ['№ 90 123', '90123'],
    ['+998 90', '99890'],
    ['+8 901 234 567', '8901234567'],
    ['+84 90 123 45 67', '84901234567'],
    ['88 123 45 67', '881234567'],
    ['8 90', '890'],
  ])('a search for %j looks for %s', (typed, sought) => {
    expect(phoneSought(typed)).toBe(sought);
  });

  it('the phone form of a text with many words before no number takes no time', () => {
    const text = `${'тел: '.repeat(20_000)}нет`;
    expect(phoneForm(text)).toBe(`${'тел:'.repeat(20_000)}нет`);
  });
});

describe('PostgreSQL and Node agree on', () => {
  let database: ConnectedDatabase;
  beforeAll(async () => {
    database = await connectedDatabase();
  });
  afterAll(() => database.drop());

  async function formsIn(form: string, texts: readonly string[]): Promise<string[]> {
    const { rows } = await database.client.query(
      `select ${form}(typed) as form from unnest($1::text[]) with ordinality u (typed, place) order by place`,
      [texts],
    );
    return rows.map((row) => row.form);
  }

  const manyTexts = fc.array(fc.string({ unit: oddText, maxLength: 20 }), { minLength: 200, maxLength: 200 });

  it('the search form of texts in their normal form', async () => {
    await fc.assert(
      fc.asyncProperty(manyTexts, async (typed) => {
        expect(await formsIn('search_form', typed.map(normalForm))).toEqual(typed.map(searchForm));
      }),
      { numRuns: 20 },
    );
  });

  it('the search form of several lines, in which a line break is a space', async () => {
    expect(await formsIn('search_form', ['Oʻn\nIkki'])).toEqual(["o'n ikki"]);
  });

  it('the forms by which names are equal and sorted', async () => {
    await fc.assert(
      fc.asyncProperty(manyTexts, async (typed) => {
        expect(await formsIn('name_form', typed.map(normalForm))).toEqual(typed.map(nameForm));
        expect(await formsIn('name_key', typed.map(normalForm))).toEqual(typed.map(nameKey));
      }),
      { numRuns: 20 },
    );
  });

  it('the phone form of any text', async () => {
    const phones = fc.array(fc.string({ unit: fc.oneof(phoneText, oddText), maxLength: 20 }), {
      minLength: 200,
      maxLength: 200,
    });
    await fc.assert(
      fc.asyncProperty(phones, async (typed) => {
        expect(await formsIn('phone_form', typed)).toEqual(typed.map(phoneForm));
      }),
      { numRuns: 20 },
    );
  });
});
