import { describePreorderRaces } from './races.ts';

describePreorderRaces();
