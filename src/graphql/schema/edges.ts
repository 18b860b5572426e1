import { DirectiveLocation, GraphQLDirective, GraphQLNonNull, GraphQLString } from 'graphql';
import { catalog } from '../../domain/catalog.ts';
import type { Operation } from '../../domain/kernel/operation.ts';
import type { EdgeSpec } from '../../model/edge.ts';
import { records } from '../../model/records/all.ts';
import { liveFields } from '../live/live-fields.ts';

/** Printed in schema.graphql for code generators; the descriptions say the same to readers of the schema. */
export const needsDirective = new GraphQLDirective({
  name: 'needs',
  description: 'For roles that may not call the operation, the edge is null, and `extensions.hidden` names it.',
  locations: [DirectiveLocation.FIELD_DEFINITION],
  args: {
    operation: {
      type: new GraphQLNonNull(GraphQLString),
      description: 'The name of the operation in the specification.',
    },
  },
});

type EdgeNames<T> = Readonly<Record<string, Readonly<Record<string, T>>>>;

/**
 * Edges to records that not every role may read, as the records declare them: each has the rule of the operation that reads the
 * record. test/architecture/edges.test.ts checks that every other edge is in `openEdges` with its reason.
 */
export const guardedEdges: EdgeNames<Operation> = edgesWith(({ needs }) => {
  const operation = catalog.find(({ name }) => name === needs);
  if (needs && !operation) throw new Error(`An edge needs ${needs}, which is no operation.`);
  return operation;
});

function edgesWith<T>(read: (spec: EdgeSpec) => T | undefined): EdgeNames<T> {
  return Object.fromEntries(
    records.map(({ name, edges }) => [
      name,
      Object.fromEntries(
        Object.entries(edges).flatMap(([edge, { spec }]) => {
          const value = read(spec);
          return value === undefined ? [] : [[edge, value]];
        }),
      ),
    ]),
  );
}

/** Edges that need no rule: every role that may read the one record may read the other. */
export const openEdges: EdgeNames<string> = {
  ...edgesWith(({ open }) => open),
  ...Object.fromEntries(
    [...liveFields.values()].map(({ type, record, needs }) => [
      type,
      { [record]: `the subscription itself needs ${needs.name}` },
    ]),
  ),
};
