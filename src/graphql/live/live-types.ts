import {
  GraphQLEnumType,
  type GraphQLFieldConfig,
  GraphQLID,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLSchema,
  GraphQLString,
} from 'graphql';
import type { GraphqlContext } from '../execution/context.ts';
import { selectionOf } from '../schema/record-type.ts';
import type { LiveEvent } from './live-event.ts';
import { LIVE_EVENTS, type LiveField, liveFields } from './live-fields.ts';

type Field = GraphQLFieldConfig<LiveEvent, GraphqlContext>;

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
        resolve: ({ recordEvent }: LiveEvent) => recordEvent?.event ?? 'REFETCH',
      },
      id: {
        type: GraphQLID,
        description: 'The id of the record; null for REFETCH.',
        resolve: ({ recordEvent }: LiveEvent) => recordEvent?.id ?? null,
      },
      [field.record]: recordField(schema, field),
    },
  });
  return {
    type,
    description: `${field.description} Needs the roles of ${field.needs.name}.`,
    args: Object.fromEntries(
      Object.entries(field.args).map(([name, { type: kind, description }]) => [
        name,
        { type: kind === 'ID' ? GraphQLID : GraphQLString, description },
      ]),
    ),
  };
}

function recordField(schema: GraphQLSchema, { reader }: LiveField): Field {
  const { shownTo } = reader;
  const type = schema.getType(reader.record.name);
  if (!(type instanceof GraphQLObjectType)) throw new Error(`The schema has no ${reader.record.name}.`);
  return {
    type,
    description:
      'The record as it is when the event is delivered; null for REFETCH, and when the record no longer exists.',
    async resolve(event, _args, ctx, info) {
      if (!shownTo) return event.record(reader, selectionOf(info));
      const record = await event.record(reader, undefined);
      return record && shownTo(await ctx.admin(), record);
    },
  };
}
