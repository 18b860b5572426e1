import fc from 'fast-check';
import { buildClientSchema, type GraphQLSchema, getIntrospectionQuery, Kind, parse, validate } from 'graphql';
import { jsonRequest } from './callers.ts';
import { authenticationProblems, type Failure, type Problem } from './checks.ts';
import { isObject } from './document.ts';
import { dataProblems, envelopeProblems, errorsIn } from './graphql-answers.ts';
import {
  brokenRequest,
  Draws,
  type GraphqlRequest,
  type RootKind,
  rootGoal,
  validDocument,
  wireNameOf,
} from './graphql-documents.ts';
import { everyRootField } from './graphql-fields.ts';
import type { GraphqlFuzz, TryDocument } from './graphql-fuzz.ts';
import type { KnownRecords } from './known-records.ts';
import type { WireAnswer, WireRequest } from './request.ts';
import { search } from './search.ts';

const GRAPHQL = wireNameOf('query');
/** Codes for a document that the schema does not allow. */
const DOCUMENT_CODES = ['GRAPHQL_VALIDATION_FAILED', 'BAD_REQUEST'];
/** Too many fields, too deep or too expensive: bounds that no schema can express. */
const BOUNDS = /^The query costs \d|more than \d|at most \d|nested too deeply/;
const NUMBERS = fc.array(fc.nat(9_999), { minLength: 20, maxLength: 160, size: 'max' });

/** Tries each root field, then sends random documents of the service's own schema, by callers of every role and by nobody. */
export async function fuzzGraphql(fuzz: GraphqlFuzz): Promise<void> {
  const { wire, callers, records, report, schema, seed, only, runs } = fuzz;
  await everyRootField({ ...fuzz, tryDocument });
  if (!only.test(GRAPHQL)) return;
  report.aim(GRAPHQL);
  const senders = [...callers.admins, ...callers.scripts, undefined];
  const cases = fc.record({ numbers: NUMBERS, by: fc.nat(senders.length - 1) });
  const shared = { seed, runs, cases, report, onSpent: () => undefined };
  await search({
    ...shared,
    name: `${GRAPHQL} valid`,
    failuresOf: async ({ numbers, by }) => {
      const document = validDocument(schema, new Draws(numbers), records);
      return (await tryDocument('query', document, senders[by])).failures;
    },
  });
  await search({
    ...shared,
    name: `${GRAPHQL} broken`,
    failuresOf: async ({ numbers, by }) => {
      const draws = new Draws(numbers);
      const valid = validDocument(schema, draws, records);
      const broken = brokenRequest(valid, draws);
      if (isAllRight(schema, broken, valid)) return [];
      const { request, answer } = await send('query', broken, senders[by], 'invalid');
      return failuresOf(request, [...envelopeProblems(answer), ...refusalProblems(answer)]);
    },
  });

  async function send(kind: RootKind, body: unknown, by: Parameters<TryDocument>[2], meant: 'valid' | 'invalid') {
    const [method = '', path = ''] = wireNameOf(kind).split(' ');
    const { headers, address } = by ?? { headers: {}, address: callers.freshAddress() };
    const stream = kind === 'subscription' ? { accept: 'text/event-stream' } : undefined;
    const request: WireRequest = {
      method,
      path,
      headers: { 'content-type': 'application/json', ...stream, ...headers },
      body: JSON.stringify(body),
      address,
      ...(stream ? { isStream: true } : {}),
    };
    const answer = await wire.send(request);
    report.count(wireNameOf(kind), answer, meant);
    return { request, answer };
  }

  async function tryDocument(...[kind, document, by]: Parameters<TryDocument>) {
    const { request, answer } = await send(kind, document, by, by ? 'valid' : 'invalid');
    if (!by) return { answer, failures: failuresOf(request, authenticationProblems(answer, 401, 'nobody')) };
    noteRecords(answer.json, records);
    for (const goal of answeredFields(document, answer)) report.reach(goal);
    const problems = [...envelopeProblems(answer), ...executionProblems(schema, document, answer)];
    return { answer, failures: failuresOf(request, problems) };
  }
}

/** Keeps the ids that an answer shows, by their types. */
function noteRecords(value: unknown, records: KnownRecords): void {
  if (Array.isArray(value)) for (const each of value) noteRecords(each, records);
  if (!isObject(value)) return;
  if (typeof value.id === 'string' && typeof value.__typename === 'string') records.add(value.__typename, value.id);
  for (const each of Object.values(value)) noteRecords(each, records);
}

/** The root fields that answered with data, as goals. */
function answeredFields({ query }: GraphqlRequest, { json }: WireAnswer): string[] {
  const data = isObject(json) && isObject(json.data) ? json.data : {};
  const [definition] = parse(query).definitions;
  if (definition?.kind !== Kind.OPERATION_DEFINITION) return [];
  return definition.selectionSet.selections.flatMap((field) => {
    if (field.kind !== Kind.FIELD) return [];
    const value = data[field.alias?.value ?? field.name.value];
    return value === null || value === undefined ? [] : rootGoal(definition.operation, field.name.value);
  });
}

/** Reads the GraphQL schema of a service. @throws Error if it does not describe it */
export async function readSchema({ wire, callers }: Pick<GraphqlFuzz, 'wire' | 'callers'>): Promise<GraphQLSchema> {
  const [founder] = callers.admins;
  const answer = await wire.send(jsonRequest('POST', '/graphql', { query: getIntrospectionQuery() }, founder));
  const data = isObject(answer.json) ? answer.json.data : undefined;
  if (!isObject(data))
    throw new Error(`the service does not describe its GraphQL schema: ${answer.text.slice(0, 300)}`);
  return buildClientSchema(JSON.parse(JSON.stringify(data)));
}

/** A document that the schema allows is executed: it may be refused for what it asks, not for how it is written. */
function executionProblems(schema: GraphQLSchema, { query }: GraphqlRequest, answer: WireAnswer): Problem[] {
  const wrong = errorsIn(answer).find(({ code, message }) => DOCUMENT_CODES.includes(code) && !BOUNDS.test(message));
  if (wrong) {
    const what = `${wrong.code}: ${answer.text.slice(0, 300)}`;
    return [{ check: 'graphql-valid-documents-are-executed', what }];
  }
  return answer.status < 500 ? dataProblems(schema, query, answer) : [];
}

/** Nothing of a broken document is executed: an error with a path is of a field that was. */
function refusalProblems(answer: WireAnswer): Problem[] {
  const { json, status, text } = answer;
  const errors = errorsIn(answer);
  const hasData = isObject(json) && isObject(json.data);
  const isRefused = errors.length > 0 && !hasData && errors.every(({ hasPath }) => !hasPath);
  if (isRefused || status >= 500) return [];
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

function failuresOf(request: WireRequest, problems: readonly Problem[]): Failure[] {
  const operation = wireNameOf(request.isStream ? 'subscription' : 'query');
  return problems.map((problem) => ({ ...problem, operation, request }));
}
