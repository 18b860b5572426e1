import { describeReleaseRaces } from './races.ts';

describeReleaseRaces();
