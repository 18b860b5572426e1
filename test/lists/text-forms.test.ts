import fc from 'fast-check';
import {
  codeSpellings,
  emailPart,
  nameForm,
  nameKey,
  normalForm,
  normalLines,
  phoneForm,
  phonePart,
  phoneSought,
  searchForm,
  searchParts,
  userName,
  userNamePart,
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
  ...[
    '810',
    '0998',
    '+9980',
    '89980901234567',
    '998901234567',
    '79161234567',
    'Рақам',
    'т',
    'T:',
    'm:',
    'n°',
    'no',
    'ЎҚҒҲЁ',
  ],
  ...['९०१', '𝟗𝟎𝟏', '⁹₀①', '9\ufe0f\u20e3', 'ӘІҢӨҰҮҺ', 'ұялы', 'numarası', 'nr.', 'handy', 'ext. 12', 'доб. 7', 'х12'],
  ...['ichki raqam', ',12', ';ext=12', '#', '*', 'p', 'w', 'x', 'Durchwahl ', 'қосымша 3'],
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
    ['of a picture that was pasted with a name', '\ufffcAli', 'Ali'],
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
    ['of marks without a letter', ' \u0301\u0308 \u20dd\n\u0903', ''],
    ['of format characters and a note without a head', '\u{13430}\u0600 \u{1d159}', ''],
    ['of a mark behind a letter that has no form with it', 'x\u0301', 'x\u0301'],
    ['of letters that are others to their writers', 'Ёлка Straße', 'Ёлка Straße'],
  ])('%s', (_, typed, normal) => {
    expect(normalForm(typed)).toBe(normal);
  });

  it('the normal form of a text of several lines keeps the lines, without spaces at their ends', () => {
    expect(normalLines('\u0301\n\u0301')).toBe('');
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
    ['Anna‑Maria Anna–Maria Anna—Maria Anna−Maria', 'anna-maria anna-maria anna-maria anna-maria'],
    ['ООО «Ромашка» „Lola“ “Guli”', 'ооо "ромашка" "lola" "guli"'],
    ['ǆ', 'dž'],
    ['Oˈtkir Oꞌtkir O＇tkir O｀tkir OʿtkirꞋ', "o'tkir o'tkir o'tkir o'tkir o'tkir'"],
  ])('the search form of %s has plain letters and signs', (typed, form) => {
    expect(searchForm(typed)).toBe(form);
  });

  it('folds capitals of Turkish and the last sigma of Greek', () => {
    expect(searchForm('İSTANBUL ΟΔΟΣ')).toBe('istanbul οδοσ');
    expect(['Işık Yılmaz', 'IŞIK YILMAZ', 'ışık yılmaz'].map(searchForm)).toEqual(Array(3).fill('işik yilmaz'));
  });
});

describe('the spellings of a code', () => {
  it.each([
    ['KRV-2026-000001', ['KRV-2026-000001']],
    ['KRV\u20112026\u2013000001', ['KRV\u20112026\u2013000001', 'krv-2026-000001', 'KRV-2026-000001']],
    ['КРV\u22122026', ['КРV\u22122026', 'крv-2026', 'KPV-2026']],
    ['ＰＲＥ－２６', ['ＰＲＥ－２６', 'pre-26', 'PRE-26']],
    ['СОН', ['СОН', 'сон']],
    ['Лампа 5', ['Лампа 5', 'лампа 5']],
  ])('the spellings of %s are those of its look-alikes if it has a digit', (typed, spellings) => {
    expect(codeSpellings(typed)).toEqual(spellings);
  });
});

