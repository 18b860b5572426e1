import { describeTokenRaces } from './races.ts';

describeTokenRaces();
