import { jest } from '@jest/globals';
import { describeTallyRaces } from './tally-races.ts';

jest.setTimeout(120_000);
describeTallyRaces();
