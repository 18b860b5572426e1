import { Client } from '@urql/core';
import { onTheWay } from './on-the-way.ts';
import { transport } from './transport.ts';

/** A client without a cache: it asks who is there, and signs in. It is small, since the page before the sign-in waits for it. */
export function guestClient(): Client {
  return new Client({ url: '/graphql', preferGetMethod: false, exchanges: [transport(onTheWay())] });
}
