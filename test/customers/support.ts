import type { Caller, Json, Reply } from '../support/callers.ts';

export const CUSTOMERS = '/v1/admin/customers';
export const UNKNOWN = '018f0000-0000-7000-8000-000000000000';

let made = 0;

/** A number that no other record of this test file has. */
export function unique(): number {
  made += 1;
  return made;
}

/** A phone number that nobody in this test file has, in canonical form. */
export const newPhone = () => `+99890${String(unique()).padStart(7, '0')}`;
export const newEmail = () => `customer-${unique()}@example.com`;

/** The body of a valid customer whom nobody else is like. */
export function person(overrides: Readonly<Record<string, unknown>> = {}): Json {
  return { fullName: 'Aziza Karimova', email: newEmail(), phone: newPhone(), ...overrides };
}

/** A customer. */
export async function customer(caller: Caller, overrides: Readonly<Record<string, unknown>> = {}): Promise<Json> {
  const reply = await caller.rest('POST', CUSTOMERS, person(overrides));
  if (reply.status !== 201) throw new Error(`The customer was refused: ${reply.text}`);
  return reply.body;
}

export function addNote(caller: Caller, id: string, content: unknown = 'Called back', headers = {}): Promise<Reply> {
  return caller.rest('POST', `/v1/admin/preorders/customers/${id}/notes`, { content }, headers);
}

export const codeOf = (reply: Reply) => [reply.status, reply.body?.error?.code];

/** The first error of a GraphQL reply as REST would say it. */
export const gqlCodeOf = ({ body }: Reply) => [body.errors?.[0].extensions.status, body.errors?.[0].extensions.code];
