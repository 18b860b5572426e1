import type { ErrorCode } from '../../model/error-codes.ts';
import { ERROR_TEXTS } from '../../model/error-texts.ts';
import type { FieldProblem } from '../../model/field-problems.ts';
import { type Params, type Sentence, sentenceOf, type ValuesOf } from '../../model/wording.ts';

export type { ErrorCode } from '../../model/error-codes.ts';
export { type FieldProblem, fieldProblem, pathOf } from '../../model/field-problems.ts';

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

/** All error codes by kind. */
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
    // Apollo's clients know the first two by these names, and send the whole document instead.
    'PERSISTED_QUERY_NOT_SUPPORTED',
    'PERSISTED_QUERY_NOT_FOUND',
    'DOCUMENT_NOT_TRUSTED',
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
    'IDEMPOTENCY_REPLY_ERASED',
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
} as const satisfies Record<ErrorKind, readonly ErrorCode[]>;

type CodeOf<K extends ErrorKind> = (typeof ERROR_CODES)[K][number];

const TEXTS: Readonly<Record<ErrorCode, string | Readonly<Record<string, string>>>> = ERROR_TEXTS;

type TextsOf<Code extends ErrorCode> = (typeof ERROR_TEXTS)[Code];

/** What a maker takes after the code: the name of the sentence, where the code has several, and its values. */
export type Said<Code extends ErrorCode> =
  TextsOf<Code> extends string
    ? ValuesOf<TextsOf<Code>>
    : {
        [Name in keyof TextsOf<Code> & string]: [name: Name, ...ValuesOf<TextsOf<Code>[Name] & string>];
      }[keyof TextsOf<Code> & string];

interface ErrorExtras {
  readonly fields?: readonly FieldProblem[];
  /** Seconds until a retry can succeed (429, 503, and a temporary 409). */
  readonly retryAfterSeconds?: number;
  /** True if the writes of the handler before the error are committed: a failed login is counted. */
  readonly keepsWrites?: boolean;
  /** Of a 401: what is wrong with the bearer token, as RFC 6750 names it (3.1). */
  readonly bearerError?: 'invalid_token' | 'invalid_request';
}

/** A sentence of the catalog, by its id, with its values. */
export interface Wording extends Sentence {
  readonly messageId: string;
}

/** The sentence of a code. */
export function wordingOf<Code extends ErrorCode>(code: Code, ...said: Said<Code>): Wording;
export function wordingOf(code: ErrorCode, ...said: readonly (string | Params | undefined)[]): Wording {
  const [first, second] = said;
  const texts = TEXTS[code];
  if (typeof texts === 'string') return { messageId: code, ...sentenceOf(texts, valuesIn(first)) };
  return { messageId: `${code}_${String(first)}`, ...sentenceOf(texts[String(first)] ?? '', valuesIn(second)) };
}

function valuesIn(said: string | Params | undefined): Params | undefined {
  return typeof said === 'object' ? said : undefined;
}

/**
 * A client error with a stable code. `message` is shown to the caller, so it must not contain secrets or data of
 * others, and `params` has no more than the message.
 */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly kind: ErrorKind;
  readonly code: ErrorCode;
  readonly extras: ErrorExtras;
  readonly messageId: string;
  readonly params: Params;

  constructor(kind: ErrorKind, code: ErrorCode, { message, messageId, params }: Wording, extras: ErrorExtras = {}) {
    super(message);
    this.kind = kind;
    this.code = code;
    this.extras = extras;
    this.messageId = messageId;
    this.params = params;
  }

  /** The same error with further facts. */
  with(extras: ErrorExtras): DomainError {
    return new DomainError(this.kind, this.code, this, { ...this.extras, ...extras });
  }
}

/** 400: the input is invalid. `with({ fields })` says of which field. */
export function invalid<Code extends CodeOf<'invalid'>>(code: Code, ...said: Said<Code>): DomainError {
  return new DomainError('invalid', code, wordingOf(code, ...said));
}

/** 400 with all problems, in the order found. */
export function validationFailed(
  fields: readonly FieldProblem[],
  code: 'VALIDATION_FAILED' | 'INVALID_TEXT_ENCODING' = 'VALIDATION_FAILED',
): DomainError {
  const message = fields.map((problem) => `${problem.path} ${problem.message}`).join('; ');
  return new DomainError('invalid', code, { message, messageId: `${code}_FIELDS`, params: {} }, { fields });
}

/** 401: the caller is not authenticated. */
export function unauthenticated<Code extends CodeOf<'unauthenticated'>>(code: Code, ...said: Said<Code>): DomainError {
  return new DomainError('unauthenticated', code, wordingOf(code, ...said));
}

/** 403: the role or a policy forbids the call. */
export function forbidden<Code extends CodeOf<'forbidden'>>(code: Code, ...said: Said<Code>): DomainError {
  return new DomainError('forbidden', code, wordingOf(code, ...said));
}

/**
 * 403: the role may not call the operation.
 * @param needed the operation and the roles that may call it, where they decide
 */
export function roleForbidden(
  role: string,
  needed?: { readonly operation: string; readonly roles: readonly string[] },
): DomainError {
  return forbidden('ROLE_FORBIDDEN', 'OPERATION', { role, ...needed });
}

/** 403: a service account may not call the operation, whatever its role. */
export function sessionRequired(operation: string): DomainError {
  return forbidden('SESSION_REQUIRED', { operation });
}

/** Throws what a rule returned, if anything: rules return errors where `availableActions` shows them as well. */
export function throwIf(error: DomainError | undefined): void {
  if (error) throw error;
}

/** 404: the record does not exist. `code` names the kind of record. */
export function notFound<Code extends CodeOf<'notFound'>>(code: Code, ...said: Said<Code>): DomainError {
  return new DomainError('notFound', code, wordingOf(code, ...said));
}

/** 409: the call conflicts with the current state. */
export function conflict<Code extends CodeOf<'conflict'>>(code: Code, ...said: Said<Code>): DomainError {
  return new DomainError('conflict', code, wordingOf(code, ...said));
}

/** 429 with the seconds to wait. */
export function rateLimited(retryAfterSeconds: number): DomainError {
  return tooMany('WAIT', { seconds: retryAfterSeconds }).with({ retryAfterSeconds });
}

/** 429 for too many concurrent calls: a retry after a second can succeed. */
export function tooMany(...said: Said<'RATE_LIMITED'>): DomainError {
  return new DomainError('rateLimited', 'RATE_LIMITED', wordingOf('RATE_LIMITED', ...said), RETRY_SOON);
}

/** 503: a retry after a second can succeed, or as `with({ retryAfterSeconds })` says. */
export function unavailable<Code extends CodeOf<'unavailable'>>(code: Code, ...said: Said<Code>): DomainError {
  return new DomainError('unavailable', code, wordingOf(code, ...said), RETRY_SOON);
}

/** 409 for a call with the same idempotency key that is still running. */
export function stillRunning(): DomainError {
  return conflict('IDEMPOTENCY_IN_PROGRESS').with(RETRY_SOON);
}

const RETRY_SOON: ErrorExtras = { retryAfterSeconds: 1 };

/** The same client error, but the writes of the handler before it are committed (a failed login is counted). */
export function keepingWrites(error: DomainError): DomainError {
  return error.with({ keepsWrites: true });
}
