import type { EntityManager } from '@mikro-orm/postgresql';
import type { PageSelection } from '../model/selection.ts';
import type { StatusClass } from '../model/work.ts';
import { ListQueryError } from '../persistence/lists/list-values.ts';
import { takeAdvisoryLock } from '../persistence/sql/locks.ts';
import { inTransaction, isStaleWrite, violatedConstraint } from '../persistence/sql/transaction.ts';
import { insertAuditEntry } from './audit/store.ts';
import { lockSessionForShare } from './auth/store.ts';
import { authorize, isUnrecognized, notSignedIn } from './authorize.ts';
import { clientErrorOf } from './client-errors.ts';
import { authorizeAll, operationsNamed, operationsOfList } from './conditions.ts';
import { withTimes } from './filter-times.ts';
import { actingAdmin, type Principal } from './kernel/access.ts';
import { conflictOf } from './kernel/constraints.ts';
import { conflict, DomainError, rateLimited, validationFailed } from './kernel/errors.ts';
import { formerInput, parseInput, UUID } from './kernel/input.ts';
import { priceOfPage } from './kernel/list-price.ts';
import { recordNotFound } from './kernel/not-found.ts';
import type { AuditDetail, Call, Context, Count, Operation } from './kernel/operation.ts';
import { mayThrow } from './kernel/operation-errors.ts';
import { requireRevisionForm } from './kernel/revision.ts';
import { pageReader } from './read-page.ts';
import { lockServiceAccountForShare } from './service-accounts/store.ts';

/** Logged for an error that its operation does not declare, so that the schema does not name it; it fails every test. */
export const UNDECLARED = 'an operation has an error that it does not declare';

/** The input from a transport: the raw value, or a function that reads it when it is needed (bodies are read late). */
export interface RawInput {
  readonly read: () => Promise<unknown> | unknown;
  /** `strings` if every value is a string, as in a query string. */
  readonly wire: 'json' | 'strings';
}

/** Arguments of a call other than its input. */
export interface RunOptions {
  /** The record that a targeted operation acts on. */
  readonly id?: string | undefined;
  /** The fields and edges of a list that are read; default: whole records and their number. */
  readonly selection?: PageSelection | undefined;
}

/**
 * The only entry point of the domain: authorize (401, 403), rate limit (429), validate (400), then handle. A write and
 * its audit entry share one transaction.
 * @throws DomainError for every client error; any other error is a bug
 */
export function run<O>(operation: Operation<O>, call: Call, raw: RawInput, options: RunOptions = {}): Promise<O> {
  const { runtime, transport, requestId } = call;
  const work = () => admitAndHandle(operation, call, raw, options);
  return runtime.telemetry.operation({ name: operation.name, transport, requestId }, work, statusClassOf);
}

function statusClassOf(thrown: unknown): StatusClass {
  const { kind } = thrown instanceof DomainError ? thrown : (clientErrorOf(thrown) ?? INTERNAL);
  return kind === 'internal' || kind === 'unavailable' ? '5xx' : '4xx';
}

const INTERNAL = { kind: 'internal' } as const;

async function admitAndHandle<O>(
  operation: Operation<O>,
  call: Call,
  raw: RawInput,
  { id, selection }: RunOptions,
): Promise<O> {
  const read = once(raw.read);
  const principal = await authorizeCall(operation, call, read);
  const value = await read();
  const former = formerInputOf(operation, call, value);
  const input = await validated(operation, call, principal, raw.wire, value);
  if (operation.takes?.revision) requireRevisionForm(call);
  await authorizeEdges(operation, call, input);
  if (operation.target && id !== undefined) {
    if (!UUID.test(id)) throw recordNotFound(operation.target);
    input.id = id.toLowerCase();
  }
  call.formerInput = former && { ...former, ...(input.id === undefined ? {} : { id: input.id }) };
  try {
    const work = () => handle(operation, call, principal, input, selection);
    return await inOwnShare(operation, call, principal, input, work);
  } catch (error) {
    if (error instanceof DomainError && !mayThrow(operation, error)) {
      call.runtime.warn(UNDECLARED, { operation: operation.name, code: error.code });
    }
    throw error;
  }
}

/** Read before the input is validated, which changes it. */
function formerInputOf(operation: Operation, call: Call, value: unknown): Record<string, unknown> | undefined {
  if (!operation.takes?.idempotencyKey || !call.idempotencyKey) return undefined;
  return formerInput(schemaFor(operation, call), value);
}

/** The contract's parameters have no filter and no order: only typed clients and exports can cross an edge. */
async function authorizeEdges(operation: Operation, call: Call, input: Record<string, unknown>): Promise<void> {
  await authorizeAll(operationsOfList(schemaFor(operation, call).properties, input), call);
  if (operation.needs) await authorizeAll(operationsNamed(operation.needs(input as never)), call);
}

