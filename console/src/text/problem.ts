import type { ErrorCode, ErrorMessageId, FieldErrorCode, NextStep } from '../api/generated/enums.ts';
import type { EnumName } from './enums.ts';
import type { Text } from './index.tsx';
import type * as catalogue from './problem-texts.ts';
import { fill, grouped, type Language, say, type Values } from './triple.ts';

/** A sentence of the service, in parts: that of an error, or why an action is not allowed. */
export interface Sentence {
  readonly code: ErrorCode | 'NETWORK';
  readonly messageId?: ErrorMessageId | null | undefined;
  readonly params: Values;
  /** In English. */
  readonly message: string;
}

/** Why a request failed. NETWORK: nothing answered, or something else than the service did. */
export interface Problem extends Sentence {
  readonly fields: readonly FieldProblem[];
  /** After so many seconds the same request can succeed. */
  readonly retryAfterSeconds?: number | null | undefined;
  readonly requestId?: string | undefined;
}

export interface FieldProblem {
  readonly path: string;
  readonly code: FieldErrorCode;
  readonly params: Values;
  readonly message: string;
}

/** The Russian and Uzbek texts, which English does without. */
let loaded: typeof catalogue | undefined;

/** Reads the texts of problems in other languages; until then they are in English. */
export async function loadProblemTexts(): Promise<void> {
  loaded ??= await import('./problem-texts.ts');
}

/** What a person reads: in English the service's own sentence in words, else that of its id, or of its code with the steps that come first. */
export function sentenceOf({ code, messageId, params, message }: Sentence, text: Text): string {
  const { language, t, word } = text;
  if (code === 'NETWORK') return t('state.network');
  const statusWord = (value: unknown) => wordOf(value, statusesOf(messageId ?? code), word);
  if (language === 'en' || !loaded) return wordsInEnglish(message, params, statusWord, text);
  const { errorCodes, messageTexts, stepTexts } = loaded;
  const values = wordsIn(params, statusWord);
  const pick = ([ru, uz]: readonly [string, string]) => fill(language === 'ru' ? ru : uz, language, values);
  const pair = messageId ? messageTexts[messageId] : undefined;
  if (pair && isWhole(pair[0], values)) return pick(pair);
  const steps = stepsIn(params, stepTexts).map((step) =>
    say(stepTexts[step.by], language, { to: statusWord(step.to) }),
  );
  const sentence = pick(errorCodes[code]);
  return steps.length === 0 ? sentence : `${sentence} ${t('state.first')} ${steps.join(`, ${t('state.then')} `)}.`;
}

