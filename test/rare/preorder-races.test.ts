import { describePreorderRaces } from '../preorders/races.ts';

describePreorderRaces();
