import type { Schema } from '../support/contract.ts';

/** One value for one field, and whether the specification accepts it. */
export interface Case {
  readonly what: string;
  readonly value: unknown;
  readonly accepted: boolean;
}

const accepted = (what: string, value: unknown): Case => ({ what, value, accepted: true });
const refused = (what: string, value: unknown): Case => ({ what, value, accepted: false });

/** Stands for "left out". */
export const MISSING = Symbol('missing');
/** One code point, two UTF-16 units, four bytes. */
const EMOJI = '😀';
const ENDLESS = 10_000;

/** Values at and around every bound that a JSON body's field has in the specification. */
export function bodyCases(schema: Schema, required: boolean): Case[] {
  return [
    required ? refused('left out', MISSING) : accepted('left out', MISSING),
    refused('null', null),
    ...wrongTypes(schema).map((value) => refused(`of another type: ${JSON.stringify(value)}`, value)),
    ...valuesOf(schema),
  ];
}

/** The same for a query parameter, where everything is a word. */
export function queryCases(schema: Schema, required: boolean): Case[] {
  const words = valuesOf(schema)
    .filter(({ value }) => typeof value !== 'string' || value.length < 2_000)
    .map((item) => ({ ...item, value: String(item.value) }));
  const notWhole = ['', 'abc', '1.5', '1e2', '0x10', ' 1', '+1', 'NaN', '1;2'].map((value) =>
    refused(`"${value}"`, value),
  );
  return [
    required ? refused('left out', MISSING) : accepted('left out', MISSING),
    ...words,
    ...(schema.type === 'integer' ? notWhole : []),
  ];
}

/** The same for a field of a form, where everything is a word as well, or a file. */
export function formCases(schema: Schema, required: boolean): Case[] {
  const own = queryCases({ ...schema, format: schema.format === 'binary' ? undefined : schema.format }, required);
  if (schema.type === 'array') return [...own, ...LISTS];
  if (schema.type === 'boolean') return [...own, ...BOOLEANS];
  return schema.format === 'binary'
    ? [...own, refused('text instead of a file', 'text')]
    : [...own, ...longWords(schema)];
}

const LISTS: Case[] = [
  accepted('one member', ['Brighter.']),
  accepted('several members', ['Brighter.', 'Quieter.', 'Smaller.']),
  accepted('a list in JSON', '["Brighter.", "Quieter."]'),
];

const BOOLEANS: Case[] = [
  ...['true', 'false'].map((word) => accepted(word, word)),
  ...['', 'TRUE', 'True', '1', '0', 'yes', 'on', ' true'].map((word) => refused(`"${word}"`, word)),
];

/** What is too long for a query. */
function longWords(schema: Schema): Case[] {
  return valuesOf(schema).filter(({ value }) => typeof value === 'string' && value.length >= 2_000);
}

function valuesOf(schema: Schema): Case[] {
  if (schema.enum) return words(schema.enum);
  if (schema.const !== undefined) return words([schema.const]);
  if (schema.pattern && PATTERNS[schema.pattern]) return PATTERNS[schema.pattern] ?? [];
  if (schema.pattern) return CLASS_PATTERN.test(schema.pattern) ? codes(schema.pattern) : patterned(schema);
  if (schema.format === 'uri') return uris(schema);
  if (schema.format === 'email') return emails(schema);
  if (schema.format === 'date-time') return MOMENTS;
  if (schema.type === 'string') return lengths(schema);
  if (schema.type === 'integer' || schema.type === 'number') return numbers(schema);
  return [];
}

function words(allowed: readonly unknown[]): Case[] {
  const [first] = allowed.map(String);
  return [
    ...allowed.map((word) => accepted(`the word ${word}`, word)),
    refused('another word', 'SOMETHING_ELSE'),
    refused('a word in another case', swapCase(first ?? '')),
    refused('an empty word', ''),
  ];
}

