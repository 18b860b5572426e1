import { compileTexts } from '../../persistence/analytics/compile.ts';
import { ownName } from '../../persistence/analytics/dataset.ts';
import type { AnalyticsQuery } from '../../persistence/analytics/query.ts';
import type { QuestionSet } from '../../persistence/analytics/question-set.ts';
import { requireFillable, requireFinite } from '../../persistence/analytics/read-tables.ts';
import { auditedExport } from '../audit/index.ts';
import { type FormatInput, formatFields, formatOf, hiddenFilter } from '../formats/export-format.ts';
import type { Cell, Column, FileExport, ReadRows, Row } from '../formats/table.ts';
import { fileOf } from '../formats/table-format.ts';
import type { AdminPrincipal } from '../kernel/access.ts';
import { described, fields } from '../kernel/input.ts';
import { type Context, type Operation, operation } from '../kernel/operation.ts';
import { findSaleDefaults } from '../settings/store.ts';
import { askableErrors } from './ask-question.ts';
import { askedOf } from './asked-question.ts';
import { namedIn, neededByQuestion, type Question, questionSchema } from './question-input.ts';
import { type AskableSet, questionSets, requireUnmasked } from './question-sets.ts';
import { columnsOf, rowsOf } from './question-view.ts';
import { exportNameOf, tooSlow } from './too-slow.ts';

/** The answers to questions of analysts as files. Each is derived from the data set: its roles, its names. */

interface ExportInput extends FormatInput {
  readonly query: Question;
}

/** The exports by their names in paths: `sales-metrics`. */
export const questionExports: ReadonlyMap<string, Operation<FileExport>> = new Map(
  questionSets.map((askable) => [exportNameOf(askable.set), exportOf(askable)]),
);

function exportOf(askable: AskableSet): Operation<FileExport> {
  const { set, list } = askable;
  const action = `export${set.prefix}Metrics`;
  return operation({
    name: action,
    summary: `Exports the whole answer to a question. ${set.description}`,
    beyond: { why: 'analysts go on with answers in their own tools' },
    access: list.access,
    limit: 30,
    effect: 'read',
    errors: ['INVALID_RANGE', 'QUERY_COST_EXCEEDED'],
    answers: 'file',
    input: fields({ query: described(questionSchema(set), 'The question, as JSON.'), ...formatFields }),
    needs: ({ query }) => neededByQuestion(set, query),
    handle: (context, input) => exportAnswer(context as Context<AdminPrincipal>, askable, action, input),
  });
}

async function exportAnswer(
  context: Context<AdminPrincipal>,
  askable: AskableSet,
  action: string,
  { query: question, format, separator, bom, timeZone, decimalSign }: ExportInput,
): Promise<FileExport> {
  const { runtime, now, principal, settings } = context;
  const { set: declared } = askable;
  const style = formatOf({ format, separator, bom, timeZone, decimalSign }, settings.businessTimeZone);
  // All rows: the limit of a question is for replies.
  requireUnmasked(declared, principal, namedIn(question).filters);
  const slow = () => tooSlow(declared, question, now, true);
  const { set, query, currency, names, columns, slots, ...statement } = await askableErrors(slow, async () => {
    const asked = askedOf(declared, question, now, settings.businessTimeZone);
    const query = { ...asked.query, limit: null };
    const dataset = asked.set.at(now);
    const compiled = { ...compileTexts(dataset, query), set: asked.set, query };
    return runtime.analytics.read(async (db) => {
      await requireFillable(db, dataset, query);
      const usual = query.money && !query.currency ? (await findSaleDefaults(db)).defaultCurrency : null;
      return { ...compiled, currency: query.currency ?? usual };
    });
  });
  const shown = columnsOf(set, { columns }, currency);
  const read: ReadRows = async function* answered(signal) {
    const batches = runtime.exports.read(statement, signal, principal.callerId)[Symbol.asyncIterator]();
    try {
      for (;;) {
        const { done, value } = await askableErrors(slow, async () => {
          const batch = await batches.next();
          for (const texts of batch.value ?? []) requireFigures(columns, texts);
          return batch;
        });
        if (done) return;
        const rows = value.map((texts) =>
          Object.fromEntries(names.map((name, at) => [name, fromText(name, texts[at])])),
        );
        yield rowsOf(set, { columns, rows, slots }, query).map((row) => cellsOf(set, shown, row, query));
      }
    } finally {
      await batches.return?.();
    }
  };
  return auditedExport(context, {
    ...fileOf(exportNameOf(set), fileColumns(set, shown, query), style),
    operation: action,
    read,
    detail: {
      format: style.format,
      query: withoutValues(question, declared),
    },
  });
}

