import { type Client, makeOperation, type Operation } from '@urql/core';
import { reachability } from './reachability.ts';

/** Queries that could not be read while the service was away. */
export interface Unread {
  /** Reads it again when the service answers, unless nobody waits for it any more. */
  readonly add: (operation: Operation) => void;
  readonly forget: (key: number) => void;
}

export function unreadOf(client: Client): Unread {
  const waiting = new Map<number, () => void>();
  const forget = (key: number) => {
    waiting.get(key)?.();
    waiting.delete(key);
  };
  return {
    forget,
    add(operation) {
      forget(operation.key);
      const readAgain = () => {
        if (!reachability.get()) return;
        forget(operation.key);
        const context = { ...operation.context, requestPolicy: 'network-only' as const };
        client.reexecuteOperation(makeOperation('query', operation, context));
      };
      waiting.set(operation.key, reachability.subscribe(readAgain));
    },
  };
}
