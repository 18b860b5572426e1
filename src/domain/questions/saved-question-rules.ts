import { type DataSetName, memberName } from '../../model/enums.ts';
import { inside } from '../../model/field-problems.ts';
import { replacementOf } from '../../model/time-zones.ts';
import {
  type AskableSet,
  maskedError,
  namedIn,
  neededByQuestion,
  type Pricing,
  priceOfQuestion,
  type Question,
  questionSchema,
  questionSets,
  requireAskable,
} from '../analytics/index.ts';
import { askError, NEEDED_AT_MOST } from '../edge-guards.ts';
import type { AdminPrincipal, Rights } from '../kernel/access.ts';
import { DomainError, fieldProblem, throwIf, validationFailed } from '../kernel/errors.ts';
import { parseInput } from '../kernel/input.ts';
import { MAX_COST } from '../kernel/list-price.ts';
import type { Context } from '../kernel/operation.ts';
import type { GivenQuestion } from './saved-question-input.ts';

/** A question as it was saved, checked again: data sets change between releases. */
export interface CheckedQuestion extends AskableSet {
  readonly question: Question;
}

/**
 * Checks that a saved question can be asked by an admin.
 * @param query as callers gave it
 * @param path where it is in the input
 * @throws DomainError 400 VALIDATION_FAILED or INVALID_RANGE; 403 ROLE_FORBIDDEN for what the role may not ask
 */
export function checkQuestion(
  dataSet: DataSetName,
  query: unknown,
  { now, settings, principal }: Pick<Context<AdminPrincipal>, 'now' | 'settings' | 'principal'>,
  path = 'query',
): CheckedQuestion {
  const askable = questionSets.find(({ set }) => set.name === dataSet);
  if (!askable) throw validationFailed([fieldProblem('dataSet', 'NO_DATA_SET')]);
  const { set, list } = askable;
  try {
    // A copy, because validation fills in defaults: the saved query stays as it was given.
    const question = parseInput(questionSchema(set), structuredClone(query), 'json') as unknown as Question;
    throwIf(
      askError(principal, list, neededByQuestion(set, question)) ??
        maskedError(askable, principal, namedIn(question).filters),
    );
    requireAffordable(question, { set, now, businessTimeZone: settings.businessTimeZone });
    requireAskable(set, question, now, settings.businessTimeZone);
    return { set, list, question };
  } catch (error) {
    if (error instanceof DomainError && error.code === 'VALIDATION_FAILED')
      throw validationFailed(inQuery(error, path));
    throw error;
  }
}

/** Replaces the time zone of a question that was saved with a name that is no longer valid. */
export function inKnownTimeZone<Q extends GivenQuestion | undefined>(query: Q): Q {
  const replacement = typeof query?.timezone === 'string' ? replacementOf(query.timezone) : undefined;
  return replacement === undefined ? query : { ...query, timezone: replacement };
}

/**
 * A question, or a revision of one, as a caller sees it: without what it asks if the caller's role may not ask it, even if the
 * owner's may.
 */
export function questionFor<Q extends { readonly dataSet: DataSetName; readonly question: unknown }>(
  rights: Rights,
  shown: Q,
): Q {
  return shown.question === null || mayAsk(rights, shown) ? shown : { ...shown, question: null };
}

/** A question of a view, as its data set takes it; undefined where the caller does not see it. */
export function queryIn({ dataSet, question }: { readonly dataSet: DataSetName; readonly question: unknown }) {
  return (question as Readonly<Record<string, GivenQuestion>> | null)?.[memberName(dataSet)];
}

function mayAsk(rights: Rights, shown: { readonly dataSet: DataSetName; readonly question: unknown }): boolean {
  const { dataSet } = shown;
  const query = queryIn(shown);
  const askable = questionSets.find(({ set }) => set.name === dataSet);
  if (askable === undefined || askError(rights, askable.list, neededBy(askable, query))) return false;
  return !maskedError(askable, rights, namedIn(query).filters);
}

/** The operations that a question needs; all of them for a question that is no longer valid. */
function neededBy({ set }: AskableSet, query: unknown): readonly string[] {
  try {
    const question = parseInput(questionSchema(set), structuredClone(query), 'json') as unknown as Question;
    return neededByQuestion(set, question);
  } catch (error) {
    if (error instanceof DomainError) return NEEDED_AT_MOST;
    throw error;
  }
}

/** A document that asks a saved question does not show what the question costs. @throws DomainError 400 VALIDATION_FAILED of the question as a whole */
function requireAffordable(question: Question, pricing: Pricing): void {
  const price = priceOfQuestion(question, pricing);
  if (price <= MAX_COST) return;
  throw validationFailed([fieldProblem('', 'QUESTION_TOO_COSTLY', { cost: price, maximum: MAX_COST })]);
}

function inQuery({ extras: { fields = [] } }: DomainError, path: string) {
  return fields.map((problem) => inside(path, { ...problem, path: problem.path.replace(/^query(\.|$)/, '') }));
}
