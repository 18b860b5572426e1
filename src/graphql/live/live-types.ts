import {
  GraphQLBoolean,
  GraphQLEnumType,
  type GraphQLFieldConfig,
  type GraphQLFieldConfigArgumentMap,
  GraphQLID,
  GraphQLInputObjectType,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLSchema,
} from 'graphql';
import type { GraphqlContext } from '../execution/context.ts';
import { LIVE_EVENTS, type LiveField, liveFields } from './live-fields.ts';
import type { ShownEvent } from './shown-event.ts';

type Field = GraphQLFieldConfig<ShownEvent, GraphqlContext>;

/** Ids that a subscription may name. */
export const MAX_LIVE_IDS = 100;

const ROOT =
  'Events after each commit, over server-sent events at `/graphql/stream` (graphql-sse). A field needs the roles of the operation that reads its record, at every event.';

/** The schema with a field of `Subscription` for each kind of event. */
export function withSubscriptions(schema: GraphQLSchema): GraphQLSchema {
  const liveEvent = new GraphQLEnumType({
    name: 'LiveEvent',
    description: 'The kind of a live event.',
    values: Object.fromEntries(Object.entries(LIVE_EVENTS).map(([name, description]) => [name, { description }])),
  });
  const subscription = new GraphQLObjectType({
    name: 'Subscription',
    description: ROOT,
    fields: Object.fromEntries(
      [...liveFields.values()].map((field) => [field.name, rootField(schema, liveEvent, field)]),
    ),
  });
  return new GraphQLSchema({ ...schema.toConfig(), subscription });
}

function rootField(schema: GraphQLSchema, liveEvent: GraphQLEnumType, field: LiveField): Field {
  const type = new GraphQLObjectType({
    name: field.type,
    description: `An event of \`${field.name}\`.`,
    fields: {
      event: {
        type: new GraphQLNonNull(liveEvent),
        description: 'The kind of the event.',
        resolve: ({ recordEvent }: ShownEvent) => recordEvent?.event ?? 'REFETCH',
      },
      id: {
        type: GraphQLID,
        description: 'The id of the record; null for REFETCH.',
        resolve: ({ recordEvent }: ShownEvent) => recordEvent?.id ?? null,
      },
      matches: {
        type: new GraphQLNonNull(GraphQLBoolean),
        description:
          'Whether the record exists and matches `filter`. False for a record that was deleted or may have ceased to match by this change: remove it from a list that shows it. False for REFETCH.',
        resolve: ({ matches }: ShownEvent) => matches,
      },
      [field.record]: recordField(schema, field),
    },
  });
  return {
    type,
    description: `${field.description} Needs the roles of ${field.needs.name}.`,
    args: argumentsOf(schema, field),
  };
}

function argumentsOf(schema: GraphQLSchema, { reader, events }: LiveField): GraphQLFieldConfigArgumentMap {
  const filter = schema.getType(`${reader.record.name}Filter`);
  if (!(filter instanceof GraphQLInputObjectType)) throw new Error(`The schema has no ${reader.record.name}Filter.`);
  const ids = {
    type: new GraphQLList(new GraphQLNonNull(GraphQLID)),
    description: `Only events of these records, 1 to ${MAX_LIVE_IDS} ids. An id of no record is no error: nothing is sent for it.`,
  };
  return {
    // Nobody knows the id of a record that is not created yet.
    ...(events.some((event) => event !== 'CREATED') ? { ids } : {}),
    filter: {
      type: filter,
      description:
        'Only events of records that match when the event is delivered, or that may have matched before the change (`matches` is false). It needs the same roles as in a list. Conditions that depend on the present time are refused. A change of another record that it has a condition on, or a heartbeat, sends no event.',
    },
  };
}

function recordField(schema: GraphQLSchema, { reader }: LiveField): Field {
  const { shownTo } = reader;
  const type = schema.getType(reader.record.name);
  if (!(type instanceof GraphQLObjectType)) throw new Error(`The schema has no ${reader.record.name}.`);
  return {
    type,
    description:
      'The record as it is when the event is delivered; null for REFETCH, and when the record no longer exists or does not match.',
    async resolve(event, _args, ctx) {
      const record = await event.record();
      return record && shownTo ? shownTo(await ctx.admin(), record) : record;
    },
  };
}
