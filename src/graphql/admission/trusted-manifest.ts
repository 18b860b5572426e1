/** The documents that clients may run, and the treatment of others. */
export interface TrustedDocumentSettings {
  /** `log` reports other documents and runs them, `enforce` refuses them. */
  readonly mode: 'off' | 'log' | 'enforce';
  /** The documents by the ids that requests may name them by; undefined without a manifest. */
  readonly documents: ReadonlyMap<string, string> | undefined;
  /** The manifest of the console, which is part of the service: always trusted. */
  readonly ofConsole?: string;
}

const APOLLO_FORMAT = 'apollo-persisted-query-manifest';
const FORMS = `must be a JSON object of documents by their ids, or { "format": "${APOLLO_FORMAT}", "version": 1, "operations": [{ "id", "body" }] }`;

/**
 * Reads a manifest in the forms that relay-compiler and graphql-codegen write (documents by their ids), or Apollo's generate-
 * persisted-query-manifest.
 * @returns the documents by their ids; a text that describes the problem, without quoting the file
 */
export function readManifest(text: string): ReadonlyMap<string, string> | string {
  const manifest = jsonOf(text);
  if (!isObject(manifest)) return FORMS;
  const entries = manifest.format === APOLLO_FORMAT ? apolloEntries(manifest) : Object.entries(manifest);
  if (!entries) return FORMS;
  const documents = new Map<string, string>();
  for (const [index, [id, document]] of entries.entries()) {
    const named = typeof id === 'string' && id !== '' && typeof document === 'string' && document.trim() !== '';
    if (!named) return `must have an id and a document in every entry, and has not in number ${index + 1}`;
    if (documents.has(id)) return `has two documents of one id, the second in number ${index + 1}`;
    documents.set(id, document);
  }
  return documents.size > 0 ? documents : 'has no document';
}

function apolloEntries({ version, operations }: Readonly<Record<string, unknown>>): [unknown, unknown][] | undefined {
  if (version !== 1 || !Array.isArray(operations)) return undefined;
  return operations.map((operation: unknown) =>
    isObject(operation) ? [operation.id, operation.body] : [undefined, undefined],
  );
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