function lengths({ minLength = 0, maxLength }: Schema): Case[] {
  const between = (n: number, char: string) => char.repeat(n);
  const atLeast = [
    accepted(`${minLength} letters`, between(minLength, 'a')),
    accepted(`${minLength} emoji`, between(minLength, EMOJI)),
  ];
  // Without a length there is nothing to be sure of: some such texts are moments or ids.
  if (minLength === 0 && maxLength === undefined) return [];
  return [
    ...atLeast,
    ...(minLength > 0
      ? [
          refused(`${minLength - 1} letters`, between(minLength - 1, 'a')),
          refused(`${minLength - 1} emoji`, between(minLength - 1, EMOJI)),
        ]
      : []),
    ...(maxLength === undefined
      ? [accepted('very many letters', between(ENDLESS, 'a'))]
      : [
          accepted(`${maxLength} letters`, between(maxLength, 'a')),
          accepted(`${maxLength} emoji`, between(maxLength, EMOJI)),
          refused(`${maxLength + 1} letters`, between(maxLength + 1, 'a')),
          refused(`${maxLength + 1} emoji`, between(maxLength + 1, EMOJI)),
        ]),
  ];
}

/** `^@?[A-Za-z0-9_]{5,32}$`: perhaps one character, then so many of a set. */
const CLASS_PATTERN = /^\^(?:(.)\?)?\[A-Z[^\]]*\]\{(\d+)(?:,(\d+))?\}\$$/;

const ODD_ONES = ['Q', 'q', '7', '_', '-', '.', ' ', '+', 'é', 'Я', '٣', EMOJI, '\n'];

function codes(pattern: string): Case[] {
  const [, first = '', least = '0', most = least] = CLASS_PATTERN.exec(pattern) ?? [];
  const of = (n: number) => 'Q'.repeat(n);
  const [minimum, maximum] = [Number(least), Number(most)];
  const matches = new RegExp(pattern);
  return [
    accepted(`${minimum} characters`, of(minimum)),
    refused(`${minimum - 1} characters`, of(minimum - 1)),
    accepted(`${maximum} characters`, of(maximum)),
    refused(`${maximum + 1} characters`, of(maximum + 1)),
    refused('nothing', ''),
    ...ODD_ONES.map((one) => `Q${one}${of(minimum - 2)}`).map((text) => ({
      what: `"${text}"`,
      value: text,
      accepted: matches.test(text),
    })),
    ...(first
      ? [
          accepted(`${first} and ${maximum} characters`, first + of(maximum)),
          refused(`${first} and ${maximum + 1} characters`, first + of(maximum + 1)),
          refused(`${first} and ${minimum - 1} characters`, first + of(minimum - 1)),
          refused(`${first} twice`, first + first + of(minimum)),
        ]
      : []),
  ];
}

const oneBreak = (text: string) => [`${text}\n`, ` ${text}`, `${text} `, `\n${text}`];

/** Patterns that are of no common form. */
const PATTERNS: Readonly<Record<string, Case[]>> = {
  '^\\d{1,4}\\.\\d{1,4}\\.\\d{1,4}$': [
    ...['0.0.0', '1.2.3', '9999.9999.9999', '01.002.0003'].map((text) => accepted(text, text)),
    ...[
      '',
      '1.2',
      '1.2.3.4',
      '10000.0.0',
      '0.10000.0',
      '0.0.10000',
      'v1.2.3',
      '1.2.3-rc1',
      '1,2,3',
      '1..3',
      '-1.2.3',
      '١.٢.٣',
    ],
    ...oneBreak('1.2.3'),
  ].map((item) => (typeof item === 'string' ? refused(JSON.stringify(item), item) : item)),
  '^[a-zA-Z0-9][a-zA-Z0-9._-]{0,63}$': [
    ...['a', 'Z', '7', 'rev-A1', 'a._-9', 'a'.repeat(64)].map((text) => accepted(text, text)),
    ...['', '-a', '_a', '.a', 'a b', 'a/b', 'é', 'aЯ', 'a😀', 'a'.repeat(65)],
    ...oneBreak('rev-b'),
  ].map((item) => (typeof item === 'string' ? refused(JSON.stringify(item), item) : item)),
  '^[0-9a-fA-F]{2}(?::[0-9a-fA-F]{2}){5}$': [
    ...['AA:bb:0c:1D:2e:3F', '00:00:00:00:00:00', 'ff:ff:ff:ff:ff:ff'].map((text) => accepted(text, text)),
    ...[
      '',
      'AA:bb:0c:1D:2e',
      'AA:bb:0c:1D:2e:3F:40',
      'AA-bb-0c-1D-2e-3F',
      'AAbb0c1D2e3F',
      'GG:bb:0c:1D:2e:3F',
      'A:bb:0c:1D:2e:3F',
    ],
    ...oneBreak('AA:bb:0c:1D:2e:3F'),
  ].map((item) => (typeof item === 'string' ? refused(JSON.stringify(item), item) : item)),
};

