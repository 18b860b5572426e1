import { describeTallyRaces } from './tally-races.ts';

describeTallyRaces();
