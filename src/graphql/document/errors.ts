import { GraphQLError } from 'graphql';
import type { FieldProblem } from '../../domain/kernel/errors.ts';

/** The code of a document that is broken, or that the schema does not allow. */
export const INVALID_DOCUMENT = 'GRAPHQL_VALIDATION_FAILED';

/** Everything that is wrong with a document. */
export class DocumentErrors extends Error {
  readonly errors: readonly GraphQLError[];

  /** @param errors of graphql-js, which have no code */
  constructor(errors: readonly GraphQLError[]) {
    super('The document is invalid.');
    this.errors = errors.map(({ message, nodes, source, positions }) => {
      return new GraphQLError(message, { nodes, source, positions, extensions: { code: INVALID_DOCUMENT } });
    });
  }
}

/** The error of variables, or of arguments, that do not fit. */
export function badInput(message: string, fields?: readonly FieldProblem[]): GraphQLError {
  return new GraphQLError(message, {
    extensions: { code: 'BAD_USER_INPUT', http: { status: 400 }, ...(fields ? { fields } : {}) },
  });
}