/**
 * Charges a caller's statements to the share of connections of the admin, across all sessions, or of the service account; those of
 * devices, apps and the public site to none.
 */
function inOwnShare<O>(
  operation: Operation<O>,
  call: Call,
  principal: Principal,
  input: Record<string, unknown>,
  work: () => Promise<O>,
): Promise<O> {
  if (principal.kind !== 'admin') return call.share?.[operation.effect](undefined, operation.name, work) ?? work();
  call.share ??= call.runtime.shares.newRequest();
  // A document says what it costs as a whole.
  if (operation.list && call.transport === 'REST') call.share.expect(priceOfPage(input));
  return call.share[operation.effect](principal.callerId, operation.name, work);
}

async function handle<O>(
  operation: Operation<O>,
  call: Call,
  principal: Principal,
  input: Record<string, unknown>,
  selection: PageSelection | undefined,
): Promise<O> {
  const { runtime } = call;
  const now = (operation.effect === 'read' ? call.readAt : undefined) ?? runtime.clock.now();
  const base = {
    em: runtime.em(),
    now,
    principal,
    keys: runtime.keys,
    settings: runtime.settings,
    runtime,
    call,
  };
  const prepared = (operation.list ? pageReader(selection) : await operation.prepare?.(base, input as never)) as never;
  if (operation.effect === 'read' || operation.transaction === 'own') {
    try {
      const resolvedInput = withFilterTimes(operation, input, base);
      const reading = { audit: ignore, unchanged: same };
      const handleOn = (em: EntityManager) =>
        operation.handle({ ...base, em, ...reading }, resolvedInput as never, prepared);
      return await (operation.list ? runtime.lists.read(handleOn) : handleOn(base.em));
    } catch (error) {
      if (error instanceof ListQueryError) throw validationFailed([error.problem]);
      throw error;
    }
  }
  return write(operation, base, input, prepared);
}

function same<T>(view: T): T {
  return view;
}

function withFilterTimes(
  operation: Operation,
  input: Record<string, unknown>,
  { now, settings, call }: Pick<Base, 'now' | 'settings' | 'call'>,
): Record<string, unknown> {
  const { filter: schema } = schemaFor(operation, call).properties;
  return schema && input.filter ? { ...input, filter: withTimes(schema, input.filter, now, settings) } : input;
}

/** Reports invalid input only after a cached caller is confirmed against the database. */
async function validated(
  operation: Operation,
  call: Call,
  principal: Principal,
  wire: RawInput['wire'],
  value: unknown,
): Promise<Record<string, unknown>> {
  try {
    return parseInput(schemaFor(operation, call), value, wire);
  } catch (error) {
    if (principal.kind === 'device') await principal.confirm();
    throw error;
  }
}

/**
 * Typed clients (GraphQL, the command line) may send more than the contract's parameters: filters, order and cursors.
 */
function schemaFor(operation: Operation, call: Call): Operation['input'] {
  return call.transport === 'REST' ? operation.input : (operation.typedInput ?? operation.input);
}

/**
 * Authorizes, then rate limits. Unauthenticated calls are counted per network, so that they use up no caller's limit.
 */
async function authorizeCall(operation: Operation, call: Call, read: RawInput['read']): Promise<Principal> {
  let principal: Principal;
  try {
    principal = await authorize(operation, call, read);
  } catch (error) {
    if (isUnrecognized(error))
      await countCall(operation, call, { bucket: `ip:${call.network}`, limit: operation.limit });
    throw error;
  }
  // The command line is not rate limited: an operator may be repairing the service.
  if (principal.kind !== 'system') {
    const count = operation.counted?.by?.(call, await read());
    await countCall(operation, call, count ?? { bucket: bucketOf(principal, call), limit: operation.limit });
  }
  call.admitted = true;
  return principal;
}

function bucketOf(principal: Principal, call: Call): string {
  if (principal.kind === 'admin') return `admin:${principal.callerId}`;
  if (principal.kind === 'device') return `device:${principal.serial}`;
  if (principal.kind === 'app') return `app:${principal.pairingId}`;
  return `ip:${call.network}`;
}

async function countCall(operation: Operation, call: Call, { bucket, limit }: Count): Promise<void> {
  const limits = operation.counted?.byInstance ? call.runtime.instanceLimits : call.runtime.limits;
  const status = await limits.consume(`${operation.name}:${bucket}`, limit);
  call.rateLimit = status;
  if (status.exceeded) throw rateLimited(status.resetSeconds);
}