/** A new password; its example is in the specification. */
function patterned({ pattern = '', examples = [], minLength = 0, maxLength }: Schema): Case[] {
  const [example] = examples.map(String);
  if (example === undefined) throw new Error(`the specification gives no example of ${pattern}`);
  const broken = [
    example.toLowerCase(),
    example.toUpperCase(),
    example.replace(/\d/g, 'x'),
    example.replace(/[^A-Za-z0-9]/g, 'x'),
    '',
  ].filter((text) => !new RegExp(pattern).test(text));
  const pad = (n: number) => example + 'qX7-'.repeat(ENDLESS).slice(0, Math.max(0, n - example.length));
  return [
    accepted('the example', example),
    ...broken.map((text) => refused(`against the pattern: "${text}"`, text)),
    refused(`${minLength - 1} characters`, example.slice(0, minLength - 2) + example.slice(-1)),
    ...(maxLength === undefined
      ? []
      : [
          accepted(`${maxLength} characters`, pad(maxLength)),
          refused(`${maxLength + 1} characters`, pad(maxLength + 1)),
          accepted('emoji for its symbols', `${example}${EMOJI.repeat(maxLength - example.length)}`),
          refused('one emoji too many', `${example}${EMOJI.repeat(maxLength - example.length + 1)}`),
        ]),
  ];
}

function emails({ maxLength }: Schema): Case[] {
  const ofLength = (n: number) => `${'a'.repeat(60)}@${'b'.repeat(50)}.${'c'.repeat(n - 60 - 1 - 50 - 1 - 3)}.uz`;
  return [
    ...['a@b.uz', 'first.last+tag@sub.example.com', "o'neil@example.com"].map((text) => accepted(text, text)),
    ...['', 'a', 'a@', '@b.uz', 'a b@c.uz', 'a@b@c.uz', 'a.b.uz'].map((text) => refused(`"${text}"`, text)),
    ...(maxLength === undefined
      ? []
      : [
          accepted(`${maxLength} characters`, ofLength(maxLength)),
          refused(`${maxLength + 1} characters`, ofLength(maxLength + 1)),
        ]),
  ];
}

function uris({ minLength = 0, maxLength }: Schema): Case[] {
  const ofLength = (n: number) => `https://karvon.uz/`.padEnd(n, 'a');
  return [
    ...['https://t.me/karvon', 'http://a.b/?c=d#e'].map((text) => accepted(text, text)),
    ...['', 'karvon.uz', '/path/only', '//karvon.uz', 'https://a b', 'two words'].map((text) =>
      refused(`"${text}"`, text),
    ),
    accepted('8 characters', 'http://a'),
    ...(minLength === 8 ? [refused('7 characters', 'ftp://a')] : []),
    ...(maxLength === undefined
      ? []
      : [
          accepted(`${maxLength} characters`, ofLength(maxLength)),
          refused(`${maxLength + 1} characters`, ofLength(maxLength + 1)),
        ]),
  ];
}

const MOMENTS: Case[] = [
  ...['2026-01-31T08:30:00Z', '2026-01-31T08:30:00.123+05:00'].map((text) => accepted(text, text)),
  ...['', 'yesterday', '2026-01-31', '2026-13-01T00:00:00Z', '2026-02-30T00:00:00Z', '1767225600000'].map((text) =>
    refused(`"${text}"`, text),
  ),
];

function numbers({ type, minimum, maximum }: Schema): Case[] {
  const step = type === 'integer' ? 1 : 0.5;
  return [
    ...(minimum === undefined ? [] : [accepted('the least', minimum), refused('less', minimum - step)]),
    ...(maximum === undefined ? [] : [accepted('the most', maximum), refused('more', maximum + step)]),
    ...(type === 'integer' ? [refused('a fraction', (minimum ?? 0) + 0.5)] : []),
    ...(type === 'integer' && maximum === undefined ? [refused('2^53', 2 ** 53)] : []),
  ];
}

function wrongTypes({ type }: Schema): unknown[] {
  if (type === 'string') return [1, true, ['a'], { a: 1 }];
  if (type === 'integer' || type === 'number') return ['1', true, [1], { a: 1 }];
  if (type === 'boolean') return ['true', 1, [true], { a: 1 }];
  if (type === 'object') return ['text', 1, true, [{ fullName: 'Aziza Karimova' }]];
  return [];
}

function swapCase(text: string): string {
  return text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase();
}
