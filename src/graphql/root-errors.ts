import { DirectiveLocation, GraphQLDirective, GraphQLList, GraphQLNonNull, GraphQLString } from 'graphql';
import type { ErrorCode } from '../domain/kernel/errors.ts';
import { errorsOf } from '../domain/kernel/operation-errors.ts';
import { rootFields } from './root-fields.ts';

/** Printed in schema.graphql for code generators; the descriptions say the same to readers of the schema. */
export const errorsDirective = new GraphQLDirective({
  name: 'errors',
  description:
    'The codes in `extensions.code` of the client errors of a root field; codes of the service itself are beside them.',
  locations: [DirectiveLocation.FIELD_DEFINITION],
  args: {
    codes: {
      type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(GraphQLString))),
      description: 'The codes, those that only this field has first.',
    },
  },
});

/** The codes of each root field, by `Mutation.refundSale`. */
export const rootErrors: ReadonlyMap<string, readonly ErrorCode[]> = new Map(
  rootFields.map(({ type, field, operation }) => [`${type}.${field}`, errorsOf(operation)]),
);
