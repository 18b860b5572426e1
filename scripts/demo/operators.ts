import { randomBytes } from 'node:crypto';
import { Client } from './client.ts';
import { fetchFrom } from './from-address.ts';
import type { Service } from './service.ts';

/** A person at a provisioning desk. */
export interface Operator {
  readonly id: string;
  readonly client: Client;
}

/** Addresses of the desks: 127.0.0.10 and on. */
const FIRST_DESK = 10;

/**
 * Takes on operators, each with an account and a machine of their own. The service hands out three envelopes a minute to
 * each, so that a stolen session takes no fleet with it: a house that provisions more has more operators.
 */
export async function takeOn(admin: Client, service: Service, count: number): Promise<Operator[]> {
  const names = Array.from({ length: count }, (_, index) => `Desk ${index + 1}`);
  return Promise.all(
    names.map(async (name, index) => {
      const email = `desk-${randomBytes(6).toString('hex')}@karvon.local`;
      const { id, temporaryPassword } = await admin.rest<{ id: string; temporaryPassword: string }>(
        'POST',
        '/v1/admin/team',
        { name, email, role: 'OPERATIONS' },
      );
      const client = new Client(service.url, fetchFrom(`127.0.0.${FIRST_DESK + index}`));
      await client.rest('POST', '/v1/admin/auth/login', { email, password: temporaryPassword });
      const newPassword = `Aa1-${randomBytes(18).toString('base64url')}`;
      await client.rest('PUT', '/v1/admin/auth/password', { currentPassword: temporaryPassword, newPassword });
      return { id, client };
    }),
  );
}

/** Closes the accounts again. */
export async function letGo(admin: Client, operators: readonly Operator[]): Promise<void> {
  for (const { id } of operators) await admin.rest('PATCH', `/v1/admin/team/${id}/status`, { status: 'DISABLED' });
}
