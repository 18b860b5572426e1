import type { DataSetName } from '../../model/enums.ts';
import type { RecordModel } from '../../model/record.ts';
import { filterEdgesOf } from '../lists/filter-edges.ts';
import { foundByRow } from '../lists/list-conditions.ts';
import { readText } from '../lists/list-values.ts';
import type { RecordList } from '../lists/record-list.ts';
import type { SqlFragment } from '../sql/sql.ts';
import type { Dataset, Dimension, Metric, Moment, RowNumber } from './dataset.ts';
import { type Formula, ratio, type Terms } from './formula.ts';

/** A metric that analysts can ask for. */
export interface DescribedMetric extends Metric {
  readonly description: string;
  /** How it is computed of other metrics or fields, for readers. */
  readonly formula?: string;
  /** Of a NUMBER: `hours`, `dBm`. */
  readonly unit?: string;
  /** The operations whose roles may ask for it, beside those of the record. */
  readonly needs?: readonly string[];
  /** Of one that a question defines: the name that it gave. */
  readonly name?: string;
}

/** What else there is to say of a metric. */
type Further = Pick<DescribedMetric, 'formula' | 'needs' | 'money'>;

export function integer(is: Formula, description: string, further: Further = {}): DescribedMetric {
  return { type: 'INTEGER', is, description, ...further };
}

export function money(is: Formula, description: string, further: Further = {}): DescribedMetric {
  return { type: 'MONEY', money: true, is, description, ...further };
}

/** A part of a whole; null where that is zero. */
export function share(
  part: string,
  whole: string | Terms | SqlFragment,
  description: string,
  further: Further = {},
): DescribedMetric {
  return { type: 'RATIO', is: ratio(part, whole), description, ...further };
}

export function number(unit: string, is: Formula, description: string, further: Further = {}): DescribedMetric {
  return { type: 'NUMBER', unit, is, description, ...further };
}

/** A dimension that analysts can ask for. */
export interface DescribedDimension extends Dimension {
  readonly type: 'TEXT' | 'ENUM' | 'ID' | 'BOOLEAN';
  readonly description: string;
  /** The operations whose roles may ask for it, beside those of the record. */
  readonly needs: readonly string[];
  /** Of one that a question defines: the name that it gave. */
  readonly name?: string;
}

/** A number, or a time, of each record that measures can be made of. */
export interface DescribedNumber extends RowNumber {
  readonly description: string;
  readonly needs: readonly string[];
}
export interface DescribedMoment extends Moment {
  readonly description: string;
  readonly needs: readonly string[];
}

/** What questions can name of the records of a data set. */
export interface Declared {
  readonly dimensions: Readonly<Record<string, DescribedDimension>>;
  readonly numbers: Readonly<Record<string, DescribedNumber>>;
  readonly moments: Readonly<Record<string, DescribedMoment>>;
}

interface Described {
  /** Its name in the API. */
  readonly name: DataSetName;
  /** What the names of its types begin with: `Sales`, as in `SalesMetric`. */
  readonly prefix: string;
  readonly description: string;
  /** The names of the timestamps that can be counted by, the default first. */
  readonly times: readonly string[];
  /** The most days of a range, of records that are too many for a question without one. */
  readonly mostDays?: number;
}

/** A data set that analysts can ask questions of. */
export interface QuestionSet<M extends string = string> extends Described, Declared {
  /** The record that is counted: its filter is that of the questions. */
  readonly model: RecordModel;
  readonly metrics: Readonly<Record<M, DescribedMetric>>;
  /** Whether the list of the records has a search. */
  readonly isSearched: boolean;
  /** The data set at a time: some fields are derived from it. */
  at(now: Date): Dataset;
}

/** A data set with a meaning of all that can be asked for. */
export type DescribedDataset<M extends string> = Dataset<M> & Pick<QuestionSet<M>, 'metrics'> & Declared;

function isSearched({ search = [], searchAcross = [] }: Pick<RecordList, 'search' | 'searchAcross'>): boolean {
  return search.length + searchAcross.length > 0;
}

/** @param listAt the list of the counted records: questions filter by its fields, and across its edges */
export function questionSet<M extends string>(
  described: Described,
  listAt: (now: Date) => RecordList,
  dataset: DescribedDataset<M>,
): QuestionSet<M> {
  const { metrics, dimensions, numbers, moments } = dataset;
  const { model, ...declared } = listAt(new Date(0));
  const isSearchable = isSearched(declared);
  return {
    ...described,
    model,
    isSearched: isSearchable,
    metrics,
    dimensions,
    numbers,
    moments,
    at(now) {
      const list = listAt(now);
      const found = isSearchable ? (text: string) => foundByRow(list, readText('search', text)) : undefined;
      return { ...dataset, fields: list.fields, edges: filterEdgesOf(list, now), ...(found ? { found } : {}) };
    },
  };
}
