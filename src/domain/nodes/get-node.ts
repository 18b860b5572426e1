import { anyAdmin } from '../kernel/access.ts';
import { described, fields } from '../kernel/input.ts';
import { operation } from '../kernel/operation.ts';
import { type FoundNode, findNodes } from './find-nodes.ts';
import { nodeId } from './node-input.ts';

export const getNode = operation({
  name: 'getNode',
  summary:
    'Returns the object with an id, of whatever type; null when there is none, or when the caller may not read it.',
  beyond: {
    why: 'clients with a cache read a part of what they show again without knowing where it came from (Relay)',
    graphqlOnly: true,
  },
  access: anyAdmin(),
  limit: 120,
  effect: 'read',
  input: fields({ id: described(nodeId(), 'The id of the object, as its `id` says it.') }),
  async handle({ em, now, principal }, { id }): Promise<FoundNode | null> {
    const [found = null] = await findNodes(em, principal, [id], now);
    return found;
  },
});
