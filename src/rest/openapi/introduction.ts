/** The facts that all operations share, as Markdown, for readers of the description. */
export const INTRODUCTION = `
REST of a hardware-device business: for devices, companion apps, the public site and scripts. The revision of the
contract is the version of this description.

**Credentials.** Admins sign in with \`POST /v1/admin/auth/login\`, which sets a session cookie for 12 hours. Scripts
send the token of a service account, \`Authorization: Bearer karvon_sa_…\`, which a SUPER_ADMIN creates. Devices sign each request
with their secret (HMAC-SHA256) in two headers. Companion apps send the credential of their pairing as
\`Authorization: Bearer\`. The public site needs none.

**Errors** have one shape: \`{ "error": { "code", "message", "requestId" } }\`. Codes are stable, messages are for people.
Each operation lists its codes by status, with what they mean. Any request can also be answered 405, 408 or 431.

**Requests.** Bodies are JSON in UTF-8, except for firmware uploads, which are forms. Members and parameters that an
operation does not have are refused with 400, as are texts with NUL or lone surrogates. Lengths count characters; where
\`x-trim\` is set, those of its normal form: NFC, without white space around the text and without invisible characters (but those that
join emoji), and with one space for each run of spaces. A query parameter is given once.

**Answers** may get new members in a later version: ignore those that you do not know.

**Lists** are pages \`{ items, total, skip, take }\`.

**Rate limits** count calls in 60 seconds (\`x-rate-limit\`); \`RateLimit\` says what is left. After 429 and 503, wait as
long as \`Retry-After\` says.

**Retries.** An operation that takes \`Idempotency-Key\` gives the same key the same answer. An operation that takes
\`If-Match\` fails with 409 REVISION_CONFLICT when the record has changed since you read it.
`.trim();
