import { hash } from 'node:crypto';
import { GraphQLError, getOperationAST, parse } from 'graphql';
import { wordingOf } from '../../domain/kernel/errors.ts';
import { documentError } from '../document/errors.ts';
import { isSignIn, SIGN_IN_BYTES } from './anonymous.ts';
import { MAX_LOGGED_NAME } from './cost.ts';
import { MAX_TOKENS } from './limits.ts';
import { readManifest, type TrustedDocumentSettings } from './trusted-manifest.ts';

/** Maximum reported documents, so that a client that generates documents cannot fill the log. */
const MAX_REPORTED = 1_000;

type Warn = (message: string, detail: Readonly<Record<string, unknown>>) => void;

/**
 * The documents of the manifest, and those of the console: requests name them by id, and with `enforce` only they are run. A document that only signs in
 * or out needs no trust, because it cannot do anything else. A trusted document passes the limits and the cost like any other,
 * because its variables determine its cost.
 */
export class TrustedDocuments {
  readonly #mode: TrustedDocumentSettings['mode'];
  readonly #hasManifest: boolean;
  readonly #byId: ReadonlyMap<string, string>;
  readonly #texts: ReadonlySet<string>;
  readonly #warn: Warn;
  /** Hashes of the documents that were reported. */
  readonly #reported = new Set<string>();

  /** @throws Error naming the setting when a document of the manifest has a syntax error */
  constructor({ mode, documents, ofConsole }: TrustedDocumentSettings, warn: Warn) {
    this.#mode = mode;
    this.#warn = warn;
    this.#hasManifest = documents !== undefined;
    const trusted = new Map([...documentsOf(ofConsole), ...(documents ?? [])]);
    this.#byId = withHashes(trusted);
    this.#texts = new Set(trusted.values());
    for (const [id, text] of documents ?? []) requireSyntax(id, text);
  }

  /** True if only trusted documents are run. */
  get isEnforced(): boolean {
    return this.#mode === 'enforce';
  }

  /**
   * The request with the text of the document that it names, or the reason why it is rejected. The text of a request is only
   * compared here, never parsed, unless it is as short as a sign-in.
   * @param body as in a POST
   */
  admit(body: object): object | GraphQLError {
    const named = this.#named(body);
    if (named instanceof GraphQLError || this.#mode === 'off') return named;
    const { query, operationName } = named as Parameters;
    if (typeof query !== 'string' || this.#texts.has(query)) return named;
    if (query.length <= SIGN_IN_BYTES && isSignIn(named)) return named;
    if (this.isEnforced) return refused('DOCUMENT_NOT_TRUSTED');
    this.#report(query, operationName);
    return named;
  }

  #named(body: object): object | GraphQLError {
    const { documentId, id, doc_id, extensions, ...parameters } = body as Parameters;
    const { persistedQuery, ...others } = (
      typeof extensions === 'object' && extensions ? extensions : {}
    ) as Extensions;
    // With its text, a request needs no id. Apollo refuses one that has its id as well, unless Apollo keeps the documents.
    if (parameters.query) return this.#hasManifest && persistedQuery ? { ...parameters, extensions: others } : body;
    const name = documentId ?? persistedQuery?.sha256Hash ?? doc_id ?? id;
    if (name === undefined) return body;
    const query = this.#byId.get(String(name));
    if (query !== undefined) return { ...parameters, query, extensions: others };
    return refused(this.#hasManifest ? 'PERSISTED_QUERY_NOT_FOUND' : 'PERSISTED_QUERY_NOT_SUPPORTED');
  }

  #report(text: string, operationName: unknown): void {
    const sha256 = hash('sha256', text);
    if (this.#reported.has(sha256) || this.#reported.size >= MAX_REPORTED) return;
    this.#reported.add(sha256);
    this.#warn('a GraphQL document is not trusted', { operation: nameOf(text, operationName), sha256 });
    if (this.#reported.size < MAX_REPORTED) return;
    this.#warn('further documents that are not trusted are not reported until the next start', {
      reported: MAX_REPORTED,
    });
  }
}

/** The members of a request; the library checks the types of those that it uses. */
interface Parameters {
  readonly query?: unknown;
  readonly operationName?: unknown;
  /** Of the appendix "Persisted Documents" of GraphQL over HTTP. */
  readonly documentId?: unknown;
  /** Relay's networks call it so. */
  readonly id?: unknown;
  readonly doc_id?: unknown;
  readonly extensions?: unknown;
}

interface Extensions {
  /** Apollo's. */
  readonly persistedQuery?: { readonly sha256Hash?: unknown };
}

/** Every document is known by its SHA-256 too, plain and as GraphQL over HTTP writes it. */
function withHashes(documents: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const hashes = [...documents.values()].flatMap((text) => {
    const sha256 = hash('sha256', text);
    return [[sha256, text] as const, [`sha256:${sha256}`, text] as const];
  });
  return new Map([...hashes, ...documents]);
}

/** The documents of the console, which its build has validated. @throws Error when this is no manifest */
function documentsOf(manifest: string | undefined): ReadonlyMap<string, string> {
  if (manifest === undefined) return new Map();
  const documents = readManifest(manifest);
  if (typeof documents !== 'string') return documents;
  throw new Error(`console/documents.json ${documents}`);
}

function requireSyntax(id: string, text: string): void {
  try {
    parse(text, { noLocation: true, maxTokens: MAX_TOKENS });
  } catch {
    throw new Error(
      `TRUSTED_DOCUMENTS_MANIFEST: the document ${JSON.stringify(id)} is no GraphQL document, or too long`,
    );
  }
}

/** The name of the operation, which a document chooses. No other text of the document is logged. */
function nameOf(text: string, operationName: unknown): string | null {
  try {
    const document = parse(text, { noLocation: true, maxTokens: MAX_TOKENS });
    const operation = getOperationAST(document, typeof operationName === 'string' ? operationName : null);
    return operation?.name?.value.slice(0, MAX_LOGGED_NAME) ?? null;
  } catch {
    return null;
  }
}

/** The parameters of a GET, in the form in which they are in the URL; a list of texts is a repeated parameter. */
export function searchOf(parameters: object): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    const words: readonly unknown[] = Array.isArray(value) ? value : [value];
    for (const word of words) search.append(name, typeof word === 'string' ? word : JSON.stringify(word));
  }
  return search.toString();
}

function refused(
  code: 'DOCUMENT_NOT_TRUSTED' | 'PERSISTED_QUERY_NOT_SUPPORTED' | 'PERSISTED_QUERY_NOT_FOUND',
): GraphQLError {
  return documentError(code, wordingOf(code));
}