type Base = Omit<Context, 'audit' | 'unchanged'>;

async function write<O>(
  operation: Operation<O>,
  base: Base,
  input: Record<string, unknown>,
  prepared: never,
): Promise<O> {
  const { runtime } = base;
  const serialized = typeof operation.transaction === 'object' ? lockOf(operation.transaction, base) : undefined;
  try {
    const outcome = await inTransaction(runtime.em(), async (em) => {
      if (serialized) {
        await takeAdvisoryLock(em, serialized);
        // Before the handler: serialized operations may end sessions, including the caller's own.
        await requireSession(em, base);
      }
      let detail: AuditDetail = {};
      let changed = true;
      const context: Context = {
        ...base,
        em,
        audit: (more) => {
          detail = { ...detail, ...more };
        },
        unchanged: (view) => {
          changed = false;
          return view;
        },
      };
      // The handler gets a copy of the input, so that a retry starts from the original.
      const result = await settled(() => operation.handle(context, { ...input } as never, prepared));
      await em.flush();
      // After the handler: a sign-out of the caller then waits only for the commit, not for the locks of this write.
      if (!serialized) await requireSession(em, base);
      if (changed && (!result.clientError || detail.action)) await record(em, operation, base, detail, input);
      return result;
    });
    if (outcome.clientError) throw outcome.clientError;
    return outcome.value;
  } catch (error) {
    if (isStaleWrite(error)) throw conflict('REVISION_CONFLICT', 'MEANWHILE');
    throw conflictOf(violatedConstraint(error)) ?? error;
  }
}

function lockOf(
  { serialize, each }: { readonly serialize: string; readonly each?: 'caller' },
  { principal }: Base,
): string {
  return each && principal.kind === 'admin' ? `${serialize}:${principal.adminId}` : serialize;
}

/** Locks the caller's session or service account for share until the transaction ends. An ended one writes nothing. */
async function requireSession(em: Context['em'], { principal, now, call }: Base): Promise<void> {
  if (principal.kind !== 'admin') return;
  const { sessionId, roles, serviceAccount } = principal;
  const isLive = serviceAccount
    ? await lockServiceAccountForShare(em, { ...serviceAccount, ownerRole: roles.at(-1) }, now)
    : await lockSessionForShare(em, sessionId, roles[0], now);
  if (!isLive) throw notSignedIn(call);
}

type Outcome<O> = { readonly clientError?: undefined; readonly value: O } | { readonly clientError: DomainError };

/** Returns a client error with `keepsWrites` as a value, so that the transaction commits before the error is thrown. */
async function settled<O>(work: () => Promise<O>): Promise<Outcome<O>> {
  try {
    return { value: await work() };
  } catch (error) {
    if (error instanceof DomainError && error.extras.keepsWrites) return { clientError: error };
    throw error;
  }
}

async function record(
  em: Context['em'],
  operation: Operation,
  { principal, now, call }: Base,
  audit: AuditDetail,
  input: Record<string, unknown>,
): Promise<void> {
  const actor = audit.actor ?? actorOf(principal);
  const target = audit.target ?? (operation.target ? { kind: operation.target, id: String(input.id) } : undefined);
  await insertAuditEntry(em, {
    ...(principal.kind === 'admin' ? actingAdmin(principal) : {}),
    at: now,
    actorType: actor.type,
    actorId: actor.id,
    actorLabel: actor.label,
    action: audit.action ?? operation.name,
    targetKind: target?.kind ?? null,
    targetId: target?.id ?? null,
    changes: audit.changes,
    detail: audit.detail,
    reason: audit.reason ?? null,
    requestId: call.requestId,
    ip: call.ip,
    transport: call.transport,
  });
}

function actorOf(principal: Principal): NonNullable<AuditDetail['actor']> {
  if (principal.kind === 'admin') return { type: 'ADMIN', id: principal.adminId, label: principal.email };
  if (principal.kind === 'device') return { type: 'DEVICE', id: principal.deviceId, label: principal.serial };
  if (principal.kind === 'app')
    return { type: 'INSTALLATION', id: principal.pairingId, label: principal.appInstallationId };
  if (principal.kind === 'system') return { type: 'SYSTEM', id: null, label: null };
  return { type: 'PUBLIC', id: null, label: null };
}

/** Caches the result of `read`, including a promise. A synchronous error is not cached: `read` would throw it again. */
function once(read: RawInput['read']): RawInput['read'] {
  let value: Promise<unknown> | unknown;
  let isRead = false;
  return () => {
    if (!isRead) value = read();
    isRead = true;
    return value;
  };
}

function ignore(): void {
  // A read has no audit entry.
}
