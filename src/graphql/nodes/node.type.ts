import { Field, ID, InterfaceType } from 'type-graphql';

/** An object with the name of its type, by which GraphQL resolves the type of an interface or a union. */
export interface TypedObject {
  readonly __typename: string;
  readonly id: string;
}

/** https://relay.dev/graphql/objectidentification.htm */
@InterfaceType('Node', {
  description: 'An object that `node` and `nodes` return by its id.',
  resolveType: (object) => (object as TypedObject).__typename,
})
export abstract class NodeType {
  @Field(() => ID, { description: 'The id, by which `node` returns the object.' })
  id: string;
}
