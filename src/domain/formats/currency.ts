import { currencyOf } from '../../model/grammar.ts';
import { type FieldProblem, fieldProblem, validationFailed } from '../kernel/errors.ts';

/** The problems of a caller's currency, except its length, which the contract declares. */
export function currencyProblems(field: string, currency: string | undefined): FieldProblem[] {
  if (currency === undefined || currencyOf(currency) !== undefined) return [];
  return [fieldProblem(field, 'WRONG_FORMAT', { format: 'currency' })];
}

/** A caller's currency as it is stored, in capitals. @throws DomainError 400 VALIDATION_FAILED naming the field */
export function readCurrency(field: string, currency: string): string {
  const stored = currencyOf(currency);
  if (stored === undefined) throw validationFailed(currencyProblems(field, currency));
  return stored;
}
