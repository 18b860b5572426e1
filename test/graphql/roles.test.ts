import { describeRoles } from './roles.ts';

describeRoles();
