import { describePairingRaces } from './races.ts';

describePairingRaces();
