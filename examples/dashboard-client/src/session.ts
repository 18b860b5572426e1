import type { ApolloClient } from '@apollo/client';
import { SessionDocument, SignInDocument, SignOutDocument } from './generated/documents.ts';
import { isSignedOut } from './problem.ts';

/** The signed-in admin with the role's permissions; null: show the sign-in. */
export async function currentViewer(client: ApolloClient) {
  try {
    const { data } = await client.query({ query: SessionDocument, fetchPolicy: 'network-only' });
    return data?.viewer ?? null;
  } catch (error) {
    if (isSignedOut(error)) return null;
    throw error;
  }
}

/** Signs in; the cookie is set by the answer. @throws INVALID_CREDENTIALS and RATE_LIMITED, see `problemOf` */
export async function signIn(client: ApolloClient, email: string, password: string) {
  await client.mutate({ mutation: SignInDocument, variables: { email, password } });
  // Nothing that another admin has read is left.
  await client.clearStore();
  return currentViewer(client);
}

/** Signs out, and forgets everything that was read. */
export async function signOut(client: ApolloClient): Promise<void> {
  await client.mutate({ mutation: SignOutDocument });
  await client.clearStore();
}
