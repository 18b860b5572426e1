/**
 * The catalog of errors. An operation rejects a call by throwing a DomainError, created by one of the makers below. Any
 * other error is an internal error: it is logged with the request id and shown as INTERNAL_ERROR. The domain knows no
 * HTTP status; each transport maps `kind` to its own.
 */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'notFound'
  | 'methodNotAllowed'
  | 'timeout'
  | 'tooLarge'
  | 'unsupportedMedia'
  | 'headersTooLarge'
  | 'conflict'
  | 'rateLimited'
  | 'internal'
  | 'unavailable';

/** All error codes by kind. Codes are stable, because clients depend on them. */
export const ERROR_CODES = {
  invalid: [
    'VALIDATION_FAILED',
    'MALFORMED_JSON',
    'MALFORMED_MULTIPART',
    'INVALID_TEXT_ENCODING',
    'PASSWORD_TOO_COMMON',
    'INVALID_RANGE',
    'IDEMPOTENCY_KEY_REQUIRED',
    'IDEMPOTENCY_KEY_INVALID',
    'CONFIRMATION_MISMATCH',
    'ASSIGNEE_NOT_ELIGIBLE',
    'PREORDER_QUANTITY_EXCEEDED',
    'DISCOUNT_EXCEEDS_PRICE',
    'REFUND_AMOUNT_EXCEEDS_REFUNDABLE',
    'PROVISIONER_KEY_INVALID',
    'PUBLIC_KEY_INVALID',
    'PACKAGE_MALFORMED',
    'PACKAGE_SIGNATURE_INVALID',
    'PACKAGE_KEY_UNKNOWN',
    'PACKAGE_KEY_RETIRED',
    'PACKAGE_KEY_REVOKED',
    'PACKAGE_DIGEST_MISMATCH',
    'PACKAGE_NOT_ALLOWED',
    'TARGET_DEVICE_INCOMPATIBLE',
    'BAD_REQUEST',
    'GRAPHQL_VALIDATION_FAILED',
    'QUERY_COST_EXCEEDED',
  ],
  unauthenticated: [
    'ADMIN_AUTH_REQUIRED',
    'INVALID_CREDENTIALS',
    'DEVICE_PROOF_REQUIRED',
    'DEVICE_PROOF_INVALID',
    'DEVICE_TIMESTAMP_OUT_OF_RANGE',
    'PAIRING_AUTH_REQUIRED',
    'CHALLENGE_INVALID',
    'HARDWARE_PROOF_INVALID',
  ],
  forbidden: [
    'ROLE_FORBIDDEN',
    'SESSION_REQUIRED',
    'CSRF_ORIGIN_REJECTED',
    'PASSWORD_CHANGE_REQUIRED',
    'DEVICE_NOT_ALLOWED',
    'OPERATION_NOT_AUTHORIZED',
    'PUBLIC_URL_IS_LOCAL',
    'DOWNLOAD_NOT_ALLOWED',
  ],
  notFound: [
    'NOT_FOUND',
    'ROUTE_NOT_FOUND',
    'ADMIN_NOT_FOUND',
    'SESSION_NOT_FOUND',
    'DEVICE_NOT_FOUND',
    'BATCH_NOT_FOUND',
    'CUSTOMER_NOT_FOUND',
    'PREORDER_NOT_FOUND',
    'SALE_NOT_FOUND',
    'RELEASE_NOT_FOUND',
    'INSTALLATION_NOT_FOUND',
    'PAIRING_NOT_FOUND',
    'SAVED_QUESTION_NOT_FOUND',
    'SAVED_VIEW_NOT_FOUND',
    'SERVICE_ACCOUNT_NOT_FOUND',
    'FILE_NOT_FOUND',
  ],
  methodNotAllowed: ['METHOD_NOT_ALLOWED'],
  timeout: ['REQUEST_TIMEOUT'],
  tooLarge: ['PAYLOAD_TOO_LARGE'],
  unsupportedMedia: ['UNSUPPORTED_MEDIA_TYPE'],
  headersTooLarge: ['HEADERS_TOO_LARGE'],
  conflict: [
    'INVALID_TRANSITION',
    'DUPLICATE_EMAIL',
    'DUPLICATE_PHONE',
    'DUPLICATE_BATCH_CODE',
    'REVISION_CONFLICT',
    'LAST_SUPER_ADMIN',
    'SELF_CHANGE_FORBIDDEN',
    'BATCH_ALREADY_PROVISIONED',
    'BATCH_NOT_EDITABLE',
    'BATCH_NOT_DELETABLE',
    'EXPECTATION_MISMATCH',
    'IDEMPOTENCY_KEY_REUSED',
    'IDEMPOTENCY_IN_PROGRESS',
    'PREORDER_CAPACITY_REACHED',
    'PREORDER_DISABLED',
    'PREORDER_DELETED',
    'PREORDER_NOT_DELETABLE',
    'PREORDER_NOT_LINKABLE',
    'PREORDER_SOLD',
    'PREORDER_OF_ANOTHER_CUSTOMER',
    'MANUAL_DEPOSIT_NOT_ALLOWED',
    'DEVICE_NOT_SELLABLE',
    'DEVICE_ALREADY_SOLD',
    'SALE_HAS_PAYMENTS',
    'SALE_NOT_EDITABLE',
    'REFUND_NOT_ALLOWED',
    'INVALID_LIFECYCLE_TRANSITION',
    'RELEASE_CONFLICT',
    'RELEASE_REVOKED',
    'INSTALLATION_RELEASE_MISMATCH',
    'INSTALLATION_TERMINAL',
    'INSTALLATION_INTERRUPTED',
    'HEARTBEAT_CONTRADICTS',
    'GRANT_EXISTS',
    'CUSTOMER_IN_USE',
    'CUSTOMER_ANONYMIZED',
    'CLAIM_CODE_UNAVAILABLE',
    'INSTALLATION_LIMIT_REACHED',
    'SAVED_VIEW_LIMIT_REACHED',
    'DEVICE_ALREADY_CLAIMED',
  ],
  rateLimited: ['RATE_LIMITED'],
  internal: ['INTERNAL_ERROR'],
  unavailable: ['SERVICE_UNAVAILABLE', 'OVERLOADED', 'SHUTTING_DOWN', 'STORAGE_UNAVAILABLE', 'STORAGE_FULL'],
} as const satisfies Record<ErrorKind, readonly string[]>;