/** A question without what its conditions compare: they can name a person. */
function withoutValues(part: unknown, set: QuestionSet): unknown {
  if (Array.isArray(part)) return part.map((each) => withoutValues(each, set));
  if (typeof part !== 'object' || part === null) return part;
  const members = Object.entries(part).map(([name, value]) => {
    if (name === 'filter' && value) return [name, hiddenFilter(value, set.model)];
    return [name, name === 'in' || name === 'search' ? HIDDEN : withoutValues(value, set)];
  });
  return Object.fromEntries(members);
}

const HIDDEN = '***';

/** A value of the statement, which selects texts: metrics are `m0`, `c0` and `r0`. */
function fromText(name: string, text: string | null | undefined): string | number | boolean | null {
  if (text === null || text === undefined) return null;
  if (name === 'rest') return text === 'true';
  return FIGURE.test(name) && !isBeyondNumbers(text) ? Number(text) : text;
}

const FIGURE = /^[mcr]\d+$/;

/** @throws ListQueryError naming a formula whose result is no number. @param texts of the columns, and of others after them */
function requireFigures(columns: AnswerColumns, texts: readonly (string | null)[]): void {
  for (const [at, { name, key }] of columns.entries()) if (FIGURE.test(name)) requireFinite(key, texts[at]);
}

/** A sum that a number would round stays a text, because a file can carry it. */
function isBeyondNumbers(text: string): boolean {
  return /^-?\d+$/.test(text) && !Number.isSafeInteger(Number(text));
}

type AnswerColumns = ReturnType<typeof compileTexts>['columns'];
type ShownColumn = ReturnType<typeof columnsOf>[number];
type ShownRow = ReturnType<typeof rowsOf>[number];

/** The columns of the file: those of the answer, with the name of an id beside it, and the rest after the dimensions. */
function fileColumns(
  set: QuestionSet,
  shown: readonly ShownColumn[],
  { grain, top, compareTo }: AnalyticsQuery,
): Column[] {
  const isKey = ({ kind }: ShownColumn) => kind === 'TIME' || kind === 'DIMENSION';
  const keys = shown.filter(isKey).flatMap(({ key, label, kind }): Column[] => {
    if (kind === 'TIME') {
      return [
        { name: 'bucketStart', label: 'Start', type: 'time' },
        { name: 'bucket', label, type: 'code' },
      ];
    }
    if (!hasTitle(set, key)) return [{ name: key, label, type: 'text' }];
    return [
      { name: key, label, type: 'code' },
      { name: `${key}.label`, label: `${label}, name`, type: 'text' },
    ];
  });
  const rest: Column[] = top ? [{ name: 'rest', label: 'Rest', type: 'boolean' }] : [];
  const figures = shown
    .filter((column) => !isKey(column))
    .map(({ key, label, kind }): Column => {
      const what = kind.toLowerCase();
      if (kind === 'METRIC') return { name: key, label, type: 'number' };
      return { name: `${what}.${key}`, label: `${label}, ${what}`, type: 'number' };
    });
  return [...keys, ...rest, ...figures, ...(grain ? BUCKET_COLUMNS : []), ...(grain && compareTo ? PAIR_COLUMNS : [])];
}

/** @param key the dimension as it is shown, which may be one of the question's own */
function hasTitle({ dimensions }: QuestionSet, key: string): boolean {
  return (dimensions[key] ?? dimensions[ownName(key)])?.title !== undefined;
}

/** What a bucket lacks, and what it is compared with: after the figures, where scripts have no columns to count. */
const BUCKET_COLUMNS: readonly Column[] = [{ name: 'partial', label: 'Partial', type: 'boolean' }];
const PAIR_COLUMNS: readonly Column[] = [
  { name: 'previousBucketStart', label: 'Previous start', type: 'time' },
  { name: 'previousBucket', label: 'Previous', type: 'code' },
  { name: 'previousPartial', label: 'Previous, partial', type: 'boolean' },
  { name: 'unpaired', label: 'Unpaired', type: 'boolean' },
];

function cellsOf(
  set: QuestionSet,
  shown: readonly ShownColumn[],
  row: ShownRow,
  { grain, top, compareTo }: AnalyticsQuery,
): Row {
  const keys = shown
    .filter(({ kind }) => kind === 'DIMENSION')
    .flatMap(({ key }, at): Cell[] => {
      const value = row.dimensions[at] ?? null;
      return hasTitle(set, key) ? [value, row.labels[at] ?? null] : [value];
    });
  const time = grain ? [textOf(row.bucketStart), row.bucketLabel] : [];
  const figures = [row.metrics, row.previous ?? [], row.change ?? [], row.cumulative ?? []].flat();
  const pair = [textOf(row.previousBucketStart), row.previousBucketLabel, row.previousPartial, row.unpaired];
  return [
    ...time,
    ...keys,
    ...(top ? [row.rest] : []),
    ...figures,
    ...(grain ? [row.partial] : []),
    ...(grain && compareTo ? pair : []),
  ];
}

function textOf(time: Date | null): string | null {
  return time?.toISOString() ?? null;
}
