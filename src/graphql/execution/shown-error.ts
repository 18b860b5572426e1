import type { DomainError, ErrorCode, ErrorKind, FieldProblem } from '../../domain/kernel/errors.ts';
import type { Params } from '../../model/wording.ts';

/** The functions by which a transport shows and logs a thrown error. */
export interface ErrorReporting {
  readonly toDomainError: (thrown: unknown) => DomainError;
  readonly statusOf: (error: DomainError) => number;
  /** Logs an internal error with its request id. */
  readonly logInternalError: (requestId: string, thrown: unknown, code: string) => void;
}

/** The part of an operation's error that callers see. */
export interface ShownError {
  readonly kind: ErrorKind;
  readonly message: string;
  readonly code: ErrorCode;
  readonly messageId: string;
  readonly params: Params;
  readonly status: number;
  readonly fields?: readonly FieldProblem[];
  readonly retryAfterSeconds?: number;
}

/** The part of a thrown error that callers see: code, status and fields of a client error, nothing of an internal error. */
export function shownError({ toDomainError, statusOf }: ErrorReporting, thrown: unknown): ShownError {
  const domainError = toDomainError(thrown);
  const { kind, message, messageId, params, code, extras } = domainError;
  return {
    kind,
    message,
    code,
    messageId,
    params,
    status: statusOf(domainError),
    ...(extras.fields ? { fields: extras.fields } : {}),
    ...(extras.retryAfterSeconds ? { retryAfterSeconds: extras.retryAfterSeconds } : {}),
  };
}

/** The same, after an internal error was logged: for an error that does not fail its field. */
export function reportedError(shape: ErrorReporting, thrown: unknown, requestId: string): ShownError {
  const shown = shownError(shape, thrown);
  if (shown.status >= 500) shape.logInternalError(requestId, thrown, shown.code);
  return shown;
}
