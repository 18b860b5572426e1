import { DirectiveLocation, GraphQLDirective, GraphQLList, GraphQLNonNull, GraphQLString } from 'graphql';
import type { ErrorCode } from '../../domain/kernel/errors.ts';
import { errorsOf } from '../../domain/kernel/operation-errors.ts';
import { rootFields } from './root-fields.ts';

/** Printed in schema.graphql for code generators; the descriptions say the same to readers of the schema. */
export const errorsDirective = new GraphQLDirective({
  name: 'errors',
  description:
    'The codes that client errors of a root field have in `extensions.code`. Every field can also fail with the codes of internal errors.',
  locations: [DirectiveLocation.FIELD_DEFINITION],
  args: {
    codes: {
      type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(GraphQLString))),
      description: 'The codes; those that are special to this field come first.',
    },
  },
});

/** The codes of each root field, by `Mutation.refundSale`. */
export const rootErrors: ReadonlyMap<string, readonly ErrorCode[]> = new Map(
  rootFields.map(({ type, field, operation }) => [`${type}.${field}`, errorsOf(operation)]),
);
