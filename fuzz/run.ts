import type { GraphQLSchema } from 'graphql';
import { Business } from './business.ts';
import { type Callers, gatherCallers } from './callers.ts';
import { type ApiDocument, type Operation, readDocument } from './document.ts';
import { fuzzGraphql, readSchema } from './graphql.ts';
import { KnownRecords } from './known-records.ts';
import { linksOf } from './links.ts';
import { Report } from './report.ts';
import { ServiceGone, type Wire, wireTo } from './request.ts';
import { RestFuzzer } from './rest.ts';
import { validatorOf } from './schema-validator.ts';
import type { Target } from './service.ts';
import { valuesOf } from './values.ts';

export interface FuzzOptions {
  readonly seed: number;
  /** Cases of valid data for each operation, and as many of invalid data. */
  readonly runs: number;
  /** The operations and root fields to fuzz, by the names that reports use; all unless told. */
  readonly only?: RegExp;
  readonly progress?: (text: string) => void;
}

/** A service, its description, and admins who call it. */
export interface Session {
  readonly target: Omit<Target, 'stop'>;
  readonly wire: Wire;
  readonly document: ApiDocument;
  readonly schema: GraphQLSchema;
  readonly callers: Callers;
}

const DOCUMENT = '/v1/openapi.json';
/** GraphQL has one path for what are many operations. */
const GRAPHQL_FACTOR = 10;

/** Reads the description of a service and makes the callers. Close the wire afterwards. */
export async function openSession(target: Session['target']): Promise<Session> {
  const wire = wireTo(target.url);
  const document = await fetchDocument(wire);
  const callers = await gatherCallers({ wire, document, first: target.first });
  return { target, wire, document, schema: await readSchema({ wire, callers }), callers };
}

/**
 * Fuzzes a service by its OpenAPI file and its GraphQL schema.
 * @throws RangeError if `only` names nothing
 */
export async function fuzz(session: Session, { seed, runs, only = /./, progress }: FuzzOptions): Promise<Report> {
  const { target, wire, document, schema, callers } = session;
  const brand = /^x-(.+)-proof$/.exec(document.names.proofHeader)?.[1] ?? '';
  const business = new Business({ callers, url: target.url, brand, releaseKey: target.releaseKey });
  const links = linksOf(document);
  const [records, report] = [new KnownRecords(), new Report()];
  const makers = { document, business, callers };
  const shared = { ...makers, wire, values: valuesOf(document, links), records, report, seed };
  const rest = new RestFuzzer({ ...shared, validator: validatorOf(document), links, runs });
  await rest.prepare();
  try {
    for (const operation of producersFirst(document.operations.filter(({ name }) => only.test(name)))) {
      progress?.(operation.name);
      await rest.fuzz(operation);
    }
    await rest.stillGone();
    progress?.('GraphQL');
    await fuzzGraphql({ ...shared, schema, only, runs: runs * GRAPHQL_FACTOR });
  } catch (error) {
    if (!(error instanceof ServiceGone)) throw error;
    report.endedBy = error.message;
  }
  if (report.aims === 0) throw new RangeError(`no operation and no root field is named like ${only}`);
  return report;
}

async function fetchDocument(wire: Wire): Promise<ApiDocument> {
  const answer = await wire.send({ method: 'GET', path: DOCUMENT, headers: {} });
  if (answer.status !== 200) throw new Error(`GET ${DOCUMENT} is ${answer.status}: the service has no OpenAPI file`);
  return readDocument(answer.json);
}

/** What makes records comes before what needs their ids, and what deletes them comes last. */
function producersFirst(operations: readonly Operation[]): Operation[] {
  const rank = ({ method, path }: Operation): number => {
    if (method === 'DELETE') return 3;
    if (path.includes('{')) return 2;
    return method === 'POST' ? 0 : 1;
  };
  return [...operations].sort((one, other) => rank(one) - rank(other));
}
