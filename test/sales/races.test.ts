import { describeSaleRaces } from './races.ts';

describeSaleRaces();
