import { describeReleaseRaces } from '../firmware/races.ts';

describeReleaseRaces();
