import { hash } from 'node:crypto';
import type { DocumentNode, GraphQLSchema } from 'graphql';
import { LRUCache } from 'lru-cache';
import { DocumentErrors } from '../document/errors.ts';
import { problemsOfDocument } from './document-problems.ts';
import { type CheckedDocument, checkedDocument } from './limits.ts';

/** The maximum size of the texts of all cached documents. A parsed document takes up to 250 times as many bytes. */
const KEPT_CHARACTERS = 400_000;
/** Hexadecimal digits of a SHA-256. */
const HASH_LENGTH = 64;

/**
 * Parses, measures and validates documents before Apollo gets them, and caches them. Apollo takes them from its
 * `documentStore`, by the hash of the text, and trusts that they are valid. A document that was evicted meanwhile is parsed and
 * validated by Apollo.
 */
export class AdmittedDocuments {
  readonly #schema: GraphQLSchema;
  readonly #kept = new LRUCache<string, CheckedDocument>({ maxSize: KEPT_CHARACTERS });

  constructor(schema: GraphQLSchema) {
    this.#schema = schema;
  }

  /**
   * A document that may be executed.
   * @param options `hideSuggestions`: for a caller who may not read the schema
   * @throws GraphQLError naming a limit, DocumentErrors when it is invalid
   */
  admit(text: string, options: { readonly hideSuggestions: boolean }): CheckedDocument {
    const key = hash('sha256', text);
    const known = this.#kept.get(key);
    if (known) return known;
    const checked = checkedDocument(text);
    const problems = problemsOfDocument(this.#schema, checked.document, options);
    if (problems.length > 0) throw new DocumentErrors(problems);
    this.#kept.set(key, checked, { size: text.length });
    return checked;
  }

  /** Apollo's `documentStore`. @param key a prefix of Apollo's and the hash */
  async get(key: string): Promise<DocumentNode | undefined> {
    return this.#kept.peek(key.slice(-HASH_LENGTH))?.document;
  }

  async set(): Promise<void> {
    // A document that Apollo has parsed itself is not measured.
  }

  async delete(): Promise<void> {
    // Apollo never does.
  }
}
