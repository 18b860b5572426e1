/** What the transport asks the session when the service says that it has ended: true = signed in again, send the request once more. */
export type Gate = () => Promise<boolean>;

let gate: Gate = () => Promise.resolve(false);

/** Sets what happens when a request finds that the session has ended. */
export function setGate(next: Gate): void {
  gate = next;
}

export const askGate: Gate = () => gate();
