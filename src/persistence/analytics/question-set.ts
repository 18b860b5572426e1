import type { DataSetName } from '../../model/enums.ts';
import type { RecordModel } from '../../model/record.ts';
import type { Dataset, Dimension, Metric } from './dataset.ts';

/** A metric that analysts can ask for. */
export interface DescribedMetric extends Metric {
  readonly description: string;
  /** How it is computed of other metrics or fields, for readers. */
  readonly formula?: string;
  /** Of a NUMBER: `hours`, `dBm`. */
  readonly unit?: string;
  /** The operations whose roles may ask for it, beside those of the record. */
  readonly needs?: readonly string[];
}

/** A dimension that analysts can ask for. */
export interface DescribedDimension extends Dimension {
  readonly type: 'TEXT' | 'ENUM' | 'ID' | 'BOOLEAN';
  readonly description: string;
  /** The operations whose roles may ask for it, beside those of the record. */
  readonly needs: readonly string[];
}

/** A data set that analysts can ask questions of. */
export interface QuestionSet<M extends string = string> {
  /** Its name in the API. */
  readonly name: DataSetName;
  /** What the names of its types begin with: `Sales`, as in `SalesMetric`. */
  readonly prefix: string;
  readonly description: string;
  /** The record that is counted: its filter is that of the questions. */
  readonly model: RecordModel;
  readonly metrics: Readonly<Record<M, DescribedMetric>>;
  readonly dimensions: Readonly<Record<string, DescribedDimension>>;
  /** The names of the timestamps that can be counted by, the default first. */
  readonly times: readonly string[];
  /** The data set at a time: some fields are derived from it. */
  at(now: Date): Dataset;
}
