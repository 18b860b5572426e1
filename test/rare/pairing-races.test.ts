import { describeEachGuard, describePairingRaces } from '../pairing/races.ts';

describePairingRaces();
describeEachGuard();
