import { describeTeamRaces } from './races.ts';

describeTeamRaces();
