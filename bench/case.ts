import type { Cluster } from './cluster.ts';
import type { Measurement } from './compare.ts';

/** Context of a case. */
export interface BenchContext {
  /** Temporary folder of this run. */
  readonly directory: string;
  /** The run's own PostgreSQL, started on first use. */
  readonly cluster: () => Promise<Cluster>;
  readonly options: BenchOptions;
  /** Prints a progress line. */
  readonly progress: (text: string) => void;
}

export interface BenchOptions {
  readonly rounds: number;
  readonly warmUpMs: number;
  readonly durationMs: number;
  /** Measure only the baselines. */
  readonly baselinesOnly: boolean;
  /** Of `million` and `crowd`: the devices of the two businesses, where they are kept for later runs, and the calls to measure. */
  readonly sizes: readonly [smaller: number, larger: number];
  readonly place: string | undefined;
  /** Of `backup`: how many devices there are; with `place` those of the business that is kept there. */
  readonly devices: number;
  readonly only: RegExp;
}

/** One row of the table. Times in milliseconds; unmeasured values are absent. */
export interface BenchRow {
  readonly what: string;
  readonly perSecond?: number;
  readonly p50?: number;
  /** The median over the smaller data. */
  readonly smallerP50?: number;
  readonly verdict?: string;
  readonly p95?: number;
  readonly p99?: number;
  /** Rate relative to the first row. */
  readonly ratio?: number;
  /** Shares of one core. */
  readonly clientCpu?: number;
  readonly serverCpu?: number | null;
  /** Peak resident memory of the server process. */
  readonly peakMiB?: number;
  /** Source of the medians: rounds of a comparison, or single times in milliseconds. */
  readonly rounds?: readonly Measurement[];
  readonly timesMs?: readonly number[];
}

/** A performance target of the project. */
export interface BenchTarget {
  readonly promise: string;
  readonly measured: number;
  readonly held: boolean;
}

export interface CaseResult {
  readonly rows: readonly BenchRow[];
  readonly targets: readonly BenchTarget[];
}

/** One benchmark; one file in cases/ and one line in main.ts. */
export interface BenchCase {
  /** As written on the command line. */
  readonly name: string;
  readonly title: string;
  /** Runs only when it is named, and may take this many minutes. */
  readonly minutes?: number;
  readonly run: (context: BenchContext) => Promise<CaseResult>;
}
