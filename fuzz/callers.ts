import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ApiDocument, isObject, type Json, type JsonObject } from './document.ts';
import type { Wire, WireAnswer, WireRequest } from './request.ts';

/** Somebody with a role: an admin who is signed in, or a script with the token of a service account. */
export interface Caller {
  readonly id: string;
  readonly role: string;
  /** The cookie or the token. */
  readonly headers: Readonly<Record<string, string>>;
  readonly address: string;
}

/** A signed-in admin of the service. */
export interface Admin extends Caller, Login {}

/** Somebody whose credential was good once. */
export interface FormerCaller {
  readonly id: string;
  /** `an admin who is suspended`. */
  readonly who: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Login {
  readonly email: string;
  readonly password: string;
}

/** Thrown when everybody who may call an operation has used up its limit. */
export class Spent extends Error {}

/** Those who call: several admins of each role, because the service counts the calls of each. */
export interface Callers {
  readonly admins: readonly Admin[];
  /** One of each role. */
  readonly scripts: readonly Caller[];
  readonly former: readonly FormerCaller[];
  /** A script of one of these roles that has calls left; they take turns. @throws Spent */
  script(roles: readonly string[], operation: string): Caller;
  /** One of these roles who has calls left; they take turns. @throws Spent */
  admin(roles: readonly string[], operation: string): Admin;
  /** Makes an admin for one use, signed in. */
  newAdmin(role: string): Promise<Admin>;
  /** Makes an admin who never signs in. @returns the id */
  newAccount(): Promise<string>;
  /** A second session of an admin. */
  signIn(login: Login): Promise<Admin>;
  /** The sessions of an admin, and which of them is the one that asks. */
  sessionsOf(admin: Admin): Promise<readonly { readonly id: string; readonly current: boolean }[]>;
  /** A network that nobody has called from. */
  freshAddress(): string;
  /** Remembers what an answer says about the calls that are left. */
  noteLimit(who: string, operation: string, answer: WireAnswer): void;
  hasCallsLeft(who: string, operation: string): boolean;
  /** Sends a request that must succeed; waits where the service says so. @throws Error with the answer */
  must(wireRequest: WireRequest): Promise<JsonObject>;
  /**
   * Has somebody who may call an operation send a request that must succeed; one who has no calls left is replaced.
   * @param operation its name in the file
   * @throws Spent; Error with the answer
   */
  mustAs(operation: string, requestOf: (admin: Admin) => WireRequest): Promise<JsonObject>;
}

/** Three admins may make what is limited to a few calls a minute; the fuzzer needs more of it. */
const TEAM: Readonly<Record<string, number>> = { SUPER_ADMIN: 7, OPERATIONS: 3, FIRMWARE_MANAGER: 3 };
const OTHERS = 2;
/** Addresses of a network of 256, without the first and the last. */
const HOSTS = 254;
const ACCOUNTS = '/v1/admin/service-accounts';
const SCRIPT_LIFETIME_MS = 86_400_000;
/** Longer than the window of any limit. */
const LONGEST_WAIT_S = 61;

interface CallersOptions {
  readonly wire: Wire;
  readonly document: ApiDocument;
  /** A SUPER_ADMIN. */
  readonly first: Login;
}

/** Signs in, and makes a team of all roles. */
export async function gatherCallers({ wire, document, first }: CallersOptions): Promise<Callers> {
  const { names, roles } = document;
  const rolesOf = new Map(document.operations.map((operation) => [operation.name, operation.roles]));
  const spentUntil = new Map<string, number>();
  const turns = new Map<string, number>();
  let networks = 0;

  /** 127.1.0.1, 127.1.0.2 and so on: the loopback network has room. */
  function freshAddress(): string {
    networks += 1;
    const third = Math.floor(networks / HOSTS);
    return `127.${1 + (third >> 8)}.${third & 255}.${1 + (networks % HOSTS)}`;
  }

  async function must(wireRequest: WireRequest): Promise<JsonObject> {
    for (;;) {
      const answer = await wire.send(wireRequest);
      const wait = Number(answer.headers['retry-after']);
      if (answer.status === 429 && wait <= LONGEST_WAIT_S) {
        await sleep(wait * 1_000);
        continue;
      }
      return bodyOf(`${wireRequest.method} ${wireRequest.path}`, answer);
    }
  }

  async function signIn(login: Login): Promise<Admin> {
    const address = freshAddress();
    const answer = await wire.send(jsonRequest('POST', '/v1/admin/auth/login', { ...login }, { address }));
    const admin = isObject(answer.json) ? answer.json.admin : undefined;
    if (answer.status !== 201 || !isObject(admin)) throw new Error(`the login failed: ${answer.status} ${answer.text}`);
    const cookie = answer.headers['set-cookie']?.split(';', 1)[0] ?? '';
    if (!cookie.startsWith(`${names.sessionCookie}=`)) throw new Error(`the login set no ${names.sessionCookie}`);
    return { ...login, id: String(admin.id), role: String(admin.role), headers: { cookie }, address };
  }

  /** Nobody else is SUPER_ADMIN at first. */
  function createAdmin(email: string, role: string): Promise<JsonObject> {
    const body = { name: `Fuzz ${role}`, email, role };
    return mustAs('POST /v1/admin/team', (by) => jsonRequest('POST', '/v1/admin/team', body, by));
  }

  async function newAccount(): Promise<string> {
    return String((await createAdmin(someEmail(), 'VIEWER')).id);
  }

  async function newAdmin(role: string): Promise<Admin> {
    const email = someEmail();
    const made = await createAdmin(email, role);
    const currentPassword = String(made.temporaryPassword);
    const { headers, address } = await signIn({ email, password: currentPassword });
    const password = `Aa1-${randomBytes(18).toString('base64url')}`;
    await must(
      jsonRequest('PUT', '/v1/admin/auth/password', { currentPassword, newPassword: password }, { headers, address }),
    );
    return { id: String(made.id), role, email, password, headers, address };
  }

  async function newScript(role: string): Promise<Caller> {
    const body = { name: `Fuzz ${role}`, role, expiresAt: new Date(Date.now() + SCRIPT_LIFETIME_MS).toISOString() };
    const made = await mustAs(`POST ${ACCOUNTS}`, (by) => jsonRequest('POST', ACCOUNTS, body, by));
    const headers = { authorization: `Bearer ${String(made.token)}` };
    return { id: String(made.id), role, headers, address: freshAddress() };
  }

  /** All of the highest role, so that nothing but the end of the credential keeps them out. */
  async function formerCallers(): Promise<FormerCaller[]> {
    const [signedOut, suspended, script] = [
      await newAdmin('SUPER_ADMIN'),
      await newAdmin('SUPER_ADMIN'),
      await newScript('SUPER_ADMIN'),
    ];
    await must(jsonRequest('POST', '/v1/admin/auth/logout', undefined, signedOut));
    await must(jsonRequest('PATCH', `/v1/admin/team/${suspended.id}/status`, { status: 'SUSPENDED' }, founder));
    await must(jsonRequest('DELETE', `${ACCOUNTS}/${script.id}`, undefined, founder));
    return [
      { ...signedOut, who: 'an admin who has signed out' },
      { ...suspended, who: 'an admin who is suspended' },
      { ...script, who: 'a script whose token is revoked' },
    ];
  }

  const founder = await signIn(first);
  const admins: Admin[] = [founder];
  const made = await Promise.all(
    roles.flatMap((role) => {
      const count = (TEAM[role] ?? OTHERS) - (role === founder.role ? 1 : 0);
      return Array.from({ length: count }, () => newAdmin(role));
    }),
  );
  admins.push(...made);
  const scripts = await Promise.all(roles.map(newScript));
  const former = await formerCallers();

  function hasCallsLeft(who: string, operation: string): boolean {
    return (spentUntil.get(`${who} ${operation}`) ?? 0) <= performance.now();
  }

  function oneOf<C extends Caller>(all: readonly C[], allowed: readonly string[], operation: string): C {
    const turn = (turns.get(operation) ?? 0) + 1;
    turns.set(operation, turn);
    const able = all.filter(({ id, role }) => allowed.includes(role) && hasCallsLeft(id, operation));
    const next = able[turn % able.length];
    if (next) return next;
    throw new Spent(`all callers of the roles ${allowed.join(', ')} have used up the limit of ${operation}`);
  }

  function admin(allowed: readonly string[], operation: string): Admin {
    return oneOf(admins, allowed, operation);
  }

  function noteLimit(who: string, operation: string, { status, headers }: WireAnswer): void {
    const [, left, seconds] = /r=(\d+);t=(\d+)/.exec(headers.ratelimit ?? '') ?? [];
    const wait = status === 429 ? Number(headers['retry-after'] ?? 1) : Number(seconds ?? 0);
    if (status === 429 || left === '0') spentUntil.set(`${who} ${operation}`, performance.now() + wait * 1_000);
  }

  async function mustAs(operation: string, requestOf: (by: Admin) => WireRequest): Promise<JsonObject> {
    const allowed = rolesOf.get(operation);
    if (!allowed) throw new Error(`the OpenAPI file has no ${operation}`);
    for (;;) {
      const by = admin(allowed, operation);
      const answer = await wire.send(requestOf(by));
      noteLimit(by.id, operation, answer);
      if (answer.status !== 429) return bodyOf(operation, answer);
    }
  }

  async function sessionsOf(by: Admin) {
    const answer = await wire.send(jsonRequest('GET', '/v1/admin/auth/sessions', undefined, by));
    const list = isObject(answer.json) ? answer.json.items : answer.json;
    if (!Array.isArray(list)) throw new Error(`the sessions are no list: ${answer.text}`);
    return list.filter(isObject).map(({ id, current }) => ({ id: String(id), current: current === true }));
  }

  return {
    admins,
    scripts,
    former,
    sessionsOf,
    newAdmin,
    newAccount,
    signIn,
    freshAddress,
    must,
    mustAs,
    hasCallsLeft,
    admin,
    script: (allowed, operation) => oneOf(scripts, allowed, operation),
    noteLimit,
  };
}

function someEmail(): string {
  return `fuzz-${randomBytes(6).toString('hex')}@karvon.local`;
}

/** @throws Error unless it is a success */
function bodyOf(what: string, { status, json, text }: WireAnswer): JsonObject {
  if (status >= 200 && status < 300) return isObject(json) ? json : {};
  throw new Error(`${what} failed: ${status} ${text}`);
}

/** A request with a JSON body. */
export function jsonRequest(
  method: string,
  path: string,
  body: { readonly [name: string]: Json | undefined } | undefined,
  by: { readonly address?: string; readonly headers?: Readonly<Record<string, string>> } = {},
): WireRequest {
  return {
    method,
    path,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...by.headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(by.address === undefined ? {} : { address: by.address }),
  };
}
