import { createRequest, type TypedDocumentNode } from '@urql/core';

const texts = new Map<string, string>();

/**
 * A document of a .graphql file. Its text is kept: what is sent is equal to it character by character, as trusted documents need.
 * @param name the name of its operation, which no other has
 */
export function typedDocument<Data, Variables extends object>(
  name: string,
  text: string,
): TypedDocumentNode<Data, Variables> {
  texts.set(name, text);
  return createRequest<Data, Variables>(text, {} as Variables).query as TypedDocumentNode<Data, Variables>;
}

/** The text of the document with this operation. */
export function textOf(name: string): string {
  const text = texts.get(name);
  if (text === undefined) throw new Error(`No document has the operation ${name}.`);
  return text;
}
