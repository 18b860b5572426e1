import 'reflect-metadata';
import type { GraphQLSchema } from 'graphql';
import { buildSchemaSync } from 'type-graphql';
import { AuthResolver } from './auth/auth.resolver.ts';
import { argsOf, inputOf } from './input-type.ts';
import { graphqlOperations } from './root-fields.ts';
import { DateTime } from './scalars.ts';
import { closeSchema } from './shield.ts';
import { TeamResolver } from './team/team.resolver.ts';

/** The admin schema as it is served: every root field closed by default, every guarded edge under its rule. */
export function buildGraphqlSchema(): GraphQLSchema {
  return closeSchema(buildOpenSchema());
}

/** The schema without its guards, for printing and for the tests that compare the two. */
export function buildOpenSchema(): GraphQLSchema {
  // type-graphql looks for a type's metadata before it asks for the type, so derived types are made first.
  for (const operation of graphqlOperations) {
    if (operation.effect === 'read') argsOf(operation);
    else inputOf(operation);
  }
  return buildSchemaSync({
    resolvers: [AuthResolver, TeamResolver],
    scalarsMap: [{ type: Date, scalar: DateTime }],
    // The operations validate with ajv, the same for both doors.
    validate: false,
  });
}
