import { randomBytes } from 'node:crypto';
import { Client } from './client.ts';
import { fetchFrom } from './from-address.ts';
import type { Service } from './service.ts';

/** A provisioning operator with an account. */
export interface Operator {
  readonly id: string;
  readonly client: Client;
}

/** Operators call from 127.0.0.10, 127.0.0.11 and so on. */
const FIRST_HOST = 10;

/**
 * Creates operators, each with their own account and address. The service limits each operator to three envelopes per
 * minute, so that a stolen session cannot expose a fleet; provisioning faster needs more operators.
 */
export async function takeOn(admin: Client, service: Service, count: number): Promise<Operator[]> {
  const names = Array.from({ length: count }, (_, index) => `Operator ${index + 1}`);
  return Promise.all(
    names.map(async (name, index) => {
      const email = `operator-${randomBytes(6).toString('hex')}@karvon.local`;
      const { id, temporaryPassword } = await admin.rest<{ id: string; temporaryPassword: string }>(
        'POST',
        '/v1/admin/team',
        { name, email, role: 'OPERATIONS' },
      );
      const client = new Client(service.url, fetchFrom(`127.0.0.${FIRST_HOST + index}`));
      await client.rest('POST', '/v1/admin/auth/login', { email, password: temporaryPassword });
      const newPassword = `Aa1-${randomBytes(18).toString('base64url')}`;
      await client.rest('PUT', '/v1/admin/auth/password', { currentPassword: temporaryPassword, newPassword });
      return { id, client };
    }),
  );
}

/** Disables the accounts. */
export async function letGo(admin: Client, operators: readonly Operator[]): Promise<void> {
  for (const { id } of operators) await admin.rest('PATCH', `/v1/admin/team/${id}/status`, { status: 'DISABLED' });
}
