import { describeTallyRaces } from '../persistence/tally-races.ts';

describeTallyRaces();
