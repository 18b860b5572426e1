import { describeCustomerRaces } from '../customers/races.ts';

describeCustomerRaces();
