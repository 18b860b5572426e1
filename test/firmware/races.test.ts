import { jest } from '@jest/globals';
import { describeReleaseRaces } from './races.ts';

jest.setTimeout(120_000);
describeReleaseRaces();
