import { isNativeError } from 'node:util/types';

/** Node's system errors and SQLSTATEs of a connection that cannot be made, and what an operator does about each. */
const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there. Start PostgreSQL, or correct the host and the port.',
  ENOTFOUND: 'the host is not known. Correct its name.',
  EAI_AGAIN: 'the host name cannot be looked up at the moment. Check the name and the network.',
  ETIMEDOUT: 'it does not answer. Check the host, the port and the firewall.',
  EHOSTUNREACH: 'the host cannot be reached. Check the address and the network.',
  ENETUNREACH: 'the network cannot be reached. Check the address and the network.',
  ENOENT: 'there is no such socket. Correct the host.',
  '28P01': 'the user or the password is wrong. Correct them.',
  '28000': 'PostgreSQL does not let this user in. Correct the user, or its entry in pg_hba.conf.',
  '3D000': 'there is no such database. Correct its name.',
  '42501': 'the user lacks a right. Use the user that the service uses.',
  '53300': 'all connections are taken. Try again.',
  '57P03': 'PostgreSQL is starting or stopping. Try again.',
  '57P01': 'PostgreSQL was stopped. Try again.',
  '25006': 'the database is read-only: it is a standby, or was set so. Use the primary.',
};
const TIMED_OUT = /timeout/i;

/**
 * One line for an operator about a database that cannot be used: its address, why, and what to do.
 * @param url of the database; its password is never shown
 * @returns undefined when the error is of another kind
 */
export function connectionProblem(error: unknown, url: string): string | undefined {
  const reason = reasonOf(error);
  return reason && `The database ${addressOf(url)} cannot be used: ${reason}`;
}

/** The same for an error of another kind, in the driver's own words: before a first statement they quote no row. */
export function unknownProblem(error: unknown, url: string): string {
  const words = isNativeError(error) ? (error.message.split('\n', 1)[0] ?? '') : String(error);
  return `The database ${addressOf(url)} cannot be used: ${words}`;
}

function reasonOf(error: unknown): string | undefined {
  if (!isNativeError(error)) return undefined;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return REASONS[code] ?? (TIMED_OUT.test(error.message) ? REASONS.ETIMEDOUT : reasonOf(error.cause));
}

/** `karvon at db.example:5432 as anna`, without the password. */
function addressOf(url: string): string {
  const { hostname, port, pathname, username, searchParams } = new URL(url);
  const host = searchParams.get('host') ?? (hostname || 'localhost');
  const user = username && ` as ${decodeURIComponent(username)}`;
  return `${decodeURIComponent(pathname.slice(1)) || 'by default'} at ${host}:${port || '5432'}${user}`;
}
