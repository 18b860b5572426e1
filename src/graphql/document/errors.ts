import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import type { DomainError, ErrorCode, FieldProblem, Wording } from '../../domain/kernel/errors.ts';

/** The code of a document that is broken, or that the schema does not allow. */
export const INVALID_DOCUMENT = 'GRAPHQL_VALIDATION_FAILED';

/** What is wrong with a part of a document or of its variables: a message that says what to write instead, and the part. */
export interface Explained {
  readonly message: string;
  readonly fields?: readonly FieldProblem[];
}

/** Everything that is wrong with a document. */
export class DocumentErrors extends Error {
  readonly errors: readonly GraphQLError[];

  /** @param errors of graphql-js, which have no code */
  constructor(errors: readonly GraphQLError[]) {
    super('The document is invalid.');
    this.errors = errors.map(({ message, nodes, source, positions, extensions: { fields } }) => {
      const extensions = { code: INVALID_DOCUMENT, ...(fields ? { fields } : {}) };
      return new GraphQLError(message, { nodes, source, positions, extensions });
    });
  }
}

/** The error of a document, whatever its variables are. @param further extensions, for Apollo */
export function documentError(code: ErrorCode, { message, messageId, params }: Wording, further = {}): GraphQLError {
  return new GraphQLError(message, { extensions: { code, status: 400, messageId, params, ...further } });
}

/** The error of variables, or of arguments, that do not fit. */
export function badInput({ message, ...said }: Explained & Partial<Wording>): GraphQLError {
  return new GraphQLError(message, {
    extensions: { code: 'BAD_USER_INPUT', http: { status: 400 }, ...said },
  });
}

/** The same, in the words of a rule of the domain. */
export function badInputOf({ message, messageId, params, extras: { fields } }: DomainError): GraphQLError {
  return badInput({ message, messageId, params, ...(fields ? { fields } : {}) });
}

/** The parts of the extensions of such an error that callers see; of one of graphql-js or Apollo, the message is a value. */
export function saidBy({ extensions = {}, message }: GraphQLFormattedError, code: ErrorCode): object {
  const { messageId, params, fields } = extensions;
  if (messageId) return { messageId, params, ...(fields ? { fields } : {}) };
  return fields
    ? { messageId: `${code}_FIELDS`, params: {}, fields }
    : { messageId: `${code}_OTHER`, params: { problem: message } };
}
