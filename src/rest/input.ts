import { fieldProblem, validationFailed } from '../domain/kernel/errors.ts';
import type { RawInput } from '../domain/run.ts';
import { assertCleanText, assertNoRepeats, parseQuery } from './middleware/text-guard.ts';
import type { Route } from './route.ts';

/** Maximum length of a caller's name in a message. */
const MAX_SHOWN_NAME = 64;

/**
 * The input of a GET is its query, of everything else its body; the other one must be empty.
 * @param querystring without the leading `?`
 * @param readBody reads the JSON body
 */
export function inputOf(
  querystring: string,
  { method, ignoresQuery, jsonParameters }: Pick<Route, 'method' | 'ignoresQuery' | 'jsonParameters'>,
  readBody: () => Promise<unknown>,
): RawInput {
  if (method === 'GET') {
    const read = () => (jsonParameters ? withJson(readQuery(querystring), jsonParameters) : readQuery(querystring));
    return { wire: 'strings', read: () => (ignoresQuery ? {} : read()) };
  }
  return {
    wire: 'json',
    read: () => {
      rejectQuery(querystring);
      return readBody();
    },
  };
}

/** @throws DomainError VALIDATION_FAILED when there is a parameter at all */
export function rejectQuery(querystring: string): void {
  if (querystring === '') return;
  const [undeclared] = Object.keys(readQuery(querystring));
  if (undeclared === undefined) return;
  throw validationFailed([fieldProblem(undeclared.slice(0, MAX_SHOWN_NAME), 'UNKNOWN_PARAMETER')]);
}

function readQuery(querystring: string): Record<string, string> {
  const query = parseQuery(querystring);
  assertCleanText(query, 'query');
  return query;
}

/** @throws DomainError VALIDATION_FAILED for a parameter that is no JSON */
function withJson(query: Record<string, string>, names: readonly string[]): Record<string, unknown> {
  const values: Record<string, unknown> = { ...query };
  for (const name of names) {
    const text = query[name];
    if (text !== undefined) values[name] = jsonIn(name, text);
  }
  return values;
}

function jsonIn(field: string, text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw validationFailed([fieldProblem(field, 'WRONG_FORMAT', { format: 'json' })]);
  }
  assertCleanText(value, field);
  assertNoRepeats(text, value);
  return value;
}
