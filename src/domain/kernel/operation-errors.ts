import type { ErrorCode, ErrorKind } from './errors.ts';
import { recordNotFound } from './not-found.ts';
import type { Operation } from './operation.ts';

/** Errors of the service and of how the input arrives, which any operation can have. */
const OF_THE_SERVICE: readonly ErrorKind[] = ['internal', 'unavailable', 'tooLarge', 'unsupportedMedia', 'timeout'];
const OF_THE_WIRE: readonly ErrorCode[] = [
  'BAD_REQUEST',
  'INVALID_TEXT_ENCODING',
  'MALFORMED_JSON',
  'MALFORMED_MULTIPART',
];

const OF_ACCESS: Readonly<Record<Operation['access']['kind'], readonly ErrorCode[]>> = {
  admin: ['ADMIN_AUTH_REQUIRED', 'ROLE_FORBIDDEN'],
  public: [],
  app: ['PAIRING_AUTH_REQUIRED', 'DEVICE_NOT_ALLOWED'],
  proof: ['DEVICE_PROOF_REQUIRED', 'DEVICE_PROOF_INVALID', 'DEVICE_TIMESTAMP_OUT_OF_RANGE', 'DEVICE_NOT_ALLOWED'],
};

/** Also of public ones: a sign-in with a token is refused. */
const OF_PEOPLE: readonly ErrorCode[] = ['ADMIN_AUTH_REQUIRED', 'SESSION_REQUIRED'];

const OF_KEYS: readonly ErrorCode[] = [
  'IDEMPOTENCY_KEY_INVALID',
  'IDEMPOTENCY_KEY_REUSED',
  'IDEMPOTENCY_REPLY_ERASED',
  'IDEMPOTENCY_IN_PROGRESS',
];

/** The codes of the client errors of an operation: its own first, then those that follow from its declaration. */
export function errorsOf(operation: Operation): readonly ErrorCode[] {
  const { access, admission = {}, effect, target, takes = {}, errors = [] } = operation;
  const codes: readonly (ErrorCode | false | undefined)[] = [
    ...errors,
    target && recordNotFound(target).code,
    takes.revision && 'REVISION_CONFLICT',
    ...(takes.idempotencyKey ? OF_KEYS : []),
    'VALIDATION_FAILED',
    ...OF_ACCESS[access.kind],
    access.kind === 'admin' && !admission.beforePasswordChange && 'PASSWORD_CHANGE_REQUIRED',
    ...(admission.peopleOnly ? OF_PEOPLE : []),
    effect === 'write' && !admission.alwaysAuthorized && 'OPERATION_NOT_AUTHORIZED',
    admission.carriesAddress && 'PUBLIC_URL_IS_LOCAL',
    'RATE_LIMITED',
  ];
  return [...new Set(codes.filter((code) => code !== undefined && code !== false))];
}

/** Whether the declaration of an operation names an error. */
export function mayThrow(
  operation: Operation,
  { kind, code }: { readonly kind: ErrorKind; readonly code: ErrorCode },
): boolean {
  return OF_THE_SERVICE.includes(kind) || OF_THE_WIRE.includes(code) || errorsOf(operation).includes(code);
}
