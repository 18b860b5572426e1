import type { ErrorCode, ErrorMessageId, FieldErrorCode, NextStep } from '../api/generated/enums.ts';
import type { EnumName } from './enums.ts';
import type { Text } from './index.tsx';
import type * as catalogue from './problem-texts.ts';
import { fill, type Language, say, type Values } from './triple.ts';

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

/** What a person reads: in English the service's own sentence, else that of its id, or of its code with the steps that come first. */
export function sentenceOf({ code, messageId, params, message }: Sentence, { language, t, word }: Text): string {
  if (code === 'NETWORK') return t('state.network');
  if (language === 'en' || !loaded) return message;
  const { errorCodes, messageTexts, stepTexts } = loaded;
  const values = wordsIn(params, word);
  const pick = ([ru, uz]: readonly [string, string]) => fill(language === 'ru' ? ru : uz, language, values);
  const pair = messageId ? messageTexts[messageId] : undefined;
  if (pair) return pick(pair);
  const steps = stepsIn(params, stepTexts).map((step) =>
    say(stepTexts[step.by], language, { to: wordOf(step.to, word) }),
  );
  const text = pick(errorCodes[code]);
  return steps.length === 0 ? text : `${text} ${t('state.first')} ${steps.join(` ${t('state.then')} `)}.`;
}

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

/** Makes the names of fields known; until then the service's own stand there. */
export function addFieldNames(find: FindName): void {
  findName = find;
}

/** What a field is called on the screen. */
export const nameOfField = (path: string, { language }: Text): string => findName(path, language) ?? path;

/** The parameters that name another field. */
const OTHERS = ['other', 'with'] as const;

/** What is wrong with a field, at the field. */
export function fieldSentenceOf({ code, params: given, message }: FieldProblem, text: Text): string {
  const { language } = text;
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

/** The statuses that sentences name, in the words of the first enumeration that has them. */
const STATUSES = ['DeviceStatus', 'PreorderStatus'] as const satisfies readonly EnumName[];

function wordOf(value: unknown, word: Text['word']): unknown {
  if (typeof value !== 'string') return value;
  return STATUSES.map((name) => word(name, value as never)).find((found) => found !== value) ?? value;
}

/** Statuses in a sentence are written as on the screen. */
function wordsIn(params: Values, word: Text['word']): Values {
  const inWords = (value: unknown): unknown => (Array.isArray(value) ? value.map(inWords) : wordOf(value, word));
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, inWords(value)]));
}
