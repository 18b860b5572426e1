import type { CheckName } from '../../fuzz/checks.ts';
import type { Json } from '../support/callers.ts';
import { type Fault, jsonOf, type ProxiedAnswer, type ProxiedRequest, withJson } from '../support/faulty-proxy.ts';

/** A fault of a service, and the check of the fuzzer that must find it. */
export interface PlantedFault {
  readonly what: string;
  readonly check: CheckName;
  /** The operation that the report must name. */
  readonly operation: string;
  /** What is fuzzed. */
  readonly only: RegExp;
  /** Made for each run, because some faults remember. */
  readonly make: () => Fault;
}

const CUSTOMERS = '/v1/admin/customers';
const CUSTOMER = /^\/v1\/admin\/customers\/[0-9a-f-]{36}$/;
const BATCH = /^\/v1\/admin\/inventory\/batches\/[0-9a-f-]{36}$/;

/** Changes the answers of one operation. */
function answering(
  method: string,
  path: RegExp,
  change: (answer: ProxiedAnswer, given: ProxiedRequest) => ProxiedAnswer,
): () => Fault {
  return () => async (given, pass) => {
    const answer = await pass(given);
    return given.method === method && path.test(pathOf(given)) ? change(answer, given) : answer;
  };
}

/** Changes the successful answers of one operation. */
function succeeding(method: string, path: RegExp, change: (json: Json) => Json): () => Fault {
  return answering(method, path, (answer) => (answer.status < 300 ? withJson(answer, change(jsonOf(answer))) : answer));
}

/** Sends a request again as an admin who was let in before. @param isFaulty the answers after which */
function actingAsAnother(
  isFaulty: (answer: ProxiedAnswer, headers: ProxiedRequest['headers']) => boolean,
): () => Fault {
  return () => {
    let cookie: string | undefined;
    return async (given, pass) => {
      const answer = await pass(given);
      if (answer.status === 200) cookie ??= given.headers.cookie;
      if (cookie === undefined || !isFaulty(answer, given.headers)) return answer;
      const { authorization: _token, ...headers } = given.headers;
      return pass({ ...given, headers: { ...headers, cookie } });
    };
  };
}

function pathOf({ path }: ProxiedRequest): string {
  return path.split('?', 1)[0] ?? '';
}

function refusal(status: number, code: string): ProxiedAnswer {
  const requestId = '7f6d1c0b9a8e4d3c2b1a0f9e8d7c6b5a';
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store', 'x-request-id': requestId };
  return { status, headers, body: Buffer.from(JSON.stringify({ error: { code, message: 'No.', requestId } })) };
}

const toCustomers = ({ method, path }: ProxiedRequest) => method === 'POST' && path === CUSTOMERS;
const LIST = /^\/v1\/admin\/customers$/;
const listCustomers = { operation: `GET ${CUSTOMERS}`, only: /^GET \/v1\/admin\/customers$/ };
const createCustomer = { operation: `POST ${CUSTOMERS}`, only: /^POST \/v1\/admin\/customers$/ };
const getSettings = { operation: 'GET /v1/admin/settings', only: /^GET \/v1\/admin\/settings$/ };
const rootField = { operation: 'POST /graphql: query settings', only: /: query settings$/ };
const getCustomer = { operation: `GET ${CUSTOMERS}/{id}`, only: /^(?:POST|GET) \/v1\/admin\/customers(?:\/\{id\})?$/ };

