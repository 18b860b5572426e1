import { jest } from '@jest/globals';
import { describePairingRaces } from './races.ts';

jest.setTimeout(120_000);
describePairingRaces();
