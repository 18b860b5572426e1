import type { IncomingMessage } from 'node:http';
import { validationFailed } from '../domain/kernel/errors.ts';
import type { RawInput } from '../domain/run.ts';
import { readJsonBody } from './middleware/json-body.ts';
import { assertCleanText, parseQuery } from './middleware/text-guard.ts';
import type { Route } from './route.ts';

/** Maximum length of a caller's name in a message. */
const MAX_SHOWN_NAME = 64;

/**
 * The input of a GET is its query, of everything else its body; the other one must be empty.
 * @param querystring without the leading `?`
 * @param jsonLimitBytes the largest body that is read
 */
export function inputOf(
  req: IncomingMessage,
  querystring: string,
  { method, ignoresQuery }: Pick<Route, 'method' | 'ignoresQuery'>,
  jsonLimitBytes: number,
): RawInput {
  if (method === 'GET') return { wire: 'strings', read: () => (ignoresQuery ? {} : readQuery(querystring)) };
  return {
    wire: 'json',
    read: () => {
      rejectQuery(querystring);
      return readJsonBody(req, jsonLimitBytes);
    },
  };
}

/** @throws DomainError VALIDATION_FAILED when there is a parameter at all */
export function rejectQuery(querystring: string): void {
  if (querystring === '') return;
  const [undeclared] = Object.keys(readQuery(querystring));
  if (undeclared === undefined) return;
  throw validationFailed([{ field: undeclared.slice(0, MAX_SHOWN_NAME), message: 'is not a known parameter' }]);
}

function readQuery(querystring: string): Record<string, string> {
  const query = parseQuery(querystring);
  assertCleanText(query, 'query');
  return query;
}
