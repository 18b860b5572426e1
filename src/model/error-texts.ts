import { enumeration } from './enums.ts';
import type { ErrorCode } from './error-codes.ts';

/** Ends of sentences. */
const NEW_BATCH = 'Create a new batch ({instead=createBatch}).';
const OTHER_CUSTOMER =
  'Use that customer[, whose id is {customerId}], or first change it there ({first=updateCustomer}).';
const NEW_BUILD = 'Upload a new build instead.';
const MOVE = 'Cannot move from {from} to {to}:';
/** What a device needs first: `byHand` an admin can set it to, or steps that lead there, or none. */
const DEVICE_FIRST =
  '[First set it to {byHand|or} ({operation=setDeviceStatus}).][First {steps|next}.][{final} is final. Use another device.]';

/** What `requireTransition` says of any state machine. */
const TRANSITIONS = {
  FINAL: `${MOVE} {from} is final.`,
  OTHER_CAUSES: `${MOVE} {to} has other causes.`,
  ONLY_FROM: `${MOVE} only {allowed|and} can become {to} in this way.`,
  STEPS: `${MOVE} {steps|steps}.`,
} as const;

/** What a device, an app or an upload did wrong, which no client over GraphQL gets: in the words of what found it. */
const OTHER = '{problem}';

/**
 * The sentence of each error, by its code and, where the code has several, by a name for each (wording.ts). A sentence
 * holds no number, name or state but those in braces, so that a client can say it in another language by its `messageId` and its
 * `params`. The schema shows the sentences as the descriptions of ErrorMessageId.
 */
