import type { GraphQLSchema } from 'graphql';
import type { Caller } from './callers.ts';
import type { Failure } from './checks.ts';
import type { GraphqlRequest, RootKind } from './graphql-documents.ts';
import type { Makers } from './known-inputs.ts';
import type { KnownRecords } from './known-records.ts';
import type { Report } from './report.ts';
import type { Wire, WireAnswer } from './request.ts';
import type { Values } from './values.ts';

/** What the attempts over GraphQL share. */
export interface GraphqlFuzz extends Makers {
  readonly wire: Wire;
  readonly values: Values;
  readonly records: KnownRecords;
  readonly report: Report;
  readonly schema: GraphQLSchema;
  readonly seed: number;
  /** Which root fields, and whether random documents, by the names that reports use. */
  readonly only: RegExp;
  /** Valid documents, and as many broken ones. */
  readonly runs: number;
}

/** Sends a valid document. @param by undefined: nobody. @returns its answer, and the promises that it broke */
export type TryDocument = (
  kind: RootKind,
  document: GraphqlRequest,
  by: Pick<Caller, 'headers' | 'address'> | undefined,
) => Promise<{ readonly answer: WireAnswer; readonly failures: readonly Failure[] }>;
