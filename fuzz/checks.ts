import type { ApiDocument, Operation } from './document.ts';
import type { WireAnswer, WireRequest } from './request.ts';
import type { SchemaValidator } from './schema-validator.ts';

/** The promises that answers are checked for, by the names that reports use. */
export const CHECKS = [
  'no-server-error',
  'declared-status',
  'declared-content-type',
  'declared-headers',
  'declared-body',
  'invalid-data-is-refused',
  'a-refusal-changes-nothing',
  'valid-data-is-accepted',
  'required-headers-are-required',
  'undeclared-methods-are-refused',
  'authentication-is-enforced',
  'created-records-are-there',
  'deleted-records-stay-gone',
  'graphql-answer-shape',
  'graphql-has-no-internal-error',
  'graphql-valid-documents-are-executed',
  'graphql-invalid-documents-are-refused',
] as const;

export type CheckName = (typeof CHECKS)[number];

/** Any request can be answered so before its operation is known: `default` declares them, and no other status. */
const OF_ANY_REQUEST = [405, 408, 431];

/** A promise that was broken. */
export interface Problem {
  readonly check: CheckName;
  readonly what: string;
}

/** What is true of every answer of an operation, whatever was asked: that the file declares it as it is. */
export function problemsIn(
  operation: Operation,
  { status, headers, text, json }: WireAnswer,
  validator: SchemaValidator,
): Problem[] {
  if (status >= 500) return [{ check: 'no-server-error', what: `${status} ${text.slice(0, 300)}` }];
  const declared = operation.responses.get(String(status)) ?? operation.responses.get(`${String(status)[0]}XX`);
  const spec = declared ?? (OF_ANY_REQUEST.includes(status) ? operation.responses.get('default') : undefined);
  if (!spec) return [{ check: 'declared-status', what: `${status} is not declared: ${text.slice(0, 300)}` }];
  const problems: Problem[] = [];
  for (const [name, { required, schema }] of spec.headers) {
    const problem = headerProblem(headers[name], required, (value) => validator.problemIn(schema, value));
    if (problem) problems.push({ check: 'declared-headers', what: `${name} ${problem}` });
  }
  if (spec.content.size === 0) {
    if (text !== '') problems.push({ check: 'declared-body', what: `a body is not declared: ${text.slice(0, 300)}` });
    return problems;
  }
  const type = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? 'none';
  const schema = spec.content.get(type) ?? spec.content.get('*/*');
  if (!schema) {
    const known = [...spec.content.keys()].join(', ');
    problems.push({ check: 'declared-content-type', what: `the content type is ${type}, not ${known}` });
    return problems;
  }
  if (!/^application\/(?:json|.+\+json)$/.test(type)) return problems;
  const problem = json === undefined ? 'the body is no JSON' : validator.problemIn(schema, json);
  if (problem) problems.push({ check: 'declared-body', what: `${status}: ${problem}` });
  return problems;
}

/** A header is a text: it is compared as the number that its schema may ask for, too. */
function headerProblem(
  value: string | undefined,
  required: boolean,
  problemIn: (value: unknown) => string | undefined,
): string | undefined {
  if (value === undefined) return required ? 'is missing' : undefined;
  const problem = problemIn(value);
  if (problem === undefined || (/^-?\d+$/.test(value) && problemIn(Number(value)) === undefined)) return undefined;
  return `is ${JSON.stringify(value)}: ${problem}`;
}

/** Statuses for data that is too much, or of another media type. */
const UNREADABLE = [413, 415, 431];