export const ERROR_TEXTS = {
  VALIDATION_FAILED: {
    FIELDS: 'The fields say what is wrong.',
    NO_OBJECT: 'The body must be a JSON object.',
    TOO_MANY_RECORDS:
      'The request was stopped: it read more than {maximum} records, the most for one request. Ask for smaller pages or fewer nested lists.',
    OTHER,
  },
  MALFORMED_JSON: 'The body is not valid JSON.',
  MALFORMED_MULTIPART: OTHER,
  INVALID_TEXT_ENCODING: {
    FIELDS: 'The fields say what is wrong.',
    INPUT: 'The input must not contain NUL or lone surrogates.',
    OTHER,
  },
  PASSWORD_TOO_COMMON: '{field=newPassword} is too easy to guess: choose another one.',
  INVALID_RANGE: {
    NOT_BEFORE: 'from must be before to.',
    TOO_LONG: 'from must be at most {hours} hours before to.',
    WITH_PRESET: 'from and to must not be given together with preset',
    INCOMPLETE: 'range needs preset, or both from and to',
    ENDS_FIRST: 'to must be after from',
    YEARS: 'from and to must be in the years {first} to {last}',
    ONLY_CUSTOM: 'from and to are allowed only with the range {range=custom}',
    CUSTOM_NEEDS_BOTH: 'the range {range=custom} requires from and to',
    TOO_MANY_YEARS: 'from and to must not be more than {years} years apart',
  },
  IDEMPOTENCY_KEY_REQUIRED: 'Send an idempotency-key header: a retry with the same key changes nothing.',
  IDEMPOTENCY_KEY_INVALID: 'The idempotency key must have {minimum} to {maximum} visible ASCII characters.',
  CONFIRMATION_MISMATCH: '{field=preorderNumber} does not match the number of this preorder.',
  ASSIGNEE_NOT_ELIGIBLE: '{field=adminId} must be an active admin with one of the roles {roles}.',
  PREORDER_QUANTITY_EXCEEDED: '{field=quantity} must be at most {maximum} per order.',
  DISCOUNT_EXCEEDS_PRICE: 'discount {discount} must not exceed unitPrice {unitPrice}.',
  REFUND_AMOUNT_EXCEEDS_REFUNDABLE:
    'amount {requested} exceeds the refundable amount: it must be at most {refundable}.[ Cancel the sale instead: its total is {total}.]',
  PROVISIONER_KEY_INVALID: {
    PRIVATE: '{field=provisionerPublicKey} is invalid: it is a private key (send only the public key).',
    NOT_PEM: '{field=provisionerPublicKey} is invalid: it is not one PEM block of a public key.',
    NOT_RSA: '{field=provisionerPublicKey} is invalid: it is not an RSA key.',
    WRONG_LENGTH: '{field=provisionerPublicKey} is invalid: its modulus must have {minimum} to {maximum} bits.',
    WRONG_EXPONENT: '{field=provisionerPublicKey} is invalid: its public exponent must be {exponent}.',
    CANNOT_ENCRYPT: '{field=provisionerPublicKey} is invalid: it cannot encrypt.',
    NOT_ALLOWED: '{field=provisionerPublicKey} is invalid: it is not the key of an allowed station.',
    NOT_PARSED: '{field=provisionerPublicKey} is invalid: it cannot be parsed.',
  },
  PUBLIC_KEY_INVALID: OTHER,
  PACKAGE_MALFORMED: { OTHER },
  PACKAGE_SIGNATURE_INVALID: { STORED: 'The release has too few valid signatures for its channel.', OTHER },
  PACKAGE_KEY_UNKNOWN: { STORED: 'A key that signed this release is no longer in the registry.', OTHER },
  PACKAGE_KEY_RETIRED: { OTHER },
  PACKAGE_KEY_REVOKED: { STORED: 'A key that signed this release is revoked.', OTHER },
  PACKAGE_DIGEST_MISMATCH: { OTHER },
  PACKAGE_NOT_ALLOWED: { STORED: 'The manifest expired at {expiresAt}.', OTHER },
  TARGET_DEVICE_INCOMPATIBLE: OTHER,
  BAD_REQUEST: {
    MALFORMED: 'The request is malformed.',
    DATABASE: 'The database cannot store a value of the request: check the values and send it again.',
    CLIENT_LEFT: 'The client closed the connection before it had its answer.',
    PARAMETER: 'The parameter {parameter} must be JSON.',
    ACCEPT: 'Send "Accept: {accept}".',
    SINGLE_CONNECTION:
      'The single connection mode is not served, because its requests would have to reach one instance. Send a request for each subscription: `singleConnection: false`, the default of graphql-sse.',
    OTHER,
  },
  GRAPHQL_VALIDATION_FAILED: {
    FIELDS: 'The fields say what is wrong.',
    TOO_COSTLY:
      'The query costs {cost}; the maximum is {maximum}. Request shorter lists (first, last) or fewer counts, searches and conditions, or split the query.',
    TOO_MANY:
      'The request has more than {maximum} {of}, fragments counted wherever they are spread. Split it into several requests.',
    TOO_MANY_VALUES: 'The variables contain more than {maximum} values. Send several requests.',
    VALUE_TOO_DEEP: 'A value has more than {maximum} levels of lists and objects.',
    TYPE_TOO_DEEP: 'The type of a variable has more than {maximum} levels.',
    TOO_DEEP: 'The document is nested too deeply.',
    FIELD_REPEATED: 'The field "{name}" is selected more than {maximum} times in the same place. Select it once.',
    FRAGMENT_TWICE: 'Two fragments are named "{name}". Rename one of them.',
    FRAGMENT_CYCLE: 'The fragment "{name}" contains itself.',
    ALIASED_SCHEMA: 'The fields of {name} must not have aliases.',
    SUBSCRIPTION_ELSEWHERE: 'Subscriptions are served by {path=/graphql/stream}, as server-sent events (graphql-sse).',
    QUERY_ELSEWHERE: 'Only subscriptions are served here. Send queries to {path=/graphql}.',
    MUTATION_ELSEWHERE: 'Only subscriptions are served here. Send mutations to {path=/graphql}.',
    OTHER,
  },
  QUERY_COST_EXCEEDED: {
    RECORDS:
      'The request was stopped: it read more records than its cost allows. Ask for smaller pages or fewer nested lists, and report the query.',
    TOO_SLOW:
      'The question took too long. Ask for a shorter range, fewer dimensions or a filter,[ by {grain} or longer,] or for less in one request.[ What takes longest is {metrics|andEach}, for which each row needs all values: leave it out, or ask for it alone.][ A file has more time: GET {path}.]',
  },
  ADMIN_AUTH_REQUIRED: {
    SIGN_IN: 'Sign in first.',
    TWO_CREDENTIALS:
      'The request has a session cookie and a bearer token, but only one of them can say who calls: send one.',
    INVALID_TOKEN:
      'The bearer token is unknown, expired or revoked, or its owner is not active: ask a {role=SUPER_ADMIN} for another one.',
  },
  INVALID_CREDENTIALS: {
    SIGN_IN:
      'The e-mail address or the password is wrong. After several failed attempts, wait a minute before you retry.',
    CURRENT_PASSWORD: 'The current password is wrong.',
  },
  DEVICE_PROOF_REQUIRED: 'The device proof is missing: send the timestamp and proof headers.',
  DEVICE_PROOF_INVALID: 'The device proof is invalid.',
  DEVICE_TIMESTAMP_OUT_OF_RANGE:
    'The timestamp differs from server time by more than {minutes} minutes: set the clock of the device.',
  PAIRING_AUTH_REQUIRED: 'Pair this app with the device first.',
  CHALLENGE_INVALID: 'The challenge is invalid or has expired: request a new one.',
  HARDWARE_PROOF_INVALID: 'The hardware proof is invalid.',
  ROLE_FORBIDDEN: {
    OPERATION: 'Your role {role} is not allowed to perform this operation[: {operation} needs {roles|orEach}].',
    COMMAND_LINE: 'The operation {operation} cannot be called from the command line.',
    SHARED: 'Only its owner or a {role=SUPER_ADMIN} can change what is shared.',
    REQUEST: 'This request is not allowed.',
  },
  SESSION_REQUIRED: 'A service account cannot call {operation}: sign in as an admin.',
  CSRF_ORIGIN_REJECTED:
    'The origin of the requesting page cannot use the session cookie. Add it to {setting=ALLOWED_ORIGINS}.',
  PASSWORD_CHANGE_REQUIRED: 'Change your one-time password first.',
  DEVICE_NOT_ALLOWED: {
    RETIRED: 'The device is {status=RETIRED}: it is no longer in service.',
    APPS: 'The status of this device does not allow apps to use it.',
  },
  OPERATION_NOT_AUTHORIZED: 'The operator of this service has not authorized writes.',
  PUBLIC_URL_IS_LOCAL:
    'Labels and envelopes would carry {url}, which no phone and no device can reach. Set {setting=PUBLIC_URL} to the public address of this service, and start it again.',
  DOWNLOAD_NOT_ALLOWED: 'The download URL is invalid or has expired: request a new one.',
  NOT_FOUND: {
    CLAIM_CODE: 'No such claim code.',
    SETTINGS: 'No such settings.',
    PAGE: 'GraphiQL is off: this service runs only trusted documents.',
  },
  ROUTE_NOT_FOUND: 'This path does not exist.[ Did you mean {nearest|orEach}?]',
  ADMIN_NOT_FOUND: 'No such admin.',
  SESSION_NOT_FOUND: 'No such session.',
  DEVICE_NOT_FOUND: 'No such device.',
  BATCH_NOT_FOUND: 'No such batch.',
  CUSTOMER_NOT_FOUND: 'No such customer.',
  PREORDER_NOT_FOUND: 'No such preorder.',
  SALE_NOT_FOUND: 'No such sale.',
  RELEASE_NOT_FOUND: 'No such release.',
  INSTALLATION_NOT_FOUND: 'No such installation.',
  PAIRING_NOT_FOUND: 'No such pairing.',
  SAVED_QUESTION_NOT_FOUND: 'No such saved question.',
  SAVED_VIEW_NOT_FOUND: 'No such saved view.',
  SERVICE_ACCOUNT_NOT_FOUND: 'No such service account.',
  FILE_NOT_FOUND: 'The file does not exist.',
  METHOD_NOT_ALLOWED: 'This path does not support the method.',
  REQUEST_TIMEOUT: {
    LATE: 'The request did not arrive in time.',
    CLIENT_LEFT: 'The client closed the connection before all records were changed.',
  },
  PAYLOAD_TOO_LARGE: {
    BODY: 'The request body is too large.',
    FILE: 'The file is larger than this upload allows.',
  },
  UNSUPPORTED_MEDIA_TYPE: OTHER,
  HEADERS_TOO_LARGE: 'The request line or the headers are too large.',
  INVALID_TRANSITION: {
    ...TRANSITIONS,
    DEVICE_FINAL: `${MOVE} {from} is final. Use another device.`,
    DEVICE_NEEDS_ENVELOPE: `${MOVE} the device needs a new provisioning envelope.`,
    DEVICE_NEEDS_CODE: `${MOVE} the device needs a new claim code (reset its claim).`,
    DEVICE_NEEDS_BOTH: `${MOVE} the device needs a new provisioning envelope and a new claim code (reset its claim).`,
    DEVICE_GONE: 'The device is no longer part of this sale: omit {field=deviceDisposition}.',
    DEVICE_IN_USE:
      'Cannot cancel the sale: a customer uses the device, which is {status}. Set the device to {allowed=RETURNED,SUSPENDED,REVOKED|or} first.',
    CLAIM_RESET: `Cannot reset the claim of the device: it is {status}. ${DEVICE_FIRST}`,
    TRANSFER: `Cannot transfer the device: it is {status}, and no owner uses it. ${DEVICE_FIRST}[ Until then, change the customer of its sale ({meanwhile}).]`,
    ENVELOPE: `Cannot issue a provisioning envelope: the device is {status}, and not on the bench. ${DEVICE_FIRST}`,
    GRANT: 'Cannot issue a maintenance grant: the device is {status} (allowed: {allowed}).',
    PREORDER_FINAL: `${MOVE} {from} is final. Take a new preorder instead.`,
    SALE_OVER: `${MOVE} the sale is {status}, which is final. Create a new sale ({instead=createSale}).`,
    SALE_BY_REFUND: `${MOVE} a sale gets it when its whole total is refunded ({instead=refundSale}).`,
    SALE_PARTLY_REFUNDED: `${MOVE} {refunded} of it are refunded already. Refund the rest instead ({instead=refundSale}).`,
    SALE_CLAIMED: `${MOVE} the sale is {status}: its customer has claimed the device. Refund the sale instead ({instead=refundSale}).`,
    SALE_REFUNDED: `${MOVE} its whole total was refunded, which is final.`,
    SALE_STATUS: `${MOVE} the sale is {status}.`,
    RECONCILE_SUCCEEDED:
      'Cannot reconcile from {status} (only {allowed|and} installations can be reconciled). It has succeeded: there is nothing to reconcile.',
    RECONCILE_RUNNING:
      'Cannot reconcile from {status} (only {allowed|and} installations can be reconciled). It is still in progress: wait until it ends, or interrupt it first ({first=interruptInstallation}).',
    BATCH_TO_PROVISION: `${MOVE} provision the batch instead ({instead=provisionBatch}).`,
    BATCH_TO_ARCHIVE: `${MOVE} archive the batch instead ({instead=archiveBatch}).`,
    BATCH_PROVISIONING: `${MOVE} its devices are being created. Provision it again to complete it ({instead=provisionBatch}), or set it to {otherwise=CANCELLED}.`,
    BATCH_WITH_DEVICES: `${MOVE} its devices exist. Set those that nobody needs to {deviceStatus=RETIRED} ({first=setDeviceStatus}), and archive the batch ({instead=archiveBatch}).`,
    BATCH_FIXED: `${MOVE} its devices exist, so its plan is fixed. ${NEW_BATCH}`,
    BATCH_ABANDONED: `${MOVE} it was abandoned, and can only be archived ({archive=archiveBatch}). ${NEW_BATCH}`,
    BATCH_FINAL: `${MOVE} {from} is final. ${NEW_BATCH}`,
    BATCH_ARCHIVED: `${MOVE} it is archived already.`,
    BATCH_NOT_PROVISIONED: `${MOVE} first provision it ({first=provisionBatch}), or set it to {otherwise=CANCELLED} ({by=updateBatch}).`,
    BATCH_NEVER_PROVISIONED: `${MOVE} it was abandoned before it had devices. ${NEW_BATCH}`,
  },
  DUPLICATE_EMAIL: {
    ADMIN: 'Another admin already has this e-mail address.',
    CUSTOMER: `Another customer already has this e-mail address. ${OTHER_CUSTOMER}`,
  },
  DUPLICATE_PHONE: `Another customer already has this phone number. ${OTHER_CUSTOMER}`,
  DUPLICATE_BATCH_CODE: 'Another batch already has this code.',
  REVISION_CONFLICT: {
    STALE: 'The record is at revision {revision}: read it again.',
    MEANWHILE: 'The record has changed since you read it: read it again and retry.',
    RELEASE: 'The release has changed since you read it: read it again and retry.',
  },
  LAST_SUPER_ADMIN: 'This is the last active {role=SUPER_ADMIN}: give another admin that role first.',
  SELF_CHANGE_FORBIDDEN: {
    ROLE: 'You cannot change your own role. Ask another {role=SUPER_ADMIN} to do it.',
    STATUS: 'You cannot set your own status to {to}. Ask another {role=SUPER_ADMIN} to do it.',
    PASSWORD:
      'You cannot reset your own password: change it with your current password (PUT {path=/v1/admin/auth/password}, {instead=changePassword}).',
  },
  BATCH_ALREADY_PROVISIONED:
    'The batch is already provisioned: its devices exist. Create a new batch for more devices ({instead=createBatch}).',
  BATCH_NOT_EDITABLE:
    'Cannot change {fields}: the batch is {status} (only {allowed=DRAFT} batches can be edited). [First set it to {first} ({by=updateBatch}).][Create a new batch ({instead}).]',
  BATCH_NOT_DELETABLE: {
    ARCHIVED:
      'Cannot delete the batch: it is {status}[ with {deviceCount} devices], and must be {empty=DRAFT}, or {abandoned=CANCELLED} without devices. An archived batch stays, hidden from lists.',
    WITH_DEVICES:
      'Cannot delete the batch: it is {status}[ with {deviceCount} devices], and must be {empty=DRAFT}, or {abandoned=CANCELLED} without devices. Its devices refer to it: archive it instead ({instead=archiveBatch}).',
    WRONG_STATUS:
      'Cannot delete the batch: it is {status}[ with {deviceCount} devices], and must be {empty=DRAFT}, or {abandoned=CANCELLED} without devices. First set it to {allowed|or} ({first=updateBatch}).',
  },
  EXPECTATION_MISMATCH: {
    SERIAL: '{field=serialNumber} does not match the serial of this device.',
    HARDWARE_REVISION: '{field=expectedHardwareRevision} does not match the hardware revision of this device.',
    GRANT:
      '[{version} does not match the version of this release; ][{build} does not match the build of this release; ][{releaseRevision} does not match the hardware revision of this release; ][{deviceRevision} does not match the hardware revision of the device; ].',
    INSTALLATION_SERIAL: '{field=serial} does not hold: the device has another serial number.',
    INSTALLATION_VERSION: '{field=expectedVersion} does not hold: the release is {version}.',
    INSTALLATION_BUILD: '{field=expectedBuild} does not hold: the release is build {build}.',
    FAILURE_REASON: '{field=expectedFailureReason} does not hold: the installation failed for another reason.',
  },
  IDEMPOTENCY_KEY_REUSED: 'This idempotency key was used with different input: use a new key.',
  IDEMPOTENCY_REPLY_ERASED:
    'A request with this idempotency key was carried out, and was erased with its customer: do not send it again, not with a new key either.',
  IDEMPOTENCY_IN_PROGRESS: 'A request with this idempotency key is still running: retry shortly.',
  PREORDER_CAPACITY_REACHED: 'The quantity exceeds the remaining preorder capacity of {remaining}.',
  PREORDER_DISABLED: 'Preorders are closed.',
  PREORDER_DELETED: 'The preorder created with this idempotency key was deleted: use a new key.',
  PREORDER_NOT_DELETABLE: {
    DELIVERED:
      'Cannot delete the preorder: it is {status} (only {allowed|and} preorders can be deleted). A delivered preorder is kept.',
    OPEN: 'Cannot delete the preorder: it is {status} (only {allowed|and} preorders can be deleted). First set it to {to=CANCELLED} ({first=setPreorderStatus}).',
  },
  PREORDER_NOT_LINKABLE: 'Cannot sell from the preorder {number}: it is {status=CANCELLED}.',
  PREORDER_SOLD: 'Cannot sell from the preorder {number}: it already became {sold} of at most {quantity} sales.',
  PREORDER_OF_ANOTHER_CUSTOMER: 'Cannot sell from the preorder {number}: another customer placed it.',
  MANUAL_DEPOSIT_NOT_ALLOWED:
    'Manual deposit confirmation is disabled in the preorder settings. Allow it there first ({first=updatePreorderSettings}).',
  DEVICE_NOT_SELLABLE: `Cannot sell the device: it is {status} (only {allowed=READY} devices can be sold). ${DEVICE_FIRST}`,
  DEVICE_ALREADY_SOLD:
    'This device is already sold[, in the sale {number}]. Sell another device, or first cancel that sale ({first=cancelSale}), which is possible until something is paid.',
  SALE_HAS_PAYMENTS: 'Cannot cancel the sale: its payment is {paymentStatus}. Refund it first ({first=refundSale}).',
  SALE_NOT_EDITABLE: {
    BELOW_REFUNDED: 'The total must be greater than the {refunded} already refunded.',
    PRICE_OVER:
      'Cannot change the price: the sale is {status} (only a {open=PENDING} sale, or a {paid=PAID} sale without refunds, can be repriced). Create a new sale instead ({instead=createSale}).',
    PRICE_SETTLED:
      'Cannot change the price: the sale is {status} (only a {open=PENDING} sale, or a {paid=PAID} sale without refunds, can be repriced). Refund the difference instead ({instead=refundSale}).',
    CUSTOMER_DEVICE_GONE:
      'Cannot change the customer: the device is no longer part of this sale. Create a new sale instead ({instead=createSale}).',
    CUSTOMER_OF_PREORDER:
      'Cannot change the customer: the sale came from a preorder of this one. Unlink the preorder first.',
    CUSTOMER_CLAIMED: 'Cannot change the customer: the device is already claimed. Transfer the device instead.',
    LINK_CANCELLED:
      'Cannot link the sale to a preorder: it is {status=CANCELLED}. Create a new sale of the preorder ({instead=createSale}).',
  },
  REFUND_NOT_ALLOWED: {
    REFUNDED:
      'Cannot refund the sale: its payment is {paymentStatus} (only {allowed|and} can be refunded). Its whole total was refunded: nothing is left.',
    CANCELLED:
      'Cannot refund the sale: its payment is {paymentStatus} (only {allowed|and} can be refunded). It was cancelled before anything was paid.',
    UNPAID:
      'Cannot refund the sale: its payment is {paymentStatus} (only {allowed|and} can be refunded). Record its payment first ({first=updateSale}), or cancel it ({instead=cancelSale}).',
  },
  INVALID_LIFECYCLE_TRANSITION: {
    ...TRANSITIONS,
    REVOKED: `${MOVE} {from} is final. ${NEW_BUILD}`,
    COMPLETED: `${MOVE} a completed release never rolls out again. ${NEW_BUILD}`,
    BEGUN: `${MOVE} a release that has begun to roll out is never {to} again. ${NEW_BUILD}`,
  },
  RELEASE_CONFLICT: {
    SAME_BUILD: 'This hardware already has a release of this version and build.',
    UNSIGNED: 'An unsigned release cannot be on the {channel=STABLE} channel: upload a signed package.',
    SECURITY_VERSION:
      'Security version {securityVersion} is lower than the {highest} of a completed release for this hardware revision.',
    BUILD:
      'Build {buildNumber} must be greater than build {highest} ({version}), the highest on this channel for this hardware revision.',
    NO_IMAGE: 'The stored image is missing or differs from the one uploaded: upload a new build.',
  },
  RELEASE_REVOKED: {
    ABORT: 'This release was revoked: abort the installation.',
    GRANT: 'Cannot issue a maintenance grant: the release is revoked. First install another release on the board.',
  },
  INSTALLATION_RELEASE_MISMATCH: {
    REPORT: 'This installation is of another release.',
    EXPECTED: '{field=releaseId} is not the release of this installation.',
  },
  INSTALLATION_TERMINAL: {
    REPORT: 'This installation has ended: ask for the current one.',
    ENDED:
      'This installation has ended in {status}: there is nothing to interrupt.[ If the device runs the release after all, reconcile it ({instead}).]',
  },
  INSTALLATION_INTERRUPTED: 'An operator interrupted this installation: abort it.',
  HEARTBEAT_CONTRADICTS: {
    VERSION: 'The heartbeat after the failure shows version {version}.',
    BUILD: 'The heartbeat after the failure shows build {build}.',
    SLOT: 'The heartbeat after the failure shows slot {slot}.',
  },
  GRANT_EXISTS: 'The board with this MAC already has the identity of {serial} from an earlier grant.',
  CUSTOMER_IN_USE:
    'Cannot anonymize the customer, who has [{preorderCount} open preorders ({preorders}[ and {otherPreorders} more]): fulfil, cancel or delete them first; ][{saleCount} sales that are not paid in full ({sales}[ and {otherSales} more]): settle, refund or cancel them first; ][{deviceCount} devices that apps use ({devices}[ and {otherDevices} more]): reset their claim, transfer them or take them back first; ].',
  CUSTOMER_ANONYMIZED: 'The customer is anonymized: create a new customer for a person who comes back.',
  CLAIM_CODE_UNAVAILABLE: 'The claim code cannot claim this device.',
  INSTALLATION_LIMIT_REACHED:
    'The device already has the maximum of {maximum} apps: revoke the pairing of one of them first.',
  SAVED_VIEW_LIMIT_REACHED: 'Cannot save the view: you have {count}, and the maximum is {maximum}. Delete one.',
  DEVICE_ALREADY_CLAIMED: 'The device is already claimed by another customer.',
  RATE_LIMITED: {
    WAIT: 'Too many requests: retry after {seconds} s.',
    REQUESTS: 'You have too many requests under way: retry when some of them have ended.',
    EXPORTS:
      'You have reached the limit of {running} running and {waiting} waiting exports. Retry when some of them have finished.',
    ANALYTICS:
      'You have reached the limit of {maximum} concurrent analytics requests. Retry when some of them have finished.',
    STREAMS: 'A session has at most {ofSession} streams, an admin {ofAdmin}. Close one.',
  },
  INTERNAL_ERROR: 'An internal error occurred.',
  SERVICE_UNAVAILABLE: {
    DATABASE: 'The service is temporarily unavailable: retry shortly.',
    NO_ANSWER: 'The database does not answer: retry shortly.',
    NOT_READY: 'This instance is not ready: its database is unavailable, or gives it no connection.',
    STARTING: 'The service is starting. Retry shortly.',
    LIVE: 'Live events are not available right now. Retry shortly.',
  },
  OVERLOADED: {
    LOCKED: 'Another request is changing the same data: retry shortly.',
    SLOW: 'The database query exceeded its time limit: request less data, or retry when the service is less busy.',
    BUSY: 'The service is overloaded: retry shortly.',
    QUEUE: 'Too many requests wait for the database: retry shortly.',
    CONNECTION: 'No database connection became free within {seconds} s: retry shortly.',
    UNREAD:
      'The export was ended: its client took nothing for some seconds while others waited for a connection. Retry shortly.',
    TIME: 'The request was stopped: it used more than {seconds} s of database time, the most for one request. Ask for less at once (fewer fields, counts or filters, a shorter range), or retry when the service is less busy.',
    PASSWORDS: 'Too many concurrent password checks: retry after {seconds} s.',
    STREAMS: 'This instance has reached its limit of streams: retry shortly.',
  },
  SHUTTING_DOWN: 'The service is stopping. Retry shortly.',
  STORAGE_UNAVAILABLE: {
    STORAGE: 'The storage is temporarily unavailable: retry shortly.',
    UPLOAD: 'The uploaded file is missing from the storage: upload it again.',
  },
  STORAGE_FULL: 'The file storage is full: ask the operator to free space, then retry.',
  PERSISTED_QUERY_NOT_SUPPORTED: 'This service has no manifest of documents: send the text of the document.',
  PERSISTED_QUERY_NOT_FOUND:
    'No document of the manifest has this id. The client may be newer than the manifest of this service.',
  DOCUMENT_NOT_TRUSTED:
    'This service runs only documents of its manifest: send one of them, by its id or its exact text. Introspection is refused as well.',
} as const satisfies Readonly<Record<ErrorCode, string | Readonly<Record<string, string>>>>;

/** Each sentence by its id: the code, and its name where the code has several. */
export const ERROR_MESSAGES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries<string | Readonly<Record<string, string>>>(ERROR_TEXTS).flatMap(([code, texts]) =>
    typeof texts === 'string'
      ? [[code, texts] as const]
      : Object.entries(texts).map(([name, text]) => [`${code}_${name}`, text] as const),
  ),
);

export const ERROR_MESSAGE_IDS = enumeration(
  'ErrorMessageId',
  'The sentence of an error. The description of each has the values of `params` in braces; a part in brackets is there if it has its values.',
  ERROR_MESSAGES,
);
