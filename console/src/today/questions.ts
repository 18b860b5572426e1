import type { Client, RequestPolicy } from '@urql/core';
import { useState } from 'react';
import { FRESH_MS } from '../api/early-answers.ts';
import type { Viewer } from '../session/session.ts';
import { askFirst } from './first-questions.ts';

let askedAt = Number.NEGATIVE_INFINITY;

/** Asks for all that the screen shows. Drawing it takes a slow machine longer than the answers take. */
export function askEarly(client: Client, viewer: Viewer): void {
  askedAt = performance.now();
  askFirst(viewer, (document, variables) => void client.query(document, variables).toPromise());
}

/** From now on the screen asks by itself. */
export const askedEarly = (): void => {
  askedAt = Number.NEGATIVE_INFINITY;
};

/** A part of the screen takes the answer that was asked for early, and asks again each other time. */
export function usePolicy(): RequestPolicy {
  const [policy] = useState<RequestPolicy>(() =>
    performance.now() - askedAt < FRESH_MS ? 'cache-first' : 'cache-and-network',
  );
  return policy;
}
