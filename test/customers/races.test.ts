import { describeCustomerRaces } from './races.ts';

describeCustomerRaces();
