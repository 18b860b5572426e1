import { type FormattedExecutionResult, GraphQLError } from 'graphql';
import type { Context as KoaContext } from 'koa';
import { invalid } from '../../domain/kernel/errors.ts';
import type { Call } from '../../domain/kernel/operation.ts';
import { DocumentErrors } from '../document/errors.ts';
import { formatError, type HttpErrors } from './errors.ts';
import { costExtension } from './reply.ts';

/** The media type for clients that prefer it: they read the errors whatever the status. */
const GRAPHQL_JSON = 'application/graphql-response+json';

/** Sends the errors of a document that is not executed. @throws every other error */
export function sendRefusal(ctx: KoaContext, error: unknown, reporting: HttpErrors): void {
  if (error instanceof GraphQLError) sendDocumentError(ctx, { errors: [error] });
  else if (error instanceof DocumentErrors) {
    const format = formatError(reporting);
    const errors = error.errors.map((each) => format(each.toJSON(), each));
    sendDocumentError(ctx, { errors, extensions: costExtension(0) });
  } else throw error;
}

function sendDocumentError(ctx: KoaContext, reply: FormattedExecutionResult): void {
  ctx.status = 400;
  const type = ctx.accepts('application/json', GRAPHQL_JSON) || 'application/json';
  ctx.set('Content-Type', `${type}; charset=utf-8`);
  ctx.body = JSON.stringify(reply);
}

/**
 * Completes the reply to a document that was not executed, ours or Apollo's.
 * @throws DomainError 429 for a caller with too many of them
 */
export async function completeRefusal(ctx: KoaContext, call: Call): Promise<void> {
  await countInvalidDocument(call);
  ctx.body = withRequestId(ctx.body, call.requestId);
  if (isDocumentError(ctx)) ctx.status = 200;
}

/** A document that cannot be executed has no operation that would count it. @throws DomainError 429 */
async function countInvalidDocument(call: Call): Promise<void> {
  const clientError = invalid('BAD_REQUEST', 'MALFORMED');
  const answered = await call.runtime.clientErrors.limit(call, clientError);
  if (answered !== clientError) throw answered;
}

/** Apollo rejects a request without a query, and a mutation by GET, before any plugin runs: such errors have no id yet. */
function withRequestId(body: unknown, requestId: string): unknown {
  const answered: { errors?: { extensions?: object }[] } = typeof body === 'string' ? JSON.parse(body) : {};
  const errors = answered.errors?.map((error) => ({ ...error, extensions: { ...error.extensions, requestId } }));
  return JSON.stringify({ ...answered, errors });
}

/**
 * Whether the reply is the error of a document, to a client that asked for `application/json` by name: such clients take
 * any status but 200 for a failure of the transport (https://graphql.github.io/graphql-over-http/draft/#sec-application-json).
 */
function isDocumentError({ status, state, response, req, body }: KoaContext): boolean {
  const isJson = response.type === 'application/json' && req.headers.accept?.includes('application/json') === true;
  if (status !== 400 || !isJson || (state.call as Call | undefined)?.admitted) return false;
  const { errors = [] } = JSON.parse(String(body)) as { errors?: { extensions: { code?: string } }[] };
  return errors.every(({ extensions: { code } }) => code !== 'BAD_REQUEST');
}
