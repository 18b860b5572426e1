/**
 * The catalogue of errors. An operation refuses by throwing a DomainError made by one of the named makers below;
 * anything else that is thrown is a fault: it is logged with the request id and shown as INTERNAL_ERROR.
 * The domain knows no HTTP status; each transport maps `kind` to its own.
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

/** Every code this service answers with, by kind. A code is stable: clients decide by it. */
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
    'CSRF_ORIGIN_REJECTED',
    'PASSWORD_CHANGE_REQUIRED',
    'DEVICE_NOT_ALLOWED',
    'OPERATION_NOT_AUTHORIZED',
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
    'CLAIM_CODE_UNAVAILABLE',
    'INSTALLATION_LIMIT_REACHED',
    'DEVICE_ALREADY_CLAIMED',
  ],
  rateLimited: ['RATE_LIMITED'],
  internal: ['INTERNAL_ERROR'],
  unavailable: ['SERVICE_UNAVAILABLE', 'OVERLOADED', 'SHUTTING_DOWN', 'STORAGE_UNAVAILABLE', 'STORAGE_FULL'],
} as const satisfies Record<ErrorKind, readonly string[]>;

type CodeOf<K extends ErrorKind> = (typeof ERROR_CODES)[K][number];
export type ErrorCode = CodeOf<ErrorKind>;

/** One problem of an input: where it is (`customer.email`) and what is wrong with it. */
export interface FieldProblem {
  readonly field: string;
  readonly message: string;
}

interface ErrorExtras {
  readonly fields?: readonly FieldProblem[];
  /** Seconds after which a retry makes sense (429, 503, and a 409 that passes by itself). */
  readonly retryAfterSeconds?: number;
  /** What the handler wrote before it refused stays: a failed login is still counted. */
  readonly keepsWrites?: boolean;
}

/** A refusal with a stable code. `message` is shown to the caller, so it never carries a secret or another's data. */
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

/** 400: the input is wrong; all problems are in one message, each naming its field. */
export function invalid(code: CodeOf<'invalid'>, message: string, fields?: readonly FieldProblem[]): DomainError {
  return new DomainError('invalid', code, message, fields ? { fields } : {});
}

/** 400 VALIDATION_FAILED out of the problems found, in the order found. */
export function validationFailed(fields: readonly FieldProblem[]): DomainError {
  return invalid('VALIDATION_FAILED', fields.map(({ field, message }) => `${field} ${message}`).join('; '), fields);
}

/** 401: who are you. */
export function unauthenticated(code: CodeOf<'unauthenticated'>, message: string): DomainError {
  return new DomainError('unauthenticated', code, message);
}

/** 403: not your role, or a policy forbids it. */
export function forbidden(code: CodeOf<'forbidden'>, message: string): DomainError {
  return new DomainError('forbidden', code, message);
}

/** 404: no such record. `code` names the kind of record. */
export function notFound(code: CodeOf<'notFound'>, message = 'No such record.'): DomainError {
  return new DomainError('notFound', code, message);
}

/** 409: read the current state again. */
export function conflict(code: CodeOf<'conflict'>, message: string): DomainError {
  return new DomainError('conflict', code, message);
}

/** 409 that passes by itself, with the seconds after which a retry makes sense. */
export function busy(code: CodeOf<'conflict'>, message: string, retryAfterSeconds = 1): DomainError {
  return new DomainError('conflict', code, message, { retryAfterSeconds });
}

/** 429 with the seconds to wait. */
export function rateLimited(retryAfterSeconds: number): DomainError {
  return new DomainError('rateLimited', 'RATE_LIMITED', `Too many requests: retry after ${retryAfterSeconds} s.`, {
    retryAfterSeconds,
  });
}

/** 429 for too many calls at the same time; the message says how many are too many. */
export function tooManyAtOnce(message: string, retryAfterSeconds = 1): DomainError {
  return new DomainError('rateLimited', 'RATE_LIMITED', message, { retryAfterSeconds });
}

/** 503 with the seconds after which a retry makes sense. */
export function unavailable(code: CodeOf<'unavailable'>, message: string, retryAfterSeconds = 1): DomainError {
  return new DomainError('unavailable', code, message, { retryAfterSeconds });
}

/** The same refusal, but what the handler wrote before it is committed (a failed login is counted). */
export function keepingWrites(error: DomainError): DomainError {
  return new DomainError(error.kind, error.code, error.message, { ...error.extras, keepsWrites: true });
}
