import { describeRoles } from '../graphql/roles.ts';

describeRoles();
