import { describeTokenRaces } from '../service-accounts/races.ts';
import { describeRoleWalk, PAIRS_DOWN, PAIRS_UP } from '../service-accounts/role-walk.ts';

describeTokenRaces();

describe('every role of a token with every role that is not above it', () => {
  describeRoleWalk(PAIRS_DOWN, ['REST']);
});

describe('every role of a token with every role that is not below it', () => {
  describeRoleWalk(PAIRS_UP, ['GraphQL']);
});
