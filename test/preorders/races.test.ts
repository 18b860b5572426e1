import { jest } from '@jest/globals';
import { describePreorderRaces } from './races.ts';

jest.setTimeout(120_000);

describePreorderRaces();
