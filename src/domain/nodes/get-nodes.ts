import { Type } from 'typebox';
import { anyAdmin } from '../kernel/access.ts';
import { described, fields } from '../kernel/input.ts';
import { operation } from '../kernel/operation.ts';
import { type FoundNode, findNodes } from './find-nodes.ts';
import { nodeId } from './node-input.ts';

const MAX_IDS = 100;

export const getNodes = operation({
  name: 'getNodes',
  summary:
    'Returns the objects with these ids, of whatever types, in the order of the ids; null in place of what is not there or what the caller may not read.',
  beyond: {
    why: 'clients with a cache read what they show again without knowing where it came from (Relay)',
    graphqlOnly: true,
  },
  access: anyAdmin(),
  limit: 120,
  effect: 'read',
  input: fields({
    ids: described(Type.Array(nodeId(), { maxItems: MAX_IDS }), `The ids of the objects, ${MAX_IDS} at most.`),
  }),
  handle({ em, now, principal }, { ids }): Promise<(FoundNode | null)[]> {
    return findNodes(em, principal, ids, now);
  },
});
