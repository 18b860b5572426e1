import fc from 'fast-check';
import { buildClientSchema, type GraphQLSchema, getIntrospectionQuery, Kind, parse, validate } from 'graphql';
import { type Admin, type Callers, jsonRequest } from './callers.ts';
import type { Failure, Problem } from './checks.ts';
import { isObject } from './document.ts';
import { codesIn, dataProblems, envelopeProblems } from './graphql-answers.ts';
import { brokenRequest, Draws, type GraphqlRequest, validDocument } from './graphql-documents.ts';
import type { KnownRecords } from './known-records.ts';
import type { Report } from './report.ts';
import type { Wire, WireAnswer, WireRequest } from './request.ts';
import { search } from './search.ts';

export interface GraphqlFuzz {
  readonly wire: Wire;
  readonly callers: Callers;
  readonly records: KnownRecords;
  readonly report: Report;
  readonly seed: number;
  /** Valid documents, and as many broken ones. */
  readonly runs: number;
}

/** What reports call it. */
export const GRAPHQL = 'POST /graphql';

/** Codes for a document that the schema does not allow. */
const DOCUMENT_CODES = ['GRAPHQL_VALIDATION_FAILED', 'GRAPHQL_PARSE_FAILED'];
const NUMBERS = fc.array(fc.nat(9_999), { minLength: 20, maxLength: 160, size: 'max' });

/** Sends random documents of the service's own schema, by callers of every role and by nobody. */
export async function fuzzGraphql({ wire, callers, records, report, seed, runs }: GraphqlFuzz): Promise<void> {
  const schema = await readSchema(wire, callers);
  report.fuzzed.add(GRAPHQL);
  for (const root of [schema.getQueryType(), schema.getMutationType()]) {
    for (const name of Object.keys(root?.getFields() ?? {})) report.rootFields.set(name, false);
  }
  const senders = [...callers.admins, undefined];
  const cases = fc.record({ numbers: NUMBERS, by: fc.nat(senders.length - 1) });

  async function send(body: unknown, by: Admin | undefined, meant: 'valid' | 'invalid') {
    const { cookie, address } = by ?? { cookie: undefined, address: callers.freshAddress() };
    const plain = jsonRequest('POST', '/graphql', undefined, { cookie, address });
    const headers = { ...plain.headers, 'content-type': 'application/json' };
    const request: WireRequest = { ...plain, headers, body: JSON.stringify(body) };
    const answer = await wire.send(request);
    report.count(GRAPHQL, answer, meant);
    return { request, answer };
  }

  await search({
    seed,
    runs,
    name: `${GRAPHQL} valid`,
    cases,
    report,
    onSpent: () => undefined,
    failuresOf: async ({ numbers, by }) => {
      const document = validDocument(schema, new Draws(numbers), records);
      const { request, answer } = await send(document, senders[by], 'valid');
      noteRecords(answer.json, records);
      for (const name of answeredFields(document, answer)) report.rootFields.set(name, true);
      return failures(request, [...envelopeProblems(answer), ...executionProblems(schema, document, answer)]);
    },
  });
  await search({
    seed,
    runs,
    name: `${GRAPHQL} broken`,
    cases,
    report,
    onSpent: () => undefined,
    failuresOf: async ({ numbers, by }) => {
      const draws = new Draws(numbers);
      const valid = validDocument(schema, draws, records);
      const broken = brokenRequest(valid, draws);
      if (isAllRight(schema, broken, valid)) return [];
      const { request, answer } = await send(broken, senders[by], 'invalid');
      return failures(request, [...envelopeProblems(answer), ...refusalProblems(answer)]);
    },
  });
}

/** Keeps the ids that an answer shows, by their types. */
function noteRecords(value: unknown, records: KnownRecords): void {
  if (Array.isArray(value)) for (const each of value) noteRecords(each, records);
  if (!isObject(value)) return;
  if (typeof value.id === 'string' && typeof value.__typename === 'string') records.add(value.__typename, value.id);
  for (const each of Object.values(value)) noteRecords(each, records);
}

/** The root fields that answered with data. */
function answeredFields({ query }: GraphqlRequest, { json }: WireAnswer): string[] {
  const data = isObject(json) && isObject(json.data) ? json.data : {};
  const [definition] = parse(query).definitions;
  const selections = definition?.kind === Kind.OPERATION_DEFINITION ? definition.selectionSet.selections : [];
  return selections.flatMap((field) => {
    if (field.kind !== Kind.FIELD) return [];
    const value = data[field.alias?.value ?? field.name.value];
    return value === null || value === undefined ? [] : field.name.value;
  });
}

async function readSchema(wire: Wire, { admins }: Callers): Promise<GraphQLSchema> {
  const [founder] = admins;
  const answer = await wire.send(jsonRequest('POST', '/graphql', { query: getIntrospectionQuery() }, founder));
  const data = isObject(answer.json) ? answer.json.data : undefined;
  if (!isObject(data))
    throw new Error(`the service does not describe its GraphQL schema: ${answer.text.slice(0, 300)}`);
  return buildClientSchema(JSON.parse(JSON.stringify(data)));
}

/** A document that the schema allows is executed: it may be refused for what it asks, not for how it is written. */
function executionProblems(schema: GraphQLSchema, { query }: GraphqlRequest, answer: WireAnswer): Problem[] {
  const wrong = codesIn(answer).find((code) => DOCUMENT_CODES.includes(code));
  // Too deep, too many fields or too dear: bounds that no schema can say.
  const isBound = /[Tt]oo |more than|at most|cost/.test(answer.text);
  if (wrong !== undefined && !isBound) {
    return [{ check: 'graphql-valid-documents-are-executed', what: `${wrong}: ${answer.text.slice(0, 300)}` }];
  }
  return answer.status < 500 ? dataProblems(schema, query, answer) : [];
}

/** Nothing of a broken document is executed. */
function refusalProblems({ json, status, text }: WireAnswer): Problem[] {
  const body = isObject(json) ? json : {};
  if (status >= 500 || (Array.isArray(body.errors) && (body.data === undefined || body.data === null))) return [];
  return [{ check: 'graphql-invalid-documents-are-refused', what: `${status} ${text.slice(0, 300)}` }];
}

/** Whether what should be broken is a valid request after all. */
function isAllRight(schema: GraphQLSchema, body: unknown, valid: GraphqlRequest): boolean {
  if (!isObject(body) || typeof body.query !== 'string') return false;
  // Another value for a variable, or none, may be right; another name of an operation is not.
  if (body.query === valid.query)
    return !('operationName' in body) && !Array.isArray(body.variables) && !hasObject(body);
  try {
    return validate(schema, parse(body.query)).length === 0;
  } catch {
    return false;
  }
}

/** Only a variable that the document declares can have a wrong value; an object of this name fits no input. */
function hasObject(body: { readonly [name: string]: unknown }): boolean {
  const { variables, query } = body;
  return isObject(variables) && isObject(variables.v0) && 'no' in variables.v0 && /\$v0: (?!JSON)/.test(String(query));
}

function failures(request: WireRequest, problems: readonly Problem[]): Failure[] {
  return problems.map((problem) => ({ ...problem, operation: GRAPHQL, request }));
}
