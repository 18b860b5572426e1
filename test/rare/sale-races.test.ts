import { describeSaleRaces } from '../sales/races.ts';

describeSaleRaces();
