/**
 * Sentences whose values have names, so that clients can say them in other languages. A template has `{name}` for a value, and
 * parts in brackets, which are left out where one of their values is missing: `is required[: one of {values}]`. After a bar is
 * the form of the value (FORMS), after an equals sign the value that the sentence always has: `({next=refundSale})`.
 */

/** A value of a sentence: a number, a name, a state, or a list of them. */
export type Param = string | number | readonly (string | number)[] | readonly Step[];
export type Params = Readonly<Record<string, Param>>;

/** What somebody does next: see STEPS. `to` is the status that it leads to. */
export interface Step {
  readonly by: keyof typeof STEPS;
  readonly to: string;
}

/** A sentence with the values in it. */
export interface Sentence {
  readonly message: string;
  readonly params: Params;
}

type Names<T extends string> = T extends `${string}{${infer Place}}${infer Rest}` ? NameOf<Place> | Names<Rest> : never;
type NameOf<Place extends string> = Place extends `${string}=${string}`
  ? never
  : Place extends `${infer Name}|${string}`
    ? Name
    : Place;
type Always<T extends string> = T extends `${infer Before}[${string}]${infer Rest}` ? `${Before}${Always<Rest>}` : T;

/** The arguments for a template: its values by name, those of its parts in brackets optional; nothing for one without values. */
export type ValuesOf<T extends string> = [Names<T>] extends [never]
  ? []
  : [Names<Always<T>>] extends [never]
    ? [values?: Values<T>]
    : [values: Values<T>];
type Values<T extends string> = { readonly [Name in Names<Always<T>>]: Param } & {
  readonly [Name in Exclude<Names<T>, Names<Always<T>>>]?: Param | undefined;
};

/** A part in brackets that has no other inside. */
const PART = /\[([^[\]]*)\]/g;
const PLACE = /\{(\w+)(?:=([^|}]*))?(?:\|(\w+))?\}/g;

/** The sentence of a template with its values. A list whose last part ends in `; ` ends in a period. */
export function sentenceOf(template: string, values: Readonly<Record<string, Param | undefined>> = {}): Sentence {
  const isComplete = (part: string) =>
    [...part.matchAll(PLACE)].every(([, name = '', always]) => always !== undefined || values[name] !== undefined);
  let text = template;
  while (text.includes('[')) text = text.replace(PART, (_, part: string) => (isComplete(part) ? part : ''));
  const params: Record<string, Param> = {};
  const message = text.replace('; .', '.').replace(PLACE, (_, name: string, always?: string, form = 'plain') => {
    const value = values[name] ?? constantOf(always);
    params[name] = value;
    return (FORMS[form] ?? plain)(value);
  });
  return { message, params };
}

function constantOf(always = ''): Param {
  return always.includes(',') ? always.split(',') : always;
}

/** How a value is written. A translation has forms of its own. */
const FORMS: Readonly<Record<string, (value: Param) => string>> = {
  plain,
  and: (value) => inWords(itemsOf(value), 'and'),
  or: (value) => inWords(itemsOf(value), 'or'),
  andEach: (value) => itemsOf(value).join(' and '),
  orEach: (value) => itemsOf(value).join(' or '),
  quoted: (value) =>
    inWords(
      itemsOf(value).map((item) => `"${item}"`),
      'or',
    ),
  format: (value) => FORMATS[plain(value)] ?? `of the format ${plain(value)}`,
  type: (value) => TYPES[plain(value)] ?? plain(value),
  next: (value) => stepsIn(value).join(', then '),
  steps: (value) => {
    const steps = stepsIn(value);
    return steps.length > 1 ? `first ${steps.join(', then ')}` : steps.join('');
  },
};

function plain(value: Param): string {
  return itemsOf(value).join(', ');
}

function itemsOf(value: Param): readonly string[] {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)];
  return value.map((item) => (typeof item === 'object' ? item.to : String(item)));
}

function stepsIn(value: Param): string[] {
  if (typeof value !== 'object') return [];
  return value.flatMap((step) => (typeof step === 'object' ? sentenceOf(STEPS[step.by], { ...step }).message : []));
}

/** `A, B and C`. */
export function inWords(names: readonly string[], conjunction: 'and' | 'or'): string {
  const before = names.slice(0, -1).join(', ');
  return [before, names.at(-1)].filter(Boolean).join(` ${conjunction} `);
}

/** What `format` of a wrong value wants. */
export const FORMATS: Readonly<Record<string, string>> = {
  email: 'an e-mail address',
  'date-time': 'an RFC 3339 date-time',
  timestamp: 'an RFC 3339 date-time or a date',
  time: 'an RFC 3339 date or date-time',
  uuid: 'a UUID',
  uri: 'a link, such as https://t.me/karvon_support',
  json: 'JSON',
  currency: 'three Latin letters, such as UZS',
  currencyCapitals: 'three Latin capitals, such as UZS',
  period: 'a whole number with a unit: 30m, 24h, 7d or 4w',
  serial: 'a serial of letters, digits, - and _, such as KRV-00000001',
  firmwareVersion: 'a version, such as 1.4.0 or 1.4.0-beta1',
  plainVersion: 'a version of three numbers, such as 1.4.0',
  hardwareRevision: 'a hardware revision of letters, digits, ., - and _, such as C3-R2',
  measureName: 'a name of letters and digits that begins with a small letter, such as revenue2',
  telegram: 'a Telegram user name of 5 to 32 letters, digits and _, such as @aziza_k',
  mac: 'a MAC address, such as 7c:df:a1:00:00:01',
  revision: 'a revision in quotes, such as "3", or *',
  timeZone: 'an IANA time zone, such as Asia/Tashkent',
  percentEncoding: 'percent-encoded UTF-8 without NUL',
};

/** What `type` of a wrong value wants. */
export const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  file: 'a file',
};

const SET = 'set it to {to} ({by})';

/** The steps in `steps`: operations, and what others do. */
const STEPS = {
  setDeviceStatus: SET,
  setPreorderStatus: SET,
  setReleaseLifecycle: SET,
  setAdminStatus: 'set the admin to {to} ({by})',
  issueProvisioningEnvelope: 'issue a new envelope ({by}), and set it to {to}',
  superAdmin: 'let a {role=SUPER_ADMIN} set it to {to}',
  proof: 'let it prove its new secret',
  createSale: 'sell it ({by})',
  cancelSale: 'cancel its sale ({by})',
  claim: 'let its owner claim it in the app, with the code of its label',
  heartbeat: 'let it send a heartbeat',
  transferDevice: 'transfer it to its new owner ({by})',
  resetClaim: 'reset its claim ({by}), after which it is {sold=SOLD} if it was sold, and else {unsold=READY}',
  refundSale: 'refund its sale ({by})',
} as const;

export const NEXT_STEPS = {
  name: 'NextStep',
  description: 'What somebody does first, as `by` in the `steps` of `params`. `to` is the status that it leads to.',
  values: STEPS,
};