/** A sentence is said if the service gave all that it names. */
const isWhole = (text: string, values: Values): boolean =>
  [...text.matchAll(/\{(\w+)/g)].every(([, name = '']) => values[name] !== undefined);

/** Codes for a record that does not exist, or no longer does. */
const NO_RECORD: readonly Problem['code'][] = [
  'ADMIN_NOT_FOUND',
  'BATCH_NOT_FOUND',
  'CUSTOMER_NOT_FOUND',
  'DEVICE_NOT_FOUND',
  'INSTALLATION_NOT_FOUND',
  'PREORDER_NOT_FOUND',
  'RELEASE_NOT_FOUND',
  'SALE_NOT_FOUND',
  'SERVICE_ACCOUNT_NOT_FOUND',
];

/** That there is no such record, as a title; undefined for another problem. */
export function goneTitleOf(problem: Problem, text: Text): string | undefined {
  if (!NO_RECORD.includes(problem.code)) return undefined;
  return sentenceOf(problem, text)
    .replace(/^No such/, 'There is no such')
    .replace(/\.$/, '');
}

type FindName = (path: string, language: Language) => string | undefined;
let findName: FindName = () => undefined;
let findPattern: FindName = () => undefined;

/** Makes the names of fields known, and what those with a pattern take; until then the service's own stand there. */
export function addFieldNames(find: FindName, pattern: FindName = () => undefined): void {
  findName = find;
  findPattern = pattern;
}

/** What a field is called on the screen. */
export const nameOfField = (path: string, { language }: Text): string => findName(path, language) ?? path;

/** The parameters that name another field. */
const OTHERS = ['other', 'with'] as const;

/** What is wrong with a field, at the field. */
export function fieldSentenceOf(problem: FieldProblem, text: Text): string {
  const clause = fieldClauseOf(problem, text);
  return clause.charAt(0).toUpperCase() + clause.slice(1);
}

/** The same behind the name of the field. */
export function fieldClauseOf({ path: field, code, params: given, message }: FieldProblem, text: Text): string {
  const { language, t } = text;
  // The service names a regular expression, which says nothing to a person.
  if (code === 'WRONG_PATTERN')
    return findPattern(field, language) ?? t(field === 'newPassword' ? 'password.hint' : 'form.pattern');
  const others = OTHERS.flatMap((name) => {
    const path = given[name];
    return typeof path === 'string' ? [{ name, path, shown: `“${nameOfField(path, text)}”` }] : [];
  });
  const params: Values = { ...given, ...Object.fromEntries(others.map(({ name, shown }) => [name, shown])) };
  if (language === 'en' || !loaded)
    return others.reduce((sentence, { path, shown }) => sentence.replace(path, shown), message);
  const ofFormat = code === 'WRONG_FORMAT' ? loaded.formatErrors[String(params.format)] : undefined;
  const [ru, uz] = ofFormat ?? loaded.fieldErrors[code];
  return fill(language === 'ru' ? ru : uz, language, params);
}

/** What is wrong with a field of a form, if anything is. */
export function problemOfField(problem: Problem | undefined, field: string, text: Text): string | undefined {
  const wrong = problem?.fields.find(({ path }) => path === field);
  return wrong && fieldSentenceOf(wrong, text);
}

/** The problem, unless all of it is said at fields that the form shows. */
export function problemBesides(problem: Problem | undefined, shown: readonly string[]): Problem | undefined {
  const isAtFields = problem && problem.fields.length > 0 && problem.fields.every(({ path }) => shown.includes(path));
  return isAtFields ? undefined : problem;
}

interface Step {
  readonly by: NextStep;
  readonly to?: string;
}

function stepsIn(params: Values, known: object): readonly Step[] {
  const { steps } = params;
  return Array.isArray(steps)
    ? steps.filter((step): step is Step => typeof step === 'object' && step?.by in known)
    : [];
}

/** Whose statuses a sentence names, by its id or code: one word may be a status of several. */
const STATUSES: readonly (readonly [RegExp, EnumName])[] = [
  [/BATCH/, 'BatchStatus'],
  [/LIFECYCLE|RELEASE/, 'FirmwareLifecycle'],
  [/^REFUND_|^SALE_HAS_PAYMENTS/, 'PaymentStatus'],
  [/SALE_/, 'SaleStatus'],
  [/INSTALLATION|RECONCILE/, 'InstallationStatus'],
];
const OTHER_STATUSES: readonly EnumName[] = [
  'DeviceStatus',
  'PreorderStatus',
  'SaleStatus',
  'PaymentStatus',
  'AdminStatus',
  'AdminRole',
  'FirmwareChannel',
];

const statusesOf = (id: string): readonly EnumName[] => [
  ...STATUSES.flatMap(([of, name]) => (of.test(id) ? [name] : [])),
  ...OTHER_STATUSES,
];

function wordOf(value: unknown, statuses: readonly EnumName[], word: Text['word']): unknown {
  if (typeof value !== 'string') return value;
  return statuses.map((name) => word(name, value as never)).find((found) => found !== value) ?? value;
}

type FindWord = (value: unknown) => unknown;

/** Statuses in a sentence are written as on the screen. */
function wordsIn(params: Values, statusWord: FindWord): Values {
  const inWords = (value: unknown): unknown => (Array.isArray(value) ? value.map(inWords) : statusWord(value));
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, inWords(value)]));
}

/** ` (updateBatch)`: which operation does what the sentence says, for programs. */
const NAMED_OPERATION = / \((?:[A-Z]+ \/\S+, )?[a-z]+(?:[A-Z][a-z]+)+\)/g;
const STATUS = /\b[A-Z]{2,}(?:_[A-Z]+)*\b/g;

/** A number of its own, such as an amount; what has fewer digits may be a year. */
const LARGE = /(?<![\w.-])\d{5,15}(?![\w.-]*\w)/g;

/** The service's English sentence with statuses, fields and amounts as on the screen, and without the names of operations. */
function wordsInEnglish(message: string, { operation, fields }: Values, statusWord: FindWord, text: Text): string {
  const shown = message.replace(NAMED_OPERATION, '').replace(STATUS, (value) => {
    const found = statusWord(value);
    return found === value ? value : `“${found}”`;
  });
  const named = typeof operation === 'string' ? shown.replace(operation, 'it') : shown;
  const inGroups = named.replace(LARGE, (digits) => grouped(Number(digits)));
  return pathsIn(fields).reduce((sentence, path) => sentence.replace(path, `“${nameOfField(path, text)}”`), inGroups);
}

const pathsIn = (fields: unknown): readonly string[] =>
  Array.isArray(fields) ? fields.filter((path) => typeof path === 'string') : [];
