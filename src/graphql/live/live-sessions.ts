import { LRUCache } from 'lru-cache';
import { credentialOf, signedInAdmin } from '../../domain/authorize.ts';
import { authorizeAll } from '../../domain/conditions.ts';
import type { AdminPrincipal, Rights } from '../../domain/kernel/access.ts';
import { type DomainError, throwIf } from '../../domain/kernel/errors.ts';
import type { Call, Operation } from '../../domain/kernel/operation.ts';

/** For sessions that expire, which sends no notification. */
const FRESH_MS = 1_000;
const SESSIONS = 10_000;

/** Who may subscribe. */
export interface Allowance {
  /** The operations whose roles may. */
  readonly needs: readonly Operation[];
  /** Why some of them may not, because of what the subscription asks for. */
  readonly error: (rights: Rights) => DomainError | undefined;
}

/** The subscriber, looked up again for every event. */
export class LiveSessions {
  readonly #admins = new LRUCache<string, Promise<AdminPrincipal>>({ max: SESSIONS, ttl: FRESH_MS });
  #version = 0;

  /** Changes when an earlier look-up may be outdated. */
  get version(): number {
    return this.#version;
  }

  /** After a session or an admin has changed. */
  forget(): void {
    this.#version += 1;
    this.#admins.clear();
  }

  /** @throws DomainError 401 when the session has ended */
  admin(call: Call): Promise<AdminPrincipal> {
    const credential = credentialOf(call) ?? '';
    const cached = this.#admins.get(credential);
    if (cached) return cached;
    const found = signedInAdmin({ ...call, admin: undefined });
    this.#admins.set(credential, found);
    found.catch(() => this.#admins.delete(credential));
    return found;
  }

  /**
   * A call of the same session as of now, which may subscribe.
   * @throws DomainError 401 or 403
   */
  async allow(
    { needs, error }: Allowance,
    { share: _share, rateLimit: _rateLimit, ...base }: Call,
  ): Promise<AllowedCall> {
    const call: Call = { ...base, admin: this.admin(base) };
    await authorizeAll(needs, call);
    const admin = await this.admin(base);
    throwIf(error(admin));
    return { call, admin };
  }
}

export interface AllowedCall {
  readonly call: Call;
  readonly admin: AdminPrincipal;
}
