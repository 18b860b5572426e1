import { describeTeamRaces } from '../team/races.ts';

describeTeamRaces();