describe('the phone form', () => {
  it.each([
    ['tel:+998901234567', '998901234567'],
    ['Тел.: 90/123-45-67', '998901234567'],
    ['\u202a+998 90 123 45 67\u202c', '998901234567'],
    ['９０１２３４５６７', '998901234567'],
    ['https://wa.me/998901234567', '998901234567'],
    ['wa.me/998901234567?text=Salom%201', '998901234567'],
    ['https://api.whatsapp.com/send?phone=%2B998901234567&text=1', '998901234567'],
    ['whatsapp://send?phone=998901234567', '998901234567'],
    ['viber://chat?number=%2B998901234567', '998901234567'],
    ['callto:+998901234567', '998901234567'],
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
    ['+998 71 200 00 00 доб. 12', '998712000000x12'],
    ['71 200 00 00 (ext. 12)', '998712000000x12'],
    ['+998712000000;ext=12', '998712000000x12'],
    ['71 200-00-00, ichki raqam: 12', '998712000000x12'],
    ['+998 71 200 00 00 х12', '998712000000x12'],
    ['+998712000000,,12', '998712000000x12'],
    ['+49 30 123456 Durchwahl 12', '4930123456x12'],
    ['+90 212 555 12 12 dahili 12', '902125551212x12'],
    ['+7 727 250 00 00 қосымша 12', '77272500000x12'],
    ['90 123 45 67 (моб.)', '998901234567'],
    ['+998 90 123 45 67 WhatsApp, Telegram', '998901234567'],
    ['+998901234567 uy tel.', '998901234567'],
    ['९० १२३ ४५ ६७', '998901234567'],
    ['𝟗𝟎 𝟷𝟸𝟹 𝟰𝟱 𝟞𝟟', '998901234567'],
    ['9️⃣0️⃣ 1️⃣2️⃣3️⃣ 4️⃣5️⃣ 6️⃣7️⃣', '998901234567'],
    ['⑨⓪ ¹²³ ₄₅ ⁶⁷', '998901234567'],
    ['Cep numarası: +90 532 123 45 67', '905321234567'],
    ['Handy-Nr.: +49 151 12345678', '4915112345678'],
    ['ұялы нөмірі: +7 701 123 45 67', '77011234567'],
    ['ҰЯЛЫ +7 701 123 45 67', '77011234567'],
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
    ['+998 71 200 00 00 #12', '998712000000x12'],
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
    // The other way round: stored with an 8 before it.
    ['+7 701 123 45 67', '7011234567'],
    ['030 123456', '30123456'],
    ['0151 12345678', '15112345678'],
    ['8 71 200 00 00 доб. 12', '712000000x12'],
    ['+8 901 234 567', '8901234567'],
    ['+84 90 123 45 67', '84901234567'],
    ['88 123 45 67', '881234567'],
    ['8 90', '890'],
    ...[
      '0901234567',
      '00998901234567',
      '0998901234567',
      '810998901234567',
      '+00998 90 123 45 67',
      '+0998901234567',
    ].map((typed) => [typed, '901234567']),
    ['+8 10 998 90 123 45 67', '901234567'],
    ['8 998 90 123 45 67', '901234567'],
    ['+998 0 90 123 45 67', '901234567'],
    ['998 8 90 123 45 67', '901234567'],
    ['0998 90 123 45 67 доб. 12', '901234567x12'],
    ['Mening raqamim: 0 90 123 45 67', '901234567'],
    ['WhatsApp: https://wa.me/998901234567', '901234567'],
    ['Вот мой ватсап - wa.me/998901234567?text=Salom 1', '901234567'],
    ['(https://wa.me/998901234567).', '901234567'],
  ])('a search for %j looks for %s', (typed, sought) => {
    expect(phoneSought(typed)).toBe(sought);
  });

  it('the phone form has a digit for each of Unicode', () => {
    const digits = Array.from({ length: 0x20000 }, (_, code) => String.fromCodePoint(code)).filter((each) =>
      /\p{Nd}/u.test(each),
    );
    expect(digits.filter((digit) => !/^[0-9]$/.test(phonePart(digit)))).toEqual([]);
  });

  it('the phone form of a text with many words before no extension takes no time', () => {
    const text = `1${'ichki raqam '.repeat(20_000)}нет`;
    expect(phoneForm(text)).toBe(`1${'ichkiraqam'.repeat(20_000)}нет`);
  });

  it('the phone form of a text with many words before no number takes no time', () => {
    const text = `${'тел: '.repeat(20_000)}нет`;
    expect(phoneForm(text)).toBe(`${'тел:'.repeat(20_000)}нет`);
  });
});

describe('a user name of Telegram', () => {
  it.each([
    'botir_r',
    '@botir_r',
    ' @botir_r ',
    'https://t.me/botir_r',
    'http://t.me/botir_r/',
    'HTTPS://T.ME/botir_r',
    't.me/botir_r',
    't.me/@botir_r',
    'www.t.me/botir_r',
    'telegram.me/botir_r',
    'https://telegram.dog/botir_r',
    'tg://resolve?domain=botir_r',
    'https://t.me/botir_r?start=site',
    't.me/botir_r/?text=Salom#1',
    'tg://resolve?domain=botir_r&start=site',
    'Telegram: @botir_r',
    'Телеграм — @botir_r!',
    'Telegram: botir_r',
    'tg: https://t.me/botir_r?start=1',
    't.me/botir_r ',
    't.me/botir_r.',
    '(t.me/botir_r)',
    '<https://t.me/botir_r>,',
    '«@botir_r».',
    'Ali @botir_r',
  ])('a user name of Telegram that is typed as %j is botir_r', (typed) => {
    expect([userName(typed), userNamePart(typed)]).toEqual(['botir_r', 'botir_r']);
  });

  // Invitations, messages of groups and other sites are no user names.
  it.each([
    ...['https://t.me/+AbCdEf123', 't.me/c/123/4', 'https://t.me/botir_r/5', 'https://me.uz/botir_r', 'botir.r'],
    ...['https://me.uz/@botir_r', 'anna@example.com', 'Mail: anna@example.com', 'Anna Karimova'],
  ])('a text that is no user name of Telegram stays: %j', (typed) => {
    expect(userName(typed)).toBe(typed);
  });

  it('a user name of Telegram is looked for by its beginning, in an address too', () => {
    expect(['@Bot', 't.me/bot', 'https://t.me/', '@'].map(userNamePart)).toEqual(['bot', 'bot', '', '']);
  });
});

it.each([
  ...['anna@example.com', 'mailto:anna@example.com?subject=x', '<anna@example.com>', 'E-mail: anna@example.com.'],
  ...['Почта - anna@example.com, ', '"anna@example.com"'],
])('an e-mail address that is copied as %j is looked for alone', (typed) => {
  expect(emailPart(typed)).toBe('anna@example.com');
});

it('a part of an e-mail address is looked for as it is typed', () => {
  const parts = ['anna@', '@example.com', 'anna', 'a@b@c'];
  expect(parts.map(emailPart)).toEqual(parts);
});

it.each([
  ['Karimova  AZIZA', ['karimova', 'aziza']],
  ['Li Karimova', ['li', 'karimova']],
  ['Karimov, O‘tkir', ['karimov', "o'tkir"]],
  ['Karimov，Oʻtkir,', ['karimov', "o'tkir"]],
  [', ;', [', ;']],
  ['aziza aziza', ['aziza']],
  ['Li Yu', ['li yu']],
  ['one two three four five', ['one two three four five']],
  ['\u200b', ['']],
])('a search for %j looks for its words in any order', (typed, parts) => {
  expect(searchParts(typed)).toEqual(parts);
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