type CodeOf<K extends ErrorKind> = (typeof ERROR_CODES)[K][number];
export type ErrorCode = CodeOf<ErrorKind>;

/** One invalid field of an input: its path (`customer.email`) and the problem. */
export interface FieldProblem {
  readonly field: string;
  readonly message: string;
}

interface ErrorExtras {
  readonly fields?: readonly FieldProblem[];
  /** Seconds until a retry can succeed (429, 503, and a temporary 409). */
  readonly retryAfterSeconds?: number;
  /** True if the writes of the handler before the error are committed: a failed login is counted. */
  readonly keepsWrites?: boolean;
  /** Of a 401: what is wrong with the bearer token, as RFC 6750 names it (3.1). */
  readonly bearerError?: 'invalid_token' | 'invalid_request';
}

/**
 * A client error with a stable code. `message` is shown to the caller, so it must not contain secrets or data of
 * others.
 */
export class DomainError extends Error {
  override readonly name = 'DomainError';

  constructor(
    readonly kind: ErrorKind,
    readonly code: ErrorCode,
    message: string,
    readonly extras: ErrorExtras = {},
  ) {
    super(message);
  }
}

/** 400: the input is invalid. One message lists all problems, each with its field. */
export function invalid(code: CodeOf<'invalid'>, message: string, fields?: readonly FieldProblem[]): DomainError {
  return new DomainError('invalid', code, message, fields ? { fields } : {});
}

/** 400 VALIDATION_FAILED with all problems, in the order found. */
export function validationFailed(fields: readonly FieldProblem[]): DomainError {
  return invalid('VALIDATION_FAILED', fields.map(({ field, message }) => `${field} ${message}`).join('; '), fields);
}

/** 401: the caller is not authenticated. */
export function unauthenticated(code: CodeOf<'unauthenticated'>, message: string): DomainError {
  return new DomainError('unauthenticated', code, message);
}

/** 401: the request has a bearer token, but no admin operation accepts it. */
export function bearerRefused(bearerError: 'invalid_token' | 'invalid_request', message: string): DomainError {
  return new DomainError('unauthenticated', 'ADMIN_AUTH_REQUIRED', message, { bearerError });
}

/** 403: the role or a policy forbids the call. */
export function forbidden(code: CodeOf<'forbidden'>, message: string): DomainError {
  return new DomainError('forbidden', code, message);
}

/**
 * 403: the role may not call the operation.
 * @param needed the operation and the roles that may call it, where they decide
 */
export function roleForbidden(
  role: string,
  needed?: { readonly operation: string; readonly roles: readonly string[] },
): DomainError {
  const hint = needed ? `: ${needed.operation} needs ${needed.roles.join(' or ')}.` : '.';
  return forbidden('ROLE_FORBIDDEN', `Your role ${role} is not allowed to perform this operation${hint}`);
}

/** 403: a service account may not call the operation, whatever its role. */
export function sessionRequired(operation: string): DomainError {
  return forbidden('SESSION_REQUIRED', `A service account cannot call ${operation}: sign in as an admin.`);
}

/** Throws what a rule returned, if anything: rules return errors where `availableActions` shows them as well. */
export function throwIf(error: DomainError | undefined): void {
  if (error) throw error;
}

/** 404: the record does not exist. `code` names the kind of record. */
export function notFound(code: CodeOf<'notFound'>, message = 'No such record.'): DomainError {
  return new DomainError('notFound', code, message);
}

/** 409: the call conflicts with the current state. */
export function conflict(code: CodeOf<'conflict'>, message: string): DomainError {
  return new DomainError('conflict', code, message);
}

/** 409 for a temporary conflict, with the seconds until a retry can succeed. */
export function busy(code: CodeOf<'conflict'>, message: string, retryAfterSeconds = 1): DomainError {
  return new DomainError('conflict', code, message, { retryAfterSeconds });
}

/** 429 with the seconds to wait. */
export function rateLimited(retryAfterSeconds: number): DomainError {
  return new DomainError('rateLimited', 'RATE_LIMITED', `Too many requests: retry after ${retryAfterSeconds} s.`, {
    retryAfterSeconds,
  });
}

/** 429 for too many concurrent calls; the message states the limit. */
export function tooManyAtOnce(message: string, retryAfterSeconds = 1): DomainError {
  return new DomainError('rateLimited', 'RATE_LIMITED', message, { retryAfterSeconds });
}

/** 503 with the seconds until a retry can succeed. */
export function unavailable(code: CodeOf<'unavailable'>, message: string, retryAfterSeconds = 1): DomainError {
  return new DomainError('unavailable', code, message, { retryAfterSeconds });
}

/** The same client error, but the writes of the handler before it are committed (a failed login is counted). */
export function keepingWrites(error: DomainError): DomainError {
  return new DomainError(error.kind, error.code, error.message, { ...error.extras, keepsWrites: true });
}
