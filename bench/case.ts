import type { Cluster } from './cluster.ts';
import type { Measurement } from './compare.ts';

/** What a case gets from the command. */
export interface BenchContext {
  /** A folder of this run, removed at its end. */
  readonly directory: string;
  /** The run's own PostgreSQL, started when the first case asks for it. */
  readonly cluster: () => Promise<Cluster>;
  readonly options: BenchOptions;
  /** A line for the one who waits; not part of the result. */
  readonly progress: (text: string) => void;
}

export interface BenchOptions {
  readonly rounds: number;
  readonly warmUpMs: number;
  readonly durationMs: number;
  /** Measure only what Karvon is compared with. */
  readonly baselinesOnly: boolean;
}

/** One line of the table. Times in milliseconds; what a case does not measure is left out. */
export interface BenchRow {
  readonly what: string;
  readonly perSecond?: number;
  readonly p50?: number;
  readonly p95?: number;
  readonly p99?: number;
  /** Times the first row's rate. */
  readonly ratio?: number;
  /** Shares of one core. */
  readonly clientCpu?: number;
  readonly serverCpu?: number | null;
  /** The most memory that the server's process ever had resident. */
  readonly peakMiB?: number;
  /** What the medians come from: rounds of a comparison, or single times in milliseconds. */
  readonly rounds?: readonly Measurement[];
  readonly timesMs?: readonly number[];
}

/** A number the project promises. */
export interface BenchTarget {
  readonly promise: string;
  readonly measured: number;
  readonly held: boolean;
}

export interface CaseResult {
  readonly rows: readonly BenchRow[];
  readonly targets: readonly BenchTarget[];
}

/** One question the bench answers; one file in cases/ and one line in main.ts. */
export interface BenchCase {
  /** As written on the command line. */
  readonly name: string;
  readonly title: string;
  readonly run: (context: BenchContext) => Promise<CaseResult>;
}
