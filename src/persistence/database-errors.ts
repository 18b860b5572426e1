import { isNativeError } from 'node:util/types';
import pg from 'pg';

/** Address, database and role of a connection, without the password. */
export interface DatabaseAddress {
  /** `host:port`, or the folder of a Unix socket. */
  readonly server: string;
  readonly database: string;
  readonly role: string;
}

/**
 * Parses a DATABASE_URL.
 * @throws an error of the driver if the URL names an unreadable file (sslrootcert)
 */
export function addressOf(url: string): DatabaseAddress {
  const { host, port, database = '', user = '' } = new pg.Client({ connectionString: url });
  const server = host.startsWith('/') ? host : `${host.includes(':') ? `[${host}]` : host}:${port}`;
  return { server, database, role: user };
}

/** Codes of Node's TLS (https://nodejs.org/api/tls.html#x509-certificate-error-codes) for an untrusted certificate. */
const UNTRUSTED = /CERT|ISSUER|LEAF_SIGNATURE|^HOSTNAME_MISMATCH$/;

/** pg reports these only as messages, without a code (pg 8.23 lib/connection.js, lib/crypto/sasl.js). */
const NO_TLS_TEXT = 'The server does not support SSL connections';
const NO_PASSWORD_TEXT = 'client password must be a string';

/** How PostgreSQL names the method of pg_hba.conf that refused (src/backend/libpq/auth.c); it has no code of its own. */
const PEER_TEXT = /^Peer authentication failed/;

/**
 * Maps a database error at the start to one line for the operator: the problem, the address, the setting and the remedy.
 * Never shows a password. Returns other errors unchanged.
 */
export function explainDatabaseError(error: unknown, url: string): Error {
  const report = reportOf(error);
  if (report === undefined) return isNativeError(error) ? error : new Error(String(error));
  return new Error(explanationOf(report, url) ?? unknownExplanation(report, addressOf(url)), { cause: error });
}

/** The same for errors with a known remedy; undefined for every other error. */
export function knownDatabaseProblem(error: unknown, url: string): string | undefined {
  const report = reportOf(error);
  return report && explanationOf(report, url);
}

function explanationOf(report: Report, url: string): string | undefined {
  if (report.syscall === 'open') return `Cannot read a file named in DATABASE_URL: ${report.message}.`;
  return explanation(report, addressOf(url));
}

function unknownExplanation({ code, message }: Report, { server }: DatabaseAddress): string {
  return `Cannot use PostgreSQL at ${server} (DATABASE_URL): ${message}${code === '' ? '' : ` (${code})`}.`;
}

/** An error report of the server, the driver or the system. */
interface Report {
  /** SQLSTATE, or a code of Node's. */
  readonly code: string;
  readonly syscall: string | undefined;
  readonly message: string;
}

/** Report of the innermost database error: MikroORM wraps them. */
function reportOf(error: unknown): Report | undefined {
  if (!isNativeError(error)) return undefined;
  const inner = reportOf(error.cause);
  if (inner) return inner;
  const code = textUnder('code', error);
  if (code === undefined && !isOfDriver(error.message)) return undefined;
  return { code: code ?? '', syscall: textUnder('syscall', error), message: error.message };
}

function textUnder(name: string, error: Error): string | undefined {
  const value: unknown = Reflect.get(error, name);
  return typeof value === 'string' ? value : undefined;
}

function isOfDriver(message: string): boolean {
  return message === NO_TLS_TEXT || message.includes(NO_PASSWORD_TEXT) || /^timeout |terminated/.test(message);
}

function explanation({ code, message }: Report, { server, database, role }: DatabaseAddress): string | undefined {
  const at = `PostgreSQL at ${server}`;
  if (message === NO_TLS_TEXT) {
    return `${at} does not support TLS, which sslmode in DATABASE_URL requires. Turn on "ssl" in the server, or remove sslmode if the network is trusted.`;
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return `The TLS certificate of ${at} is for another name. Use a DNS name from the certificate as the host in DATABASE_URL.`;
  }
  if (UNTRUSTED.test(code)) {
    return `The TLS certificate of ${at} is not trusted (${code}). Add the certificate of its authority to DATABASE_URL with sslrootcert=<file>.`;
  }
  if (message.includes(NO_PASSWORD_TEXT)) {
    return `${at} requires a password for the role "${role}", and DATABASE_URL has none. Write it as postgres://${role}:<password>@${server}/${database}.`;
  }
  switch (code) {
    case 'ECONNREFUSED':
    case 'ENOENT':
      return `Cannot connect to PostgreSQL at ${server} (${code}). Start PostgreSQL there, or correct the address in DATABASE_URL.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `The host name of ${server} cannot be resolved (${code}). Correct it in DATABASE_URL, or add the name to the DNS.`;
    case '28P01':
      return `${at} rejected the password of the role "${role}", or has no such role. Correct the user and password in DATABASE_URL (special characters percent-encoded).`;
    case '28000':
      if (PEER_TEXT.test(message)) {
        return `${at} knows a role by the system user of the same name, and this program does not run as "${role}" (${message}). Run it as that user (runuser -u ${role} -- ...), or write a password and a host into DATABASE_URL.`;
      }
      return `${at} does not allow the role "${role}" to connect (${message}). Correct the role in DATABASE_URL or pg_hba.conf; if the server requires encryption, add ?sslmode=verify-full to DATABASE_URL.`;
    case '3D000':
      return `The database "${database}" does not exist on ${at}. Correct the name in DATABASE_URL, or create it: CREATE DATABASE "${database}" OWNER "${role}" TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8'.`;
    case '42501':
    case '3F000':
      return `The role "${role}" lacks privileges that Karvon needs in the database "${database}" on ${at} (${message}). Use its owner in DATABASE_URL, or run ALTER DATABASE "${database}" OWNER TO "${role}".`;
    case '42P07':
    case '42710':
      return `The database "${database}" on ${at} belongs to another program (${message}). Use a separate database for Karvon in DATABASE_URL.`;
    case '25006':
      return `The database "${database}" on ${at} is read-only, but Karvon must write to it. Use the primary in DATABASE_URL, or turn off default_transaction_read_only.`;
    default:
      return undefined;
  }
}
