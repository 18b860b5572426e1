import type { TypedDocumentNode } from '@urql/core';

const texts = new Map<string, string>();
const names = new Map<unknown, string>();

/**
 * A document of a .graphql file: its text, typed by what it gives and takes. It is kept, since what is sent is equal to it character by character, as trusted
 * documents need. urql parses it when it is first asked, not when its file is loaded.
 * @param name the name of its operation, which no other has
 */
export function typedDocument<Data, Variables extends object>(
  name: string,
  text: string,
): TypedDocumentNode<Data, Variables> {
  texts.set(name, text);
  const document = text as unknown as TypedDocumentNode<Data, Variables>;
  names.set(document, name);
  return document;
}

/** The text of the document with this operation. */
export function textOf(name: string): string {
  const text = texts.get(name);
  if (text === undefined) throw new Error(`No document has the operation ${name}.`);
  return text;
}

/** The name of its operation. */
export function nameOf<Data, Variables>(document: TypedDocumentNode<Data, Variables>): string {
  const name = names.get(document);
  if (name === undefined) throw new Error('This is no document of a .graphql file.');
  return name;
}
