import { describeTokenRaces } from '../service-accounts/races.ts';
import { ALL_PAIRS, describeRoleWalk } from '../service-accounts/role-walk.ts';

describeTokenRaces();
describe('every role of a token with every role of its owner', () => {
  describeRoleWalk(ALL_PAIRS, ['REST', 'GraphQL']);
});
