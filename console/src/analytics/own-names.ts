import type { Text } from '../text/index.tsx';
import { decimal } from '../text/triple.ts';
import {
  AGGREGATES,
  type Aggregate,
  BOUNDS,
  type Bound,
  type Formula,
  type Having,
  isRecord,
  type Measure,
  type Numbers,
  type Term,
} from './own-numbers.ts';
import type { CatalogSet } from './start-page.tsx';
import { dimensionName, metricName, numberName } from './words.ts';
import '../text/analytics.ts';

/** The one part besides the name; undefined: the screen has no words for it. */
const onlyPart = ({ as: _, ...parts }: Measure): readonly [string, unknown] | undefined => {
  const [first, ...others] = Object.entries(parts);
  return others.length === 0 ? first : undefined;
};

const SIGNS: Readonly<Record<string, string>> = { divide: '÷', subtract: '−', add: '+', multiply: '×' };
export const BOUND_SIGNS: Readonly<Record<Bound, string>> = { gt: '>', gte: '≥', lt: '<', lte: '≤' };

/** A number of a question in words: a metric, a measure or a formula. */
export function termName(term: Term, question: Numbers, text: Text): string {
  if (term.metric) return metricName(term.metric, text) ?? term.metric;
  if (term.value !== undefined) return decimal(term.value, text.language, BOUND_DIGITS);
  const own = [...(question.measures ?? []), ...(question.formulas ?? [])].find(({ as }) => as === term.measure);
  return own ? ownName(own, question, text) : (term.measure ?? '');
}

/** `loyalCustomers` as `Loyal customers`. */
function spelled(name: string): string {
  const words = name.replace(/(?<=[a-z\d])(?=[A-Z])/g, ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** `Average: value of a sale`, `Revenue ÷ Sales`; one that the screen has no words for has the name that it was given. */
export function ownName(own: Measure | Formula, question: Numbers, text: Text): string {
  const { t } = text;
  const [part = '', value] = onlyPart(own) ?? [];
  if (AGGREGATES.some((one) => one === part)) {
    const key = isRecord(value) ? value.number : value;
    if (typeof key !== 'string') return spelled(own.as);
    const name = (part === 'distinct' ? dimensionName(key, text) : numberName(key, text)) ?? key;
    return `${t(`own.${part as Aggregate}`)}: ${name.charAt(0).toLowerCase()}${name.slice(1)}`;
  }
  if (part === 'shareOfTotal' && isRecord(value)) return `${termName(value, question, text)}, ${t('own.ofTotal')}`;
  const sign = SIGNS[part];
  if (!sign || !Array.isArray(value)) return spelled(own.as);
  return value.map((term: Term) => termName(term, question, text)).join(` ${sign} `);
}

/** `Sales > 3`. */
export function conditionName(having: Having, question: Numbers, text: Text): string {
  const bounds = BOUNDS.filter((bound) => having[bound] !== undefined && having[bound] !== null);
  const name = termName(having, question, text);
  const relative = having.relativeTo ? ` × ${String(having.relativeTo).toLowerCase()}` : '';
  return bounds.map((bound) => `${name} ${BOUND_SIGNS[bound]} ${boundText(having[bound], text)}${relative}`).join(', ');
}

/** What a person types is shown whole. */
const BOUND_DIGITS = 6;
const boundText = (bound: unknown, { language }: Text) =>
  typeof bound === 'number' ? decimal(bound, language, BOUND_DIGITS) : String(bound);

/** What can be counted of each record. */
export function countable(about: CatalogSet, aggregate: Aggregate, text: Text) {
  const all = aggregate === 'distinct' ? about.dimensions : about.numbers;
  const nameOf = aggregate === 'distinct' ? dimensionName : numberName;
  return all
    .filter(({ allowed }) => allowed)
    .map(({ key, label }) => ({ value: key, label: nameOf(key, text) ?? label }));
}