/** A mistake in what is signed makes the signature wrong, which is found first. */
const SIGNED: readonly (readonly [operations: RegExp, mistakes: RegExp, code: string])[] = [
  [/ \/v1\/(?:devices\/heartbeat|firmware\/)/, /^(?:body|query)\.serial:/, 'DEVICE_PROOF_INVALID'],
  [/^GET \/v1\/firmware\/files\//, /^query\./, 'DOWNLOAD_NOT_ALLOWED'],
];

/** Invalid data is refused for what it is: another error is about the caller, the record or a rule, and says nothing of the data. */
export function refusalProblems(answer: WireAnswer, mistake: string, { name }: Operation): Problem[] {
  const { status, text } = answer;
  const code = codeOf(answer);
  const isForData = UNREADABLE.includes(status) || (status === 400 && SCHEMA_CODES.includes(code));
  const isForSignature = SIGNED.some(
    ([operations, mistakes, known]) => operations.test(name) && mistakes.test(mistake) && code === known,
  );
  if (isForData || isForSignature || status === 429 || status >= 500) return [];
  return [{ check: 'invalid-data-is-refused', what: `${mistake} was answered ${status}: ${text.slice(0, 200)}` }];
}

/** A request without a required header is refused for what it is. */
export function headerProblems({ status, text }: WireAnswer, name: string): Problem[] {
  if (status === 400 || status === 429 || status >= 500) return [];
  const what = `without ${name} it was answered ${status}: ${text.slice(0, 200)}`;
  return [{ check: 'required-headers-are-required', what }];
}

/** Statuses with which the state of records, or the length of all data together, may refuse what is valid in itself. */
const STATE = [404, 409, 413, 431];
/** Codes of 400 for data that breaks the schema; any other names a rule of the business. */
const SCHEMA_CODES = [
  'VALIDATION_FAILED',
  'BAD_REQUEST',
  'MALFORMED_JSON',
  'MALFORMED_MULTIPART',
  'INVALID_TEXT_ENCODING',
];

/**
 * Valid data is accepted, unless the state of records forbids it.
 */
export function acceptanceProblems(answer: WireAnswer, operation: Operation): Problem[] {
  const { status, text } = answer;
  if ((status >= 200 && status < 400) || STATE.includes(status) || status >= 500 || status === 429) return [];
  const code = codeOf(answer);
  // A password, a proof or a credential in the data may be wrong though it is valid data.
  if (status === 401 && (operation.credential === 'public' || code !== 'ADMIN_AUTH_REQUIRED')) return [];
  if (status === 403 && (code !== 'ROLE_FORBIDDEN' || isRuleOfBusiness(operation, text))) return [];
  if (status === 400 && (!SCHEMA_CODES.includes(code) || isRuleOfBusiness(operation, text))) return [];
  return [{ check: 'valid-data-is-accepted', what: `${status} ${text.slice(0, 300)}` }];
}

/** The code of an error answer; empty without one. */
export function codeOf({ text }: Pick<WireAnswer, 'text'>): string {
  return /"code":"([A-Z0-9_]+)"/.exec(text)?.[1] ?? '';
}

/** Rules between several fields, or with the time and the records, which no schema of OpenAPI 3.0 can express. */
const RULES_OF_BUSINESS: readonly (readonly [operations: RegExp, messages: RegExp])[] = [
  [
    / \/v1\/admin\/exports\//,
    /"(?:fields (?:has no such|names no) column|sort\[\d+\]\.field is given twice|filter must not have more than|filter[\w.]* must not (?:be deeper|follow more) than|filter must not ask for other records)/,
  ],
  [/ \/v1\/admin\/exports\//, / is only for format=|timeZone must be an IANA time zone/],
  // An edge in a filter needs the role that may follow it.
  [/ \/v1\/admin\/exports\//, /ROLE_FORBIDDEN/],
  [/ \/v1\/admin\/exports\/.+-metrics/, /"query\./],
  [
    / \/v1\/admin\/(?:devices|inventory|service-accounts)\b/,
    /expiresAt must be (?:in the future|at most|before the year)/,
  ],
  [
    /^POST \/v1\/admin\/sales$/,
    /soldAt must not be|currency must be three Latin letters|paymentStatus must not be REFUNDED|customer\.\w+ (?:must be absent|is required) when customer\.id is/,
  ],
  [/^POST \/v1\/admin\/sales\/\{id\}\/correct$/, /soldAt must not be|currency must be three Latin letters/],
  [/^PUT \/v1\/admin\/settings\/business$/, /defaultCurrency must be three Latin letters/],
  [/^POST \/v1\/admin\/firmware$/, /mandatoryAfter must not be before/],
  [/ \/v1\/admin\/sales/, /discount must not exceed unitPrice|amount must be at most/],
  [/^PUT \/v1\/admin\/preorder-settings$/, /depositAmount must not exceed fullPrice/],
  [/^PATCH \/v1\/admin\/preorders\/\{id\}\/status$/, /note is required to move/],
  [/^PATCH \/v1\/admin\/firmware\/\{id\}\/lifecycle$/, /rolloutPercentage is required to resume/],
  [/^PUT \/v1\/admin\/auth\/password$/, /newPassword is too easy to guess/],
];

function isRuleOfBusiness({ name }: Operation, text: string): boolean {
  return RULES_OF_BUSINESS.some(([operations, messages]) => operations.test(name) && messages.test(text));
}

/** 405 with the methods that there are. */
export function methodProblems(answer: WireAnswer, declared: readonly string[]): Problem[] {
  const allowed = (answer.headers.allow ?? '').split(',').map((each) => each.trim());
  const missing = declared.filter((method) => !allowed.includes(method));
  if (answer.status !== 405) {
    return [{ check: 'undeclared-methods-are-refused', what: `answered ${answer.status} instead of 405` }];
  }
  if (missing.length === 0) return [];
  return [{ check: 'undeclared-methods-are-refused', what: `Allow does not name ${missing.join(', ')}` }];
}

/** 401 without a valid credential, 403 for another role. */
export function authenticationProblems({ status, text }: WireAnswer, expected: number, who: string): Problem[] {
  // A request line that is too long is refused before anybody asks who sends it.
  if ([expected, 429, 431].includes(status)) return [];
  return [
    { check: 'authentication-is-enforced', what: `${who} got ${status} instead of ${expected}: ${text.slice(0, 200)}` },
  ];
}

/** A problem with the request that shows it. */
export interface Failure extends Problem {
  readonly operation: string;
  readonly request: WireRequest;
}

/** All methods that some path of the document has at this address. */
export function methodsAt(document: ApiDocument, path: string): string[] {
  const matching = document.operations.filter((operation) =>
    new RegExp(`^${operation.path.replaceAll('.', '\\.').replace(/\{[^}]+\}/g, '[^/]+')}$`).test(path),
  );
  return [...new Set(matching.map(({ method }) => method))];
}
