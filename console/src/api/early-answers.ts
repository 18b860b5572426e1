import type { TypedDocumentNode } from '@urql/core';
import { nameOf, textOf } from './document.ts';

/** So old at most are answers that were asked for before anything could show them. */
export const FRESH_MS = 10_000;

type Variables = Readonly<Record<string, unknown>>;

interface Early {
  readonly askedAt: number;
  readonly answer: Promise<Response>;
}

const answers = new Map<string, Early>();

/** Sends an operation. @param name of its document */
export function send(name: string, variables: Variables, signal?: AbortSignal): Promise<Response> {
  return fetch('/graphql', {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json', accept: 'application/graphql-response+json, application/json' },
    body: JSON.stringify({ query: textOf(name), operationName: name, variables }),
    signal: signal ?? null,
  });
}

/** Asks before there is a client, while its files still come. The first that asks the same is given this answer. */
export function sendEarly<Data, Given extends Variables>(
  document: TypedDocumentNode<Data, Given>,
  variables: Given,
): Promise<Response> {
  const name = nameOf(document);
  // Read to its end: the connection of an answer that nobody takes would stay taken.
  const answer = send(name, variables).then(async (sent) => new Response(await sent.arrayBuffer(), sent));
  // Whoever takes it sees what went wrong.
  answer.catch(() => undefined);
  answers.set(keyOf(name, variables), { askedAt: performance.now(), answer });
  return answer;
}

/** The answer to an operation that was sent early, once. */
export function takeEarly(name: string, variables: Variables): Promise<Response> | undefined {
  const key = keyOf(name, variables);
  const early = answers.get(key);
  answers.delete(key);
  return early && performance.now() - early.askedAt < FRESH_MS ? early.answer : undefined;
}

const keyOf = (name: string, variables: Variables) => `${name} ${JSON.stringify(Object.entries(variables).sort())}`;
