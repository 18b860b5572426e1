import { constantName } from '../../model/enums.ts';
import { isWhole } from '../../persistence/analytics/aggregates.ts';
import { aggregatesOf } from '../../persistence/analytics/formula.ts';
import type { QuestionSet } from '../../persistence/analytics/question-set.ts';
import { type DomainError, invalid } from '../kernel/errors.ts';
import { namedIn, type Question } from './question-input.ts';

/** The name of the export of a data set in its path: `sales-metrics`. */
export function exportNameOf({ prefix }: QuestionSet): string {
  return `${prefix.replace(/\B[A-Z]/g, (letter) => `-${letter}`).toLowerCase()}-metrics`;
}

/**
 * The error of a question that took too long, with what to ask instead.
 * @param isFile whether it was asked as a file, which has more time
 */
export function tooSlow(set: QuestionSet, question: Question, now: Date, isFile: boolean): DomainError {
  const metrics = slowMetrics(set, question, now);
  return invalid('QUERY_COST_EXCEEDED', 'TOO_SLOW', {
    grain: question.grain === 'HOUR' ? 'DAY' : undefined,
    metrics: metrics.length > 0 ? metrics : undefined,
    path: isFile ? undefined : `/v1/admin/exports/${exportNameOf(set)}`,
  });
}

/** The metrics that cannot be summed from parts, such as distinct customers and medians. */
function slowMetrics(set: QuestionSet, question: Question, now: Date): string[] {
  const { aggregates } = set.at(now);
  const asked = new Set(namedIn(question).texts);
  const own = (question.measures ?? []).filter(({ median, percentile, distinct }) => median ?? percentile ?? distinct);
  const declared = Object.entries(set.metrics).flatMap(([name, { is }]) => {
    const needed = aggregatesOf(is).flatMap((aggregate) => aggregates[aggregate] ?? []);
    return needed.some(isWhole) && asked.has(constantName(name)) ? [constantName(name)] : [];
  });
  return [...declared, ...own.map(({ as }) => as)];
}