export const PLANTED_FAULTS: readonly PlantedFault[] = [
  {
    what: 'a 500 for an odd value',
    check: 'no-server-error',
    ...createCustomer,
    make: () => async (given, pass) =>
      toCustomers(given) && jsonOf(given)?.preferredLanguage === 'ru' ? refusal(500, 'INTERNAL_ERROR') : pass(given),
  },
  {
    what: 'a connection that is cut',
    check: 'no-server-error',
    ...createCustomer,
    make: () => async (given, pass) => {
      if (toCustomers(given) && jsonOf(given)?.preferredLanguage === 'ru') throw new Error('the proxy hangs up');
      return pass(given);
    },
  },
  {
    what: 'a success that is not declared',
    check: 'declared-status',
    ...listCustomers,
    make: answering('GET', LIST, (answer) => ({ ...answer, status: answer.status === 200 ? 203 : answer.status })),
  },
  {
    what: 'an error that is not declared, but for the default',
    check: 'declared-status',
    ...listCustomers,
    make: answering('GET', LIST, (answer) => (answer.status === 200 ? refusal(402, 'PAYMENT_REQUIRED') : answer)),
  },
  {
    what: 'another content type',
    check: 'declared-content-type',
    ...getSettings,
    make: answering('GET', /settings$/, (answer) => ({
      ...answer,
      headers: { ...answer.headers, 'content-type': 'text/plain' },
    })),
  },
  {
    what: 'a header that is missing',
    check: 'declared-headers',
    operation: 'GET /v1/admin/overview',
    only: /^GET \/v1\/admin\/overview$/,
    make: answering('GET', /overview$/, ({ headers: { ratelimit: _left, ...headers }, ...answer }) => ({
      ...answer,
      headers,
    })),
  },
  {
    what: 'a member that is not declared',
    check: 'declared-body',
    ...getCustomer,
    make: succeeding('GET', CUSTOMER, (json) => ({ ...json, passwordHash: 'x' })),
  },
  {
    what: 'a member that is missing',
    check: 'declared-body',
    ...getCustomer,
    make: succeeding('GET', CUSTOMER, ({ fullName: _name, ...json }) => json),
  },
  {
    what: 'a member of another type',
    check: 'declared-body',
    ...getCustomer,
    make: succeeding('GET', CUSTOMER, (json) => ({ ...json, revision: String(json.revision) })),
  },
  {
    what: 'invalid data that is accepted',
    check: 'invalid-data-is-refused',
    ...createCustomer,
    make: () => async (given, pass) => {
      const { nobodyDeclaredThis: _unknown, ...known } = jsonOf(given) ?? {};
      return pass(toCustomers(given) && known.fullName ? withJson(given, known) : given);
    },
  },
  {
    what: 'invalid data that is refused for another reason',
    check: 'invalid-data-is-refused',
    operation: `PATCH ${CUSTOMERS}/{id}`,
    only: /^(?:POST|PATCH) \/v1\/admin\/customers(?:\/\{id\})?$/,
    make: answering('PATCH', CUSTOMER, (answer) =>
      answer.status === 400 ? refusal(404, 'CUSTOMER_NOT_FOUND') : answer,
    ),
  },
  {
    what: 'a token that is refused',
    check: 'valid-data-is-accepted',
    ...getSettings,
    make: () => async (given, pass) =>
      'authorization' in given.headers ? refusal(401, 'ADMIN_AUTH_REQUIRED') : pass(given),
  },
  {
    what: 'valid data that is refused',
    check: 'valid-data-is-accepted',
    ...createCustomer,
    make: () => async (given, pass) =>
      toCustomers(given) && jsonOf(given)?.preferredLanguage === 'en' ? refusal(400, 'VALIDATION_FAILED') : pass(given),
  },
  {
    what: 'a refusal that changes something',
    check: 'a-refusal-changes-nothing',
    ...createCustomer,
    make: () => async (given, pass) => {
      const answer = await pass(given);
      if (toCustomers(given) && answer.status === 400) {
        await pass(
          withJson(
            { ...given, headers: { ...given.headers, 'content-type': 'application/json' } },
            { fullName: 'Half done' },
          ),
        );
      }
      return answer;
    },
  },
  {
    what: 'a required header that is not required',
    check: 'required-headers-are-required',
    operation: 'POST /v1/public/preorders',
    only: /^POST \/v1\/public\/preorders$/,
    make: () => async (given, pass) => {
      const key = { 'idempotency-key': `made-up-${Math.random()}` };
      return pass(
        pathOf(given) === '/v1/public/preorders' ? { ...given, headers: { ...key, ...given.headers } } : given,
      );
    },
  },
  {
    what: 'no authentication',
    check: 'authentication-is-enforced',
    ...getSettings,
    make: actingAsAnother(({ status }, { cookie, authorization }) => status === 401 && !cookie && !authorization),
  },
  {
    what: 'a session that never ends',
    check: 'authentication-is-enforced',
    ...getSettings,
    make: actingAsAnother(({ status }, { cookie = '=xxx', authorization }) => {
      const wasGood = !cookie.includes('=xxx') && !authorization;
      return status === 401 && wasGood;
    }),
  },
  {
    what: 'a token that is never revoked',
    check: 'authentication-is-enforced',
    ...getSettings,
    make: actingAsAnother(({ status }, { cookie, authorization = '' }) => {
      const wasGood = authorization.includes('karvon_sa_') && !cookie;
      return status === 401 && wasGood;
    }),
  },
  {
    what: 'a cookie that wins over a token',
    check: 'authentication-is-enforced',
    ...getSettings,
    make: actingAsAnother(({ status }, { cookie, authorization }) => status === 401 && !!cookie && !!authorization),
  },
  {
    what: 'a role that may not, and does',
    check: 'authentication-is-enforced',
    operation: 'GET /v1/admin/audit',
    only: /^GET \/v1\/admin\/audit$/,
    make: actingAsAnother(({ status }) => status === 403),
  },
  {
    what: 'GraphQL for everybody',
    check: 'authentication-is-enforced',
    ...rootField,
    make: actingAsAnother(({ status }) => status === 401),
  },
  {
    what: 'a method that is refused without Allow',
    check: 'undeclared-methods-are-refused',
    ...getSettings,
    make: () => async (given, pass) => {
      const answer = await pass(given);
      const { allow: _allow, ...headers } = answer.headers;
      return answer.status === 405 ? { ...answer, headers } : answer;
    },
  },
  {
    what: 'a deleted record that comes back',
    check: 'deleted-records-stay-gone',
    operation: 'GET /v1/admin/inventory/batches/{id}',
    only: /^DELETE \/v1\/admin\/inventory\/batches\/\{id\}$/,
    make: () => {
      const kept = new Map<string, ProxiedAnswer>();
      return async (given, pass) => {
        if (given.method === 'DELETE' && BATCH.test(given.path)) {
          kept.set(given.path, await pass({ ...given, method: 'GET', body: Buffer.alloc(0) }));
        }
        const answer = await pass(given);
        return given.method === 'GET' && answer.status === 404 ? (kept.get(given.path) ?? answer) : answer;
      };
    },
  },
  {
    what: 'a record that was made and is not found',
    check: 'created-records-are-there',
    ...createCustomer,
    make: answering('GET', CUSTOMER, () => refusal(404, 'CUSTOMER_NOT_FOUND')),
  },
  {
    what: 'a GraphQL answer with a foreign member',
    check: 'graphql-answer-shape',
    ...rootField,
    make: succeeding('POST', /^\/graphql$/, (json) => ({ ...json, took: 3 })),
  },
  {
    what: 'a GraphQL answer with an internal error',
    check: 'graphql-has-no-internal-error',
    ...rootField,
    make: succeeding('POST', /^\/graphql$/, (json) =>
      json.data?.__schema ? json : { ...json, errors: [{ message: 'Oops.', extensions: { code: 'INTERNAL_ERROR' } }] },
    ),
  },
  {
    what: 'a valid GraphQL document that is refused',
    check: 'graphql-valid-documents-are-executed',
    ...rootField,
    make: answering('POST', /^\/graphql$/, (answer) =>
      answer.status < 300
        ? withJson(answer, {
            errors: [{ message: 'No such field.', extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }],
          })
        : answer,
    ),
  },
  {
    what: 'a broken GraphQL document that is executed',
    check: 'graphql-invalid-documents-are-refused',
    operation: 'POST /graphql',
    only: /^POST \/graphql$/,
    make: () => async (given, pass) => {
      const query = String(jsonOf(given)?.query);
      return pass(query.includes('noSuchField') ? withJson(given, { query: '{ __typename }' }) : given);
    },
  },
];
