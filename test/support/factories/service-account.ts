import { createHash } from 'node:crypto';
import { newServiceToken } from '../../../src/domain/service-accounts/service-token.ts';
import type { AdminRole } from '../../../src/model/enums.ts';
import { ServiceAccount } from '../../../src/persistence/service-accounts/service-account.entity.ts';
import type { RunningApp } from '../app.ts';
import type { Client } from '../callers.ts';
import { insertRow } from './insert.ts';

/** A script with a token. */
export interface Script extends Client {
  readonly id: string;
  readonly token: string;
}

const WEEK_MS = 7 * 24 * 3_600_000;

/** Inserts a service account of a week for an admin, and gives a client that calls with its token. */
export async function insertServiceAccount(
  app: Pick<RunningApp, 'sql' | 'clock' | 'client'>,
  ownerId: string,
  role: AdminRole = 'SUPER_ADMIN',
  name = 'nightly export',
): Promise<Script> {
  const token = newServiceToken();
  const now = app.clock.now();
  const id = await insertRow(app.sql, ServiceAccount, {
    name,
    role,
    ownerId,
    tokenHash: createHash('sha256').update(token).digest(),
    expiresAt: new Date(now.getTime() + WEEK_MS),
    createdAt: now,
  });
  return { id, token, ...app.client({ authorization: `Bearer ${token}` }) };
}
