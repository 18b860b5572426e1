import { type ExecutionResult, type FormattedExecutionResult, GraphQLError, type GraphQLFormattedError } from 'graphql';
import { DomainError, invalid } from '../../domain/kernel/errors.ts';
import type { Call } from '../../domain/kernel/operation.ts';
import { DocumentErrors } from '../document/errors.ts';
import { formatError, type HttpErrors } from '../reply/errors.ts';

/** The errors of subscriptions, as their streams show them and as the log has them. */
export class LiveErrors {
  readonly #reporting: HttpErrors;
  readonly #format: ReturnType<typeof formatError>;

  constructor(reporting: HttpErrors) {
    this.#reporting = reporting;
    this.#format = formatError(reporting);
  }

  /** A result with what callers see of its errors. */
  shown(result: ExecutionResult, call: Call): FormattedExecutionResult {
    return result.errors ? { ...result, errors: this.#shownErrors(result.errors, call) } : result;
  }

  /** Logs the internal errors of a result. */
  report({ errors = [] }: ExecutionResult, { requestId }: Call): void {
    const { toDomainError, statusOf, logInternalError } = this.#reporting;
    for (const { originalError } of errors) {
      const domainError = originalError && toDomainError(originalError);
      if (domainError && statusOf(domainError) >= 500) logInternalError(requestId, originalError, domainError.code);
    }
  }

  /** The errors of a document, and a role that may not subscribe. @throws everything else, which HTTP answers */
  async ofDocument(error: unknown, call: Call): Promise<readonly GraphQLFormattedError[]> {
    const { clientErrors } = call.runtime;
    if (error instanceof DocumentErrors || error instanceof GraphQLError) {
      const counted = await clientErrors.limit(call, invalid('BAD_REQUEST', 'MALFORMED'));
      if (counted.kind === 'rateLimited') throw counted;
      return this.#shownErrors(error instanceof GraphQLError ? [error] : error.errors, call);
    }
    if (!(error instanceof DomainError) || error.kind !== 'forbidden') throw error;
    const shown = await clientErrors.limit({ ...call, admitted: false }, error);
    return this.#shownErrors([new GraphQLError(shown.message, { path: [], originalError: shown })], call);
  }

  #shownErrors(errors: readonly GraphQLError[], { requestId }: Call): GraphQLFormattedError[] {
    return errors.map((error) => {
      const { extensions, ...formatted } = this.#format(error.toJSON(), error);
      return { ...formatted, extensions: { ...extensions, requestId } };
    });
  }
}
